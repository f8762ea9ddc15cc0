"""Round robins, double ones and matches: the tables, withdrawals (C.05 6.6), matches decided early (chapter IV 6.1)."""

import json
from fractions import Fraction
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import Publish
from arpad.tournament.as_report import event_of
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.schedules import after_decision, decided_after, forfeits_of, not_expected, score_after
from arpad.tournament.standings import standings_after
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
ROBINS: dict[str, Any] = json.loads((FOLDER / "round-robin-10.json").read_text("utf-8"))
OTHERS: dict[str, Any] = json.loads((FOLDER / "double-and-match.json").read_text("utf-8"))


def table(system: str, players: int, **rules: Any) -> Arbiter:
    """An event by a table, numbers as given, all rounds published."""
    arbiter = Arbiter({"system": system, "order": "given", **rules})
    arbiter.enters(players)
    arbiter.closes()
    for number in sorted(arbiter.state.rounds):
        arbiter.does(Publish(number))
    return arbiter


def leaves(entry: int, number: int) -> Decide:
    """A player withdraws: the games still open go to the opponents."""
    change = LogChange("entry.withdrawn", {"entry": entry, "from_round": number, "reason": "asked"})
    return lambda state, _confirmations: [*forfeits_of(state, entry, number), change]


@pytest.mark.parametrize("name", list(ROBINS))
def test_a_player_leaves_a_round_robin(name: str) -> None:
    told = ROBINS[name]
    arbiter = table("berger", told["players"])
    assert arbiter.state.event_rules.rounds == len(told["rounds"])
    leaver, left_in = told["leaver"], None
    for one in told["rounds"]:
        found = arbiter.state.rounds[one["round"]]
        assert [[board.white, board.black] for board in found.games] == [board[:2] for board in one["boards"]]
        assert sorted(found.absent) == one["free"]
        gone = any(leaver in board[:2] and board[2] in ("+/-", "-/+") for board in one["boards"])
        if gone and left_in is None:
            left_in = one["round"]
            arbiter.does(leaves(leaver, left_in))
        for number, (_, _, result) in enumerate(one["boards"], 1):
            arbiter.does(SetResult(one["round"], number, result))
    state = arbiter.state
    standings, _ = standings_after(state)
    assert {str(row.number): row.points for row in standings.rows} == told["standing_points"]
    (withdrawn,) = [found for found in standings.findings if found.code.startswith("withdrawn-")]
    assert withdrawn.code == ("withdrawn-stays" if told["counts"] else "withdrawn-taken-out")
    assert (withdrawn.values["played"], withdrawn.values["games"]) == (told["completed"], told["games_each"])
    event = event_of(state)
    scores = Scores(event)
    assert {str(player.rank): scores.total(player) for player in event.players} == told["table_points"]
    assert sum(game.played for game in event.games()) == told["rated_games"]


def test_the_double_round_robin() -> None:
    told = OTHERS["double_round_robin"]
    arbiter = table("double-berger", told["players"])
    for one in told["schedule"]:
        found = arbiter.state.rounds[one["round"]]
        assert [[board.white, board.black] for board in found.games] == [board[:2] for board in one["boards"]]
        for number, (_, _, result) in enumerate(one["boards"], 1):
            arbiter.does(SetResult(one["round"], number, result))
    event = event_of(arbiter.state)
    scores = Scores(event)
    assert {str(player.rank): scores.total(player) for player in event.players} == told["points"]
    colours = {str(player.rank): "".join(one.colour or "" for one in player.rounds).upper() for player in event.players}
    assert colours == told["colours"]


def test_a_match_is_decided_by_more_than_half() -> None:
    told = OTHERS["match"]
    arbiter = table("match", 2, rounds=told["games"])
    for number, result in enumerate(told["results"], 1):
        if result is not None:
            arbiter.does(SetResult(number, 1, result))
            score = score_after(arbiter.state, number)
            assert [score[1], score[2]] == told["score_after"][number - 1]
        assert decided_after(arbiter.state) == (told["decided_after"] if number >= told["decided_after"] else None)
    assert [not_expected(arbiter.state), after_decision(arbiter.state)] == [(5, 6), ()]
    arbiter.does(SetResult(5, 1, "1-0"))
    assert after_decision(arbiter.state) == (5,)
    assert score_after(arbiter.state, 4)[1] == Fraction(7, 2)


@pytest.mark.parametrize(
    ("system", "clubs", "size", "rounds"),
    [("scheveningen", 2, 4, 4), ("schiller", 3, 2, 4), ("skalitzka", 3, 2, 2), ("hilton", 4, 3, 3)],
)
def test_sides_meet_by_their_tables(system: str, clubs: int, size: int, rounds: int) -> None:
    """Nobody meets a club-mate, and the number of rounds is that of the table."""
    arbiter = Arbiter({"system": system})
    for place in range(clubs * size):
        arbiter.does(Enter({"name": f"P{place}", "club": f"Club {place % clubs}"}))
    arbiter.closes()
    state = arbiter.state
    assert state.event_rules.rounds == len(state.rounds) == rounds
    for one in state.rounds.values():
        for board in one.games:
            assert state.entries[board.white].club != state.entries[board.black].club


def test_numbers_by_lot_are_the_same_again() -> None:
    numbers = []
    for _ in range(2):
        arbiter = Arbiter({"system": "varma"})
        for place in range(10):
            arbiter.does(Enter({"name": f"P{place}", "federation": ("ESP", "FRA", "POR")[place % 3]}))
        arbiter.closes(seed=7)
        numbers.append(arbiter.state.numbers)
    assert numbers[0] == numbers[1]
    assert sorted(numbers[0]) == list(range(1, 11))


def test_what_a_table_refuses() -> None:
    for rules, players, key in (
        ({"system": "berger"}, 4, "event-lot-numbers"),
        ({"system": "berger", "order": "given", "rounds": 5}, 4, "event-table-rounds"),
        ({"system": "match", "order": "given", "rounds": 4}, 3, "event-match-players"),
        ({"system": "scheveningen"}, 4, "event-sides-count"),
    ):
        arbiter = Arbiter(rules)
        arbiter.enters(players)
        with pytest.raises(ArpadError) as refused:
            arbiter.does(CloseList())
        assert refused.value.key == key
