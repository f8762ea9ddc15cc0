"""C.04.2.D.8: an error is told in one of three windows, and each has its effects (TV-TD-CORRECT-1)."""

import pytest

from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.tournament.acts.results import ClearResult, CorrectForRating, PublishResults, SetResult, SwapColours
from arpad.tournament.acts.rounds import DrawNext, Lock, Publish, Unlock
from arpad.tournament.as_report import event_of
from arpad.tournament.journal import Confirmation, NotConfirmed
from arpad.tournament.log import LogChange
from small_event import AT, SAID, SmallEvent

WHY = Confirmation(reason="score sheet")
YES = Confirmation(yes=True)


def refusal(event: SmallEvent, command: object, consent: Confirmation | None = None) -> str:
    with pytest.raises(ArpadError) as problem:
        event.do(command, consent)  # type: ignore[arg-type]
    return problem.value.key


def played(complete: int = 1, /, **rules: object) -> SmallEvent:
    """An event with some rounds complete; White wins everywhere."""
    event = SmallEvent(8, **rules)
    for number in range(1, complete + 1):
        event.up(number)
        event.results(number, "1, 1, 1, 1")
    return event


def points(event: SmallEvent, entry: int) -> object:
    found = event_of(event.state)
    return next(Scores(found).total(one) for one in found.players if event.state.numbers[one.rank - 1] == entry)


def test_while_the_round_is_played_nothing_is_asked() -> None:
    event = played()
    white, _ = event.pairs(1)[0]
    done = event.do(SetResult(1, 1, "0-1"))
    assert [[line.kind for line in done.lines], points(event, white)] == [["result.set"], 0]


def test_after_the_results_are_published_a_reason_is_needed() -> None:
    event = played()
    event.do(PublishResults(1))
    with pytest.raises(NotConfirmed) as asked:
        event.do(SetResult(1, 1, "0-1"))
    assert [(one.code, one.level) for one in asked.value.warnings] == [("corrected-in-time", "reason")]
    event.do(SetResult(1, 1, "0-1"), WHY)
    assert points(event, event.pairs(1)[0][0]) == 0


def test_after_the_time_for_corrections_the_chief_confirms() -> None:
    event = played(correction_minutes=15)
    event.do(PublishResults(1))
    in_time, late = "2026-05-01T15:15:00+00:00", "2026-05-01T15:16:00+00:00"
    assert AT.hour == 15
    assert refusal(event, SetResult(1, 1, "0-1", at=late), WHY) == "event-needs-confirm"
    event.do(SetResult(1, 1, "0-1", at=in_time), WHY)
    event.do(SetResult(1, 1, "1/2", at=late), SAID)


def test_a_draft_of_the_next_round_is_cleared_and_drawn_again() -> None:
    event = played()
    event.do(DrawNext(2))
    before = event.pairs(2)
    done = event.do(SetResult(1, 1, "0-1"))
    assert [line.kind for line in done.lines] == ["round.cleared", "result.set"]
    assert [(one.code, one.level) for one in done.warnings] == [("draft-cleared", "note")]
    event.do(DrawNext(2))
    assert event.pairs(2) != before


def test_after_the_next_round_is_published_it_stays_and_the_one_after_uses_it() -> None:
    event = played(2)
    event.do(ClearResult(2, 1))
    before, white = event.pairs(2), event.pairs(1)[0][0]
    assert refusal(event, SetResult(1, 1, "0-1")) == "event-needs-reason"
    event.do(SetResult(1, 1, "0-1"), WHY)
    assert event.pairs(2) == before
    assert [remark.kind for remark in event.state.remarks] == ["Correction"]
    event.results(2, "1 1-0")
    other = played(2)
    event.do(DrawNext(3))
    other.do(DrawNext(3))
    assert event.pairs(3) != other.pairs(3)
    assert points(event, white) != points(other, white)


def test_after_the_next_round_is_complete_it_is_for_rating_only() -> None:
    event = played(2)
    white, _ = event.pairs(1)[0]
    assert refusal(event, SetResult(1, 1, "0-1"), SAID) == "event-locked"
    assert refusal(event, ClearResult(1, 1), SAID) == "event-locked"
    assert refusal(event, SwapColours(1, 1), SAID) == "event-locked"
    before = points(event, white)
    assert refusal(event, CorrectForRating(1, 1, "0-1")) == "event-needs-reason"
    done = event.do(CorrectForRating(1, 1, "0-1"), WHY)
    assert [line.kind for line in done.lines] == ["correction.rated"]
    board = event.state.rounds[1].boards[1]
    assert [board.result, board.as_rated, points(event, white)] == ["1-0", "0-1", before]
    assert event.do(CorrectForRating(1, 1, "0-1"), WHY).lines == ()
    event.do(CorrectForRating(1, 1, "1-0"), WHY)
    assert event.state.rounds[1].boards[1].rated is None
    assert event.lines[-1].data["was"] == "0-1"


def test_what_can_still_be_corrected_for_everything_is_not_corrected_for_rating() -> None:
    event = played()
    assert refusal(event, CorrectForRating(1, 1, "0-1"), WHY) == "event-not-locked"


def test_the_last_round_once_it_is_locked_and_a_finished_event() -> None:
    event = played(1, rounds=1)
    event.do(Lock(1))
    assert refusal(event, SetResult(1, 1, "0-1"), SAID) == "event-locked"
    event.do(CorrectForRating(1, 1, "0-1"), WHY)
    other = played(1, rounds=1)
    other.do(lambda _state, _confirmations: [LogChange("event.finished", {})])
    assert refusal(other, SetResult(1, 1, "0-1"), SAID) == "event-locked"
    other.do(CorrectForRating(1, 1, "0-1"), WHY)


def test_an_adjourned_game_ends_whenever_it_ends() -> None:
    """C.04.2.D.1: its end is no correction. VCL 163: one that is no draw is confirmed."""
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1, a")
    event.up(2)
    event.results(2, "1, 1, 1")
    assert refusal(event, CorrectForRating(1, 3, "1-0"), WHY) == "event-rating-open"
    event.do(DrawNext(3))
    assert refusal(event, SetResult(1, 3, "1-0")) == "event-needs-confirm", "the pairing of round 2 took a draw"
    done = event.do(SetResult(1, 3, "1-0"), YES)
    assert [line.kind for line in done.lines] == ["round.cleared", "result.set"]


def test_an_unlocked_round_takes_a_correction_for_a_reason() -> None:
    event = played(2)
    event.do(Unlock(1), SAID)
    assert refusal(event, SetResult(1, 1, "0-1")) == "event-needs-reason"
    event.do(SetResult(1, 1, "0-1"), WHY)
    assert points(event, event.pairs(1)[0][0]) in (0, 1)


def test_a_result_is_not_taken_away_once_the_next_round_is_published() -> None:
    event = played()
    event.up(2)
    assert refusal(event, ClearResult(1, 1), SAID) == "event-clear-late"


def test_wrong_colours_leave_each_player_the_score() -> None:
    event = played()
    white, black = event.pairs(1)[0]
    event.do(SwapColours(1, 1))
    board = event.state.rounds[1].boards[1]
    assert [board.white, board.black, board.result] == [black, white, "0-1"]
    assert points(event, white) == 1
    event.do(DrawNext(2))
    event.do(Publish(2))
    assert refusal(event, SwapColours(1, 1)) == "event-needs-reason"
