"""Public pages of rating lists and federations, with filters, top lists and downloads."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query
from msgspec import convert
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, ShownAs, csv_rows, extended, shows
from arpad.documents.fields import Table, csv_parts
from arpad.domain.values import canonical
from arpad.formats.rating_lists.columns import SINGLE
from arpad.formats.rating_lists.files import list_bytes
from arpad.formats.sheets import MOST_ROWS, WrittenSheet, write_book
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.parse import period_in_address
from arpad.lists.list_versions import ChangedRating, ListVersion, RatingDifference
from arpad.lists.published import ListFilter, ShownList
from arpad.lists.top_lists import FederationLine
from arpad.office.context import Desk
from arpad.office.events import list_events
from arpad.office.lists import (
    best_at_home,
    diff,
    published_federations,
    published_list,
    published_rows,
    published_top,
    version,
    versions,
)
from arpad.office.records import OfficeEvent
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.release import __version__
from arpad.web.cache import Answer, LongFile, listing, short_tag
from arpad.web.public.players import HIDDEN, BirthYear, Class, PageNumber, SystemName, VersionNumber
from arpad.web.routes import Pages
from arpad.web.site import language_of
from arpad.web.uploads import disposition

# Federations: how strong each is on the newest list, and one of them with its best players and its events.

federations = Pages("federations", same_for_all=True)

BEST, LATEST = 10, 10
Code = Annotated[str, Path(max_length=3, description="Three letters.")]


class FederationLines(Document, frozen=True):
    """The federations on the newest list, the strongest first."""

    list: ListVersion | None
    time_class: str
    federations: tuple[FederationLine, ...]


@federations.page("/federations", "public_federations.html", FederationLines, table=True)
def all_federations(request: Request, time_class: Class = "standard", system: SystemName = "") -> Answer:
    """The federations on the newest list, the strongest first."""
    desk = request.app.state.site.desk(system)
    newest = _newest(desk)
    lines = () if newest is None else _lines(desk, newest, time_class)
    return Answer(
        document=lambda: FederationLines(newest, time_class, lines),
        page=lambda: {"newest": newest, "lines": lines, "time_class": time_class, "classes": TIME_CLASSES},
        table=lambda: csv_rows(FederationLine, lines),
    )


class BestOfFederation(Document, frozen=True):
    """One of the best players of a federation."""

    place: int
    id: str
    name: str
    title: str
    rating: int


class BestPlayer(BestOfFederation, frozen=True):
    """One of the best players of a list."""

    shown = shows("place", "id", "name", "title", "federation", "rating")
    federation: str


class FederationClass(FederationLine, frozen=True):
    """The players of a federation in a time class, and the best of them."""

    best: Sequence[BestOfFederation]


class FederationPage(Document, frozen=True):
    """A federation: its players in each time class, the events that were held there."""

    federation: str
    list: ListVersion | None
    classes: Mapping[TimeClass, FederationClass]
    events: Sequence[OfficeEvent]


@federations.page("/federations/{code}", "public_federation.html", FederationPage)
def federation(request: Request, code: Code, system: SystemName = "") -> Answer:
    """A federation: its players by numbers, its best in each time class, the events that were held there."""
    desk = request.app.state.site.desk(system)
    newest, wanted = _newest(desk), code.upper()
    classes = {} if newest is None else _classes(desk, newest, wanted)
    held = [event for event in reversed(list_events(desk)) if event.federation == wanted and event.state not in HIDDEN]
    if not classes and not held:
        raise ArpadError("web-federation-unknown", federation=code)
    data = FederationPage(wanted, newest, classes, held[:LATEST])
    return Answer(lambda: data, lambda: {"data": data, "count": len(held)})


def _newest(desk: Desk) -> ListVersion | None:
    known = versions(desk, published=True)
    return known[-1] if known else None


def _lines(desk: Desk, newest: ListVersion, time_class: TimeClass) -> tuple[FederationLine, ...]:
    return published_federations(desk, newest.period, newest.number, time_class)[1]


def _classes(desk: Desk, newest: ListVersion, code: str) -> dict[TimeClass, FederationClass]:
    """Return a federation's line and its best players, in the time classes in which it has players."""
    classes = {}
    for name in TIME_CLASSES:
        line = next((line for line in _lines(desk, newest, name) if line.code == code), None)
        if line is not None:
            best = best_at_home(desk, newest.period, newest.number, name, code, BEST)
            classes[name] = extended(FederationClass, line, best=convert(best, Sequence[BestOfFederation]))
    return classes


# The published lists: every version, filters, top lists, differences, and files to download.

list_pages = Pages("lists", same_for_all=True)
files = APIRouter(include_in_schema=False)

ROWS = 100
LISTED = ("id", "name", "federation", "sex", "title", "born", "rating", "games", "k", "flag")
LONG = 5_000
"""Players up to which a CSV file is made as a whole, and kept as pages are."""
PUBLISHED = ("period", "version", "made", "players", "digest", "reason")
FORMATS = {"txt": "text/plain", "xml": "application/xml", "csv": "text/csv", "parquet": "application/octet-stream"}
ListFormat = Literal["txt", "xml", "csv", "parquet"]
ListClass = TimeClass | Literal["combined"]
ListedSex = Literal["", "M", "F"]


@list_pages.page("/lists", "public_lists.html", list[ListVersion], table=True)
def all_lists(request: Request, system: SystemName = "") -> Answer:
    """Every published list, the newest first, with all its versions."""
    known = versions(request.app.state.site.desk(system), published=True)
    newest = {version.period: version.number for version in known}
    return listing(ListVersion, known[::-1], lambda: {"newest": newest}, PUBLISHED)


class ListedPlayer(Document, frozen=True):
    """A player of a list."""

    id: str
    name: str
    federation: str
    sex: str
    title: str
    born: int | None
    rating: int | None
    games: int | None
    k: int | None
    flag: str


class TopPlayer(ListedPlayer, frozen=True):
    """One of the best of a list."""

    shown = shows("place", *SINGLE)
    place: int


class ListPage(ListVersion, frozen=True):
    """A page of a list. `listed` is how many players the whole of it has."""

    shown = shows(*ListVersion.shown, "time_class", "listed", "page", "rows")
    time_class: str
    listed: int
    page: int
    rows: Sequence[ListedPlayer]


class TopList(ListVersion, frozen=True):
    """The best of a list."""

    shown = shows(*ListVersion.shown, "time_class", "women", "juniors", "rows")
    time_class: str
    women: bool
    juniors: bool
    rows: Sequence[TopPlayer]


@list_pages.page("/lists/{period}", "public_list.html", ListPage, table=True, xlsx=True)
def one_list(
    request: Request,
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    federation: Annotated[str, Query(max_length=3, description="Three letters.")] = "",
    sex: Annotated[ListedSex, Query(description="M or F.")] = "",
    title: Annotated[str, Query(max_length=3, description="GM, IM and so on.")] = "",
    born_from: BirthYear = None,
    born_to: BirthYear = None,
    page: PageNumber = 1,
    system: SystemName = "",
) -> Answer:
    """A list, the highest rated first, a hundred at a time; its CSV is whole."""
    desk = request.app.state.site.desk(system)
    wanted = ListFilter(federation.upper(), sex, title.upper(), born_from, born_to)
    list_version, content = published_rows(desk, period_in_address(period), version, time_class)
    places = content.places(wanted)
    first = (page - 1) * ROWS
    rows = convert(list(content.rows(places[first : first + ROWS])), Sequence[ListedPlayer])
    data = extended(ListPage, list_version, time_class=time_class, listed=len(places), page=page, rows=rows)
    return Answer(
        document=lambda: data,
        page=lambda: {
            "data": data,
            "found": list_version,
            "pages": -(-len(places) // ROWS),
            "first": first,
            "versions": [other for other in versions(desk, published=True) if other.period == list_version.period],
            "chosen": {
                "federation": federation,
                "sex": sex,
                "title": title,
                "born_from": born_from or "",
                "born_to": born_to or "",
            },
            "formats": FORMATS,
            "as_sheet": len(places) <= MOST_ROWS,
            "classes": TIME_CLASSES,
        },
        table=lambda: Table(LISTED, list(_cells(content, places))),
        parts=_long_file(list_version, content, places, wanted, time_class) if len(places) > LONG else None,
        xlsx=lambda: _sheet(list_version, content, places, language_of(request)),
    )


def _sheet(found: ListVersion, content: ShownList, places: Sequence[int], language: Language) -> bytes:
    """Return players as a workbook, if a spreadsheet can be read in again with so many rows."""
    if len(places) > MOST_ROWS:
        raise ArpadError("web-list-sheet", count=len(places), most=MOST_ROWS)
    name, of_day = f"{found.period:%Y-%m}", dt.datetime.combine(found.period, dt.time(), dt.UTC)
    headings = [text(f"workbook.column.{column}", language) for column in LISTED]
    return write_book([WrittenSheet(name, headings, list(_cells(content, places)), name)], of_day)


def _long_file(
    found: ListVersion, content: ShownList, places: Sequence[int], wanted: ListFilter, time_class: TimeClass
) -> LongFile:
    """A list that is sent while it is written; its version, the filter and the release say what is in it."""
    made_of = canonical([__version__, found.digest, time_class, *astuple(wanted)])
    return LongFile(short_tag(made_of.encode()), lambda: csv_parts(LISTED, _cells(content, places)))


def _cells(content: ShownList, places: Sequence[int]) -> Iterator[list[Any]]:
    """Return the players for a CSV file, one after the other."""
    return ([row.get(name) for name in LISTED] for row in content.rows(places))


@list_pages.page("/lists/{period}/top", "public_top.html", TopList, table=True)
def top(
    request: Request,
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    women: bool = False,
    juniors: bool = False,
    system: SystemName = "",
) -> Answer:
    """The best hundred of a list, of its women, of its juniors."""
    desk = request.app.state.site.desk(system)
    date = period_in_address(period)
    list_version, best = published_top(
        desk, date, version, time_class, ROWS, women=women, juniors=juniors, published=True
    )
    rows = convert(best.to_pylist(), Sequence[TopPlayer])
    data = extended(TopList, list_version, time_class=time_class, women=women, juniors=juniors, rows=rows)
    return Answer(
        document=lambda: data,
        page=lambda: {"data": data, "found": list_version, "classes": TIME_CLASSES},
        table=lambda: csv_rows(TopPlayer, rows, ("place", *LISTED)),
    )


class ChangesOfList(Document, frozen=True):
    """The players whose rating differs between two versions of a list."""

    period: dt.date
    from_: int
    to: int
    changes: Annotated[Sequence[RatingDifference], ShownAs(list[ChangedRating])]


@list_pages.page("/lists/{period}/changes", "public_changes.html", ChangesOfList, table=True)
def changes(
    request: Request,
    period: str,
    one: Annotated[int, Query(alias="from", ge=1)] = 1,
    two: Annotated[int | None, Query(alias="to", ge=1)] = None,
    time_class: Class = "standard",
    system: SystemName = "",
) -> Answer:
    """The players whose rating differs between two versions of a list."""
    desk = request.app.state.site.desk(system)
    date = period_in_address(period)
    first, last = _version(desk, period, one), _version(desk, period, two)
    differences = diff(desk, date, first.number, last.number, time_class)
    data = ChangesOfList(date, first.number, last.number, differences)
    return Answer(
        document=lambda: data,
        page=lambda: {"data": data, "changes": differences, "reason": last.reason},
        table=lambda: csv_rows(ChangedRating, differences),
    )


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file with a published list."""

    desk: Desk
    version: ListVersion
    name: str
    data: bytes


def list_file(
    request: Request,
    period: str,
    format: ListFormat,  # noqa: A002
    version: VersionNumber = None,
    time_class: ListClass = "standard",
    system: str = "",
) -> PublishedFile:
    """Return the file that an address names."""
    desk: Desk = request.app.state.site.desk(system)
    chosen = None if time_class == "combined" else time_class
    list_version, content = published_list(desk, period_in_address(period), version, chosen, published=True)
    data = list_bytes(content, format)
    return PublishedFile(
        desk,
        list_version,
        f"{desk.system}-{list_version.period:%Y-%m}-v{list_version.number}-{time_class}.{format}",
        data,
    )


AskedFile = Annotated[PublishedFile, Depends(list_file)]


@files.get("/lists/{period}/download.{format}")
def download(file: AskedFile, format: ListFormat) -> Response:  # noqa: A002
    """A whole list as a file, in the formats of rating lists."""
    return Response(file.data, media_type=FORMATS[format], headers=disposition(file.name))


def _version(desk: Desk, period: str, number: int | None) -> ListVersion:
    return version(desk, period_in_address(period), number, published=True)
