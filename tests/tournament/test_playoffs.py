"""Play-offs (C.05 Annex 3): two, three and four players; they give an order, and never points."""

import json
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import Publish
from arpad.tournament.acts.ties import OpenPlayOff, PlayOffGoesOn, PlayOffResult
from arpad.tournament.journal import state_document
from arpad.tournament.knockout import later_white, plan, play_offs_of, undecided
from places import FIXTURES

VECTOR: dict[str, Any] = json.loads((FIXTURES / "tournament" / "handling.json").read_text("utf-8"))["TV-TD-PLAYOFF-1"]


def finished(players: int = 4) -> Arbiter:
    arbiter = Arbiter({"system": "berger", "order": "given", "play_off": "first place"})
    arbiter.enters(players)
    arbiter.closes()
    for number, one in sorted(arbiter.state.rounds.items()):
        arbiter.does(Publish(number))
        for board in one.boards:
            arbiter.does(SetResult(number, board, "1/2"))
    return arbiter


def test_the_colours_alternate_after_each_odd_game() -> None:
    assert ["XY"[later_white(game)] for game in range(1, 7)] == VECTOR["two"]["white_of_games_after"]
    two = plan(2)
    assert [two.games, two.time_control] == [VECTOR["two"]["games"], VECTOR["two"]["time"]]
    assert [two.minutes_before, two.minutes_between] == VECTOR["break_minutes"]
    assert [plan(count).form for count in (2, 3, 4, 5, 9)] == ["match", "round-robin", "knockout", "cut", "cut"]


def test_two_players_until_the_first_win() -> None:
    arbiter = finished()
    before = state_document(arbiter.state)["rounds"]
    arbiter.does(OpenPlayOff([1, 2], first_white=2))
    for game in (1, 2):
        arbiter.does(PlayOffResult(1, game, "1/2"))
    arbiter.does(PlayOffGoesOn(1, first_white=1))
    whites = []
    for game, result in enumerate(("1/2", "1/2", "1/2", "0-1"), 3):
        whites.append(play_offs_of(arbiter.state)[1].games[-1].white)
        assert play_offs_of(arbiter.state)[1].winner is None
        arbiter.does(PlayOffResult(1, game, result))
        if game < 6:
            arbiter.does(PlayOffGoesOn(1))
    assert whites == [1, 2, 2, 1]
    found = play_offs_of(arbiter.state)[1]
    assert [found.winner, found.order] == [2, ((2,), (1,))]
    assert state_document(arbiter.state)["rounds"] == before, "no points, no rounds"
    assert refused(arbiter, PlayOffGoesOn(1)) == "event-play-off-decided"


def test_three_players_meet_once() -> None:
    arbiter = finished()
    arbiter.does(OpenPlayOff([1, 2, 3], seed=3))
    found = play_offs_of(arbiter.state)[1]
    assert {frozenset((game.white, game.black)) for game in found.games} == {
        frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))
    }
    for game in found.games:
        arbiter.does(PlayOffResult(1, game.number, "1-0" if game.white == 1 else "0-1" if game.black == 1 else "1/2"))
    assert play_offs_of(arbiter.state)[1].order == ((1,), tuple(entry for entry in found.players if entry != 1))


def test_three_who_stay_level() -> None:
    arbiter = finished()
    arbiter.does(OpenPlayOff([1, 2, 3], seed=3))
    for game in (1, 2, 3):
        arbiter.does(PlayOffResult(1, game, "1/2"))
    assert refused(arbiter, PlayOffGoesOn(1, seed=1)) == "event-play-off-level"
    assert undecided(play_offs_of(arbiter.state).values()) == [1]
    arbiter.does(OpenPlayOff([1, 2], first_white=1))
    arbiter.does(PlayOffResult(2, 1, "1-0"))
    arbiter.does(PlayOffResult(2, 2, "1/2"))
    assert undecided(play_offs_of(arbiter.state).values()) == []


def test_four_players_in_two_ties() -> None:
    arbiter = finished()
    arbiter.does(OpenPlayOff([1, 2, 3, 4], seed=1))
    found = play_offs_of(arbiter.state)
    assert sorted(entry for one in found.values() for entry in one.players) == [1, 2, 3, 4]
    assert all(len(one.games) == 2 for one in found.values())


def refused(arbiter: Arbiter, command: Any) -> str:
    with pytest.raises(ArpadError) as problem:
        arbiter.does(command)
    return problem.value.key


def test_what_is_refused() -> None:
    early = Arbiter({"system": "berger", "order": "given"})
    early.enters(4)
    early.closes()
    assert refused(early, OpenPlayOff([1, 2], seed=1)) == "event-play-off-early"
    arbiter = finished(6)
    assert refused(arbiter, OpenPlayOff([1, 1], seed=1)) == "event-play-off-players"
    assert refused(arbiter, OpenPlayOff([1, 2, 3, 4, 5], seed=1)) == "event-play-off-many"
    assert refused(arbiter, OpenPlayOff([1, 99], seed=1)) == "event-entry-unknown"
    assert refused(arbiter, OpenPlayOff([1, 2])) == "event-tie-lot"
    arbiter.does(OpenPlayOff([1, 2], seed=1))
    assert refused(arbiter, PlayOffResult(1, 3, "1-0")) == "event-play-off-game"
    assert refused(arbiter, PlayOffResult(2, 1, "1-0")) == "event-play-off-unknown"
    assert refused(arbiter, PlayOffGoesOn(1, seed=1)) == "event-play-off-open"
