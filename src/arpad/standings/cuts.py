"""Cuts (14.1, 16.5): which values a tie-break leaves out."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Why = Literal["lowest", "voluntary", "highest"]


class Addend(NamedTuple):
    """A round's part of a sum. The order of the fields is that of 14.1: the least significant addend is the smallest.

    `score` is the opponent's, `value` what it adds; `voluntary` marks a voluntary unplayed round that is cut first.
    """

    score: int
    value: int
    round: int
    voluntary: bool


class CutAddend(NamedTuple):
    """An addend that was left out, and the rule that chose it."""

    addend: Addend
    why: Why


def cut(addends: Sequence[Addend], low: int, high: int = 0) -> tuple[list[Addend], list[CutAddend]]:
    """Leave out the `low` least and then the `high` most significant values; return what is kept and what is cut."""
    kept, left_out = list(addends), []
    for _ in range(min(low, len(kept))):
        chosen = lowest(kept)
        kept.remove(chosen.addend)
        left_out.append(chosen)
    for _ in range(min(high, len(kept))):
        highest = max(kept)
        kept.remove(highest)
        left_out.append(CutAddend(highest, "highest"))
    return kept, left_out


def lowest(addends: Sequence[Addend]) -> CutAddend:
    """14.1: the value against the lowest score. 16.5: instead of it the lowest of the voluntary unplayed rounds, unless
    that one is lower."""
    least = min(addends)
    absences = [(it.value, it.score, it.round, it) for it in addends if it.voluntary]
    if absences:
        absence = min(absences)[3]
        if absence.value >= least.value:
            return CutAddend(absence, "voluntary")
    return CutAddend(least, "lowest")
