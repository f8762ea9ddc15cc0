"""Public pages of events: the calendar, one event, and its standings as page, JSON, PDF or CSV."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from starlette.requests import Request

from arpad.documents.document import csv_rows, extended
from arpad.documents.fields import by_key
from arpad.domain.event import Event
from arpad.domain.values import fold
from arpad.office.events import list_events
from arpad.office.proof.sheets import EventView, ReportView, view_event, view_report
from arpad.office.records import OfficeEvent
from arpad.rating.results import half_up
from arpad.regulations.articles import TIME_CLASSES
from arpad.titles.model import PlayerNorm
from arpad.titles.norms import achieved_norms
from arpad.web.cache import Answer, wants_json
from arpad.web.event_parts import CHANGES, greatest_gains, norm_cards
from arpad.web.public.players import HIDDEN, EventNumber, PageOrAll, SystemName, check_shown
from arpad.web.routes import Pages
from arpad.web.site import language_of
from arpad.web.standings.choices import NavigationLink, StandingsAsked, asked_in_address
from arpad.web.standings.views import (
    SHAPES,
    ShownReport,
    WholeTable,
    comparison_answer,
    crosstable_answer,
    table_answer,
    whole_table,
    why_answer,
)

# What the page of an event shows: the summary, the first three, standings with results, changes and norms.


def event_page(
    request: Request, view: EventView, changes: Sequence[Mapping[str, Any]], achieved: Sequence[PlayerNorm], system: str
) -> dict[str, Any]:
    """Return the values of the page."""
    ratings = [row["rating"] for row in changes if row["rating"]]
    return {
        "record": view.record,
        "event": view.event,
        "parts": view.parts,
        "changes": changes,
        "by_rank": {row["rank"]: row for row in changes},
        "cards": norm_cards(achieved, language_of(request)),
        "average": half_up(sum(ratings), len(ratings)) if ratings else None,
        "rated": len(ratings),
        "gains": greatest_gains(changes),
        "whole": event_table(request, view, changes, system),
    }


def event_table(
    request: Request, view: EventView, changes: Sequence[Mapping[str, Any]], system: str
) -> WholeTable | None:
    """The standings with the results, None if the report does not tell who met whom."""
    if view.event is None or not _has_games(view.event):
        return None
    shown = _shown(request, view, StandingsAsked(), system, strict=False)
    return whole_table(shown, {row["rank"]: row["rating"] for row in changes})


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


@event_pages.page("/events", "public_events.html", list[OfficeEvent], table=True)
def all_events(
    request: Request,
    q: Annotated[str, Query(max_length=80, description="A part of the name or of the place.")] = "",
    time_class: Annotated[AnyClass, Query(description="The time class; all if it is empty.")] = "",
    year: Annotated[str, Query(pattern=r"^(\d{4})?$", description="The year in which they ended.")] = "",
    page: PageOrAll = None,
    system: SystemName = "",
) -> Answer:
    """The events of the office, the latest first, fifty at a time; those that were refused or taken back are left out.
    Its CSV is whole, and so is its document if no page is named."""
    shown = [
        office_event
        for office_event in list_events(request.app.state.site.desk(system))
        if office_event.state not in HIDDEN
    ]
    latest_first = sorted(shown, key=lambda one: (one.end or dt.date.max, one.id), reverse=True)
    words = fold(q).split()
    events = [
        office_event
        for office_event in latest_first
        if (not time_class or office_event.time_class == time_class)
        and (not year or (office_event.end is not None and office_event.end.year == int(year)))
        and all(word in fold(f"{office_event.name} {office_event.city} {office_event.federation}") for word in words)
    ]
    number = page or 1
    on_page = events[(number - 1) * EVENTS_SHOWN : number * EVENTS_SHOWN]
    return Answer(
        document=lambda: events if page is None else on_page,
        page=lambda: {
            "data": on_page,
            "known": len(shown),
            "count": len(events),
            "page": number,
            "pages": -(-len(events) // EVENTS_SHOWN),
            "chosen": {"q": q, "time_class": time_class, "year": year},
            "years": sorted(
                {office_event.end.year for office_event in shown if office_event.end is not None}, reverse=True
            ),
            "classes": TIME_CLASSES,
        },
        table=lambda: csv_rows(OfficeEvent, events, CALENDAR),
    )


@event_pages.page("/events/{number}", "public_event.html", EventPageDocument, table=True)
def event(request: Request, number: EventNumber, system: SystemName = "") -> Answer:
    """An event: its players, their results, and how each rating changed."""
    view = view_event(request.app.state.site.desk(system), number)
    check_shown(request, view.record)
    achieved = [] if view.event is None else achieved_norms(view.event)
    return Answer(
        document=lambda: extended(EventPageDocument, view.record, players=event_changes(view), norms=achieved),
        page=lambda: event_page(request, view, event_changes(view), achieved, system),
        table=lambda: CHANGE_ROWS.table(event_changes(view)),
    )


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
