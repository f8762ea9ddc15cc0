"""The events of the office: all of them, and one with every report received for it."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.formats.read import read_report
from arpad.office.documents import DETAIL, EVENT, EventShape, detail_document, due_text, facts_rows
from arpad.office.events import list_events, show_event, stored_report
from arpad.office.records import EVENT_STATES, EventState
from arpad.web.answers import Answer
from arpad.web.desk.deciding import facts_form, facts_wanted
from arpad.web.desk.forms import NOTHING_TYPED
from arpad.web.desk.place import AtDesk
from arpad.web.file_names import disposition
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.pages import Pages
from arpad.web.public.asked import EventNumber, PageNumber
from arpad.web.security import Auditor

events = Pages("office")
stored = LaterRouter(include_in_schema=False)

ROWS = 100
StateOrAll = Literal["", EventState]


@events.page("/office/events", "desk_events.html", list[EventShape], table=True)
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


@events.page("/office/events/{number}", "desk_event.html", DETAIL)
def one_event(request: Request, desk: AtDesk, number: EventNumber) -> Answer:
    """An event: its facts, every report received for it, and the findings."""
    language = language_of(request)
    found = show_event(desk, number)

    def document() -> dict[str, Any]:
        return detail_document(found, language)

    def page() -> dict[str, Any]:
        asked = facts_wanted(found)
        return {
            "form": facts_form(asked) if asked else None,
            **NOTHING_TYPED,
            "data": document(),
            "facts": facts_rows(found.facts, language),
            "due": due_text(found.event, language),
        }

    return Answer(document, page)


@stored.get("/office/events/{number}/reports/{revision}")
def report_file(
    desk: AtDesk, number: EventNumber, revision: Annotated[int, Path(ge=1, le=1_000_000)], _account: Auditor
) -> Response:
    """A report as it was received, byte for byte, for officers and auditors."""
    name = show_event(desk, number).event.name or str(number)
    data = stored_report(desk, number, revision)
    ending = "txt" if read_report(data).format == "feda" else "trf"
    return Response(data, media_type="application/octet-stream", headers=disposition(f"{name} - {revision}.{ending}"))
