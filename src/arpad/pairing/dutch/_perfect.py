"""Dutch system: accept a perfect candidate at once (B.4) with the first transposition that fits (D.1).

If no perfect candidate is found without an exchange, there is no answer here and the solver decides.
"""

from collections.abc import Sequence

from arpad.pairing._graph import Bracket, Field, Paired, paired_by
from arpad.pairing._matching import ALONE, bits, mask_of
from arpad.pairing.dutch._brackets import FLOATER, SHADES, Tariff, cheapest, shade
from arpad.pairing.dutch._criteria import SingleFloater

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
        found = self._moved(0, self.open, 0)
        if found is None:
            raise _Unproved
        return found

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
        found = first_transposition(rows)
        if found is None:
            raise _Unproved
        return list(zip(s1, found, strict=False))

    def _count(self, players: Sequence[int]) -> list[int]:
        counts = [0] * SHADES
        for player in players:
            counts[self.shades[player]] += 1
        return counts
