"""Dutch system: accept a perfect candidate at once (B.4), with the least colour cost (C.10, C.11) and the first
transposition that fits (D.1).

If no perfect candidate is found without an exchange, there is no answer here and the solver decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing._graph import Bracket, Field, Paired, paired_by
from arpad.pairing._matching import ALONE, bits, mask_of
from arpad.pairing.colours import Strength
from arpad.pairing.dutch._criteria import SingleFloater, least_denied, least_denied_strongly
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


# D.1 without search: the first transposition of S2 that gives every player of S1 a possible opponent.


def first_transposition(rows: Sequence[int]) -> list[int] | None:
    """Return a column for each row, lexicographically first; None if not all rows can have one.

    A row is the set of the columns that it may have, and there are as many columns as rows.
    """
    free = 0
    for row in rows:
        free |= row
    if free.bit_count() != len(rows):
        return None
    taken, owner = [ALONE] * len(rows), dict.fromkeys(bits(free), ALONE)
    for at, row in enumerate(rows):
        if choice := row & free:
            taken[at] = (choice & -choice).bit_length() - 1
            owner[taken[at]] = at
            free ^= 1 << taken[at]
    for at, column in enumerate(taken):
        if column == ALONE:
            end = _augment(rows, taken, owner, at, free)
            if end is None:
                return None
            free ^= 1 << end
    _improve(rows, taken, owner)
    return taken


def _augment(rows: Sequence[int], taken: list[int], owner: dict[int, int], start: int, free: int) -> int | None:
    """Give a row a column by moving others; the free column that is used up."""
    seen = 0
    before: dict[int, int] = {}
    queue = [start]
    for row in queue:
        fresh = rows[row] & ~seen
        if goal := fresh & free:
            end = column = (goal & -goal).bit_length() - 1
            before[column] = row
            while column != ALONE:
                mover = before[column]
                owner[column] = mover
                taken[mover], column = column, taken[mover]
            return end
        seen |= fresh
        for column in bits(fresh):
            before[column] = row
            queue.append(owner[column])
    return None


def _improve(rows: Sequence[int], taken: list[int], owner: dict[int, int]) -> None:
    """Row by row the lowest column that still leaves one for each of the rows below."""
    undecided = mask_of(taken)
    for at, row in enumerate(rows):
        own = taken[at]
        better = row & undecided & ((1 << own) - 1)
        if better:
            onward = _onward(rows, taken, owner, at, (better & -better).bit_length() - 1)
            column = next((bit for bit in bits(better) if owner[bit] in onward), own)
            mover = at
            while column != own:
                loser = owner[column]
                taken[mover], owner[column] = column, mover
                mover, column = loser, onward[loser]
            taken[mover], owner[column] = column, mover
        undecided &= ~(1 << taken[at])


def _onward(rows: Sequence[int], taken: list[int], owner: dict[int, int], at: int, lowest: int) -> dict[int, int]:
    """Return how rows below can move so that the column of this row is used: the next column of each row."""
    reached = 1 << taken[at]
    if rows[owner[lowest]] & reached:
        return {owner[lowest]: taken[at]}
    onward: dict[int, int] = {}
    waiting = list(range(at + 1, len(rows)))
    while True:
        still = []
        fresh = 0
        for row in waiting:
            if goal := rows[row] & reached:
                onward[row] = (goal & -goal).bit_length() - 1
                fresh |= 1 << taken[row]
            else:
                still.append(row)
        if not fresh:
            return onward
        reached |= fresh
        waiting = still


# B.4: a perfect candidate is taken at once. The bounds limit how good a candidate can be: every moved-down player
# paired, nobody but one resident left over, x and z players without their colour, no float repeated. If the first
# candidate that reaches all of them is found without an exchange, no search is needed. If it is not, there is no
# answer here.

PATIENCE = 20
"""After this many trials for each moved-down player the search by weights is quicker."""

MOST_MOVED = 200
"""More moved-down players than this are paired by weights, which does not descend player by player."""


class _Unproved(Exception):
    """The bounds do not decide."""


def perfect(field: Field, bracket: Bracket, floaters: int | None = None) -> Paired | None:
    """The first candidate that reaches every bound, None if only a search can decide it. `floaters` are the
    residents who may be left over, if the edition has other rules for them than 2017."""
    residents = bracket.residents
    if bracket.kind == "penultimate" or bracket.collapsed:
        return None
    if len(bracket.moved) > min(len(residents), MOST_MOVED):
        return None
    if _odd_histories(field, bracket):
        return None
    try:
        return paired_by(bracket, _PerfectSearch(field, bracket, floaters).pairs())
    except _Unproved:
        return None


def _odd_histories(field: Field, bracket: Bracket) -> bool:
    """A topscorer can get the same colour a third time only if earlier games had the wrong colours."""
    players = [field.entrants[player] for player in bracket.players]
    return any(player.topscorer for player in players) and any(
        player.preference.colour is not None and player.colours[-2:] == 2 * player.preference.colour
        for player in players
    )


class _PerfectSearch:
    def __init__(self, field: Field, bracket: Bracket, floaters: int | None) -> None:
        self.field, self.bracket = field, bracket
        self.floaters = floaters
        self.allowed = field.unexcused
        self.shades = {player: shade(field.entrants[player]) for player in bracket.players}
        self.counts = self._count(bracket.players)
        self.tariff = Tariff(len(bracket.players) + 1)
        self.bound = self.tariff.least(self.counts, len(bracket.players) // 2)
        self.trials = PATIENCE * (len(bracket.moved) + 1)

    def pairs(self) -> list[tuple[int, int]]:
        """The moved-down players first, then the remainder."""
        bracket = self.bracket
        if self.floaters is None:
            self.floaters = self._may_float() if len(bracket.players) % 2 else 0
        up = mask_of(member for member in bracket.residents if "up" in self.field.entrants[member].floats)
        self.open = mask_of(bracket.residents)
        self.unfloated = self.open & ~up
        moved = self._moved(0, self.open, 0)
        if moved is None:
            raise _Unproved
        return moved

    def _may_float(self) -> int:
        """C.2, C.7, C.12 and C.14: the residents that may be left over."""
        field, bracket = self.field, self.bracket
        if bracket.kind == "last":
            assert field.bye is not None
            suitable = field.allowed[field.bye]
        else:
            outlook = SingleFloater(field, bracket.below, bracket.below[-1] == field.size - 1)
            values = {resident: outlook.value(resident) for resident in bracket.residents}
            best = min(values.values())
            suitable = mask_of(member for member, value in values.items() if value == best)
        return mask_of(
            resident
            for resident in bracket.residents
            if suitable >> resident & 1 and "down" not in field.entrants[resident].floats
        )

    def _moved(self, at: int, left: int, cost: int) -> list[tuple[int, int]] | None:
        """Return the opponents of the moved-down players from one of them on; None if the bounds forbid all."""
        if at == len(self.bracket.moved):
            return self._remainder(left, cost)
        player = self.bracket.moved[at]
        self.counts[self.shades[player]] -= 1
        pairs_left = (len(self.bracket.moved) - at + left.bit_count()) // 2 - 1
        for resident in bits(self.allowed[player] & left & self.unfloated):
            self.trials -= 1
            if self.trials < 0:
                raise _Unproved
            price = self.tariff.pair(self.shades[player], self.shades[resident])
            assert price is not None
            self.counts[self.shades[resident]] -= 1
            found = None
            if cost + price + self.tariff.least(self.counts, pairs_left) <= self.bound:
                found = self._moved(at + 1, left & ~(1 << resident), cost + price)
            if found is not None:
                return [(player, resident), *found]
            self.counts[self.shades[resident]] += 1
        self.counts[self.shades[player]] += 1
        return None

    def _remainder(self, left: int, cost: int) -> list[tuple[int, int]]:
        """B.3: S1 against S2 without exchange."""
        assert self.floaters is not None
        players, floaters = list(bits(left)), self.floaters
        half = len(players) // 2
        s1, s2 = players[:half], players[half:]
        columns = [0] * SHADES
        for player in s2:
            columns[self.shades[player]] |= 1 << player
        floats = [bool(column & floaters) for column in columns]
        upper = [*self._count(s1), len(players) % 2]
        plan = cheapest(self.tariff, upper, self._count(s2), floats)
        if plan is None or cost + plan.cost > self.bound:
            raise _Unproved
        near = [sum(columns[two] for two in range(SHADES) if (one, two) in plan.tight) for one in range(SHADES + 1)]
        rows = [self.allowed[one] & near[self.shades[one]] for one in s1]
        if len(players) % 2:
            rows.append(floaters & near[FLOATER])
        transposition = first_transposition(rows)
        if transposition is None:
            raise _Unproved
        return list(zip(s1, transposition, strict=False))

    def _count(self, players: Sequence[int]) -> list[int]:
        counts = [0] * SHADES
        for player in players:
            counts[self.shades[player]] += 1
        return counts
