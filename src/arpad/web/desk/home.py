"""The first page of the desk: what waits, the list to come, what was done last."""

from typing import Any

from starlette.requests import Request

from arpad.office.documents import event_document, log_document, version_document
from arpad.office.lists import Overview, handed_in_by, log_lines, overview
from arpad.office.records import VersionRecord
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.pages import Pages
from arpad.web.security import Reader

home = Pages("office")

LINES, SHOWN = 10, 20
WAITING = ("registered", "refused", "due")


@home.page("/office", "desk_home.html")
def index(request: Request, desk: AtDesk, account: Reader) -> Answer:
    """What waits in the office, the list to come, the newest list, and the last lines of the log."""
    found = overview(desk)
    own = handed_in_by(desk, account.name)[:SHOWN] if account.role == "arbiter" else []
    data = overview_document(found) | {
        "system": desk.system,
        "own": [event_document(it) for it in own],
        "log": [log_document(it) for it in log_lines(desk, limit=LINES)],
    }
    return Answer(data, {"systems": request.app.state.site.systems(), "shown": SHOWN, "waiting": WAITING})


def overview_document(it: Overview) -> dict[str, Any]:
    return {
        "following": it.following,
        "provisional": _version(it.provisional),
        "published": _version(it.published),
        "registered": [event_document(event) for event in it.registered],
        "refused": [event_document(event) for event in it.refused],
        "accepted": [event_document(event) for event in it.accepted],
        "due": [event_document(event) for event in it.due],
    }


def _version(it: VersionRecord | None) -> dict[str, Any] | None:
    return None if it is None else version_document(it)
