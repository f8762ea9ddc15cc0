"""Staff pages for rating lists: close and publish them, claim sheets, and comparing editions."""

import datetime as dt
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any, Literal, get_args

from fastapi import APIRouter, Depends, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, ShownAs, csv_rows, extended, shows
from arpad.documents.schema import Bag
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.parse import period_in_address
from arpad.lists.list_versions import KINDS, DifferenceKind, ListDifference, ListVersion, RatingDifference, VersionState
from arpad.office.context import Desk, dry_run
from arpad.office.events import names_in_reports
from arpad.office.lists import list_changes, overview, version, versions
from arpad.office.periods import close, discard, publish
from arpad.office.proof.sheets import PeriodSheet, SheetDocument
from arpad.office.proof.sheets import sheet as sheet_of
from arpad.office.records import ClosedPeriod, DifferenceCounts, OfficeEvent
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import Answer, html, listing, wants_json
from arpad.web.charts import NO_TABLE
from arpad.web.event_parts import editions_to_compare, known_comparison
from arpad.web.office.forms import OFFICERS, RESPONSES, AtDesk, done
from arpad.web.office.home import CLOSING, PUBLISHING
from arpad.web.office.importing import state_of
from arpad.web.openapi import shaped
from arpad.web.player_parts import sheet_answer, sheet_file
from arpad.web.problems import IdempotentRoute
from arpad.web.public.players import Class, PageNumber, VersionNumber
from arpad.web.routes import Pages
from arpad.web.security import Officer
from arpad.web.site import language_of, problem_on_page
from arpad.web.tables import (
    Facet,
    Field,
    ForgivingRoute,
    PageColumn,
    by_column,
    living,
    mark_wrong,
    sorting,
    with_workbook,
)

# Two editions compared over the office's own games: what the lists would be under other rules.

comparing = Pages("office")

EditionName = Annotated[str, Query(max_length=60, description="The id of an edition; empty: nothing is compared yet.")]
ComparedTable = Annotated[
    Literal["editions", "players", "most", "least", "gains", "crossings", "lists"],
    Query(description="The table of a CSV file."),
]


@comparing.page("/office/compare", "desk_compare.html", Bag, table=True)
def compare(
    request: Request,
    desk: AtDesk,
    time_class: Class = "standard",
    first: EditionName = "",
    second: EditionName = "",
    table: ComparedTable = "editions",
) -> Answer:
    """Two editions over the games of the published lists; decided bases are ignored."""
    language, site = language_of(request), request.app.state.site
    choices = editions_to_compare(site.regulations, desk.system, time_class)
    ids = [edition.id for edition in choices]
    asked = bool(first and second)
    known = None
    if asked:
        named = parse.choice("first", first, ids), parse.choice("second", second, ids)
        known = known_comparison(site, desk, time_class, named)
    return Answer(
        document=lambda: {} if known is None else known.document(),
        page=lambda: {
            "time_class": time_class,
            "classes": TIME_CLASSES,
            "choices": [(edition.id, edition.name[language]) for edition in choices],
            "first": first or (ids[-2] if len(ids) > 1 else ""),
            "second": second or (ids[-1] if ids else ""),
            "asked": asked,
            "known": known,
            "words": [] if known is None else known.words(language),
            "figures": [] if known is None else known.figures(language),
        },
        table=lambda: NO_TABLE if known is None else known.tables[table].cells(),
    )


# The lists as officers see them: the one to be closed, the provisional one and what it changes, all versions.

list_pages = Pages("office")
closing = APIRouter(tags=["office"], route_class=IdempotentRoute)

ROWS = 100
OF_THE_LIST = "The edition whose rules hold for the list, if none is in force on its day."
HEADINGS = ("period", "version", "made", "state", "players", "digest", "reason", "release")


VERSIONS = (
    PageColumn("period", "web.player.list", by=lambda one: (one.period, -one.number), falls=True, term="list"),
    PageColumn("version", "web.list.version", "n", attrgetter("number"), short=True, term="version"),
    PageColumn("state", "table.state", by=attrgetter("state")),
    PageColumn("players", "web.list.players", "n wide-only", attrgetter("players"), falls=True),
    PageColumn("reason", "web.list.reason", "wide-only", attrgetter("reason")),
    PageColumn("digest", "web.list.digest", "wide-only", sorts=False, term="digest"),
)


@list_pages.page("/office/lists", "desk_lists.html", list[ListVersion], table=True, xlsx=True, forgiving=ForgivingRoute)
def all_lists(
    request: Request,
    desk: AtDesk,
    year: Annotated[str, Query(pattern=r"^(\d{4})?$", description="The year of the lists.")] = "",
    state: Annotated[VersionState | Literal[""], Query(description="Only those in this state.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in VERSIONS if column.sorts))] = "",
) -> Answer:
    """Every version of every list, the newest first, and the list to be closed next."""
    known, uploads, language = versions(desk)[::-1], request.app.state.site.uploads, language_of(request)
    years = sorted({str(one.period.year) for one in known}, reverse=True)
    if year and year not in years and not wants_json(request):
        mark_wrong(request, "year", year, text("web.table.no-year", language, year=year))
        year = ""
    some = [one for one in known if year in ("", str(one.period.year)) and state in ("", one.state)]
    if not sort and not wants_json(request):
        some = sorted(some, key=lambda one: (one.period, one.number), reverse=True)
    shown = by_column(some, VERSIONS, sort)

    def page() -> dict[str, Any]:
        states = [Facet(one, text(f"version-state.{one}", language)) for one in get_args(VersionState)]
        fields = (
            Field("year", "web.event.year", year, [Facet(one, one) for one in years]),
            Field("state", "table.state", state, states),
        )
        newest = {one.period: max(other.number for other in known if other.period == one.period) for one in known}
        table = living(
            request, VERSIONS, shown, label=text("web.desk.lists", language), sort=sort, natural="-period",
            fields=fields,
        )  # fmt: skip
        return {
            "waiting": overview(desk), "importing": state_of(uploads, desk.who), "known": bool(known),
            "newest": newest, "table": table,
        }  # fmt: skip

    return with_workbook(listing(ListVersion, shown, page, HEADINGS), request)


class OpenPeriodDocument(Document, frozen=True):
    """A list that is not closed yet."""

    period: dt.date
    state: str
    due: Sequence[OfficeEvent]


class DeskListDocument(ListVersion, frozen=True):
    """A version of a list, and its changes from the list before."""

    shown = shows(*ListVersion.shown, "against", "time_class", "counts", "kind", "page", "rows")
    against: ListVersion | None
    time_class: str
    counts: DifferenceCounts
    kind: str
    page: int
    rows: Annotated[Sequence[RatingDifference], ShownAs(list[ListDifference])]


@list_pages.page("/office/lists/{period}", "desk_list.html", DeskListDocument | OpenPeriodDocument, table=True)
def one_list(
    request: Request,  # noqa: ARG001  (every page takes it)
    desk: AtDesk,
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    kind: Annotated[
        DifferenceKind, Query(description="Changed ratings, first ratings, or ratings that are no more.")
    ] = "changed",
    page: PageNumber = 1,
) -> Answer:
    """A list and its changes from the list before; for a list that is not closed yet, the reports that are due."""
    return _list(desk, period_in_address(period), version, time_class, kind, page)


def _list(
    desk: Desk,
    date: dt.date,
    number: int | None = None,
    time_class: Class = "standard",
    kind: DifferenceKind = "changed",
    page: int = 1,
) -> Answer:
    waiting = overview(desk)
    late = waiting.late if waiting.following == date else ()
    more = {"classes": TIME_CLASSES, "kinds": KINDS, "late": late, "problem": "", "pages": 0}
    if waiting.following == date and waiting.provisional is None:
        data = OpenPeriodDocument(date, "open", waiting.due)
        return Answer(lambda: data, lambda: {**more, "data": data}, lambda: csv_rows(ListDifference, ()))
    list_version = version(desk, date, number)
    changes = list_changes(desk, date, list_version.number, [time_class])
    chosen = changes.differing[time_class][kind]

    def document() -> DeskListDocument:
        return extended(
            DeskListDocument,
            list_version,
            against=changes.against,
            time_class=time_class,
            counts=changes.counts[time_class],
            kind=kind,
            page=page,
            rows=chosen[(page - 1) * ROWS : page * ROWS],
        )

    pages = -(-len(chosen) // ROWS)
    return Answer(
        document, lambda: more | {"data": document(), "pages": pages}, lambda: csv_rows(ListDifference, chosen)
    )


@list_pages.page("/office/lists/{period}/closing", "desk_closing.html", CLOSING)
def rehearsed(
    request: Request,
    desk: AtDesk,
    period: str,
    _account: Officer,
    edition: Annotated[str, Query(max_length=60, description=OF_THE_LIST)] = "",
) -> Answer:
    """Try to close a period: its reports and games, the findings, whose ratings change. Nothing is stored."""
    date, language = period_in_address(period), language_of(request)
    with dry_run(desk) as stage:
        closed_period = close(stage, date, edition=edition.strip() or None)
        changes = list_changes(stage, date)
    data = closed_period.document(language) | changes.document()
    return Answer(lambda: data, lambda: {"data": data | {"findings": _named(desk, data["findings"])}, "kinds": KINDS})


def _named(desk: Desk, findings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Findings about events, each with the name of the player that it is about, as the report has it."""
    about = [(one["event"], one["player"]) for one in findings if one["player"] is not None and not one["who"]]
    names = names_in_reports(desk, about)
    return [{**one, "who": one["who"] or names.get((one["event"], one["player"]))} for one in findings]


@list_pages.page("/office/lists/{period}/publishing", "desk_publishing.html", PUBLISHING)
def before_publishing(request: Request, desk: AtDesk, period: str, _account: Officer) -> Answer:  # noqa: ARG001
    """What publishing a closed list will do: its players, its changes, its version. Nothing is done yet."""
    date = period_in_address(period)
    with dry_run(desk) as stage:
        list_version = publish(stage, date, as_closed=True)
        changes = list_changes(stage, date)
    late = overview(desk).late
    data = list_version.document() | changes.document() | {"late": late}
    before = [list_version for list_version in versions(desk, published=True) if list_version.period < date]
    return Answer(
        lambda: data, lambda: {"data": data, "kinds": KINDS, "late": late, "before": before[-1] if before else None}
    )


@closing.post("/office/lists/{period}/close", dependencies=OFFICERS, responses=RESPONSES)
@shaped(ClosedPeriod)
def close_period(
    request: Request,
    desk: AtDesk,
    period: str,
    edition: Annotated[str, Form(max_length=60, description=OF_THE_LIST)] = "",
) -> Response:
    """Close a period: its reports are rated into a provisional list. Closing again recomputes it."""
    date = period_in_address(period)
    try:
        closed_period = close(desk, date, edition=edition.strip() or None)
    except ArpadError as problem:
        return _refused(request, desk, date, problem)
    return done(request, f"/office/lists/{date:%Y-%m}", "closed", closed_period)


@closing.post("/office/lists/{period}/publish", dependencies=OFFICERS, responses=RESPONSES)
@shaped(ListVersion)
def publish_period(
    request: Request,
    desk: AtDesk,
    period: str,
    as_closed: Annotated[bool, Form(description="Leave the reports since the closing to the next list.")] = False,
) -> Response:
    """Publish a provisional list, for ever."""
    date = period_in_address(period)
    try:
        list_version = publish(desk, date, as_closed=as_closed)
    except ArpadError as problem:
        return _refused(request, desk, date, problem)
    return done(request, f"/office/lists/{date:%Y-%m}", "published", list_version)


@closing.post("/office/lists/{period}/discard", dependencies=OFFICERS, responses=RESPONSES)
@shaped(ListVersion)
def discard_list(request: Request, desk: AtDesk, period: str) -> Response:
    """Take a provisional list back, as if it had never been made. The reports of a closed one wait again."""
    date = period_in_address(period)
    try:
        gone = discard(desk, date)
    except ArpadError as problem:
        return _refused(request, desk, date, problem)
    return done(request, "/office/lists", "discarded", gone)


def _refused(request: Request, desk: Desk, date: dt.date, problem: ArpadError) -> Response:
    """Show the page of the list again, with what is wrong; if there is no list, only the problem."""
    if wants_json(request):
        raise problem
    try:
        answer = _list(desk, date)
    except ArpadError:
        raise problem from None
    values = {**answer.values(), "problem": problem_on_page(problem, language_of(request))}
    return html(request, "desk_list.html", values, 400)


# Claim sheets of every version, provisional ones too.

sheets = Pages("office")
printed = APIRouter(include_in_schema=False)


def asked_sheet(
    desk: AtDesk,
    period: str,
    id: str,  # noqa: A002
    version: VersionNumber = None,
    time_class: Class = "standard",
) -> PeriodSheet:
    """Return the claim sheet of an address."""
    return sheet_of(desk, id, period_in_address(period), version, time_class)


AskedSheet = Annotated[PeriodSheet, Depends(asked_sheet)]


@printed.get("/office/lists/{period}/players/{id}/sheet.pdf")
def sheet_pdf(request: Request, found: AskedSheet) -> Response:
    """The claim sheet as a PDF to be printed."""
    return sheet_file(request, found)


@sheets.page("/office/lists/{period}/players/{id}", "desk_sheet.html", SheetDocument)
def sheet(request: Request, found: AskedSheet) -> Answer:
    """A player's claim sheet for any version of a list."""
    return sheet_answer(request, found)
