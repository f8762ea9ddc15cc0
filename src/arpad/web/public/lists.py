"""Public pages of rating lists and federations, with filters, top lists and downloads."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from operator import attrgetter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query
from msgspec import convert
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, ShownAs, csv_rows, extended, shows
from arpad.documents.fields import Table, csv_parts
from arpad.domain.values import canonical
from arpad.formats.codes import federation_name
from arpad.formats.rating_lists.columns import SINGLE
from arpad.formats.rating_lists.files import list_bytes
from arpad.formats.sheets import MOST_ROWS, WrittenSheet, write_book
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.parse import period_in_address
from arpad.lists.list_versions import ChangedRating, ListVersion, RatingDifference
from arpad.lists.published import CHANGE, TITLES, ListFilter, ShownList
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
from arpad.web.cache import Answer, LongFile, PagedRows, listing, short_tag, wants_json
from arpad.web.public.players import (
    HIDDEN,
    BirthYear,
    Class,
    PageNumber,
    SystemName,
    VersionNumber,
    home_options,
)
from arpad.web.routes import Pages
from arpad.web.site import language_of
from arpad.web.tables import (
    Facet,
    Field,
    ForgivingRoute,
    PageColumn,
    by_column,
    living,
    mark_wrong,
    sorting,
    status_of,
    with_workbook,
)
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


LINES = tuple(
    PageColumn(name, f"web.federation.{name}", css, attrgetter(name), falls=True, term=term)
    for name, css, term in (("average", "n", "average"), ("highest", "n", ""), ("active", "n", "active"),
                            ("players", "n wide-only", ""), ("women", "n wide-only", ""),
                            ("titled", "n wide-only", "titled"))
)  # fmt: skip


@federations.page(
    "/federations", "public_federations.html", FederationLines, table=True, xlsx=True, forgiving=ForgivingRoute
)
def all_federations(
    request: Request,
    time_class: Class = "standard",
    sort: Annotated[str, sorting("name", *(column.name for column in LINES))] = "",
    system: SystemName = "",
) -> Answer:
    """The federations on the newest list, the strongest first."""
    desk, language = request.app.state.site.desk(system), language_of(request)
    newest = _newest(desk)

    def name(line: FederationLine) -> str:
        return federation_name(line.code, language) or line.code

    columns = (PageColumn("name", "web.federation.name", by=name), *LINES)
    known = () if newest is None else _lines(desk, newest, time_class)
    lines = by_column(known, columns, sort)
    label = text("web.federation.title", language)
    answer = Answer(
        document=lambda: FederationLines(newest, time_class, tuple(lines)),
        page=lambda: {
            "newest": newest,
            "table": living(request, columns, lines, label=label, sort=sort, natural="-average"),
            "places": {line.code: place for place, line in enumerate(known, 1)},
            "time_class": time_class,
            "classes": TIME_CLASSES,
        },
        table=lambda: csv_rows(FederationLine, lines),
    )
    return with_workbook(answer, request)


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


VERSIONS = (
    PageColumn("period", "web.player.list", by=lambda one: (one.period, -one.number), falls=True, term="list"),
    PageColumn("players", "web.list.players", "n", attrgetter("players"), falls=True),
    PageColumn("version", "web.list.version", "n", attrgetter("number"), short=True, term="version"),
    PageColumn("reason", "web.list.reason", "wide-only", attrgetter("reason")),
    PageColumn("digest", "web.list.digest", "wide-only", sorts=False, term="digest"),
)


@list_pages.page("/lists", "public_lists.html", list[ListVersion], table=True, xlsx=True, forgiving=ForgivingRoute)
def all_lists(
    request: Request,
    year: Annotated[str, Query(pattern=r"^(\d{4})?$", description="The year of the lists.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in VERSIONS if column.sorts))] = "",
    system: SystemName = "",
) -> Answer:
    """Every published list, the newest first, with all its versions."""
    known, language = versions(request.app.state.site.desk(system), published=True)[::-1], language_of(request)
    years = sorted({version.period.year for version in known}, reverse=True)
    if year and int(year) not in years:
        mark_wrong(request, "year", year, text("web.table.no-year", language, year=year))
    some = [version for version in known if year in ("", str(version.period.year))]
    shown = by_column(some if some or wants_json(request) else known, VERSIONS, sort)

    def page() -> dict[str, Any]:
        years_known = [Facet(str(one), str(one)) for one in years]
        fields = (Field("year", "web.event.year", year, years_known),) if len(years) > 1 or year else ()
        ordered = shown if sort else sorted(shown, key=lambda one: (one.period, one.number), reverse=True)
        table = living(
            request, VERSIONS, ordered, label=text("web.list.all", language), sort=sort, natural="-period",
            fields=fields,
        )  # fmt: skip
        newest = {version.period: max(one.number for one in known if one.period == version.period) for version in known}
        return {"table": table, "newest": newest}

    answer = listing(ListVersion, shown, page, PUBLISHED)
    return with_workbook(answer, request)


class ListRow(Document, frozen=True):
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


class ListedPlayer(ListRow, frozen=True):
    """A player of a list. `change` is since the list before, for those who are rated on both."""

    change: int | None = None


class TopPlayer(ListRow, frozen=True):
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


LIST_COLUMNS = (
    PageColumn("name", "web.player.name", "whole"),
    PageColumn("federation", "web.player.fed", short=True, term="fed"),
    PageColumn("rating", "web.player.rating", "n", falls=True, short=True, term="rating"),
    PageColumn(CHANGE, "web.player.change", "n", falls=True, term="since"),
    PageColumn("games", "web.player.games", "n wide-only", falls=True, term="games"),
    PageColumn("k", "web.player.k", "n wide-only", falls=True, term="k"),
    PageColumn("born", "web.list.born", "n wide-only", falls=True, term="born"),
)
PLACE = PageColumn("place", "table.player-rank", "n", sorts=False, term="rank")
UNDER, FROM = (8, 10, 12, 14, 16, 18, 20), (50, 65)
AGES = ("", *(f"U{years}" for years in UNDER), *(f"S{years}" for years in FROM))
"""Age groups as FIDE's youth and senior championships have them: U18 have not turned 18 before 1 January, S50 turn 50
in the year of the list or are older."""
AgeGroup = Literal["", "U8", "U10", "U12", "U14", "U16", "U18", "U20", "S50", "S65"]


@list_pages.page("/lists/{period}", "public_list.html", ListPage, table=True, xlsx=True, forgiving=ForgivingRoute)
def one_list(
    request: Request,
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    federation: Annotated[str, Query(max_length=3, description="Three letters.")] = "",
    sex: Annotated[ListedSex, Query(description="M or F.")] = "",
    title: Annotated[str, Query(max_length=3, description="GM, IM and so on.")] = "",
    age: Annotated[
        AgeGroup, Query(description="U20: not 20 before the year of the list; S50: 50 in it or older.")
    ] = "",
    born_from: BirthYear = None,
    born_to: BirthYear = None,
    sort: Annotated[str, sorting("title", *(column.name for column in LIST_COLUMNS))] = "",
    page: PageNumber = 1,
    system: SystemName = "",
) -> Answer:
    """A list, the highest rated first or in the order of a column, a hundred at a time; its CSV is whole."""
    desk, language = request.app.state.site.desk(system), language_of(request)
    list_version, content = published_rows(desk, period_in_address(period), version, time_class)
    wanted = _in_age_group(
        ListFilter(federation.upper(), sex, title.upper(), born_from, born_to), age, list_version.period.year
    )
    if not wants_json(request):
        wanted = _known(request, content, wanted, language)
    places = content.places(wanted, sort)
    first = (page - 1) * ROWS

    def listed(begin: int, end: int) -> Sequence[ListedPlayer]:
        players: Sequence[ListedPlayer] = convert(list(content.rows(places[begin:end])), Sequence[ListedPlayer])
        return players

    rows = listed(first, first + ROWS)
    data = extended(ListPage, list_version, time_class=time_class, listed=len(places), page=page, rows=rows)

    def values() -> dict[str, Any]:
        others = [other for other in versions(desk, published=True) if other.period == list_version.period]
        fields = [
            Field("federation", "web.player.fed", federation.upper(), _homes(request, content, language), wide=True),
            Field("sex", "web.list.sex", sex, [Facet(one, text(f"web.list.sex-{one}", language)) for one in "FM"]),
            Field("title", "web.player.mt", title.upper(), [Facet(one, one) for one in TITLES]),
            Field("age", "web.list.age", age, _ages(language)),
            Field("born_from", "web.list.born-from", str(born_from or ""), kind="number"),
            Field("born_to", "web.list.born-to", str(born_to or ""), kind="number"),
        ]
        if len(others) > 1:
            numbers = [Facet(str(other.number), str(other.number)) for other in reversed(others)]
            fields.append(Field("version", "web.list.version", str(list_version.number), numbers, chooses=False))
        columns = tuple(column for column in LIST_COLUMNS if content.has_changes or column.name != CHANGE)
        table = living(
            request, (PLACE, *columns), rows, label=text("web.list.players", language), sort=sort, natural="-rating",
            fields=fields, count=len(places), page=page, size=ROWS,
            files=("csv", "xlsx") if len(places) <= MOST_ROWS else ("csv",),
            said=text("web.list.count", language, count=len(places)),
        )  # fmt: skip
        more = {"versions": others, "formats": FORMATS, "classes": TIME_CLASSES, "changes": content.has_changes}
        return more | {"data": data, "found": list_version, "table": table}

    answer = Answer(
        document=lambda: data,
        page=values,
        table=lambda: Table(LISTED, list(_cells(content, places))),
        parts=_long_file(content, places, wanted, time_class, sort) if len(places) > LONG else None,
        xlsx=lambda: _sheet(list_version, content, places, language),
        rows=PagedRows(len(places), listed),
    )
    return replace(answer, status=status_of(request))


def _in_age_group(wanted: ListFilter, age: str, year: int) -> ListFilter:
    """A filter for an age group too: by the year of birth, as that is all that a list tells."""
    if age.startswith("U"):
        return replace(wanted, born_from=max(wanted.born_from or 0, year - int(age[1:])))
    if age.startswith("S"):
        return replace(wanted, born_to=min(wanted.born_to or year, year - int(age[1:])))
    return wanted


def _known(request: Request, content: ShownList, wanted: ListFilter, language: Language) -> ListFilter:
    """A filter without a federation and a title that nobody on the list has: the page says so at the field."""
    for name, known in (("federation", content.texts("federation")), ("title", (*TITLES, *content.texts("title")))):
        typed = getattr(wanted, name)
        if typed and typed not in known:
            mark_wrong(request, name, typed, text(f"web.table.no-{name}", language, typed=typed))
            wanted = replace(wanted, federation="") if name == "federation" else replace(wanted, title="")
    return wanted


def _homes(request: Request, content: ShownList, language: Language) -> list[Facet]:
    """The federations of a list, in the order of their names."""
    return request.app.state.site.remembered.of(  # type: ignore[no-any-return]
        ("homes", language, content.made_of), (), lambda: home_options(content.texts("federation"), language)
    )


def _ages(language: Language) -> list[Facet]:
    under = [Facet(f"U{years}", text("web.list.age-under", language, years=years)) for years in UNDER]
    return under + [Facet(f"S{years}", text("web.list.age-from", language, years=years)) for years in FROM]


def _sheet(found: ListVersion, content: ShownList, places: Sequence[int], language: Language) -> bytes:
    """Return players as a workbook, if a spreadsheet can be read in again with so many rows."""
    if len(places) > MOST_ROWS:
        raise ArpadError("web-list-sheet", count=len(places), most=MOST_ROWS)
    name, of_day = f"{found.period:%Y-%m}", dt.datetime.combine(found.period, dt.time(), dt.UTC)
    headings = [text(f"workbook.column.{column}", language) for column in LISTED]
    return write_book([WrittenSheet(name, headings, list(_cells(content, places)), name)], of_day)


def _long_file(
    content: ShownList, places: Sequence[int], wanted: ListFilter, time_class: TimeClass, sort: str
) -> LongFile:
    """A list that is sent while it is written; its version, the filter and the release say what is in it."""
    made_of = canonical([__version__, content.made_of, time_class, sort, *astuple(wanted)])
    return LongFile(short_tag(made_of.encode()), lambda: csv_parts(LISTED, _cells(content, places)))


def _cells(content: ShownList, places: Sequence[int]) -> Iterator[list[Any]]:
    """Return the players for a CSV file, one after the other."""
    return ([row.get(name) for name in LISTED] for row in content.rows(places))


TOP_COLUMNS = (
    PageColumn("place", "table.player-rank", "n", attrgetter("place"), term="rank"),
    *(column._replace(by=attrgetter(column.name)) for column in LIST_COLUMNS if column.name != CHANGE),
)


@list_pages.page("/lists/{period}/top", "public_top.html", TopList, table=True, xlsx=True, forgiving=ForgivingRoute)
def top(
    request: Request,
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    women: bool = False,
    juniors: bool = False,
    sort: Annotated[str, sorting(*(column.name for column in TOP_COLUMNS))] = "",
    system: SystemName = "",
) -> Answer:
    """The best hundred of a list, of its women, of its juniors."""
    desk = request.app.state.site.desk(system)
    date = period_in_address(period)
    list_version, best = published_top(
        desk, date, version, time_class, ROWS, women=women, juniors=juniors, published=True
    )
    rows = by_column(convert(best.to_pylist(), Sequence[TopPlayer]), TOP_COLUMNS, sort)
    data = extended(TopList, list_version, time_class=time_class, women=women, juniors=juniors, rows=rows)
    label = text("web.list.top", language_of(request))
    answer = Answer(
        document=lambda: data,
        page=lambda: {
            "data": data,
            "found": list_version,
            "classes": TIME_CLASSES,
            "changes": False,
            "table": living(request, TOP_COLUMNS, rows, label=label, sort=sort, natural="place"),
        },
        table=lambda: csv_rows(TopPlayer, rows, ("place", *LISTED)),
    )
    return with_workbook(answer, request)


class ChangesOfList(Document, frozen=True):
    """The players whose rating differs between two versions of a list."""

    period: dt.date
    from_: int
    to: int
    changes: Annotated[Sequence[RatingDifference], ShownAs(list[ChangedRating])]


CHANGES = (
    PageColumn("name", "web.player.name", "whole", attrgetter("name")),
    PageColumn("id", "web.player.id", "wide-only", attrgetter("id"), term="id"),
    PageColumn("before", "web.player.before", "n", attrgetter("before"), falls=True, term="before"),
    PageColumn("after", "web.player.after", "n", attrgetter("after"), falls=True, term="after"),
    PageColumn("change", "web.player.change", "n", attrgetter("change"), falls=True, term="since"),
)


@list_pages.page(
    "/lists/{period}/changes", "public_changes.html", ChangesOfList, table=True, xlsx=True, forgiving=ForgivingRoute
)
def changes(
    request: Request,
    period: str,
    one: Annotated[int, Query(alias="from", ge=1)] = 1,
    two: Annotated[int | None, Query(alias="to", ge=1)] = None,
    time_class: Class = "standard",
    sort: Annotated[str, sorting(*(column.name for column in CHANGES))] = "",
    system: SystemName = "",
) -> Answer:
    """The players whose rating differs between two versions of a list."""
    desk = request.app.state.site.desk(system)
    date = period_in_address(period)
    first, last = _version(desk, period, one), _version(desk, period, two)
    differences = by_column(diff(desk, date, first.number, last.number, time_class), CHANGES, sort)
    data = ChangesOfList(date, first.number, last.number, differences)
    label = text("web.list.between", language_of(request), one=first.number, two=last.number)
    answer = Answer(
        document=lambda: data,
        page=lambda: {
            "data": data,
            "reason": last.reason,
            "table": living(request, CHANGES, differences, label=label, sort=sort),
        },
        table=lambda: csv_rows(ChangedRating, differences),
    )
    return with_workbook(answer, request)


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
