"""The events of the office: all of them, and one with every report received for it."""

from typing import Annotated, Any, Literal

from fastapi import Query
from starlette.requests import Request

from arpad.office.documents import EVENT, detail_document
from arpad.office.events import list_events, show_event
from arpad.office.records import EVENT_STATES, EventState
from arpad.office.wording import facts_rows
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.public.asked import EventNumber

events = Pages("office")

ROWS = 100
StateOrAll = Literal["", EventState]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000, description="So many rows a page.")]


@events.page("/office/events", "desk_events.html", table=True)
def all_events(
    request: Request,  # noqa: ARG001  (every page takes it)
    desk: AtDesk,
    state: Annotated[StateOrAll, Query(description="Only those in this state.")] = "",
    page: PageNumber = 1,
) -> Answer:
    """The events of the office, the newest first."""
    found = [event for event in reversed(list_events(desk)) if state in ("", event.state)]
    shown = found[(page - 1) * ROWS : page * ROWS]
    pages = -(-len(found) // ROWS)
    return Answer(
        document=lambda: [EVENT.document(event) for event in shown],
        page=lambda: {"data": shown, "state": state, "states": EVENT_STATES, "page": page, "pages": pages},
        table=lambda: EVENT.table(found),
    )


@events.page("/office/events/{number}", "desk_event.html")
def one_event(request: Request, desk: AtDesk, number: EventNumber) -> Answer:
    """An event: its facts, every report received for it, and the findings."""
    language = language_of(request)
    found = show_event(desk, number)

    def document() -> dict[str, Any]:
        return detail_document(found, language)

    return Answer(document, lambda: {"data": document(), "facts": facts_rows(found.facts, language)})
