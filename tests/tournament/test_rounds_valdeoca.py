"""The Swiss of Valdeoca by commands: the same draws, the same points, as in the log of another program."""

from functools import cache
from typing import Any

import valdeoca
from arpad.formats.scores import Scores
from arpad.tournament.as_report import event_of
from arpad.tournament.journal import Journal, fold_log, state_digest
from arpad.tournament.log import broken_line


@cache
def run() -> Journal:
    return valdeoca.run()


def drawn(lines: Any) -> list[Any]:
    return [
        [line.data[name] for name in ("round", "boards", "bye", "absent")]
        for line in lines
        if line.kind == "round.drawn"
    ]


def test_the_same_rounds_are_drawn() -> None:
    assert drawn(run().lines) == drawn(valdeoca.the_log())


def test_the_same_points_and_the_same_event() -> None:
    event = event_of(run().state)
    scores = Scores(event)
    numbers = run().state.numbers
    points = {str(numbers[player.rank - 1]): scores.total(player) for player in event.players}
    assert points == valdeoca.EXPECTED["points_by_entry"]
    theirs = event_of(fold_log(valdeoca.the_log()))
    assert [player.rounds for player in event.players] == [player.rounds for player in theirs.players]


def test_the_chain_holds_and_no_rule_was_left() -> None:
    assert broken_line(run().lines) is None
    assert state_digest(fold_log(run().lines)) == state_digest(run().state)
    assert run().state.breaches == ()


def test_the_remarks_for_files_tell_what_happened() -> None:
    told = [(remark.kind, remark.round) for remark in run().state.remarks]
    assert told == [
        ("Late entry", 3), ("Adjournment", 4), ("Rating only", 2), ("Adjournment", 4), ("Correction", 6),
        ("Substitution", 8),
    ]  # fmt: skip
