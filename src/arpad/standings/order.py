"""The order of the standings: each tie-break splits every group that is still tied, and parts never mix again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from arpad.standings.calculation import Calculation
from arpad.standings.codes import TieBreak
from arpad.standings.encounter import Partition, partition

Groups = list[list[int]]


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An order that no report says: lots that were drawn, or a play-off. `groups` are groups of contestants, each a
    list of places; those at one place stay tied. `by` says who drew or where it was played."""

    groups: tuple[tuple[tuple[int, ...], ...], ...]
    by: str = ""

    def split(self, group: Sequence[int]) -> Partition:
        """A tied group in the order given, or as it is if no order names all of it."""
        for places in self.groups:
            if set(group) <= {number for place in places for number in place}:
                parts = [[number for number in group if number in place] for place in places]
                return [part for part in parts if part]
        return [list(group)]


@dataclass(frozen=True, slots=True)
class Ordering:
    """The result: groups of contestants, best first; contestants of one group stay tied. `steps` holds, after each
    tie-break, the place of everybody's group; `within` the place within the tied group, for tie-breaks that look only
    at the group (0: the group was not split)."""

    groups: Groups
    steps: tuple[Mapping[int, int], ...]
    within: Mapping[int, Mapping[int, int]] = field(default_factory=dict)

    def decided(self, one: int, other: int) -> int | None:
        """The place in the list of the tie-break that separates two contestants; None if they stay tied."""
        return next((place for place, at in enumerate(self.steps) if at[one] != at[other]), None)

    def tied_before(self, place: int, number: int) -> list[int]:
        """The group that a contestant was tied with before a tie-break was applied."""
        if not place:
            return sorted(self.steps[0])
        before = self.steps[place - 1]
        return sorted(other for other in before if before[other] == before[number])


def order(
    calculation: Calculation, codes: Sequence[TieBreak], given: Mapping[str, GivenOrder] | None = None
) -> Ordering:
    """Order everybody by a list of tie-breaks; within a tie that stays, by number."""
    groups: Groups = [sorted(calculation.contestants)]
    steps, within = [], {}
    for place, tie_break in enumerate(codes):
        if tie_break.by_group:
            parts = [_split(calculation, group, tie_break, given or {}) for group in groups]
            within[place] = _places(parts)
            groups = [part for group in parts for part in group]
        else:
            key = calculation.column(tie_break).sort_keys().__getitem__
            groups = [part for group in groups for part in ([group] if len(group) < 2 else _by_key(group, key))]
        steps.append(_group_places(groups))
    return Ordering([sorted(group) for group in groups], tuple(steps), within)


def _by_key(group: list[int], key: Callable[[int], tuple[bool, Any]]) -> Partition:
    """A group split by the values of a tie-break, the highest first."""
    return [list(part) for _, part in groupby(sorted(group, key=key, reverse=True), key=key)]


def _split(
    calculation: Calculation, group: list[int], tie_break: TieBreak, given: Mapping[str, GivenOrder]
) -> Partition:
    if len(group) < 2:
        return [group]
    if tie_break.name in ("LOT", "PLAYOFF"):
        return given[tie_break.name].split(group) if tie_break.name in given else [group]
    return partition(calculation, group, tie_break)


def _places(parts: Sequence[Partition]) -> dict[int, int]:
    """The place of everybody within their group; 0 if it was not split."""
    found: dict[int, int] = {}
    for group in parts:
        found |= _group_places(group) if len(group) > 1 else dict.fromkeys(group[0], 0)
    return found


def _group_places(groups: Groups) -> dict[int, int]:
    place, found = 1, {}
    for group in groups:
        for number in group:
            found[number] = place
        place += len(group)
    return found
