"""Results: what a board may have, many at once, forfeits, the default time, unusual scores, substitute games."""

import csv
import json
import tomllib
from collections.abc import Callable
from fractions import Fraction

import pytest

from arpad.formats.consistency import check_report
from arpad.formats.read import read_report
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.tournament.acts.absences import WithdrawEntry
from arpad.tournament.acts.boards import Substitute
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import AbsentAt, ClearResult, PublishResults, SetResult, SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.amendments import default_time
from arpad.tournament.as_report import event_of
from arpad.tournament.documents import board_document
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Decide, Journal, NotConfirmed
from arpad.tournament.kinds.all_kinds import may, role_needed
from arpad.tournament.log import LogChange
from arpad.tournament.results import parse_result, parse_results
from places import FIXTURES
from small_event import AT, SAID, SmallEvent

WHY = Confirmation(yes=True, reason="score sheet")
ON_TIME = "2026-05-01T15:30:00+00:00"


def refusal(event: SmallEvent, command: object, consent: Confirmation | None = None) -> str:
    with pytest.raises(ArpadError) as problem:
        event.do(command, consent)  # type: ignore[arg-type]
    return problem.value.key


def test_keys_of_one_line() -> None:
    """TV-TD-KEYS-1"""
    typed = parse_results("12 1, 13 =, 14 0, 15 + , 16 -, 17 x, 18 a")
    assert {one.board: one.result for one in typed} == {
        12: "1-0", 13: "1/2", 14: "0-1", 15: "+/-", 16: "-/+", 17: "-/-", 18: "*",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "key"),
    [("2-0", "event-result-points"), ("1-3/2", "event-result-points"), ("won", "event-result-code")],
)
def test_what_is_no_result(typed: str, key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        parse_result(typed)
    assert problem.value.key == key


def test_a_bad_line_is_named_and_nothing_is_entered() -> None:
    event = SmallEvent()
    event.up(1)
    for text, key in (
        ("1 1\n2 won", "event-results-item"), ("1 1\ntwo 1-0", "event-results-line"), ("1 1 0", "event-results-line"),
        ("1 1\n1 0", "event-results-twice"), ("1, 1, 1, 1", "event-results-many"), ("1 1\n9 0", "event-board-unknown"),
    ):  # fmt: skip
        with pytest.raises(ArpadError) as problem:
            event.results(1, text)
        assert problem.value.key == key
    assert all(board.result is None for board in event.state.rounds[1].games)


def test_results_alone_go_down_the_boards_without_one() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "2 =")
    event.results(1, "1 # the first\n0")
    assert [board.result for board in event.state.rounds[1].games] == ["1-0", "1/2", "0-1"]
    before = event.state.n
    event.results(1, "1 1, 2 =, 3 0")
    assert event.state.n == before, "the same results again write nothing"


def test_a_draft_takes_no_results() -> None:
    event = SmallEvent()
    event.do(DrawNext(1))
    assert refusal(event, SetResult(1, 1, "1")) == "event-round-draft"
    event.do(Publish(1))
    assert refusal(event, SetResult(1, 7, "1")) == "event-board-unknown"
    assert refusal(event, SetResult(2, 1, "1")) == "event-round-unknown"


def test_the_history_of_a_board() -> None:
    event = SmallEvent()
    event.up(1)
    event.do(SetResult(1, 1, "1-0"))
    event.do(SetResult(1, 1, "0-1"), WHY)
    event.do(ClearResult(1, 1))
    told = [(one.result, one.reason, one.who) for one in board_document(event.state, 1, 1).history]
    assert told == [("1-0", "", "Ana"), ("0-1", "score sheet", "Ana"), (None, "", "Ana")]
    assert event.lines[-2].data["was"] == "1-0"


@pytest.mark.parametrize(("minutes", "lost_at"), [(30, "15:45"), (0, "15:15"), (None, "15:15")])
def test_default_time_runs_from_the_real_start(minutes: int | None, lost_at: str) -> None:
    """TV-TD-DEFAULT-1, Laws 6.7.1: planned for 15:00, started at 15:15."""
    event = SmallEvent(default_minutes=minutes)
    event.up(1)
    assert default_time(event.state, 1) is None
    event.do(Start(1, "2026-05-01T15:15:00+00:00"))
    found = default_time(event.state, 1)
    assert found is not None
    assert found[11:16] == lost_at


def test_forfeits_of_those_who_did_not_come_are_one_line() -> None:
    """C.05 6.5: absent without a word"""
    event = SmallEvent()
    event.up(1)
    (white, _), (_, black), both = event.pairs(1)
    event.do(Start(1, AT.isoformat()))
    early = AbsentAt(1, [white, black, *both], at="2026-05-01T15:29:00+00:00")
    assert refusal(event, early) == "event-needs-confirm"
    done = event.do(AbsentAt(1, [white, black, *both], at=ON_TIME))
    assert [line.kind for line in done.lines] == ["results.set", *["absence.unexplained"] * 4]
    assert [board.result for board in event.state.rounds[1].games] == ["-/+", "+/-", "-/-"]
    assert set(event.state.unexplained) == {white, black, *both}
    assert refusal(event, AbsentAt(1, [white], at=ON_TIME)) == "event-board-done"
    drawn = event.do(DrawNext(2))
    assert {warning.code for warning in drawn.warnings} == {"absent-left-out"}
    assert set(event.state.rounds[2].absent) == {white, black, *both}
    event.do(Publish(2))
    assert all(event.state.entries[entry].out_in(2) for entry in (white, black, *both))


def test_a_player_who_had_told_the_arbiter_explains_nothing() -> None:
    event = SmallEvent(5)
    event.up(1)
    bye = event.state.rounds[1].bye
    assert bye is not None
    assert refusal(event, AbsentAt(1, [bye]), SAID) == "event-no-board"
    assert refusal(event, AbsentAt(1, [event.pairs(1)[0][0]])) == "event-needs-confirm", "it has not started"
    event.do(AbsentAt(1, [event.pairs(1)[0][0]], told=True), Confirmation(yes=True))
    assert event.state.unexplained == {}


def test_unusual_results_need_a_reason_and_only_what_was_played_is_rated() -> None:
    """Laws 12.9"""
    event = SmallEvent()
    event.up(1)
    assert refusal(event, SetResult(1, 1, "1/2-0", played="1/2")) == "event-needs-reason"
    event.do(SetResult(1, 1, "1/2-0", played="1/2"), WHY)
    board = event.state.rounds[1].boards[1]
    assert [board.result, board.as_rated] == ["1/2-0", "1/2"]
    white, black = event.pairs(1)[0]
    found = event_of(event.state)
    points = {event.state.numbers[player.rank - 1]: Scores(found).total(player) for player in found.players}
    assert [points[white], points[black]] == [Fraction(1, 2), 0]
    event.do(SetResult(1, 1, "1/2-0", played="0-1"), WHY)
    assert event.state.rounds[1].boards[1].as_rated == "0-1"


def test_results_are_published_when_the_round_is_complete() -> None:
    event = SmallEvent()
    event.up(1)
    event.results(1, "1, 1")
    assert refusal(event, PublishResults(1)) == "event-results-missing"
    event.results(1, "a")
    assert [warning.code for warning in event.do(PublishResults(1)).warnings] == ["results-adjourned"]
    assert refusal(event, PublishResults(1)) == "event-results-out"


def begun(**rules: object) -> SmallEvent:
    event = SmallEvent(**rules)  # type: ignore[arg-type]
    event.up(1)
    event.do(Start(1, AT.isoformat()))
    return event


def test_a_substitute_game_keeps_the_scheduled_colours_if_they_differ() -> None:
    """C.05 6.7.3"""
    event = begun()
    (white, gone), (missing, black), _ = event.pairs(1)
    event.do(AbsentAt(1, [gone, missing], at=ON_TIME))
    done = event.do(Substitute(1, 1, 2))
    assert [line.kind for line in done.lines] == ["board.substituted"]
    found = event.state.rounds[1]
    assert [(board.number, board.white, board.black) for board in found.games][-1] == (4, white, black)
    assert [found.missing, 1 in [board.number for board in found.games]] == [(gone, missing), False]


def test_a_substitute_game_of_two_with_the_same_colour_goes_by_e() -> None:
    """C.04.3.E.5: number 1 has the initial colour. Who did not come is said with the command."""
    event = begun()
    boards = {board.white: board for board in event.state.rounds[1].games}
    first, third = boards[1], boards[3]
    done = event.do(Substitute(1, third.number, first.number, missing=[first.black, third.black]))
    assert [line.kind for line in done.lines] == ["board.substituted", *["absence.unexplained"] * 2]
    new = event.state.rounds[1].boards[4]
    assert [new.white, new.black] == [1, 3]


def test_a_substitute_game_has_its_conditions() -> None:
    top = begun(level="L1")
    assert refusal(top, Substitute(1, 1, 2), SAID) == "event-level"
    event = SmallEvent()
    event.up(1)
    assert refusal(event, Substitute(1, 1, 2), SAID) == "event-not-started"
    event.do(Start(1, AT.isoformat()))
    assert refusal(event, Substitute(1, 1, 2), SAID) == "event-substitute-board"
    assert refusal(event, Substitute(1, 1, 1, missing=[event.pairs(1)[0][0]]), SAID) == "event-substitute-board"


def test_two_who_have_met_do_not_play_a_substitute_game() -> None:
    event = begun()
    first = event.pairs(1)[0]
    event.results(1, "1, 1, 1")
    event.up(2)
    event.do(Start(2, AT.isoformat()))
    boards = [board for board in event.state.rounds[2].games if {board.white, board.black} & set(first)]
    gone = [({board.white, board.black} - set(first)).pop() for board in boards]
    with pytest.raises(ArpadError) as problem:
        event.do(Substitute(2, boards[0].number, boards[1].number, missing=gone))
    assert [problem.value.key, problem.value.values["round"]] == ["event-met-before", 1]


def test_forbidden_pairs_play_a_substitute_game_only_if_somebody_says_so() -> None:
    event = begun()
    (white, gone), (missing, black), _ = event.pairs(1)
    pairs = {"id": 1, "entries": [white, black], "first": 1, "last": None, "hard": True}
    event.do(lambda _state, _confirmations: [LogChange("pairs.forbidden", pairs)])
    assert refusal(event, Substitute(1, 1, 2, missing=[gone, missing])) == "event-needs-confirm"


def test_the_role_that_a_line_needs() -> None:
    """Scorers enter what was played; forfeits and changes are for arbiters, own scores for the chief."""
    result = {"round": 1, "board": 1, "result": "1-0"}
    assert role_needed("result.set", result) == "scorer"
    assert role_needed("result.set", {**result, "was": "1/2"}) == "arbiter"
    assert role_needed("result.set", {**result, "result": "+/-"}) == "arbiter"
    assert role_needed("result.set", {**result, "result": "1/2-0"}) == "chief"
    assert role_needed("results.set", {"results": [[1, "1-0"], [2, "*"]]}) == "arbiter"
    assert role_needed("entry.added", {"from_round": 3}) == "chief"
    assert [may(role, "round.drawn", {}) for role in ("arbiter", "pairer", "chief")] == [False, True, True]
    assert [may(role, "lineup.set", {}) for role in ("captain", "scorer", "arbiter")] == [True, False, True]


@pytest.mark.parametrize("way", ["key", "keys", "button"])
def test_c_04_2_d_2_a_no_show_means_the_same_by_key_and_by_button(way: str) -> None:
    """Laws 6.7: asked before the default time is over; absent without a word; left out of the next draft, and
    withdrawn when it is published."""
    event = SmallEvent()
    event.up(1)
    event.do(Start(1, "2026-05-01T15:00:00+00:00"))
    white, black = event.pairs(1)[0]
    early, late = "2026-05-01T15:29:00+00:00", "2026-05-01T15:30:00+00:00"
    commands: dict[str, Callable[[str], Decide]] = {
        "key": lambda at: SetResult(1, 1, "+/-", at=at),
        "keys": lambda at: SetResults(1, parse_results("1 +/-"), at=at),
        "button": lambda at: AbsentAt(1, [black], at=at),
    }
    with pytest.raises(NotConfirmed) as asked:
        event.do(commands[way](early))
    assert [one.code for one in asked.value.warnings] == ["default-time", "absent-next"]
    event.do(commands[way](late))
    assert (event.state.rounds[1].boards[1].result, dict(event.state.unexplained)) == ("+/-", {black: 1})
    for board in (2, 3):
        event.do(SetResult(1, board, "1-0"))
    event.up(2)
    assert black in event.state.rounds[2].absent
    assert (event.state.entries[black].state, event.state.entries[black].withdrawn_from) == ("withdrawn", 2)
    assert event.state.entries[white].state == "accepted"


def test_a_forfeit_of_a_player_who_has_left_is_no_question_of_words() -> None:
    """The board of a published round stays when a player withdraws: its forfeit is explained."""
    event = SmallEvent()
    event.up(1)
    white, black = event.pairs(1)[0]
    event.do(WithdrawEntry(black), SAID)
    event.do(SetResult(1, 1, "+/-"))
    assert not event.state.unexplained
    event.do(SetResult(1, 2, "1-0"))
    event.do(SetResult(1, 2, "+/-"), SAID)
    assert not event.state.unexplained, "the correction of a result says nothing about who came"
    assert event.state.entries[white].state == "accepted"


def test_6_7_a_no_show_is_a_question_before_the_round_has_begun() -> None:
    """By key and by the list of players alike: no question once a game of the round has a result."""
    for by_key in (True, False):
        event = SmallEvent()
        event.up(1)
        white, _ = event.pairs(1)[0]
        forfeit = SetResult(1, 1, "-/+") if by_key else AbsentAt(1, [white])
        with pytest.raises(NotConfirmed):
            event.do(forfeit)
        event.do(SetResult(1, 2, "1-0"))
        event.do(forfeit)
        assert white in event.state.unexplained


def test_vcl_165_an_adjourned_game_is_an_x_of_162() -> None:
    """TV-VF-ADJ: `?` in both lines, X with the points that the pairing took, and the comment."""
    told = json.loads((FIXTURES / "tournament" / "adjourned.json").read_text("utf-8"))
    rules = {**tomllib.loads((FIXTURES / "tournament" / "open-11.toml").read_text("utf-8")), "initial": "w"}
    event = Journal()
    event.act(Create(rules), "me", AT)
    for row in csv.DictReader((FIXTURES / "tournament" / "open-11.csv").read_text("utf-8").splitlines()):
        event.act(Enter({"name": row["name"], "rating": int(row["rating"] or 0)}), "me", AT)
    for command in (CloseList(), DrawNext(1), Publish(1)):
        event.act(command, "me", AT, SAID)
    assert [[board.number, *board.seats] for board in event.state.rounds[1].games] == told["round_1"]["boards"]
    for board, result in enumerate(("1-0", "0-1", "1/2", "0-1"), 1):
        event.act(SetResult(1, board, result), "me", AT)
    before = export_trf(event.state, "trf26").data.decode()
    assert "162" not in [line[:3] for line in before.splitlines()], "an open game is not adjourned"
    for command in (DrawNext(2, adjourn_open=True), Publish(2)):
        event.act(command, "me", AT, SAID)
    file = export_trf(event.state, "trf26")
    lines = file.data.decode().splitlines()
    (record,) = [line for line in lines if line.startswith("162")]
    assert "X 0.5" in record
    assert "### Adjournment @ Round 1: 5-10" in lines
    read = read_report(file.data)
    assert read.event.scoring["X"] == Fraction(1, 2)
    assert not [one for one in check_report(read) if one.code == "points-sum"]
    assert "162" not in export_trf(event.state, "trf16").data.decode()
