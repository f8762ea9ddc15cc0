"""Knock-outs: the bracket of 16 with its stages, sudden death, third place, and what may not be changed any more."""

import json
from collections import Counter
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.ties import OpenStage, check_tie
from arpad.tournament.knockout import SUDDEN_DEATH, Tie, TieStage, ties_of
from arpad.tournament.state import EventBoard, EventState
from places import FIXTURES

VECTOR: dict[str, Any] = json.loads((FIXTURES / "tournament" / "knockout-16.json").read_text("utf-8"))
SUDDEN: list[dict[str, str]] = json.loads((FIXTURES / "tournament" / "handling.json").read_text("utf-8"))[
    "TV-TD-SUDDEN-1"
]
RULES = {"system": "knockout", "third_place": True}


def board_of(tie: Tie, stage: str, game: int) -> EventBoard:
    return next(one for one in tie.stages if one.name == stage).boards[game - 1]


def played(rounds: int) -> Arbiter:
    """The knock-out of the vector, its first rounds played."""
    arbiter = Arbiter(RULES)
    arbiter.enters(16)
    arbiter.closes()
    for number in range(1, rounds + 1):
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        for told in VECTOR["ties"]:
            if told["round"] == number:
                play_tie(arbiter, told)
    return arbiter


def play_tie(arbiter: Arbiter, told: dict[str, Any]) -> None:
    for stage, game, white, black, result in told["games"]:
        tie = ties_of(arbiter.state)[told["tie"]]
        if stage not in [one.name for one in tie.stages]:
            arbiter.does(OpenStage(told["tie"], first_white=white))
            tie = ties_of(arbiter.state)[told["tie"]]
        board = board_of(tie, stage, game)
        assert (board.white, board.black) == (white, black)
        arbiter.does(SetResult(told["round"], board.number, result))


def test_the_knock_out_of_sixteen() -> None:
    state = played(4).state
    ties = ties_of(state)
    for told in VECTOR["ties"]:
        tie = ties[told["tie"]]
        assert [list(tie.seats), list(tie.players)] == [told["seats"], told["players"]]
        assert [tie.winner, tie.decided_by] == [told["winner"], told["decided_by"]]
    assert Counter(tie.decided_by for tie in ties.values()) == VECTOR["decided_by"]
    stages = Counter(board.stage for one in state.rounds.values() for board in one.games if board.result)
    assert stages == VECTOR["games_by_stage"]
    assert ties[15].winner == VECTOR["champion"]
    assert len(ties) == 16


def test_each_round_has_half_of_the_players() -> None:
    """I-18: one winner of a decided tie; the players of a round are half of the last."""
    arbiter = played(3)
    ties = ties_of(arbiter.state)
    for number in (1, 2, 3):
        seated = [entry for tie in ties.values() if tie.round == number for entry in tie.players]
        assert len(set(seated)) == len(seated) == 16 >> (number - 1)


@pytest.mark.parametrize("case", SUDDEN)
def test_sudden_death(case: dict[str, str]) -> None:
    """Arbiters' Manual IV 6.2: in the sudden-death game a draw wins for Black."""
    players = {"A": 1, "B": 2}
    white = players[case["white"]]
    board = EventBoard(1, white, 3 - white, case["result"])
    assert TieStage(SUDDEN_DEATH, 1, (board,)).winner((1, 2)) == players[case["winner"]]


def test_a_stage_ends_when_it_cannot_be_turned() -> None:
    boards = (EventBoard(1, 1, 2, "1-0"), EventBoard(2, 2, 1, "0-1"), EventBoard(3, 1, 2, "1-0"), EventBoard(4, 2, 1))
    assert TieStage("blitz", 4, boards).winner((1, 2)) == 1
    assert TieStage("blitz", 4, (*boards[:2], EventBoard(3, 1, 2), boards[3])).winner((1, 2)) is None


def refusal(arbiter: Arbiter, command: Any) -> str:
    with pytest.raises(ArpadError) as refused:
        arbiter.does(command)
    return refused.value.key


def test_what_is_refused() -> None:
    arbiter = Arbiter(RULES)
    arbiter.enters(6)
    assert refusal(arbiter, OpenStage(1, seed=1)) == "event-no-ties"
    arbiter.closes()
    assert arbiter.state.event_rules.rounds == 3
    arbiter.does(DrawNext())
    assert sorted(arbiter.state.rounds[1].absent) == [1, 2], "the strongest are free"
    arbiter.does(Publish(1))
    assert refusal(arbiter, OpenStage(9, seed=1)) == "event-tie-unknown"
    assert refusal(arbiter, OpenStage(3, seed=1)) == "event-tie-seats"
    assert refusal(arbiter, OpenStage(1, seed=1)) == "event-tie-playing"
    assert refusal(arbiter, DrawNext()) == "event-results-missing"
    for board in list(arbiter.state.rounds[1].boards):
        arbiter.does(SetResult(1, board, "1/2"))
    assert refusal(arbiter, DrawNext()) == "event-ties-open"
    assert refusal(arbiter, OpenStage(1)) == "event-tie-lot"
    assert refusal(arbiter, OpenStage(1, first_white=1)) == "event-tie-white"
    arbiter.does(OpenStage(1, seed=5))
    assert ties_of(arbiter.state)[1].stages[-1].name == "rapid"


def test_the_seat_of_two_who_did_not_come_stays_free() -> None:
    arbiter = Arbiter({"system": "knockout"})
    arbiter.enters(4)
    arbiter.closes()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    for board in arbiter.state.rounds[1].games:
        arbiter.does(SetResult(1, board.number, "-/-" if board.tie == 1 else "1/2"))
    arbiter.does(OpenStage(2, first_white=2))
    for board in ties_of(arbiter.state)[2].stages[-1].boards:
        arbiter.does(SetResult(1, board.number, "1-0" if board.white == 2 else "0-1"))
    final = ties_of(arbiter.state)[3]
    assert [final.players, final.winner, ties_of(arbiter.state)[1].void] == [(None, 2), 2, True]


def test_a_tie_whose_winner_has_played_on_stays() -> None:
    state: EventState = played(2).state
    board = board_of(ties_of(state)[1], "standard", 1)
    with pytest.raises(ArpadError) as refused:
        check_tie(state, board)
    assert [refused.value.key, refused.value.values["fed"]] == ["event-tie-fed", 9]
    check_tie(state, board_of(ties_of(state)[9], "standard", 1))
