"""Rounds: drawn, published, recalled, amended, mended, locked (C.04.2.D), and their tables."""

from fractions import Fraction

import pytest

from arpad.i18n import ArpadError
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.boards import AddBoard, Amend, Mend
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.results import ClearResult, SetPenalty, SetResult
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Lock, Publish, Recall, SetTable, Start, Unlock
from arpad.tournament.amendments import GivenRound, parse_given
from arpad.tournament.documents import round_document
from arpad.tournament.drawing import NoPairing, explain_round, steps_of_board
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Journal, NotConfirmed
from arpad.tournament.log import LogChange
from arpad.tournament.schedules import tables_of
from arpad.tournament.standings import next_step, stage_of, standings_after
from arpad.tournament.state import EventBoard, outside_since, round_stage
from arpad.tournament.verification import prove
from small_event import RULES, SAID, SmallEvent

YES = Confirmation(yes=True)
WHY = Confirmation(yes=True, reason="the hall was flooded")


def refusal(event: SmallEvent, command: object, consent: Confirmation | None = None) -> str:
    with pytest.raises(ArpadError) as problem:
        event.do(command, consent)  # type: ignore[arg-type]
    assert problem.value.text("en") != problem.value.text("es"), "both languages say it"
    return problem.value.key


def breaches(event: SmallEvent) -> list[tuple[str, int]]:
    return [(breach.kind, breach.round) for breach in event.state.breaches]


def test_tables_of_players_who_keep_theirs() -> None:
    """TV-TD-TABLES-1"""
    seats = [(1, 31), (32, 2), (3, 7), (12, 30), (40, 41)]
    boards = [EventBoard(number, white, black) for number, (white, black) in enumerate(seats, 1)]
    assert tables_of(boards, {7: 3, 12: 20, 30: 5}) == {1: 1, 2: 2, 3: 3, 4: 5, 5: 4}


def test_tables_begin_where_the_rules_say_and_a_free_table_stays_free() -> None:
    boards = [EventBoard(number, 2 * number, 2 * number + 1) for number in range(1, 5)]
    assert tables_of(boards, {}, 11) == {1: 11, 2: 12, 3: 13, 4: 14}
    assert tables_of(boards, {2: 13, 3: 12}, 11) == {1: 12, 2: 11, 3: 14, 4: 15}
    assert tables_of([EventBoard(1, 1, 2), EventBoard(2, 3, 4, table=1)], {}) == {1: 2, 2: 1}


def test_a_table_set_by_hand_is_in_the_document() -> None:
    event = SmallEvent()
    event.up(1)
    event.do(SetTable(1, 2, 9))
    assert [pair.table for pair in round_document(event.state, 1).pairs] == [1, 9, 2]
    assert event.do(SetTable(1, 2, 9)).lines == ()


def test_a_round_goes_through_its_states_and_back() -> None:
    event = SmallEvent()
    event.do(DrawNext(1))
    assert round_stage(event.state, 1) == "drawn"
    event.do(ClearDraft(1))
    event.up(1)
    assert round_stage(event.state, 1) == "published"
    event.do(Start(1, "2017-05-01T15:00:00+00:00"))
    assert round_stage(event.state, 1) == "playing"
    event.results(1, "1, =, 0")
    assert round_stage(event.state, 1) == "complete"
    event.do(ClearResult(1, 3))
    assert round_stage(event.state, 1) == "playing"
    event.results(1, "3 0")
    event.up(2)
    event.results(2, "1 1 0".replace(" ", ","))
    assert round_stage(event.state, 1) == "locked"
    event.do(Unlock(1), SAID)
    assert [round_stage(event.state, 1), outside_since(event.state)] == ["complete", 3], "the round in play"


def test_the_last_round_is_locked_by_hand_and_no_other() -> None:
    event = SmallEvent(rounds=1)
    event.up(1)
    assert refusal(event, Lock(1)) == "event-results-missing"
    event.results(1, "1, 1, 1")
    event.do(Lock(1))
    assert round_stage(event.state, 1) == "locked"
    assert event.do(Lock(1)).lines == ()
    longer = SmallEvent()
    longer.up(1)
    longer.results(1, "1, 1, 1")
    assert refusal(longer, Lock(1)) == "event-lock-itself"
    assert refusal(longer, Unlock(1), SAID) == "event-not-locked-round"


def test_a_missing_result_stops_the_draw_unless_it_is_adjourned() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1")
    assert refusal(event, DrawNext(2)) == "event-results-missing"
    assert refusal(event, DrawNext(2, adjourn_open=True)) == "event-needs-confirm"
    done = event.do(DrawNext(2, adjourn_open=True), YES)
    assert [line.kind for line in done.lines] == ["results.set", "round.drawn"]
    assert event.state.rounds[1].boards[3].result == "*"


def test_an_adjourned_game_of_an_older_round_is_noted() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1, a")
    event.up(2)
    event.results(2, "1, 1, 1")
    assert [(one.code, one.level) for one in event.do(DrawNext(3)).warnings] == [("adjourned-older", "note")]


def test_recalling_needs_a_reason_and_another_pairing_in_its_place_is_a_breach() -> None:
    """C.04.2.D.10"""
    event = SmallEvent()
    event.up(1)
    assert refusal(event, Recall(1)) == "event-needs-reason"
    event.do(Recall(1), WHY)
    assert round_stage(event.state, 1) == "drawn"
    event.do(Publish(1))
    assert breaches(event) == [], "the same pairing again is none"
    event.do(Recall(1), WHY)
    event.do(Amend(1, GivenRound(((1, 1, 2), (2, 3, 4), (3, 5, 6)))), WHY)
    assert breaches(event) == [], "a draft is none"
    assert refusal(event, Publish(1), WHY) == "event-needs-breach"
    event.do(Publish(1), SAID)
    assert breaches(event) == [("replaced", 1), ("draw", 1)]
    assert [(remark.kind, remark.round) for remark in event.state.remarks] == [("MPA", 1)]


def test_a_breach_of_a_draft_ends_with_it() -> None:
    event = SmallEvent()
    event.do(DrawNext(1))
    event.do(Amend(1, GivenRound(((1, 1, 2), (2, 3, 4), (3, 5, 6)))), WHY)
    event.do(ClearDraft(1))
    event.up(1)
    assert breaches(event) == []
    assert not event.state.rounds[1].differs


def test_recalling_with_results_is_a_breach_and_the_pair_keeps_its_history() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "1 1-0")
    assert refusal(event, Recall(1), SAID) == "event-recall-results"
    assert refusal(event, Recall(1, void_results=True), WHY) == "event-needs-breach"
    event.do(Recall(1, void_results=True), SAID)
    assert breaches(event) == [("recalled", 1)]
    event.do(ClearDraft(1))
    event.up(1)
    board = event.state.rounds[1].boards[1]
    assert [board.result, [told.result for told in board.history]] == [None, ["1-0"]]


def test_a_round_is_not_recalled_after_the_next_one_is_drawn() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1, 1")
    event.do(DrawNext(2))
    assert refusal(event, Recall(1, void_results=True), SAID) == "event-next-drawn"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 1 2\n2 3 4\n3 5 1", "twice"),
        ("1 1 2\n2 3 4\n3 5 5", "twice"),
        ("1 1 2\n2 3 4\n3 5 9", "unknown"),
        ("1 1 2\n2 3 4", "left-out"),
        ("1 1 2\n1 3 4\n3 5 6", "board-twice"),
    ],
)
def test_a_pairing_that_cannot_be_is_refused(text: str, why: str) -> None:
    event = SmallEvent()
    event.do(DrawNext(1))
    with pytest.raises(ArpadError) as problem:
        event.do(Amend(1, parse_given(text)), SAID)
    assert problem.value.key == "event-pair-illegal"
    assert problem.value.values["why"].key == f"tournament.illegal.{why}"  # type: ignore[attr-defined]


def test_lines_that_are_no_boards_are_refused_with_their_number() -> None:
    with pytest.raises(ArpadError) as problem:
        parse_given("1 1 2\n2 3 four")
    assert [problem.value.key, problem.value.values["line"]] == ["event-amend-line", 2]
    with pytest.raises(ArpadError, match="one bye"):
        parse_given("bye 1\nbye 2")


def test_amending_says_everything_about_the_pairs() -> None:
    """C.04.1: met before, colours; the whole differs from the engine."""
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1, 1")
    event.up(2)
    event.results(2, "1, 1, 1")
    event.do(DrawNext(3))
    first = event.pairs(1)
    given = GivenRound(tuple((number, *pair) for number, pair in enumerate(first, 1)))
    with pytest.raises(NotConfirmed) as asked:
        event.do(Amend(3, given))
    said = {(warning.code, warning.level) for warning in asked.value.warnings}
    assert ("event-pair-met", "reason") in said
    assert ("differs", "reason") in said
    event.do(Amend(3, given), WHY)
    assert event.state.rounds[3].differs


def test_c_04_1_b_a_rematch_by_hand_wants_a_reason_and_marks_the_round() -> None:
    """The article is named; from its publication on the round departs from the rules, and files say why."""
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1, 1")
    event.do(DrawNext(2))
    met = event.pairs(1)
    given = GivenRound(tuple((number, *pair) for number, pair in enumerate(met, 1)))
    with pytest.raises(NotConfirmed) as asked:
        event.do(Amend(2, given), Confirmation(yes=True))
    told = next(one.message.text("en") for one in asked.value.warnings if one.code == "event-pair-met")
    assert "C.04.1.b" in told
    event.do(Amend(2, given), Confirmation(True, "the hall is divided"))
    assert not event.state.breaches, "a draft departs from nothing"
    with pytest.raises(NotConfirmed) as put_up:
        event.do(Publish(2), Confirmation(True, "the hall is divided"))
    assert ("rematch", "breach") in {(one.code, one.level) for one in put_up.value.warnings}
    event.do(Publish(2), SAID)
    assert ("rematch", 2) in {(breach.kind, breach.round) for breach in event.state.breaches}
    file = export_trf(event.state, "trf26").data.decode()
    assert "### MPA @ Round 2: players who had met are paired (C.04.1.b)" in file
    assert prove(event.lines).proved


def test_c_04_1_b_a_rematch_in_a_late_pairing_is_outside_the_rules() -> None:
    event = SmallEvent(6)
    event.up(1)
    event.results(1, "1, 1, 1")
    pair = event.pairs(1)[0]
    for entry in pair:
        event.do(SetAbsence(entry, 2, "Z"))
    event.up(2)
    with pytest.raises(NotConfirmed) as asked:
        event.do(AddBoard(2, *pair), Confirmation(True, "they came after all"))
    assert ("rematch", "breach") in {(one.code, one.level) for one in asked.value.warnings}
    event.do(AddBoard(2, *pair), SAID)
    assert [breach.kind for breach in event.state.breaches] == ["rematch"]


def test_boards_may_be_given_by_numbers_and_put_in_order() -> None:
    """C.04.2.D.9 is offered, not forced."""
    event = SmallEvent(5)
    event.do(DrawNext(1))
    pairs = event.pairs(1)
    turned = tuple((number, *pair) for number, pair in enumerate(reversed(pairs), 1))
    done = event.do(Amend(1, GivenRound(turned, 5, by_number=True)))
    assert [warning.code for warning in done.warnings] == ["board-order"]
    assert event.pairs(1) == pairs[::-1]
    assert event.do(Amend(1, GivenRound(turned, 5), by_order=True)).warnings == ()
    assert event.pairs(1) == pairs
    assert not event.state.rounds[1].differs


def test_a_published_round_is_amended_for_a_reason_since_2026_and_was_a_breach_before() -> None:
    """C.04.2.D.10; C.04.2 4.4.2-4.4.5 of 2026."""
    given = GivenRound(((1, 1, 2), (2, 3, 4), (3, 5, 6)))
    old = SmallEvent()
    old.up(1)
    assert refusal(old, Amend(1, given), WHY) == "event-needs-breach"
    old.do(Amend(1, given), SAID)
    assert breaches(old) == [("amended", 1)]
    new = SmallEvent(start="2026-05-01")
    new.up(1)
    assert refusal(new, Amend(1, given), YES) == "event-needs-reason"
    new.do(Amend(1, given), WHY)
    assert breaches(new) == []
    assert [(remark.kind, remark.round) for remark in new.state.remarks] == [("MPA", 1)]


def test_a_board_with_a_result_is_not_amended() -> None:
    event = SmallEvent(start="2026-05-01")
    event.up(1)
    event.results(1, "1 1-0")
    given = GivenRound(((1, 1, 2), (2, 3, 4), (3, 5, 6)))
    assert refusal(event, Amend(1, given), SAID) == "event-board-done"


def test_mending_round_1_pairs_only_those_left_over() -> None:
    """C.05 6.4"""
    event = SmallEvent(8)
    event.up(1)
    before = event.pairs(1)
    assert refusal(event, Mend(1)) == "event-mend-nothing"
    assert refusal(event, Mend(1, [before[0][0]])) == "event-needs-reason"
    gone = [before[0][0], before[2][1]]
    event.do(Mend(1, gone), WHY)
    after = event.pairs(1)
    assert [after[1], after[-1]] == [before[1], before[3]], "the others stay"
    assert {*after[0]} == {before[0][1], before[2][0]}
    assert [event.state.rounds[1].absent, event.state.breaches] == [dict.fromkeys(sorted(gone), "Z"), ()]


def test_mending_gives_the_last_one_the_bye_and_comes_before_the_start() -> None:
    event = SmallEvent()
    event.up(1)
    white, black = event.pairs(1)[1]
    event.do(Mend(1, [black]), WHY)
    assert [event.state.rounds[1].bye, len(event.pairs(1))] == [white, 2]
    event.do(Start(1, "2017-05-01T15:00:00+00:00"))
    assert refusal(event, Mend(1, [white]), WHY) == "event-mend-begun"


def test_a_round_that_cannot_be_paired_names_what_may_be_lifted() -> None:
    event = SmallEvent(4)
    pairs = {"id": 1, "entries": [1, 2, 3, 4], "first": 1, "last": None, "hard": True}
    event.do(lambda _state, _confirmations: [LogChange("pairs.forbidden", pairs)])
    with pytest.raises(NoPairing) as problem:
        event.do(DrawNext(1))
    assert problem.value.key == "event-impossible"
    assert [problem.value.offers.restrictions, problem.value.offers.bye] == [(1,), None]
    event.do(Amend(1, GivenRound(((1, 1, 2), (2, 3, 4)))), WHY)
    assert event.state.rounds[1].engine.startswith("by hand")
    event.do(Publish(1))
    assert breaches(event) == []


def test_the_bye_is_offered_to_a_player_who_may_not_have_it() -> None:
    """C.04.1.d: all three had the bye, or won by forfeit."""
    event = SmallEvent(3)
    event.up(1)
    event.results(1, "+", SAID)
    event.excuses()
    event.up(2)
    event.results(2, "+" if event.pairs(2)[0][0] == 3 else "-", SAID)
    event.excuses()
    with pytest.raises(NoPairing) as problem:
        event.do(DrawNext(3))
    assert problem.value.offers.restrictions == ()
    bye = problem.value.offers.bye
    assert bye is not None
    pair = [entry for entry in (1, 2, 3) if entry != bye]
    done = event.do(Amend(3, GivenRound(((1, pair[0], pair[1]),), bye)), WHY)
    assert ("event-bye-barred", "confirm") in [(warning.code, warning.level) for warning in done.warnings]


def test_soft_restrictions_give_way_and_that_is_said() -> None:
    event = SmallEvent(4)
    pairs = {"id": 1, "entries": [1, 2, 3, 4], "first": 1, "last": None, "hard": False}
    event.do(lambda _state, _confirmations: [LogChange("pairs.forbidden", pairs)])
    assert [warning.code for warning in event.do(DrawNext(1)).warnings] == ["restriction-lifted"]
    assert event.state.rounds[1].lifted == (1,)


def test_a_late_pairing_takes_players_without_a_game() -> None:
    event = SmallEvent(5)
    for entry in (4, 5):
        away = {"entry": entry, "round": 1, "kind": "Z"}
        event.do(lambda _state, _confirmations, away=away: [LogChange("absence.set", away)])  # type: ignore[misc]
    event.up(1)
    bye = event.state.rounds[1].bye
    assert bye is not None
    assert refusal(event, AddBoard(1, 4, event.pairs(1)[0][0]), SAID) == "event-pair-illegal"
    assert refusal(event, AddBoard(1, 4, bye), YES) == "event-needs-reason"
    event.do(AddBoard(1, 4, bye), WHY)
    found = event.state.rounds[1]
    assert [event.pairs(1)[-1], found.bye, found.absent] == [(4, bye), None, {5: "Z"}]


def test_a_draft_that_no_longer_fits_is_not_published() -> None:
    event = SmallEvent()
    event.do(DrawNext(1))
    event.do(lambda _state, _confirmations: [LogChange("absence.set", {"entry": 4, "round": 1, "kind": "Z"})])
    assert refusal(event, Publish(1)) == "event-draft-old"


def test_the_reasons_of_a_round_are_those_of_its_moment() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, =, 0")
    event.up(2)
    event.do(SetResult(1, 1, "0-1"), WHY)
    explained = explain_round(event.state, event.lines, 2)
    boards = [(board.white, board.black) for board in explained.answer.boards]  # type: ignore[union-attr]
    assert boards == event.pairs(2), "as it was drawn, not as it would be now"
    board = event.pairs(2)[0]
    steps = steps_of_board(explained, *board)
    assert 1 <= len(steps) <= len(explained.steps)
    told = [one.value for step in steps for one in step.steps]
    assert f"{board[0]}-{board[1]}" in told
    assert not {f"{white}-{black}" for white, black in boards[1:]} & {str(one) for one in told}


def test_penalties_need_a_reason_and_clear_the_draft() -> None:
    """Laws 12.9"""
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1, 1")
    event.do(DrawNext(2))
    assert refusal(event, SetPenalty(1, 1, Fraction(-1, 2))) == "event-needs-reason"
    assert refusal(event, SetPenalty(1, 1, Fraction(1, 4)), WHY) == "event-penalty"
    done = event.do(SetPenalty(1, 1, Fraction(-1, 2)), WHY)
    assert [line.kind for line in done.lines] == ["round.cleared", "penalty.set"]
    assert "draft-cleared" in [warning.code for warning in done.warnings]


def test_the_next_step_is_said() -> None:
    event = SmallEvent(rounds=1)
    assert [stage_of(event.state), next_step(event.state).key] == ["list-closed", "tournament.next.draw"]
    event.do(DrawNext(1))
    assert next_step(event.state).key == "tournament.next.publish"
    event.do(Publish(1))
    assert next_step(event.state).key == "tournament.next.results"
    event.results(1, "1, 1, a")
    assert next_step(event.state).key == "tournament.next.adjourned"
    event.do(SetResult(1, 3, "1"))
    assert next_step(event.state).key == "tournament.next.finish"


def test_an_event_that_no_engine_pairs_is_paired_by_hand() -> None:
    event = SmallEvent(4, system="manual", start="2026-05-01", rounds=3)
    assert refusal(event, DrawNext(1)) == "event-draw-manual"
    event.do(Amend(1, GivenRound(((1, 1, 2), (2, 3, 4)))))
    event.do(Publish(1))
    event.results(1, "1, =")
    done = event.do(Amend(2, GivenRound(((1, 2, 1), (2, 3, 4)))))
    assert [(warning.code, warning.level) for warning in done.warnings] == [("some-met", "note")]
    event.do(Publish(2))
    assert [event.state.rounds[1].engine, breaches(event)] == ["by hand", []]
    assert [row.points for row in standings_after(event.state, 1)[0].rows] == [1, Fraction(1, 2), Fraction(1, 2), 0]


def test_a_round_of_a_table_is_changed_for_a_reason() -> None:
    event = SmallEvent(4, system="berger", order="given", rounds=3)
    event.do(Publish(1))
    (one, two), (three, four) = event.pairs(1)
    turned = GivenRound(((1, two, one), (2, three, four)))
    assert refusal(event, Amend(1, turned), YES) == "event-needs-breach"
    event.do(Amend(1, turned), SAID)
    assert event.pairs(1)[0] == (two, one)
    others = GivenRound(((1, one, three), (2, two, four)))
    with pytest.raises(NotConfirmed) as asked:
        event.do(Amend(1, others), YES)
    told = [warning.message.text() for warning in asked.value.warnings if warning.code == "meetings-differ"]
    numbers = event.state.pairing_numbers
    lacking = "{}-{} (0)".format(*sorted((numbers[one], numbers[two])))
    assert [lacking in told[0], "(2)" in told[0], "In all: 4." in told[0]] == [True, True, True], "VCL 100, 101"
    assert refusal(event, Mend(1, [one]), SAID) == "event-not-swiss"


def test_boards_of_teams_are_not_amended() -> None:
    team = SmallEvent.__new__(SmallEvent)
    Journal.__init__(team)
    team.do(Create({**RULES, "kind": "team"}))
    assert refusal(team, Amend(1, GivenRound(())), SAID) == "event-of-teams"
