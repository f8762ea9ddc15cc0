"""A Swiss of 60 players and nine rounds, as its log keeps it: every draw, all points, the chain of hashes."""

import json
from functools import cache
from typing import Any

import pytest

from arpad.formats.scores import Scores
from arpad.pairing.engines import Impossible
from arpad.tournament.as_report import event_of
from arpad.tournament.drawing import draw_swiss
from arpad.tournament.journal import apply, fold_log, state_digest
from arpad.tournament.log import LogLine, broken_line, read_lines, write_lines
from arpad.tournament.state import EventState
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
TEXT = (FOLDER / "swiss-60.log.jsonl").read_text("utf-8")
EXPECTED: dict[str, Any] = json.loads((FOLDER / "swiss-60.expected.json").read_text("utf-8"))


@cache
def the_log() -> tuple[LogLine, ...]:
    return tuple(read_lines(TEXT))


def test_the_chain_holds_and_the_log_is_written_as_it_was_read() -> None:
    lines = the_log()
    assert broken_line(lines) is None
    assert write_lines(lines) == TEXT
    assert [len(lines), lines[-1].sha256] == [EXPECTED["log"]["entries"], EXPECTED["log"]["head"]]


@pytest.mark.parametrize("n", [1, 17, 65, 110])
def test_a_changed_line_is_found(n: int) -> None:
    lines = list(the_log())
    lines[n - 1] = lines[n - 1]._replace(who="somebody else")
    assert broken_line(lines) == n


def test_every_round_is_drawn_as_it_was_at_its_moment() -> None:
    state, rounds = EventState(), 0
    for line in the_log():
        if line.kind == "round.drawn":
            drawn = draw_swiss(state, line.data["round"])
            assert not isinstance(drawn, Impossible)
            assert [list(board) for board in drawn.boards] == line.data["boards"]
            assert drawn.bye == line.data["bye"]
            assert [list(absent) for absent in drawn.absent] == line.data["absent"]
            rounds += 1
        state = apply(state, line)
    assert rounds == len(EXPECTED["rounds"])


def test_the_numbers_and_the_points() -> None:
    state = fold_log(the_log())
    assert list(state.numbers) == EXPECTED["order_with_60"]
    event = event_of(state)
    scores = Scores(event)
    points = {str(state.numbers[player.rank - 1]): scores.total(player) for player in event.players}
    assert points == EXPECTED["points_by_entry"]


def test_folding_in_pieces_gives_the_same_event() -> None:
    whole = state_digest(fold_log(the_log()))
    for place in (1, 40, 73, 101):
        first = fold_log(the_log()[:place])
        assert state_digest(fold_log(the_log()[place:], first)) == whole
