"""The standings of an event as it stands: of a Swiss in the middle, of a round robin that somebody left."""

from collections.abc import Collection, Iterable
from fractions import Fraction

import pytest

import valdeoca
from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import fold_log
from arpad.tournament.log import LogChange
from arpad.tournament.public import SeenBefore, public_view
from arpad.tournament.schedules import forfeits_of
from arpad.tournament.standings import final_standings, standings_after, table_of_group
from arpad.tournament.state import EventState
from proofs import seeds
from random_logs import INDIVIDUAL, LEAGUES, random_log
from small_event import SAID, SmallEvent


def test_the_winner_of_valdeoca_and_a_group() -> None:
    state = fold_log(valdeoca.the_log())
    table, event = standings_after(state)
    first = [(state.numbers[row.number - 1], row.points) for row in table.rows[:2]]
    assert [points for _, points in first] == [Fraction(17, 2), 7]
    assert state.entries[first[0][0]].name.startswith("Erbina")
    women = table_of_group(state, table, event, "sex = f").rows
    assert [row.rank for row in women][:1] == [1]
    assert {state.entries[state.numbers[row.number - 1]].sex for row in women} == {"f"}
    with pytest.raises(ArpadError, match="no group"):
        table_of_group(state, table, event, "women")


def test_an_adjourned_game_is_open_in_the_standings() -> None:
    """C.04.2.D.1: a draw for pairing alone."""
    event = SmallEvent(4, start="2026-05-01")
    with pytest.raises(ArpadError) as problem:
        standings_after(event.state)
    assert problem.value.key == "event-no-standings"
    event.up(1)
    event.results(1, "1, a")
    table, _ = standings_after(event.state)
    assert [table.competition.counted, table.competition.provisional] == [1, True]
    assert [row.points for row in table.rows] == [1, 0, 0, 0]
    with pytest.raises(ArpadError) as problem:
        standings_after(event.state, 2)
    assert problem.value.key == "event-round-unknown"
    assert standings_after(event.state, 1, edition="c07-2017")[0].edition == "c07-2017"


@pytest.mark.parametrize(("leaves_in", "ranked"), [(2, 3), (3, 4)])
def test_a_player_who_leaves_a_round_robin_early_is_taken_out(leaves_in: int, ranked: int) -> None:
    """C.05 6.6: with one of three games, out; with two of three, in."""
    arbiter = Arbiter({"system": "berger", "order": "given"})
    arbiter.enters(4)
    arbiter.closes()
    for number in (1, 2, 3):
        arbiter.does(Publish(number))
    for number in (1, 2, 3):
        if number == leaves_in:
            gone = LogChange("entry.withdrawn", {"entry": 4, "from_round": number, "reason": "asked"})
            arbiter.does(lambda state, _confirmations, gone=gone, number=number: [*forfeits_of(state, 4, number), gone])  # type: ignore[misc]
        for board in arbiter.state.rounds[number].games:
            if board.result is None:
                arbiter.does(SetResult(number, board.number, "1-0"))
    table, _ = standings_after(arbiter.state)
    assert [len(table.rows), table.competition.kind] == [ranked, "round-robin"]


def test_a_knock_out_has_no_standings() -> None:
    arbiter = Arbiter({"system": "knockout"})
    arbiter.enters(2)
    arbiter.closes()
    assert final_standings(arbiter.state) is None


@pytest.mark.parametrize("kind", [*INDIVIDUAL, LEAGUES[0]])
@seeds(2)
def test_standings_of_a_view_made_from_the_one_before_are_the_same(kind: str, seed: int) -> None:
    """After every command of a random event, for each round: of a view with an earlier one, and without one."""
    log = random_log(kind, seed)
    _compare([step.done.state for step in log.steps[-20:]], range(1, log.state.last_published + 1))


def test_standings_of_a_swiss_after_each_result_are_the_same_in_a_view_made_from_the_one_before() -> None:
    """With all kinds of tie-breaks by the opponents; results are corrected, taken back and forfeited."""
    event = SmallEvent(
        15, start="2026-05-01", rounds=4, tie_breaks=["BH/C1", "BH/M1", "SB/C1", "AOB", "FB", "KS", "DE"]
    )
    states = []
    for number in (1, 2, 3):
        event.up(number)
        for board, result in zip(range(1, 8), ("1-0", "1/2", "+/-", "0-1", "-/-", "1-0", "*"), strict=True):
            event.do(SetResult(number, board, result), SAID)
            states.append(event.state)
        event.excuses()
        event.do(SetResult(number, 7, "0-1"), SAID)
        event.do(SetResult(number, 1, "1/2"), SAID)
        states.append(event.state)
    assert _compare(states, (1, 2, 3)) > 30


def _compare(states: Iterable[EventState], rounds: Collection[int]) -> int:
    """Compare tables of views made from those before with tables of views made without them. Return how many."""
    seen, compared = None, 0
    for state in states:
        view = public_view(state, seen)
        seen = SeenBefore(state, view)
        for number in rounds:
            try:
                table, event = standings_after(public_view(state), number)
            except ArpadError:
                continue
            again, same_event = standings_after(view, number)
            assert same_event == event
            assert again.competition == table.competition
            assert (again.rows, again.ordering) == (table.rows, table.ordering)
            assert [one.code for one in again.findings] == [one.code for one in table.findings]
            compared += 1
    return compared


@pytest.mark.parametrize("condition", ['club = "Club Alfil"', "family = Ruiz", 'family = ruiz and not club = "Otro"'])
def test_the_table_of_a_club_or_a_family(condition: str) -> None:
    arbiter = Arbiter({"system": "dutch", "rounds": 3, "groups": {"own": condition}})
    arbiter.enters(2, club="Otro", family="Sanz")
    arbiter.enters(3, club="Club Alfil", family="Ruiz")
    arbiter.closes()
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    table, event = standings_after(arbiter.state)
    rows = table_of_group(arbiter.state, table, event, "own").rows
    assert len(rows) == 3
    assert rows[0].rank == 1
    assert {arbiter.state.entries[arbiter.state.numbers[row.number - 1]].club for row in rows} == {"Club Alfil"}
