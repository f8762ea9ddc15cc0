"""Public pages of rating lists and federations, with filters, top lists and downloads."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import csv_rows, document_of
from arpad.documents.fields import csv_parts
from arpad.domain.values import canonical
from arpad.formats.rating_lists.files import list_bytes
from arpad.i18n import ArpadError
from arpad.inputs.parse import period_in_address
from arpad.lists.list_versions import ChangedRating, ListVersion
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
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.release import __version__
from arpad.web.cache import Answer, LongFile, listing, short_tag
from arpad.web.public.players import HIDDEN, BirthYear, Class, PageNumber, SystemName, VersionNumber
from arpad.web.public.shapes import (
    BEST_OF_FEDERATION,
    LINE,
    LIST_PAGE,
    LISTED,
    TOP,
    TOP_LIST,
    FederationDocument,
    FederationsDocument,
    ListChangesDocument,
)
from arpad.web.routes import Pages
from arpad.web.uploads import disposition

# Federations: how strong each is on the newest list, and one of them with its best players and its events.

federations = Pages("federations", same_for_all=True)

BEST, LATEST = 10, 10
Code = Annotated[str, Path(max_length=3, description="Three letters.")]


@federations.page("/federations", "public_federations.html", FederationsDocument, table=True)
def all_federations(request: Request, time_class: Class = "standard", system: SystemName = "") -> Answer:
    """The federations on the newest list, the strongest first."""
    desk = request.app.state.site.desk(system)
    newest = _newest(desk)
    found = () if newest is None else _lines(desk, newest, time_class)
    return Answer(
        document=lambda: {
            "list": newest,
            "time_class": time_class,
            "federations": [LINE.document(line) for line in found],
        },
        page=lambda: {"newest": newest, "lines": found, "time_class": time_class, "classes": TIME_CLASSES},
        table=lambda: LINE.table(found),
    )


@federations.page("/federations/{code}", "public_federation.html", FederationDocument)
def federation(request: Request, code: Code, system: SystemName = "") -> Answer:
    """A federation: its players by numbers, its best in each time class, the events that were held there."""
    desk = request.app.state.site.desk(system)
    newest, wanted = _newest(desk), code.upper()
    classes = {} if newest is None else _of_one(desk, newest, wanted)
    held = [event for event in reversed(list_events(desk)) if event.federation == wanted and event.state not in HIDDEN]
    if not classes and not held:
        raise ArpadError("web-federation-unknown", federation=code)
    return Answer(
        document=lambda: {
            "federation": wanted,
            "list": newest,
            "classes": {
                name: LINE.document(line) | {"best": [BEST_OF_FEDERATION.document(row) for row in rows]}
                for name, (line, rows) in classes.items()
            },
            "events": held[:LATEST],
        },
        page=lambda: {"code": wanted, "newest": newest, "by_class": classes, "held": held[:LATEST], "count": len(held)},
    )


def _newest(desk: Desk) -> ListVersion | None:
    known = versions(desk, published=True)
    return known[-1] if known else None


def _lines(desk: Desk, newest: ListVersion, time_class: TimeClass) -> tuple[FederationLine, ...]:
    return published_federations(desk, newest.period, newest.number, time_class)[1]


def _of_one(desk: Desk, newest: ListVersion, code: str) -> dict[TimeClass, tuple[FederationLine, list[dict[str, Any]]]]:
    """A federation's line and its best players, in the time classes in which it has players."""
    found = {}
    for name in TIME_CLASSES:
        line = next((one for one in _lines(desk, newest, name) if one.code == code), None)
        if line is not None:
            found[name] = line, best_at_home(desk, newest.period, newest.number, name, code, BEST)
    return found


# The published lists: every version, filters, top lists, differences, and files to download.

list_pages = Pages("lists", same_for_all=True)
files = APIRouter(include_in_schema=False)

ROWS = 100
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


@list_pages.page("/lists/{period}", "public_list.html", LIST_PAGE, table=True)
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
    found, content = published_rows(desk, period_in_address(period), version, time_class)
    places = content.places(wanted)
    first = (page - 1) * ROWS
    rows = [LISTED.document(row) for row in content.rows(places[first : first + ROWS])]
    shown = {"time_class": time_class, "listed": len(places), "page": page, "rows": rows}
    return Answer(
        document=lambda: found.document() | shown,
        page=lambda: {
            "data": shown,
            "found": found,
            "pages": -(-len(places) // ROWS),
            "first": first,
            "versions": [one for one in versions(desk, published=True) if one.period == found.period],
            "chosen": {
                "federation": federation,
                "sex": sex,
                "title": title,
                "born_from": born_from or "",
                "born_to": born_to or "",
            },
            "formats": FORMATS,
            "classes": TIME_CLASSES,
        },
        table=lambda: LISTED.table(content.rows(places)),
        parts=_long_file(found, content, places, wanted, time_class) if len(places) > LONG else None,
    )


def _long_file(
    found: ListVersion, content: ShownList, places: Sequence[int], wanted: ListFilter, time_class: TimeClass
) -> LongFile:
    """A list that is sent while it is written; its version, the filter and the release say what is in it."""
    made_of = canonical([__version__, found.digest, time_class, *astuple(wanted)])
    return LongFile(short_tag(made_of.encode()), lambda: csv_parts(*LISTED.long_table(content.rows(places))))


@list_pages.page("/lists/{period}/top", "public_top.html", TOP_LIST, table=True)
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
    found, best = published_top(desk, date, version, time_class, ROWS, women=women, juniors=juniors, published=True)
    shown = {"time_class": time_class, "women": women, "juniors": juniors, "rows": best.to_pylist()}
    return Answer(
        document=lambda: found.document() | shown,
        page=lambda: {"data": shown, "found": found, "classes": TIME_CLASSES},
        table=lambda: TOP.table(shown["rows"]),
    )


@list_pages.page("/lists/{period}/changes", "public_changes.html", ListChangesDocument, table=True)
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
    found = diff(desk, date, first.number, last.number, time_class)
    head = {"period": date, "from": first.number, "to": last.number}
    return Answer(
        document=lambda: head | {"changes": [document_of(ChangedRating, difference) for difference in found]},
        page=lambda: {"data": head, "changes": found, "reason": last.reason},
        table=lambda: csv_rows(ChangedRating, found),
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
    found, content = published_list(desk, period_in_address(period), version, chosen, published=True)
    data = list_bytes(content, format)
    return PublishedFile(desk, found, f"{desk.system}-{found.period:%Y-%m}-v{found.number}-{time_class}.{format}", data)


AskedFile = Annotated[PublishedFile, Depends(list_file)]


@files.get("/lists/{period}/download.{format}")
def download(file: AskedFile, format: ListFormat) -> Response:  # noqa: A002
    """A whole list as a file, in the formats of rating lists."""
    return Response(file.data, media_type=FORMATS[format], headers=disposition(file.name))


def _version(desk: Desk, period: str, number: int | None) -> ListVersion:
    return version(desk, period_in_address(period), number, published=True)
