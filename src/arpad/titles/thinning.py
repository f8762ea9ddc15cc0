"""Dropping a number of games with the least loss: numbers for each class of opponents, without hopeless ones.

A class is made of opponents alike in title, federation (as far as it is too often met) and being unrated; the lowest
rated of a class go first. If some opponents were met more often than others, the order is not known, and each of
them is a separate class.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from arpad.titles.annex import Requirements
from arpad.titles.federations import FID
from arpad.titles.model import NormGame

UNKNOWN, REST = "", "*"


class Unit(NamedTuple):
    """An opponent with all games against them. `column`: 2 MO, 1 only TH, 0 neither; `free`: may be dropped."""

    games: tuple[NormGame, ...]
    value: int
    column: int
    federation: str
    free: bool

    @property
    def unrated(self) -> bool:
        return self.games[0].rating is None


class _Class(NamedTuple):
    """Equal opponents, the lowest rated first, and the sums of the first ones."""

    row: str
    column: int
    unrated: bool
    size: int
    units: tuple[Unit, ...]
    sums: tuple[int, ...]


@dataclass(slots=True)
class _ThinningSearch:
    """The classes, how many may and must go, and the best choice found so far."""

    classes: list[_Class]
    cheapest: list[list[int]]
    total: int
    floor: int
    bonus: int
    fixed: list[tuple[int, int]]
    rows: Counter[str]
    limits: dict[str, int]
    careful: bool
    unrated_go: int
    best: int = -1
    taken: tuple[int, ...] | None = None

    def run(self, games: int, units: int, titled: int, alike: int) -> None:
        if self._must_go() <= units:
            self._step(0, games, units, titled, alike, 0, (), {})

    def _must_go(self) -> int:
        """1.4.4: how many opponents must go at least, so that no federation is met too often."""
        unknown = self.rows[UNKNOWN] if self.careful else 0
        over = {row: self.rows[row] - most for row, most in self.limits.items() if row != UNKNOWN}
        return max(
            sum(surplus for surplus in over.values() if surplus > 0), unknown + max(over.values(), default=-unknown)
        )

    def _step(
        self, at: int, games: int, units: int, titled: int, alike: int, lost: int, taken: tuple[int, ...],
        gone: dict[str, int],
    ) -> None:  # fmt: skip
        if titled < 0 or alike < 0 or games < 0 or units < 0:
            return
        cheapest = self.cheapest[at]
        if games >= len(cheapest) or self.total - lost - cheapest[games] + self.bonus <= self.best:
            return
        if at == len(self.classes):
            if units == 0:
                self._settle(lost, taken, gone)
            return
        one = self.classes[at]
        if at and self.classes[at - 1].row not in (one.row, REST) and self._too_many(self.classes[at - 1].row, gone):
            return
        for count in range(min(len(one.units), units), -1, -1):
            then = gone if count == 0 else gone | {one.row: gone.get(one.row, 0) + count}
            self._step(
                at + 1,
                games - count * one.size,
                units - count,
                titled - count * (one.column > 0),
                alike - count * (one.column > 1),
                lost + one.sums[count],
                (*taken, count),
                then,
            )

    def _too_many(self, row: str, gone: dict[str, int]) -> bool:
        """1.4.4: too many opponents of one federation, including those of unknown federation if necessary."""
        unknown = self.rows[UNKNOWN] - gone.get(UNKNOWN, 0) if self.careful and row != UNKNOWN else 0
        return row in self.limits and self.rows[row] - gone.get(row, 0) + unknown > self.limits[row]

    def _settle(self, lost: int, taken: tuple[int, ...], gone: dict[str, int]) -> None:
        unrated = sum(count for one, count in zip(self.classes, taken, strict=True) if one.unrated)
        if unrated < self.unrated_go or any(self._too_many(row, gone) for row in self.limits):
            return
        first_kept = [
            (one.units[count].value, -one.size)
            for one, count in zip(self.classes, taken, strict=True)
            if count < len(one.units)
        ]
        low, met = min([*self.fixed, *first_kept])
        found = self.total - lost + max(0, self.floor - low) * -met
        if found > self.best:
            self.best, self.taken = found, taken


def fewest_lost(
    units: Sequence[Unit], games: int, opponents: int, needs: Requirements, own: str, floor: int, *, careful: bool
) -> tuple[int, tuple[Unit, ...]] | None:
    """Return the highest sum of ratings, one opponent raised to the floor, after dropping these games and opponents;
    and the dropped opponents. None if titles and federations (1.4.4, 1.4.5) allow no choice."""
    rows, limits = _rows(units, needs, own, careful=careful)
    free = [unit for unit in units if unit.free]
    apart = len({len(unit.games) for unit in free}) > 1 or len({len(unit.games) for unit in units}) > 1
    most_unrated = needs.unrated_most
    classes = _classes(free, rows, by_unrated=most_unrated is not None, apart=apart)
    unrated = sum(unit.unrated for unit in units)
    search = _ThinningSearch(
        classes,
        _cheapest(classes),
        sum(unit.value * len(unit.games) for unit in units),
        floor,
        most_raised(units, floor),
        [(unit.value, -len(unit.games)) for unit in units if not unit.free],
        Counter(rows[unit.federation] for unit in units),
        limits,
        careful,
        0 if most_unrated is None else unrated - most_unrated,
    )
    titled = sum(unit.column > 0 for unit in units) - needs.titled
    search.run(games, opponents, titled, sum(unit.column > 1 for unit in units) - needs.alike)
    if search.taken is None:
        return None
    chosen = [unit for one, count in zip(classes, search.taken, strict=True) for unit in one.units[:count]]
    return search.best, tuple(chosen)


def most_raised(units: Iterable[Unit], floor: int) -> int:
    """1.4.6c: the most that raising one opponent can add to the sum."""
    return max((max(0, floor - unit.value) * len(unit.games) for unit in units), default=0)


def _rows(
    units: Sequence[Unit], needs: Requirements, own: str, *, careful: bool
) -> tuple[dict[str, str], dict[str, int]]:
    """Return the row of each federation, and its limit: a separate row if it is met too often, otherwise the rest."""
    counted = Counter(unit.federation for unit in units)
    if needs.own_most is None or needs.one_most is None:
        return dict.fromkeys(counted, REST), {}
    unknown = counted[UNKNOWN] if careful else 0
    rows, limits = {}, {}
    for federation, count in counted.items():
        most = needs.own_most if own and federation == own else needs.one_most
        if federation == UNKNOWN:
            rows[federation] = UNKNOWN if careful else REST
            if careful:
                limits[UNKNOWN] = min(needs.own_most, needs.one_most)
        elif (federation == FID and own != FID) or count + unknown <= most:
            rows[federation] = REST
        else:
            rows[federation], limits[federation] = federation, most
    return rows, limits


def _classes(free: Sequence[Unit], rows: dict[str, str], *, by_unrated: bool, apart: bool) -> list[_Class]:
    """Return the opponents that may be dropped, class by class; unknown federations first."""
    groups: dict[tuple[str, int, bool, int, int], list[Unit]] = {}
    for unit in free:
        alone = unit.games[0].opponent if apart else 0
        key = (rows[unit.federation], unit.column, by_unrated and unit.unrated, len(unit.games), alone)
        groups.setdefault(key, []).append(unit)
    found = []
    for (row, column, unrated, size, _), members in sorted(groups.items()):
        ordered = tuple(sorted(members, key=lambda member: (member.value, member.games[0].round)))
        sums = tuple(accumulate((unit.value * size for unit in ordered), initial=0))
        found.append(_Class(row, column, unrated, size, ordered, sums))
    return found


def _cheapest(classes: Sequence[_Class]) -> list[list[int]]:
    """Return, from each class on, the least cost of dropping a number of games."""
    return [
        list(accumulate(sorted(unit.value for one in rest for unit in one.units for _ in unit.games), initial=0))
        for rest in (classes[at:] for at in range(len(classes) + 1))
    ]
