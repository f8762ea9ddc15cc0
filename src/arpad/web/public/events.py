"""Events: the calendar, and one event with its crosstable, its changes and what was found."""

from typing import Annotated, Any

from fastapi import Path
from starlette.requests import Request

from arpad.locale import hundredths
from arpad.office.documents import event_document
from arpad.office.events import list_events
from arpad.office.proof import EventView, view_event
from arpad.publication.crosstable import crosstable
from arpad.rating.documents import hundredths_json
from arpad.trail import json_value
from arpad.web.answers import Answer, Table
from arpad.web.language import language_of
from arpad.web.norms import achieved_norms, norm_documents, norm_rows
from arpad.web.pages import Pages
from arpad.web.public.asked import SystemName

events = Pages("events")

FIELDS = ("id", "name", "city", "federation", "start", "end", "time_class", "state", "period")
CHANGES = ("rank", "id", "name", "rating", "k", "games", "score", "change", "new_rating")
Number = Annotated[int, Path(ge=1, le=1_000_000_000)]
LARGEST_CROSSTABLE = 400


@events.page("/events", "public_events.html", table=True)
def all_events(request: Request, system: SystemName = "") -> Answer:
    """The events of the office, the latest first; those that were refused or taken back are left out."""
    known = [it for it in list_events(request.app.state.site.desk(system)) if it.state not in ("refused", "withdrawn")]
    documents = [event_document(it) for it in reversed(known)]
    return Answer(documents, {}, Table(FIELDS, [[it[name] for name in FIELDS] for it in documents]))


@events.page("/events/{number}", "public_event.html", table=True)
def event(request: Request, number: Number, system: SystemName = "") -> Answer:
    """An event: its players, their results, and how each rating changed."""
    site, language = request.app.state.site, language_of(request)
    view = view_event(site.desk(system), number)
    changes = _changes(view)
    achieved = [] if view.event is None else achieved_norms(view.event)
    small = view.event is not None and len(view.event.players) <= LARGEST_CROSSTABLE
    more = {
        "it": view.record,
        "event": view.event,
        "parts": view.parts,
        "achieved": norm_rows(achieved, language),
        "crosstable": crosstable(view.event, None, language) if small and view.event is not None else [],
    }
    data = event_document(view.record) | {"players": changes, "norms": norm_documents(achieved)}
    return Answer(data, more, Table(CHANGES, [[row[name] for name in CHANGES] for row in changes]))


def _changes(view: EventView) -> list[dict[str, Any]]:
    """Everybody's change; before it is rated, everybody as the report has him."""
    if not view.parts:
        players = () if view.event is None else view.event.players
        nothing = dict.fromkeys(("k", "games", "score", "change", "new_rating"))
        return [{"rank": it.rank, "id": it.id, "name": it.name, "rating": it.rating} | nothing for it in players]
    rows = []
    for part in view.parts:
        for own in part.rating.players:
            player = own.participant.player
            first = own.initial
            rows.append(
                {
                    "rank": player.rank,
                    "id": player.id,
                    "name": player.name,
                    "rating": own.participant.rating,
                    "k": own.k,
                    "games": own.games,
                    "score": json_value(hundredths(own.score * 50)),
                    "change": hundredths_json(own.change),
                    "new_rating": own.new_rating if first is None else first.rating,
                }
            )
    return rows
