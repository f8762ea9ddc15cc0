"""Rating lists: read from any file, looked up, handed on as frames, written again; signed lists verified."""

import datetime as dt
import os
from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from arpad.documents.document import Document, InWords, known_language
from arpad.domain.findings import Finding as DomainFinding
from arpad.domain.rating_list import ListEntry
from arpad.domain.rating_list import RatingList as DomainList
from arpad.i18n import ArpadError, text
from arpad.library import values
from arpad.library.files import Source, as_path
from arpad.library.results import (
    MOST_ROWS,
    Finding,
    Plot,
    ResultColumn,
    TableRows,
    Tabular,
    findings_of,
    html_table,
    plotted,
    public,
    with_floats,
)

if TYPE_CHECKING:
    import pyarrow

    from arpad.lists.player_index import NameIndex


class ListEntries(TableRows[ListEntry]):
    """Players of a list, such as those found by a name."""

    __slots__ = ()
    columns = tuple(
        ResultColumn(name, "whole" if name in ("rating", "games", "k", "born") else "text")
        for name in ("id", "name", "federation", "sex", "title", "rating", "games", "k", "born", "flag")
    )


BAND = 50
"""The ratings that a step of a plot counts together."""


class RatingList(Tabular):
    """A rating list, with its day if it says so. `ratings["99000101"]` is a player's row, by ID; `to_pandas()` and its
    like give the whole."""

    __slots__ = ("_entries", "_findings", "_names", "_table", "date", "findings_count")

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
        self._names: NameIndex | None = None

    @property
    def combined(self) -> bool:
        """Whether it has standard, rapid and blitz ratings."""
        from arpad.formats.rating_lists.columns import is_combined

        return is_combined(self._table.schema)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is odd about the list, at most a thousand of each kind; `findings_count` counts them all."""
        return findings_of(self._findings)

    def to_arrow(self, *, exact: bool = True) -> "pyarrow.Table":
        """Return the list as an Arrow table: whole numbers and texts."""
        return self._table if exact else with_floats(self._table)

    def only(self, **columns: object) -> "RatingList":
        """Return the players with these values, such as federation="ESP" or title="GM"."""
        import pyarrow.compute as pc

        table = self._table
        for name, value in columns.items():
            values.chosen("only", name, table.column_names)
            table = table.filter(pc.equal(table[name], value))
        return RatingList(table, self.date)

    @public("office")
    def find(self, name: str, *, count: int = 10, federation: str = "") -> ListEntries:
        """Return players by name, the most likely first: those whose words begin so, and if there are few of them those
        whose names are alike (misspelt, in another order, in other letters)."""
        from arpad.lists.imports import names_of_list
        from arpad.lists.player_index import NameIndex

        if self._names is None:
            self._names = NameIndex.of(names_of_list(self._table))
        found = self._names.search(str(name), values.whole("count", count, 1, len(self) + 1), federation)
        rows = self._rows_by_id()
        return ListEntries(rows[player.id] for player in found.first(count))

    @public("tables")
    def plot(self, language: str = "en") -> Plot:
        """Return how many players have which rating, as a picture."""
        from arpad.lab.tables import Chart, ChartLine

        spoken = known_language(language)
        bands: dict[int, int] = {}
        for rating in self._table["rating"].drop_null().to_pylist():
            bands[rating // BAND] = bands.get(rating // BAND, 0) + 1
        span = range(min(bands, default=0), max(bands, default=0) + 2)
        points = tuple((Fraction(band * BAND), Fraction(bands.get(band, 0))) for band in span)
        title = text("surface.plot-list", spoken, date=self.date) if self.date else text("surface.plot-ratings", spoken)
        line = ChartLine(text("surface.plot-players", spoken), points, steps=True)
        axes = text("surface.plot-rating", spoken), text("surface.plot-players", spoken)
        return plotted(Chart(title, *axes, lines=(line,)), spoken)

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
        entry = self._rows_by_id().get(str(id))
        if entry is None:
            raise ArpadError("surface.list-entry-unknown", id=str(id))
        return entry

    def __contains__(self, id: object) -> bool:  # noqa: A002
        return str(id) in self._rows_by_id()

    def get(self, id: str) -> ListEntry | None:  # noqa: A002
        """Return a player's row by ID, None if there is none."""
        return self._rows_by_id().get(str(id))

    def __iter__(self) -> Iterator[ListEntry]:
        return iter(self._rows_by_id().values())

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatingList):
            return NotImplemented
        return self.date == other.date and bool(self._table.equals(other._table))

    def __hash__(self) -> int:
        return hash((self.date, len(self)))

    def _repr_html_(self) -> str:
        columns = [ResultColumn(name, "text" if "string" in str(kind) else "whole")
                   for name, kind in zip(self._table.column_names, self._table.schema.types, strict=True)]  # fmt: skip
        rows = [list(row.values()) for row in self._table.slice(0, MOST_ROWS).to_pylist()]
        return html_table(repr(self), columns, rows, len(self))

    def _rows_by_id(self) -> dict[str, ListEntry]:
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
        rows = given._rows_by_id()
        return DomainList({id_: rows[id_] for id_ in ids if id_ in rows}, given.combined, given.date)
    from arpad.formats.rating_lists.files import read_list as read_entries

    with as_path(given) as file:
        return read_entries(file, ids)


# A published list or a bundle, verified by the public key of its office.

SIGNATURE = ".sig"
LARGEST_KEY = 1 << 16
ZIP = b"PK"
NO_ANSWER = ("bundle-none", "file-missing", "key-typed", "list-unreadable", "signature-missing", "needs-extra")
"""Errors of somebody who wants to verify; all others are the answer."""


class Verified(Document, frozen=True):
    """Whether a list is what the office with this key signed, which list it is, and what is wrong if it is not."""

    sound: bool
    key: str
    system: str | None = None
    period: dt.date | None = None
    version: int | None = None
    digest: str | None = None
    problem: Annotated[
        ArpadError | None, InWords(str | None, lambda problem, language: problem and problem.text(language))
    ] = None

    def __bool__(self) -> bool:
        return self.sound

    def __hash__(self) -> int:
        return hash((self.sound, self.key, self.digest))

    def __repr__(self) -> str:
        if self.problem is not None:
            return f"<Verified: no, {self.problem}>"
        return f"<Verified: the list of {self.period:%Y-%m}, version {self.version}>"


@public("office")
def verify(
    list: str | os.PathLike[str],  # noqa: A002  (the word of the command)
    key: str | os.PathLike[str],
    *,
    signature: str | os.PathLike[str] | None = None,
) -> Verified:
    """Return whether a published list, with its signature beside it, or a bundle is what the office signed. `key` is
    the public key of the office, or a file with it."""
    from arpad.office.proof.bundle import verify_bundle
    from arpad.office.proof.signatures import verify_list
    from arpad.regulations.rating_editions import regulations

    file, known = Path(list), key_given(os.fspath(key))
    try:
        if is_bundle(file):
            newest = verify_bundle(file, regulations(), known).versions[-1]
            return Verified(newest.sound, known, None, newest.period, newest.version, newest.digest)
        beside = file.with_name(file.name + SIGNATURE) if signature is None else Path(signature)
        signed = verify_list(file, beside, known)
    except ArpadError as refused:
        if refused.key in NO_ANSWER:
            raise
        return Verified(False, known, problem=refused)
    day = dt.date.fromisoformat(signed["period"])
    return Verified(True, known, signed["system"], day, signed["version"], signed["digest"])


def key_given(given: str) -> str:
    """Return the public key that was typed, or that is in the file that was named."""
    from arpad.office.proof.signatures import typed_key

    path = Path(given)
    try:
        if path.is_file() and path.stat().st_size <= LARGEST_KEY:
            return typed_key(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise ArpadError("key-typed", value=given[:80]) from None
    return typed_key(given)


def is_bundle(file: Path) -> bool:
    """Whether a file is a bundle, and not a list."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(ZIP)) == ZIP
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as problem:
        raise ArpadError("list-unreadable", file=str(file), problem=problem.strerror or str(problem)) from None
