"""Tie-breaks a second time, from the text of C.07 and annex III alone: slow, with fractions, one case after the other.

An event is a table of rounds by player: (kind, opponent, points), kinds as TRF has them: 1 = 0 for a game, + - for
forfeits, U F H Z for byes and absence. A team has one such table for each of its scores, with the same kinds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

REQUESTED = "HZ"
VOLUNTARY = "HZ-"
GAMES = "1=0"

Cell = tuple[str, int | None, Fraction]


@dataclass(frozen=True)
class NaiveEvent:
    """`rounds[player]` is the list of their rounds; `win` and `draw` what these are worth in this score."""

    rounds: dict[int, list[Cell]]
    win: Fraction
    draw: Fraction
    scheduled: int
    league: bool = False

    def own(self, player: int) -> Fraction:
        return sum((points for _, _, points in self.rounds[player]), Fraction(0))


def is_game(event: NaiveEvent, cell: Cell, forfeits: bool) -> bool:
    kind, opponent, _ = cell
    if opponent is None:
        return False
    return kind in GAMES or (kind in "+-" and (forfeits or event.league))


def seen(event: NaiveEvent, player: int, edition: str) -> Fraction:
    """The score of a player in the tie-breaks of the opponents."""
    if event.league:
        return event.own(player)
    total = Fraction(0)
    cells = event.rounds[player]
    for place, (kind, _, points) in enumerate(cells):
        later = [cell[0] for cell in cells[place + 1 :]]
        if edition == "c07-2017":
            total += points if kind in GAMES else event.draw
        elif kind in REQUESTED and all(kind in VOLUNTARY for kind in later):
            total += event.draw
        else:
            total += points
    return total


def met(event: NaiveEvent, player: int, place: int, edition: str, forfeits: bool) -> Fraction | None:
    """The score of whom a player met in a round; None for a free round of a league."""
    cells = event.rounds[player]
    kind, opponent, points = cells[place]
    if is_game(event, cells[place], forfeits):
        assert opponent is not None
        return seen(event, opponent, edition)
    if event.league:
        return None
    if edition == "c07-2017":
        before = sum((cell[2] for cell in cells[:place]), Fraction(0))
        return before + (event.win - points) + event.draw * (len(cells) - place - 1)
    own = event.own(player)
    if edition in ("c07-2023", "c07-2024"):
        return own
    if kind in "+-" and opponent is not None:
        return min(own, seen(event, opponent, edition))
    return min(own, event.draw * event.scheduled)


def total(
    event: NaiveEvent, player: int, edition: str, *, product: bool, low: int = 0, high: int = 0, forfeits: bool = False
) -> Fraction:
    """Buchholz, or Sonneborn-Berger if `product`, with the lowest and the highest values left out."""
    values: list[tuple[Fraction, Fraction, bool]] = []
    for place, cell in enumerate(event.rounds[player]):
        score = met(event, player, place, edition, forfeits)
        if score is None:
            continue
        absent = cell[0] in VOLUNTARY and not is_game(event, cell, forfeits) and edition != "c07-2017"
        values.append((score, score * cell[2] if product else score, absent))
    for _ in range(low):
        if values:
            values.remove(_to_cut(values))
    for _ in range(high):
        if values:
            values.remove(max(values, key=lambda value: (value[0], value[1])))
    return sum((value[1] for value in values), Fraction(0))


def _to_cut(values: list[tuple[Fraction, Fraction, bool]]) -> tuple[Fraction, Fraction, bool]:
    lowest_score = min(value[0] for value in values)
    least = min((value for value in values if value[0] == lowest_score), key=lambda value: value[1])
    absences = sorted((value for value in values if value[2]), key=lambda value: (value[1], value[0]))
    if absences and not absences[0][1] < least[1]:
        return absences[0]
    return least


def encounter(event: NaiveEvent, group: Sequence[int], edition: str, forfeits: bool = False) -> list[set[int]]:
    """Direct encounter: the group as an ordered partition."""
    everybody = set(group)
    if len(everybody) < 2:
        return [everybody]
    points = {}
    unmet = {}
    for one in everybody:
        points[one], unmet[one] = Fraction(0), 0
        for other in everybody - {one}:
            games = [
                round_[2] for round_ in event.rounds[one] if round_[1] == other and is_game(event, round_, forfeits)
            ]
            if not games:
                unmet[one] += 1
            elif edition == "c07-2017":
                points[one] += sum(games, Fraction(0))
            else:
                points[one] += sum(games, Fraction(0)) / len(games)
    complete = not any(unmet.values())
    if edition == "c07-2017":
        return _levels(points) if complete else [everybody]
    if complete or event.league:
        levels = _levels(points)
        if len(levels) == 1:
            return levels
        return [part for level in levels for part in encounter(event, sorted(level), edition, forfeits)]
    first: list[set[int]] = []
    rest = set(everybody)
    while True:
        certain = [
            one
            for one in rest
            if len(rest) > 1 and all(points[one] > points[other] + event.win * unmet[other] for other in rest - {one})
        ]
        if not certain:
            break
        first.append({certain[0]})
        rest -= {certain[0]}
    if not first:
        return [everybody]
    return first + encounter(event, sorted(rest), edition, forfeits)


def _levels(points: dict[int, Fraction]) -> list[set[int]]:
    return [{one for one in points if points[one] == value} for value in sorted(set(points.values()), reverse=True)]


def extended_encounter(
    primary: NaiveEvent, secondary: NaiveEvent, group: Sequence[int], edition: str
) -> list[set[int]]:
    """Extended direct encounter of teams, without the tie-breaks by boards."""
    for event in (primary,) if edition == "c07-2017" else (primary, secondary):
        parts = encounter(event, group, edition)
        if len(parts) > 1:
            if edition == "c07-2017":
                return parts
            return [part for large in parts for part in extended_encounter(primary, secondary, sorted(large), edition)]
    return [set(group)]
