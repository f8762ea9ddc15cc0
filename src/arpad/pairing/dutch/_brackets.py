"""Dutch system: the least colour cost of a bracket (C.10, C.11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing.colours import Strength
from arpad.pairing.dutch._criteria import least_denied, least_denied_strongly
from arpad.pairing.state import PairingPlayer

# C.10 and C.11 for whole brackets: players who seek the same colour equally strongly are of one shade, and the cost of
# a pair depends only on the shades.

SHADES = 7
NO_SHADE = 0
FLOATER = SHADES
"""A downfloater is paired with a further row, which costs nothing."""


def shade(entrant: PairingPlayer) -> int:
    """0 without preference, 1 to 3 for white, 4 to 6 for black, the stronger the higher."""
    wanted = entrant.preference
    return 0 if wanted.colour is None else int(wanted.strength) + (3 if wanted.colour == "b" else 0)


@dataclass(frozen=True, slots=True)
class Tariff:
    """The cost of pairs: a denied preference costs `step`, a strong one 1 more. `step` is larger than the number of
    pairs."""

    step: int

    def pair(self, one: int, two: int) -> int | None:
        """Return the cost of a pair of two shades; None if C.3 forbids it."""
        if not one or not two or (one > 3) != (two > 3):
            return 0
        weaker = min(one, two) - (3 if one > 3 else 0)
        return None if weaker == Strength.ABSOLUTE else self.step + (weaker == Strength.STRONG)

    def least(self, counts: Sequence[int], pairs: int) -> int:
        """x and z: no candidate with this number of pairs costs less."""
        white, black = sum(counts[1:4]), sum(counts[4:7])
        x = least_denied(pairs, white, black, counts[NO_SHADE])
        return x * self.step + least_denied_strongly(x, counts[1] if white >= black else counts[4])


@dataclass(frozen=True, slots=True)
class ShadePlan:
    """The cheapest way to oppose two groups by their shades. `tight` pairs of shades are those that a cheapest way
    can have; pairs of players that are all tight cost `cost` together, and no others do."""

    cost: int
    tight: frozenset[tuple[int, int]]


def cheapest(tariff: Tariff, upper: Sequence[int], lower: Sequence[int], may_float: Sequence[bool]) -> ShadePlan | None:
    """Oppose all of `upper` (numbers of players by shade, the downfloater last) to all of `lower`; None if C.3
    forbids it. The shades that may give the downfloater are true in `may_float`."""
    costs = [[tariff.pair(one, two) for two in range(SHADES)] for one in range(SHADES)]
    costs.append([0 if may_float[two] else None for two in range(SHADES)])
    flow = [[0] * SHADES for _ in range(SHADES + 1)]
    left, open_ = list(upper), list(lower)
    while any(left):
        path = _cheapest_path(costs, flow, left, open_)
        if path is None:
            return None
        amount = min(
            left[path[0]], open_[path[-1]], *(flow[path[at + 1]][path[at]] for at in range(1, len(path) - 1, 2))
        )
        left[path[0]] -= amount
        open_[path[-1]] -= amount
        for at in range(len(path) - 1):
            if at % 2:
                flow[path[at + 1]][path[at]] -= amount
            else:
                flow[path[at]][path[at + 1]] += amount
    cost = sum(many * (costs[one][two] or 0) for one, row in enumerate(flow) for two, many in enumerate(row) if many)
    return ShadePlan(cost, _tight(costs, flow, upper, lower))


def _cheapest_path(
    costs: list[list[int | None]], flow: list[list[int]], left: list[int], open_: list[int]
) -> list[int] | None:
    """From a row with players left, forwards over pairs and backwards over pairs made, to an open column."""
    rows: dict[int, tuple[int, list[int]]] = {row: (0, [row]) for row, many in enumerate(left) if many}
    columns: dict[int, tuple[int, list[int]]] = {}
    for _ in range(2 * SHADES + 2):
        for row, (cost, path) in list(rows.items()):
            for column, price in enumerate(costs[row]):
                if price is not None and (column not in columns or cost + price < columns[column][0]):
                    columns[column] = cost + price, [*path, column]
        changed = False
        for column, (cost, path) in list(columns.items()):
            for row, made in enumerate(flow):
                price = costs[row][column]
                if made[column] and price is not None and (row not in rows or cost - price < rows[row][0]):
                    rows[row] = cost - price, [*path, row]
                    changed = True
        if not changed:
            break
    ends = [(cost, path) for column, (cost, path) in columns.items() if open_[column]]
    return min(ends)[1] if ends else None


def _tight(
    costs: list[list[int | None]], flow: list[list[int]], upper: Sequence[int], lower: Sequence[int]
) -> frozenset[tuple[int, int]]:
    """The dual values, and the pairs of shades that cost exactly as much as they allow."""
    rows, columns = [0] * (SHADES + 1), [0] * SHADES
    used = [
        (row, column, price)
        for row, prices in enumerate(costs)
        for column, price in enumerate(prices)
        if price is not None and upper[row] and lower[column]
    ]
    changed = True
    while changed:
        changed = False
        for row, column, price in used:
            if columns[column] > rows[row] + price:
                columns[column] = rows[row] + price
                changed = True
            if flow[row][column] and rows[row] > columns[column] - price:
                rows[row] = columns[column] - price
                changed = True
    return frozenset((row, column) for row, column, price in used if columns[column] - rows[row] == price)
