"""Living tables: columns to sort by, fields to filter by, pages and files, all by the address of the page.

A page declares its columns and its fields; `table.html` draws them. Without scripts every heading, field and page is a
link or a form; `table.js` brings the same pages into the place of the table.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode

from fastapi import Query
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from markupsafe import escape
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.fields import Table
from arpad.domain.values import fold
from arpad.formats.sheets import MOST_ROWS, WrittenSheet, write_book
from arpad.i18n import ArpadError, Language, has, text
from arpad.web.cache import Answer, wants_json
from arpad.web.site import language_of
from arpad.web.uploads import name_by_address

Row = TypeVar("Row")
NOT_KEPT = ("page", "before", "done", "lists", "lang")
"""What an address says of one page of a table, or of what was done before; another view does not have it."""
BAD_VALUE, CANNOT = 422, 400
"""The statuses of a value that is not of its kind, and of one that names nothing."""


class PageColumn(NamedTuple):
    """A column: its name in the address, the key of its heading, and how it looks. `by` gives what a row is sorted by;
    one of a list whose orders are kept needs none. `falls`: the first click begins with the greatest."""

    name: str
    words: str
    css: str = ""
    by: Callable[[Any], Any] | None = None
    sorts: bool = True
    falls: bool = False
    short: bool = False
    unseen: bool = False
    term: str = ""
    """What it means, as help explains it (`web.term`)."""


class Facet(NamedTuple):
    """A value that a field offers, in words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a filter: a choice if there are options. `wrong` says what is wrong with what was typed. One that does
    not choose some of the rows says which table it is."""

    name: str
    label: str
    value: str = ""
    options: Sequence[Facet] = ()
    kind: str = "search"
    wide: bool = False
    wrong: str = ""
    chooses: bool = True


@dataclass(frozen=True, slots=True)
class LivingTable:
    """A table as its template needs it: a page of rows in their order, and the ways to every other view."""

    label: str
    columns: Sequence[PageColumn]
    rows: Sequence[Any]
    count: int
    sort: str
    natural: str
    address: str
    query: Mapping[str, str]
    fields: Sequence[Field] = ()
    page: int = 1
    pages: int = 1
    size: int = 0
    files: Sequence[str] = ("csv", "xlsx")
    said: str = ""
    kept: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""
    """What is wrong with a value that has no field."""

    @property
    def first(self) -> int:
        """How many rows stand before those of this page."""
        return (self.page - 1) * self.size

    @property
    def filtered(self) -> bool:
        """Whether somebody asks for some of the rows only."""
        return any(one.value and one.chooses for one in self.fields)

    def sorted_by(self, column: PageColumn) -> str:
        """How a column is sorted, as `aria-sort` says it; nothing if it is not."""
        sort = self.sort or self.natural
        return {column.name: "ascending", f"-{column.name}": "descending"}.get(sort, "")

    def sort_link(self, column: PageColumn) -> str:
        """The address of the table sorted by a column; once it is, from the other end."""
        now = self.sorted_by(column)
        falls = now == "ascending" or (not now and column.falls)
        wanted = f"-{column.name}" if falls else column.name
        return self.link(sort=None if wanted == self.natural else wanted)

    def page_link(self, page: int) -> str:
        return self.link(page=str(page) if page > 1 else None)

    def link(self, **changes: str | None) -> str:
        """The address of another view of the table."""
        return _address(self.address, self.query, changes)

    def file_link(self, ending: str) -> str:
        """The address of the whole table as a file."""
        return _address(f"{self.address}.{ending}", self.query, {})

    def column(self, name: str) -> PageColumn:
        return next(column for column in self.columns if column.name == name)

    @property
    def terms(self) -> list[str]:
        """What its columns mean, as help explains it."""
        return list(dict.fromkeys(column.term for column in self.columns if column.term))

    @property
    def all_link(self) -> str:
        """The address of the table without a filter."""
        return self.link(**{one.name: None for one in self.fields if one.chooses})


def _address(path: str, query: Mapping[str, str], changes: Mapping[str, str | None]) -> str:
    asked = {name: value for name, value in (dict(query) | dict(changes)).items() if value}
    return path + (f"?{urlencode(asked)}" if asked else "")


def sorting(*names: str) -> Any:
    """The parameter that names the column by which a table is sorted, for programs too."""
    known = "|".join(names)
    about = f"The column by which the table is sorted: {', '.join(names)}; from its end with a minus before it."
    return Query(pattern=f"^(-?({known}))?$", max_length=40, description=about)


def living(
    request: Request,
    columns: Sequence[PageColumn],
    rows: Sequence[Any],
    *,
    label: str,
    sort: str = "",
    natural: str = "",
    fields: Sequence[Field] = (),
    count: int | None = None,
    page: int = 1,
    size: int = 0,
    files: Sequence[str] = ("csv", "xlsx"),
    said: str = "",
    address: str = "",
) -> LivingTable:
    """Return the table of a page. `rows` are those of this page; `count` are all that fit, `size` those of a page."""
    wrong: Mapping[str, tuple[str, str]] = getattr(request.state, "wrong", {})
    query = {name: value for name, value in request.query_params.items() if name not in NOT_KEPT and value}
    known = [
        replace(one, value=wrong[one.name][0], wrong=wrong[one.name][1]) if one.name in wrong else one for one in fields
    ]
    query = {name: value for name, value in query.items() if not any(one.name == name and one.wrong for one in known)}
    total = len(rows) if count is None else count
    names = {one.name for one in known}
    elsewhere = next((said for name, (_, said) in wrong.items() if name not in names), "")
    return LivingTable(
        label, columns, rows, total, sort, natural, address or request.url.path, query, known, page,
        max(1, -(-total // size)) if size else 1, size, files, said,
        {name: value for name, value in query.items() if name not in names}, elsewhere,
    )  # fmt: skip


def by_column(rows: Iterable[Row], columns: Sequence[PageColumn], sort: str) -> list[Row]:
    """Return rows in the order of a column, equals as they come; those without a value last, up or down."""
    listed, name = list(rows), sort.removeprefix("-")
    by = next((column.by for column in columns if column.name == name), None)
    if by is None:
        return listed
    keys = [(by(row), row) for row in listed]
    known = [(fold(key) if isinstance(key, str) else key, row) for key, row in keys if key not in (None, "")]
    known.sort(key=lambda pair: pair[0], reverse=sort.startswith("-"))
    return [row for _, row in known] + [row for key, row in keys if key in (None, "")]


def by_cells(rows: Iterable[Row], cell: Callable[[Row], str], *, down: bool) -> list[Row]:
    """Return rows in the order of a column of words: numbers by what they are worth, empty cells last, up or down."""
    pairs = [(worth(cell(row)), row) for row in rows]
    known = [(key, row) for key, row in pairs if key is not None]
    known.sort(key=lambda pair: pair[0], reverse=down)
    return [row for _, row in known] + [row for key, row in pairs if key is None]


def worth(cell: str) -> tuple[int, Fraction, str] | None:
    """Return what a cell of words is sorted by: numbers by what they are worth; None if it is empty."""
    written = cell.strip().replace(",", ".").replace("½", ".5").replace("\N{MINUS SIGN}", "-").rstrip(".")
    if written in ("", "–"):
        return None
    try:
        return 0, Fraction(written), ""
    except (ValueError, ZeroDivisionError):
        return 1, Fraction(0), fold(cell)


def sorts_carry(fragment: str, request: Request) -> str:
    """A part of a page whose headings sort (`?sort=`), with what else the address of the page says."""
    kept = [pair for pair in request.query_params.multi_items() if pair[0] not in ("sort", *NOT_KEPT)]
    return fragment.replace('href="?sort=', f'href="?{escape(urlencode(kept))}&amp;sort=') if kept else fragment


def page_of(rows: Sequence[Row], page: int, size: int) -> Sequence[Row]:
    """Return the rows of a page, the first page being 1."""
    return rows[(page - 1) * size : page * size]


def status_of(request: Request) -> int:
    """Return the status of a page: that of bad input if a field of its table says that something is wrong."""
    return CANNOT if getattr(request.state, "wrong", {}) else 200


def with_workbook(answer: Answer, request: Request) -> Answer:
    """Return an answer that is a workbook too, with the status that the fields of its page give."""
    table = answer.table
    assert table is not None

    def book() -> bytes:
        now = request.app.state.site.settings.now()
        return workbook(table(), name_by_address(request), language_of(request), now)

    return replace(answer, xlsx=book, status=status_of(request))


def workbook(table: Table, name: str, language: Language, made: dt.datetime) -> bytes:
    """Return a table as a workbook, if a spreadsheet can be read in again with so many rows."""
    rows = list(table.rows)
    if len(rows) > MOST_ROWS:
        raise ArpadError("web-list-sheet", count=len(rows), most=MOST_ROWS)
    headings = [_heading(column, language) for column in table.headings]
    return write_book([WrittenSheet(name, headings, [[_cell(cell) for cell in row] for row in rows], name)], made)


def _heading(column: str, language: Language) -> str:
    keys = (f"workbook.column.{column}", f"table.{column.replace('_', '-')}", f"web.field.{column}")
    return next((text(key, language) for key in keys if has(key)), column)


def _cell(cell: object) -> object:
    """A cell as a workbook takes it."""
    return cell if cell is None or (isinstance(cell, str | int | dt.date) and not isinstance(cell, bool)) else str(cell)


# What is wrong with a filter: the page stays, without the value that cannot be used, and says so at its field.


class ForgivingRoute(APIRoute):
    """A route of a table: a value of its address that is not of its kind is left out for the page, which says so at the
    field; programs are refused."""

    def get_route_handler(self) -> Any:
        handle = super().get_route_handler()

        async def forgiving(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                wrong = _wrong_in_query(request, error)
                if not wrong or wants_json(request):
                    raise
            query = [pair for pair in parse_qsl(request.url.query, keep_blank_values=True) if pair[0] not in wrong]
            request.state.wrong = wrong
            again = Request({**request.scope, "query_string": urlencode(query).encode()}, request.receive)
            response = await handle(again)
            response.status_code = max(response.status_code, BAD_VALUE)
            return response

        return forgiving


def _wrong_in_query(request: Request, error: RequestValidationError) -> dict[str, tuple[str, str]]:
    """What was typed and what is wrong with it, by the names of the fields; nothing if something else is wrong too."""
    places = [tuple(one.get("loc") or ()) for one in error.errors()]
    if any(len(place) < 2 or place[0] != "query" for place in places):
        return {}
    language = language_of(request)
    return {
        str(place[1]): (request.query_params.get(str(place[1]), "")[:80], text("web.table.value", language))
        for place in places
    }


def mark_wrong(request: Request, name: str, typed: str, said: str) -> None:
    """Say at a field of a table that its value names nothing."""
    known = dict(getattr(request.state, "wrong", {}))
    request.state.wrong = known | {name: (typed, said)}


def choices(values: Iterable[str], words: Callable[[str], str]) -> list[Facet]:
    """Return the options of a field, in the order of their words."""
    return sorted((Facet(value, words(value)) for value in values), key=lambda option: fold(option.words))
