"""Public pages of events: the calendar, one event, and its standings as page, JSON, PDF or CSV."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Depends, Query
from starlette.requests import Request

from arpad.documents.document import csv_rows, extended
from arpad.documents.fields import by_key
from arpad.domain.event import Event
from arpad.domain.values import fold
from arpad.i18n import text
from arpad.office.events import list_events
from arpad.office.proof.sheets import EventView, ReportView, view_event, view_report
from arpad.office.records import OfficeEvent
from arpad.rating.results import half_up
from arpad.regulations.articles import TIME_CLASSES
from arpad.titles.model import PlayerNorm
from arpad.titles.norms import achieved_norms
from arpad.web.cache import Answer, wants_json
from arpad.web.event_parts import CHANGES, greatest_gains, norm_cards
from arpad.web.public.players import HIDDEN, EventNumber, PageOrAll, SystemName, check_shown, home_options
from arpad.web.routes import Pages
from arpad.web.site import language_of
from arpad.web.standings.choices import NavigationLink, StandingsAsked, asked_in_address
from arpad.web.standings.views import (
    SHAPES,
    TIE_BREAKS,
    ShownReport,
    WholeRow,
    WholeTable,
    comparison_answer,
    crosstable_answer,
    table_answer,
    whole_table,
    why_answer,
)
from arpad.web.tables import (
    Facet,
    Field,
    ForgivingRoute,
    LivingTable,
    PageColumn,
    by_column,
    living,
    mark_wrong,
    page_of,
    sorting,
    with_workbook,
    worth,
)

# What the page of an event shows: the summary, the first three, standings with results, changes and norms.


def event_page(
    request: Request, view: EventView, changes: Sequence[Mapping[str, Any]], achieved: Sequence[PlayerNorm]
) -> dict[str, Any]:
    """Return the values of the page."""
    ratings = [row["rating"] for row in changes if row["rating"]]
    return {
        "record": view.record,
        "event": view.event,
        "parts": view.parts,
        "changes": changes,
        "cards": norm_cards(achieved, language_of(request)),
        "average": half_up(sum(ratings), len(ratings)) if ratings else None,
        "rated": len(ratings),
        "gains": greatest_gains(changes),
    }


def event_table(
    request: Request, view: EventView, changes: Iterable[Mapping[str, Any]], system: str
) -> WholeTable | None:
    """The standings with the results, None if the report does not tell who met whom."""
    if view.event is None or not _has_games(view.event):
        return None
    shown = _shown(request, view, StandingsAsked(), system, strict=False)
    return whole_table(shown, {row["rank"]: row["rating"] for row in changes})


class EventLine(NamedTuple):
    """A player of an event: the change, the row in the standings if it stands there, the federation."""

    own: dict[str, Any]
    row: WholeRow | None
    federation: str


def _of_change(name: str) -> Callable[[EventLine], Any]:
    return lambda line: line.own[name]


def _tie_break(place: int) -> PageColumn:
    def by(line: EventLine) -> Any:
        return worth(line.row.values[place]) if line.row and line.row.values else None

    return PageColumn(f"tb{place + 1}", "table.points", "n wide-only", by, falls=True)


PLACE = PageColumn("place", "table.player-rank", "n", lambda line: line.row.rank if line.row else None, term="rank")
POINTS = PageColumn("points", "table.points", "n", lambda line: worth(line.row.points) if line.row else None,
                falls=True, term="points")  # fmt: skip
HOME = PageColumn("federation", "table.federation", "wide-only", attrgetter("federation"), term="fed")
NAME = PageColumn("name", "web.player.name", "name", _of_change("name"))
CHANGED = PageColumn("change", "web.player.change", "n", _of_change("change"), falls=True, term="change")
NEW = PageColumn("new_rating", "web.tool.new-rating", "n wide-only", _of_change("new_rating"), falls=True, term="new")
IN_STANDINGS = (
    PLACE, NAME, HOME,
    PageColumn("rating", "table.rating", "n wide-only", _of_change("rating"), falls=True, term="rating"),
    POINTS, CHANGED, NEW, *(_tie_break(place) for place in range(TIE_BREAKS)),
)  # fmt: skip
IN_CHANGES = (
    PageColumn("rank", "table.player-rank", "n wide-only", _of_change("rank"), term="number"), NAME,
    PageColumn("rating", "web.player.rating", "n", _of_change("rating"), falls=True, short=True, term="rating"),
    PageColumn("k", "web.player.k", "n wide-only", _of_change("k"), falls=True, term="k"),
    PageColumn("games", "web.player.games", "n wide-only", _of_change("games"), falls=True, term="games"),
    PageColumn("score", "web.term.w-sign", "n", _of_change("score"), falls=True, term="w"), CHANGED, NEW,
    PageColumn("why", "web.player.reasons", sorts=False, unseen=True),
)  # fmt: skip
EVENT_COLUMNS = tuple({column.name: column for column in (*IN_CHANGES, *IN_STANDINGS)}.values())


def _has_games(event: Event) -> bool:
    """Whether the report tells who met whom, so that there are standings."""
    return any(round_.opponent is not None for player in event.players for round_ in player.rounds)


# Events: the calendar, and one event with its standings, its changes and its norms.

event_pages = Pages("events", same_for_all=True)

CALENDAR = ("id", "name", "city", "federation", "start", "end", "time_class", "state", "period")
CHANGE_ROWS = by_key(*CHANGES.names)


class EventPageDocument(OfficeEvent, frozen=True):
    """An event with its players, their changes, and the norms."""

    players: list[Annotated[dict[str, Any], CHANGES]]
    norms: Sequence[PlayerNorm]


EVENTS_SHOWN = 50
AnyClass = Literal["", "standard", "rapid", "blitz"]


EVENTS = (
    PageColumn("name", "web.player.event", by=attrgetter("name")),
    PageColumn("place", "web.event.where", "wide-only", lambda one: f"{one.city} {one.federation}".strip()),
    PageColumn("start", "web.event.when", by=attrgetter("start"), falls=True),
    PageColumn("time_class", "web.tool.class", "wide-only", attrgetter("time_class"), term="class"),
    PageColumn("period", "web.player.list", "wide-only", attrgetter("period"), falls=True, term="list"),
)


@event_pages.page("/events", "public_events.html", list[OfficeEvent], table=True, xlsx=True, forgiving=ForgivingRoute)
def all_events(
    request: Request,
    q: Annotated[str, Query(max_length=80, description="A part of the name or of the place.")] = "",
    time_class: Annotated[AnyClass, Query(description="The time class; all if it is empty.")] = "",
    year: Annotated[str, Query(pattern=r"^(\d{4})?$", description="The year in which they ended.")] = "",
    federation: Annotated[str, Query(max_length=3, description="Where they were held: three letters.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in EVENTS))] = "",
    page: PageOrAll = None,
    system: SystemName = "",
) -> Answer:
    """The events of the office, the latest first or in the order of a column, fifty at a time; those that were refused
    or taken back are left out. Its CSV is whole, and so is its document if no page is named."""
    language = language_of(request)
    every = list_events(request.app.state.site.desk(system))
    shown = [office_event for office_event in every if office_event.state not in HIDDEN]
    latest_first = sorted(shown, key=lambda one: (one.end or dt.date.max, one.id), reverse=True)
    years = sorted({str(one.end.year) for one in shown if one.end is not None}, reverse=True)
    homes = {one.federation for one in shown if one.federation}
    wanted, home = year, federation.upper()
    if not wants_json(request):
        if year and year not in years:
            mark_wrong(request, "year", year, text("web.table.no-event-year", language, year=year))
            wanted = ""
        if home and home not in homes:
            mark_wrong(request, "federation", home, text("web.table.no-event-federation", language, typed=home))
            home = ""
    words = fold(q).split()
    fitting = [
        office_event
        for office_event in latest_first
        if (not time_class or office_event.time_class == time_class)
        and (not wanted or (office_event.end is not None and str(office_event.end.year) == wanted))
        and (not home or office_event.federation == home)
        and all(word in fold(f"{office_event.name} {office_event.city} {office_event.federation}") for word in words)
    ]
    events = by_column(fitting, EVENTS, sort)
    number = page or 1
    on_page = page_of(events, number, EVENTS_SHOWN)

    def values() -> dict[str, Any]:
        fields = (
            Field("q", "web.event.find", q, wide=True),
            Field("federation", "web.player.fed", home, home_options(homes, language)),
            Field("time_class", "web.tool.class", time_class,
                  [Facet(one, text(f"time-class.{one}", language)) for one in TIME_CLASSES]),
            Field("year", "web.event.year", year, [Facet(one, one) for one in years]),
        )  # fmt: skip
        table = living(
            request, EVENTS, on_page, label=text("web.menu-events", language), sort=sort, natural="-start",
            fields=fields, count=len(events), page=number, size=EVENTS_SHOWN,
            said=text("web.event.count", language, count=len(events)),
        )  # fmt: skip
        return {"known": len(shown), "table": table}

    answer = Answer(
        document=lambda: events if page is None else on_page,
        page=values,
        table=lambda: csv_rows(OfficeEvent, events, CALENDAR),
    )
    return with_workbook(answer, request)


@event_pages.page(
    "/events/{number}", "public_event.html", EventPageDocument, table=True, xlsx=True, forgiving=ForgivingRoute
)
def event(
    request: Request,
    number: EventNumber,
    q: Annotated[str, Query(max_length=80, description="A part of a player's name.")] = "",
    federation: Annotated[str, Query(max_length=3, description="Only players of it: three letters.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in EVENT_COLUMNS if column.sorts))] = "",
    system: SystemName = "",
) -> Answer:
    """An event: its players, their results, and how each rating changed."""
    view = view_event(request.app.state.site.desk(system), number)
    check_shown(request, view.record)
    achieved = [] if view.event is None else achieved_norms(view.event)
    changes, home = event_changes(view), federation.upper()
    homes = {} if view.event is None else {player.rank: player.federation for player in view.event.players}
    if home and home not in homes.values() and not wants_json(request):
        said = text("web.table.no-player-federation", language_of(request), typed=home)
        mark_wrong(request, "federation", home, said)
        home = ""
    words, listed = fold(q).split(), cache(lambda: event_table(request, view, changes, system))

    def chosen(lines: Iterable[EventLine]) -> list[EventLine]:
        """The players that are asked for, in the order that is asked for."""
        some = [
            line
            for line in lines
            if home in ("", line.federation) and all(word in fold(line.own["name"]) for word in words)
        ]
        return by_column(some, EVENT_COLUMNS, sort)

    def asked() -> list[dict[str, Any]]:
        """The changes of those players, in the order of the page; without a wish as they are."""
        if not (words or home or sort):
            return changes
        table = listed()
        rows = {row.number: row for row in table.rows} if table and not table.teams else {}
        places = {number: place for place, number in enumerate(rows)}
        lines = [EventLine(own, rows.get(own["rank"]), homes.get(own["rank"], "")) for own in changes]
        return [line.own for line in chosen(sorted(lines, key=lambda line: places.get(line.own["rank"], len(rows))))]

    def page() -> dict[str, Any]:
        whole, by_rank = listed(), {own["rank"]: own for own in changes}
        more: dict[str, Any] = {"first": whole.rows[:3] if whole else (), "by_rank": by_rank, "table": None}
        more["in_standings"] = in_standings = bool(whole and not whole.teams and not whole.left_out)
        if whole and in_standings:
            none = dict.fromkeys(CHANGES.names)
            lines = chosen(
                EventLine(by_rank.get(row.number) or none | {"name": row.name, "rating": row.rating}, row,
                          row.federation)
                for row in whole.rows
            )  # fmt: skip
            whole = replace(whole, rows=[line.row for line in lines if line.row])
            columns = [one for one in IN_STANDINGS if view.parts or one not in (CHANGED, NEW)]
            more["table"] = _players_of(request, columns, whole.rows, q, home, homes.values(), sort)
        elif view.parts:
            more["table"] = _players_of(request, IN_CHANGES, asked(), q, home, homes.values(), sort)
        return event_page(request, view, changes, achieved) | more | {"whole": whole}

    answer = Answer(
        document=lambda: extended(EventPageDocument, view.record, players=asked(), norms=achieved),
        page=page,
        table=lambda: CHANGE_ROWS.table(asked()),
    )
    return with_workbook(answer, request)


def _players_of(
    request: Request,
    columns: Sequence[PageColumn],
    rows: Sequence[Any],
    q: str,
    home: str,
    homes: Iterable[str],
    sort: str,
) -> LivingTable:
    """The players of an event as a table with its filter."""
    language = language_of(request)
    known = home_options(set(homes), language)
    fields = (Field("q", "web.player.name", q, wide=True), Field("federation", "web.player.fed", home, known))
    label, natural = text("web.event.players", language), columns[0].name
    return living(request, columns, rows, label=label, sort=sort, natural=natural, fields=fields)


def event_changes(view: EventView) -> list[dict[str, Any]]:
    """Everybody's change; before the event is rated, everybody as the report has them."""
    if view.parts:
        return [CHANGES.document(own) for part in view.parts for own in part.rating.players]
    players = () if view.event is None else view.event.players
    nothing = dict.fromkeys(CHANGES.names)
    return [nothing | {name: getattr(player, name) for name in ("rank", "id", "name", "rating")} for player in players]


# The standings of an event of the office, each page also as JSON and PDF, a table as CSV.

standings = Pages("standings")


def asked_report(
    request: Request,
    number: EventNumber,
    asked: Annotated[StandingsAsked, Depends(asked_in_address)],
    system: SystemName = "",
) -> ShownReport:
    """Return the report of the event that an address names, with what is asked about it."""
    view = view_report(request.app.state.site.desk(system), number)
    check_shown(request, view.record)
    return _shown(request, view, asked, system, strict=wants_json(request))


def _shown(request: Request, view: ReportView, asked: StandingsAsked, system: str, *, strict: bool) -> ShownReport:
    address, kept = f"/events/{view.record.id}", {"system": system} if system else {}
    way = NavigationLink(f"{address}/standings", asked, kept)
    library, language = request.app.state.site.tie_breaks, language_of(request)
    return ShownReport(view.report, library, language, way, address, ids=True, strict=strict)


Asked = Annotated[ShownReport, Depends(asked_report)]


@standings.page("/events/{number}/standings", "standings_table.html", SHAPES[""], table=True, pdf=True)
def table(shown: Asked) -> Answer:
    """The standings of an event by any list of tie-breaks, under any edition, after any round."""
    return table_answer(shown)


@standings.page("/events/{number}/standings/why", "standings_why.html", SHAPES["/why"], pdf=True)
def why(shown: Asked) -> Answer:
    """Why a player or team has its rank and its values, or why one of two stands before the other."""
    return why_answer(shown)


@standings.page(
    "/events/{number}/standings/crosstable", "standings_crosstable.html", SHAPES["/crosstable"], table=True, pdf=True
)
def crosstable(shown: Asked) -> Answer:
    """The crosstable of an event, by rank or by starting number."""
    return crosstable_answer(shown)


@standings.page(
    "/events/{number}/standings/compare", "standings_compare.html", SHAPES["/compare"], table=True, pdf=True
)
def compare(shown: Asked) -> Answer:
    """The standings of an event under two editions, with those who change place."""
    return comparison_answer(shown)
