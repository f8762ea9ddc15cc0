"""The first page of the desk: what is waiting, the next list, what was done last."""

from typing import Any

from starlette.requests import Request

from arpad.office.documents import EVENT, LOG, VERSION
from arpad.office.lists import Overview, handed_in_by, log_lines, overview
from arpad.office.records import VersionRecord
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.desk.shapes import DeskDocument
from arpad.web.pages import Pages
from arpad.web.security import Reader

home = Pages("office")

LINES, SHOWN = 10, 20
WAITING = ("registered", "refused", "due")


@home.page("/office", "desk_home.html", DeskDocument)
def index(request: Request, desk: AtDesk, account: Reader) -> Answer:
    """What is waiting in the office, the next list, the newest list, and the last lines of the log."""
    found = overview(desk)
    own = handed_in_by(desk, account.name)[:SHOWN] if account.role == "arbiter" else []
    lines = log_lines(desk, limit=LINES)
    more = {"systems": request.app.state.site.systems(), "shown": SHOWN, "waiting": WAITING}
    return Answer(
        document=lambda: (
            overview_document(found)
            | {
                "system": desk.system,
                "own": [EVENT.document(event) for event in own],
                "log": [LOG.document(line) for line in lines],
            }
        ),
        page=lambda: more | {"data": found, "system": desk.system, "own": own, "log": lines},
    )


def overview_document(overview: Overview) -> dict[str, Any]:
    return {
        "following": overview.following,
        "provisional": _version(overview.provisional),
        "published": _version(overview.published),
        **{name: [EVENT.document(event) for event in getattr(overview, name)] for name in (*WAITING, "accepted")},
    }


def _version(version: VersionRecord | None) -> dict[str, Any] | None:
    return None if version is None else VERSION.document(version)
