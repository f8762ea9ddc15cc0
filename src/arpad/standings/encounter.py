"""Direct encounter (art. 6) and extended direct encounter (13.3): a tied group in, an ordered partition out."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from arpad.regulations.tiebreak_editions import DirectEncounter
from arpad.standings.boards import board_sums, weighted_sum, without_last
from arpad.standings.calculation import Calculation
from arpad.standings.codes import TieBreak
from arpad.standings.model import RoundRecord
from arpad.standings.unplayed import is_forfeit

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
    found = {}
    for number in group:
        points: dict[int, list[int]] = {}
        for record in calculation.contestants[number].records:
            opponent = record.opponent
            if opponent in within and (record.kind == "played" or (forfeits and is_forfeit(record))):
                points.setdefault(opponent, []).append(record.points[score])
        total: Fraction | int = 0
        for made in points.values():
            total += sum(made) if len(made) == 1 or not mean else Fraction(sum(made), len(made))
        found[number] = Mutual(total, len(group) - 1 - len(points))
    return found


def _all_met(calculation: Calculation, group: list[int], score: int, as_games: bool) -> Partition:
    """Annex III: only if all have met; by the points of these games, once."""
    found = mutual(calculation, group, score, as_games)
    if any(met.unmet for met in found.values()):
        return [group]
    return by_value(group, {number: met.points for number, met in found.items()})


def _partial(calculation: Calculation, group: list[int], score: int, as_games: bool) -> Partition:
    """6.2: if everybody has met, split by the points, and split each part again. 6.3: otherwise split off the first, as
    long as nobody else can reach them whatever the missing games bring, and start again with the rest."""
    if len(group) < 2:
        return [group]
    found = mutual(calculation, group, score, as_games)
    if calculation.competition.round_robin or not any(met.unmet for met in found.values()):
        parts = by_value(group, {number: met.points for number, met in found.items()})
        if len(parts) == 1:
            return parts
        return [part for large in parts for part in _partial(calculation, large, score, as_games)]
    scale = calculation.competition.scales[score]
    best = {number: met.points + scale.win * met.unmet for number, met in found.items()}
    worst = {number: met.points + scale.loss * met.unmet for number, met in found.items()}
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
