"""Rating lists: read from any file, looked up, handed on as frames, written again."""

import datetime as dt
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.domain.findings import Finding as DomainFinding
from arpad.domain.rating_list import ListEntry
from arpad.domain.rating_list import RatingList as DomainList
from arpad.i18n import ArpadError
from arpad.library.files import Source, as_path
from arpad.library.results import Finding, findings_of, pandas_frame, polars_frame, public

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class RatingList:
    """A rating list, with its day if it says so. `ratings["99000101"]` is a player's row, by ID; `to_pandas()` and its
    like give the whole."""

    __slots__ = ("_entries", "_findings", "_table", "date", "findings_count")

    def __init__(
        self,
        table: "pyarrow.Table",
        date: dt.date | None = None,
        findings: Collection[DomainFinding] = (),
        count: int = 0,
    ) -> None:
        self._table, self._findings = table, tuple(findings)
        self.date, self.findings_count = date, count
        self._entries: dict[str, ListEntry] | None = None

    @property
    def combined(self) -> bool:
        """Whether it has standard, rapid and blitz ratings."""
        from arpad.formats.rating_lists.columns import is_combined

        return is_combined(self._table.schema)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is odd about the list, at most a thousand of each kind; `findings_count` counts them all."""
        return findings_of(self._findings)

    def to_arrow(self) -> "pyarrow.Table":
        """Return the list as an Arrow table."""
        return self._table

    @public("tables")
    def to_pandas(self) -> "pandas.DataFrame":
        """Return the list for pandas: whole numbers with gaps as `Int32`."""
        return pandas_frame(self._table)

    @public("tables")
    def to_polars(self) -> "polars.DataFrame":
        """Return the list for polars."""
        return polars_frame(self._table)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as plain values."""
        rows: list[dict[str, Any]] = self._table.to_pylist()
        return rows

    @public("tables")
    def write(self, file: str | Path) -> None:
        """Write the list to a file; its ending decides the format: .txt, .xml, .csv or .parquet."""
        from arpad.formats.rating_lists.files import write_list

        write_list(self._table, Path(file))

    @public()
    def __getitem__(self, id: str) -> ListEntry:  # noqa: A002  (the word of the list)
        entry = self._rows().get(str(id))
        if entry is None:
            raise ArpadError("surface.list-entry-unknown", id=str(id))
        return entry

    def __contains__(self, id: object) -> bool:  # noqa: A002
        return str(id) in self._rows()

    def __iter__(self) -> Iterator[ListEntry]:
        return iter(self._rows().values())

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def _rows(self) -> dict[str, ListEntry]:
        """The players by id, of the columns that every list has."""
        from arpad.formats.rating_lists.columns import entries, names

        if self._entries is None:
            self._entries = entries(self._table.select(names(self.combined)).to_batches())
        return self._entries

    def __repr__(self) -> str:
        day = "" if self.date is None else f" of {self.date.isoformat()}"
        return f"<RatingList{day}: {len(self)} players>"


@public("tables")
def read_list(source: Source) -> RatingList:
    """Read a rating list: FIDE's text lists since 2001 and XML, CSV or Parquet. `source` is a path, bytes or an open
    file."""
    from arpad.formats.rating_lists.columns import Found, date_of
    from arpad.formats.rating_lists.files import read_table

    found = Found()
    with as_path(source) as file:
        table = read_table(file, found=found)
    return RatingList(table, date_of(table.schema), found.in_order(), found.count)


def ratings_of(given: "RatingList | Source", ids: Collection[str]) -> DomainList:
    """Some players of a list, for rating a report."""
    if isinstance(given, RatingList):
        rows = given._rows()
        return DomainList({id_: rows[id_] for id_ in ids if id_ in rows}, given.combined, given.date)
    from arpad.formats.rating_lists.files import read_list as read_entries

    with as_path(given) as file:
        return read_entries(file, ids)
