"""The columns of a list, the same whatever file it comes from, and the way from a table to the domain's list."""

import datetime as dt
from collections.abc import Iterable, Sequence

import pyarrow as pa

from arpad.domain.rating_list import HIGHEST_RATING, LEAST_K, LOWEST_RATING, MOST_K, ListEntry

SINGLE = ("id", "name", "federation", "sex", "title", "rating", "games", "k", "born", "flag")
RAPID_AND_BLITZ = ("rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k")
COMBINED = SINGLE + RAPID_AND_BLITZ
MORE = ("birthday", "games_so_far")
"""What the lists of some editions also print: the day of birth, and the games so far of a newcomer (9.12, 8.12.a)."""
TEXTS = frozenset({"id", "name", "federation", "sex", "title", "flag", "birthday"})

RATINGS, GAMES, FACTORS = (LOWEST_RATING, HIGHEST_RATING), (0, 9999), (LEAST_K, MOST_K)
RANGES: dict[str, tuple[int, int]] = {
    "rating": RATINGS, "games": GAMES, "k": FACTORS, "born": (1800, 2100),
    "rapid_rating": RATINGS, "rapid_games": GAMES, "rapid_k": FACTORS,
    "blitz_rating": RATINGS, "blitz_games": GAMES, "blitz_k": FACTORS,
}  # fmt: skip
"""The limits of a number. If it cannot be 0, a 0 means nothing: not rated, no K, year unknown."""

ALIASES = {
    "fideid": "id", "fide_id": "id", "id_number": "id", "country": "federation", "fed": "federation",
    "birthday": "born", "b-day": "born", "birth_year": "born", "standard_rating": "rating",
}  # fmt: skip
"""Other names of a column in CSV, Parquet and XML."""

DATE = b"date"


def names(combined: bool) -> tuple[str, ...]:
    return COMBINED if combined else SINGLE


def schema(combined: bool, date: dt.date | None = None, more: Sequence[str] = ()) -> pa.Schema:
    """Texts and whole numbers; a number may be missing, a text is then empty. The date of the list is kept too. `more`
    are the columns of `MORE` that it has."""
    fields = [pa.field(name, pa.string() if name in TEXTS else pa.int32()) for name in (*names(combined), *more)]
    return pa.schema(fields, metadata={DATE: date.isoformat().encode()} if date else None)


def more_of(table: pa.Schema) -> tuple[str, ...]:
    """The columns of a table that only some editions print."""
    return tuple(name for name in MORE if name in table.names)


def is_combined(table: pa.Schema) -> bool:
    return any(name in RAPID_AND_BLITZ for name in table.names)


def date_of(table: pa.Schema) -> dt.date | None:
    """Return the date of the list, if the table has it."""
    written = (table.metadata or {}).get(DATE)
    try:
        return dt.date.fromisoformat(written.decode()) if written else None
    except ValueError:
        return None


def entries(batches: Iterable[pa.RecordBatch]) -> dict[str, ListEntry]:
    """Return the players by id. If an id appears twice, the first counts."""
    found: dict[str, ListEntry] = {}
    for batch in batches:
        for row in batch.to_pylist():
            found.setdefault(row["id"], ListEntry(**row))
    return found
