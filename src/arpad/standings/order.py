"""Order the standings: each tie-break splits tied groups; direct encounter (art. 6, 13.3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from arpad.regulations.tiebreak_editions import DirectEncounter
from arpad.standings._calculation import Calculation, is_forfeit
from arpad.standings._tie_breaks import board_sums, column_of, weighted_sum, without_last
from arpad.standings.codes import TieBreak
from arpad.standings.model import RoundRecord

# Direct encounter (art. 6) and extended direct encounter (13.3): a tied group in, an ordered partition out.

Partition = list[list[int]]
BOARD_RULES = {"EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE"), "EDET": ("TBR",), "EDEB": ("BBE",)}
"""13.3.2: the board tie-breaks that follow for two teams."""


class Mutual(NamedTuple):
    """What a contestant did against the others of a group: the points, and how many of them were not met."""

    points: Fraction | int
    unmet: int


def meetings(calculation: Calculation, one: int, other: int, as_games: bool) -> list[RoundRecord]:
    """6.1: the games of one against the other; in a round robin, or with /P, forfeits too."""
    forfeits = as_games or calculation.competition.round_robin
    return [
        record
        for record in calculation.contestants[one].records
        if record.opponent == other and (record.kind == "played" or (forfeits and is_forfeit(record)))
    ]


def mutual(calculation: Calculation, group: Sequence[int], score: int, as_games: bool) -> dict[int, Mutual]:
    """6.1.2: everybody's points against the others of a group; several meetings count as their mean, or by their sum in
    annex III."""
    mean = calculation.edition.encounter.repeated.value == "mean"
    within = set(group)
    forfeits = as_games or calculation.competition.round_robin
    mutuals = {}
    for number in group:
        points: dict[int, list[int]] = {}
        for record in calculation.contestants[number].records:
            opponent = record.opponent
            if opponent in within and (record.kind == "played" or (forfeits and is_forfeit(record))):
                points.setdefault(opponent, []).append(record.points[score])
        total: Fraction | int = 0
        for made in points.values():
            total += sum(made) if len(made) == 1 or not mean else Fraction(sum(made), len(made))
        mutuals[number] = Mutual(total, len(group) - 1 - len(points))
    return mutuals


def _all_met(calculation: Calculation, group: list[int], score: int, as_games: bool) -> Partition:
    """Annex III: only if all have met; by the points of these games, once."""
    mutuals = mutual(calculation, group, score, as_games)
    if any(met.unmet for met in mutuals.values()):
        return [group]
    return by_value(group, {number: met.points for number, met in mutuals.items()})


def _partial(calculation: Calculation, group: list[int], score: int, as_games: bool) -> Partition:
    """6.2: if everybody has met, split by the points, and split each part again. 6.3: otherwise split off the first, as
    long as nobody else can reach them whatever the missing games bring, and start again with the rest."""
    if len(group) < 2:
        return [group]
    mutuals = mutual(calculation, group, score, as_games)
    if calculation.competition.round_robin or not any(met.unmet for met in mutuals.values()):
        parts = by_value(group, {number: met.points for number, met in mutuals.items()})
        if len(parts) == 1:
            return parts
        return [part for large in parts for part in _partial(calculation, large, score, as_games)]
    scale = calculation.competition.scales[score]
    best = {number: met.points + scale.win * met.unmet for number, met in mutuals.items()}
    worst = {number: met.points + scale.loss * met.unmet for number, met in mutuals.items()}
    taken: Partition = []
    rest = list(group)
    while len(rest) > 1:
        first = max(rest, key=lambda number: worst[number])
        if any(best[number] >= worst[first] for number in rest if number != first):
            break
        taken.append([first])
        rest.remove(first)
    if not taken:
        return [group]
    return taken + _partial(calculation, rest, score, as_games)


METHODS: dict[DirectEncounter, Callable[[Calculation, list[int], int, bool], Partition]] = {
    "all-met": _all_met,
    "partial": _partial,
}


def by_value(group: Sequence[int], values: dict[int, Fraction | int]) -> Partition:
    """A group split by a value, the highest first."""
    parts: dict[Fraction | int, list[int]] = {}
    for number in group:
        parts.setdefault(values[number], []).append(number)
    return [parts[value] for value in sorted(parts, reverse=True)]


def direct_encounter(calculation: Calculation, group: list[int], score: int, as_games: bool) -> Partition:
    """Art. 6 in one score."""
    return METHODS[calculation.edition.encounter.direct.value](calculation, group, score, as_games)


def extended_direct_encounter(calculation: Calculation, group: list[int], tie_break: TieBreak) -> Partition:
    """13.3: direct encounter in the primary score; if nothing was split, in the secondary one; then every part again.
    For two teams the board tie-breaks may follow."""
    if len(group) < 2:
        return [group]
    whole = calculation.competition
    both = calculation.edition.encounter.teams.value == "primary-then-secondary"
    for score in (whole.primary, whole.secondary) if both else (whole.primary,):
        parts = direct_encounter(calculation, group, score, tie_break.as_games)
        if len(parts) > 1:
            if not both:
                return parts
            return [part for large in parts for part in extended_direct_encounter(calculation, large, tie_break)]
    if len(group) == 2 and tie_break.name in BOARD_RULES:
        return _boards(calculation, group, tie_break)
    return [group]


def _boards(calculation: Calculation, group: list[int], tie_break: TieBreak) -> Partition:
    """13.3.2: the board tie-breaks over the matches between two teams, in their order."""
    one, other = (
        board_sums(meetings(calculation, a, b, tie_break.as_games), calculation.competition.boards)
        for a, b in (group, reversed(group))
    )
    for rule in BOARD_RULES[tie_break.name]:
        first, second = BOARD_VALUES[rule](one), BOARD_VALUES[rule](other)
        if first != second:
            return [[number] for number in (group if first > second else reversed(group))]
    return [group]


BOARD_VALUES: dict[str, Callable[[tuple[int, ...]], tuple[int, ...]]] = {
    "BC": lambda sums: (-weighted_sum(sums),),
    "TBR": lambda sums: sums,
    "BBE": without_last,
}
"""What board tie-breaks compare, the higher the better."""


def partition(calculation: Calculation, group: list[int], tie_break: TieBreak) -> Partition:
    """A tied group split by DE, EDE or one of its forms."""
    if tie_break.name == "DE":
        return direct_encounter(calculation, group, calculation.score_of(tie_break), tie_break.as_games)
    return extended_direct_encounter(calculation, group, tie_break)


# The order of the standings: each tie-break splits every group that is still tied, and parts never mix again.

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
            key = column_of(calculation, tie_break).sort_keys().__getitem__
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
    places: dict[int, int] = {}
    for group in parts:
        places |= _group_places(group) if len(group) > 1 else dict.fromkeys(group[0], 0)
    return places


def _group_places(groups: Groups) -> dict[int, int]:
    place, places = 1, {}
    for group in groups:
        for number in group:
            places[number] = place
        place += len(group)
    return places
