"""The federations of a list: their players, their titles, and how strong their best are."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np
import pyarrow as pa

from arpad.lists.ledger import Ledger, column
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.articles import TimeClass

BEST = 10
"""The number of players whose average tells how strong a federation is."""


@dataclass(frozen=True, slots=True)
class FederationLine:
    """A federation on a list, in one time class. `average` is of the ten best active players, in whole points (a half
    is rounded up); None if there are fewer."""

    code: str
    players: int
    active: int
    women: int
    titled: int
    highest: int | None
    average: int | None


FIELDS = pa.schema(
    [("code", pa.string())]
    + [(name, pa.int32()) for name in ("players", "active", "women", "titled", "highest", "average")]
)


def lines_table(lines: Iterable[FederationLine]) -> pa.Table:
    """Return lines as a table, to be kept."""
    return pa.Table.from_pylist([asdict(line) for line in lines], FIELDS)


def lines_of(table: pa.Table) -> tuple[FederationLine, ...]:
    """Return lines from a table."""
    return tuple(FederationLine(**row) for row in table.to_pylist())


def federation_lines(ledger: Ledger, time_class: TimeClass) -> tuple[FederationLine, ...]:
    """Return the federations with rated players on a list, the strongest first: by the average of the ten best, then
    by active players, then by code. Players who are not listed (16, 10.1) are not counted."""
    ratings = ledger.numbers(column(time_class, "rating"))
    listed = ledger.which("absent", "") & (ratings > 0)
    homes = ledger.players["federation"].combine_chunks().dictionary_encode()
    codes = np.asarray(homes.indices.to_numpy(zero_copy_only=False))
    active = ledger.numbers(column(time_class, "inactive")) == 0
    women = ledger.which("sex", "F")
    titled = ~ledger.which("title", "")
    height = len(homes.dictionary)
    counts = [
        np.bincount(codes[listed & mask], minlength=height).tolist()
        for mask in (np.ones(len(ledger), dtype=np.bool_), active, women, titled)
    ]
    best = _best(codes, ratings, listed & active, height)
    lines = [
        FederationLine(code, counts[0][at], counts[1][at], counts[2][at], counts[3][at], *best[at])
        for at, code in enumerate(homes.dictionary.to_pylist())
        if counts[0][at] and code
    ]
    return tuple(sorted(lines, key=lambda line: (-(line.average or 0), -line.active, line.code)))


def _best(codes: Numbers, ratings: Numbers, chosen: Mask, height: int) -> list[tuple[int | None, int | None]]:
    """Return the highest rating and the average of the ten best of every federation."""
    places = np.flatnonzero(chosen)
    places = places[np.lexsort((-ratings[places], codes[places]))]
    starts = np.searchsorted(codes[places], np.arange(height + 1)).tolist()
    found: list[tuple[int | None, int | None]] = []
    for first, end in pairwise(starts):
        ten = ratings[places[first : min(first + BEST, end)]].tolist()
        found.append((ten[0] if ten else None, (2 * sum(ten) + BEST) // (2 * BEST) if len(ten) == BEST else None))
    return found
