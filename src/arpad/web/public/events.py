"""Events: the calendar, and one event with its standings, its changes and its norms."""

import datetime as dt
from typing import Annotated, Any, Literal, TypedDict

from fastapi import Query
from starlette.requests import Request

from arpad.documents.fields import by_key
from arpad.documents.schema import joined
from arpad.domain.values import fold
from arpad.office.documents import EVENT, EventShape
from arpad.office.events import list_events
from arpad.office.proof.sheets import EventView, view_event
from arpad.regulations.articles import TIME_CLASSES
from arpad.titles.documents import PlayerNormDocument
from arpad.titles.norms import achieved_norms
from arpad.web.answers import Answer
from arpad.web.event_changes import CHANGES
from arpad.web.norms import norm_documents
from arpad.web.pages import Pages
from arpad.web.public.asked import HIDDEN, EventNumber, PageOrAll, SystemName, check_shown
from arpad.web.public.event_page import event_page

events = Pages("events", same_for_all=True)

CALENDAR = ("id", "name", "city", "federation", "start", "end", "time_class", "state", "period")
CHANGE_ROWS = by_key(*CHANGES.names)


class MoreOfEventPageDocument(TypedDict):
    """The players of an event with their changes, and the norms."""

    players: list[Annotated[dict[str, Any], CHANGES]]
    norms: list[PlayerNormDocument]


EVENT_PAGE = joined("EventPage", EVENT, MoreOfEventPageDocument)
EVENTS_SHOWN = 50
AnyClass = Literal["", "standard", "rapid", "blitz"]


@events.page("/events", "public_events.html", list[EventShape], table=True)
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
    shown = [one for one in list_events(request.app.state.site.desk(system)) if one.state not in HIDDEN]
    latest_first = sorted(shown, key=lambda one: (one.end or dt.date.max, one.id), reverse=True)
    words = fold(q).split()
    found = [
        one
        for one in latest_first
        if (not time_class or one.time_class == time_class)
        and (not year or (one.end is not None and one.end.year == int(year)))
        and all(word in fold(f"{one.name} {one.city} {one.federation}") for word in words)
    ]
    number = page or 1
    on_page = found[(number - 1) * EVENTS_SHOWN : number * EVENTS_SHOWN]
    return Answer(
        document=lambda: [EVENT.document(event) for event in (found if page is None else on_page)],
        page=lambda: {
            "data": on_page,
            "known": len(shown),
            "count": len(found),
            "page": number,
            "pages": -(-len(found) // EVENTS_SHOWN),
            "chosen": {"q": q, "time_class": time_class, "year": year},
            "years": sorted({one.end.year for one in shown if one.end is not None}, reverse=True),
            "classes": TIME_CLASSES,
        },
        table=lambda: EVENT.table(found, CALENDAR),
    )


@events.page("/events/{number}", "public_event.html", EVENT_PAGE, table=True)
def event(request: Request, number: EventNumber, system: SystemName = "") -> Answer:
    """An event: its players, their results, and how each rating changed."""
    view = view_event(request.app.state.site.desk(system), number)
    check_shown(request, view.record)
    achieved = [] if view.event is None else achieved_norms(view.event)
    return Answer(
        document=lambda: EVENT.document(view.record) | {"players": _changes(view), "norms": norm_documents(achieved)},
        page=lambda: event_page(request, view, _changes(view), achieved, system),
        table=lambda: CHANGE_ROWS.table(_changes(view)),
    )


def _changes(view: EventView) -> list[dict[str, Any]]:
    """Everybody's change; before the event is rated, everybody as the report has them."""
    if view.parts:
        return [CHANGES.document(own) for part in view.parts for own in part.rating.players]
    players = () if view.event is None else view.event.players
    nothing = dict.fromkeys(CHANGES.names)
    return [nothing | {name: getattr(player, name) for name in ("rank", "id", "name", "rating")} for player in players]
