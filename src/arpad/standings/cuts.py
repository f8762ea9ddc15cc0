"""Cuts (14.1, 16.5): which values a tie-break leaves out."""

from collections.abc import Iterable, Sequence
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


class Addends(NamedTuple):
    """All addends of a sum from the least significant to the most, their values, and whether voluntary unplayed rounds
    are among them."""

    all: tuple[Addend, ...]
    values: tuple[int, ...]
    voluntary: bool


def in_order(addends: Iterable[Addend]) -> Addends:
    """Addends of a sum, put in order."""
    ordered = tuple(sorted(addends))
    return Addends(ordered, tuple([it.value for it in ordered]), True in [it.voluntary for it in ordered])


def cut(addends: Addends, low: int, high: int = 0) -> tuple[Sequence[Addend], Sequence[CutAddend]]:
    """Leave out the `low` least and then the `high` most significant values; return what is kept and what is cut."""
    kept, left_out = list(addends.all), []
    if not addends.voluntary:
        end = max(len(kept) - high, low)
        left_out = [CutAddend(it, "lowest") for it in kept[:low]] + [CutAddend(it, "highest") for it in kept[end:]]
        return kept[low:end], left_out
    for _ in range(min(low, len(kept))):
        chosen = lowest(kept)
        kept.remove(chosen.addend)
        left_out.append(chosen)
    for _ in range(min(high, len(kept))):
        left_out.append(CutAddend(kept.pop(), "highest"))
    return kept, left_out


def sum_after_cut(addends: Addends, low: int, high: int) -> int:
    """The sum of what a cut keeps; without voluntary unplayed rounds the ends of the order are left out."""
    if addends.voluntary and low:
        return sum(addend.value for addend in cut(addends, low, high)[0])
    return sum(addends.values[low : max(len(addends.values) - high, low)])


def lowest(addends: Sequence[Addend]) -> CutAddend:
    """14.1: of addends in order, the value against the lowest score. 16.5: instead of it the lowest of the voluntary
    unplayed rounds, unless that one is lower."""
    least = addends[0]
    absences = [(it.value, it.score, it.round, it) for it in addends if it.voluntary]
    if absences:
        absence = min(absences)[3]
        if absence.value >= least.value:
            return CutAddend(absence, "voluntary")
    return CutAddend(least, "lowest")
