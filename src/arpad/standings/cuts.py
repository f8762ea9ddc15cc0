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


class OrderedValues(NamedTuple):
    """The values of a sum from the least significant to the most. `addends` are the same with all that a cut asks for,
    if voluntary unplayed rounds are among them; without these the ends of the order are cut."""

    values: Sequence[int]
    addends: Sequence[Addend] = ()


def cut(addends: Sequence[Addend], low: int, high: int = 0) -> tuple[Sequence[Addend], Sequence[CutAddend]]:
    """Of addends in order, leave out the `low` least and then the `high` most significant; return what is kept and what
    is cut."""
    kept, left_out = list(addends), []
    for _ in range(min(low, len(kept))):
        chosen = lowest(kept)
        kept.remove(chosen.addend)
        left_out.append(chosen)
    for _ in range(min(high, len(kept))):
        left_out.append(CutAddend(kept.pop(), "highest"))
    return kept, left_out


def sum_after_cut(ordered: OrderedValues, low: int, high: int) -> int:
    """The sum of what a cut keeps."""
    if ordered.addends:
        return sum([addend.value for addend in cut(ordered.addends, low, high)[0]])
    return sum(ordered.values[low : max(len(ordered.values) - high, low)])


def lowest(addends: Sequence[Addend]) -> CutAddend:
    """14.1: of addends in order, the value against the lowest score. 16.5: instead of it the lowest of the voluntary
    unplayed rounds, unless that one is lower."""
    least = addends[0]
    absences = [(addend.value, addend.score, addend.round, addend) for addend in addends if addend.voluntary]
    if absences:
        absence = min(absences)[3]
        if absence.value >= least.value:
            return CutAddend(absence, "voluntary")
    return CutAddend(least, "lowest")
