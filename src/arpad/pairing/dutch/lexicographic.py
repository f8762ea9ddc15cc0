"""D.1 without search: the first transposition of S2 that gives every player of S1 a possible opponent."""

from collections.abc import Sequence

from arpad.pairing.matching.cardinality import ALONE, bits, mask_of


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
