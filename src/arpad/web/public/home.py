"""The first page: look somebody up, see the newest list, drop a report."""

from starlette.requests import Request

from arpad.office.desk import Desk
from arpad.office.documents import event_document, version_document
from arpad.office.events import list_events
from arpad.office.lists import published_top, versions
from arpad.web.answers import Answer
from arpad.web.pages import Pages

home = Pages("home")

BEST, LATEST = 10, 6


@home.page("/", "home.html")
def index(request: Request) -> Answer:
    """The systems of the office, the newest list with its best, the latest events."""
    site = request.app.state.site
    systems = [{"name": it.name, "federation": it.federation} for it in site.systems()]
    if not systems:
        return Answer({"systems": [], "list": None, "best": [], "events": []})
    desk: Desk = site.desk()
    known = versions(desk, published=True)
    rated = [it for it in reversed(list_events(desk)) if it.state in ("rated", "corrected")]
    newest, best = None, []
    if known:
        newest = known[-1]
        _, top = published_top(desk, newest.period, newest.number, "standard", BEST, published=True)
        best = top.to_pylist()[:BEST]
    return Answer(
        {
            "systems": systems,
            "list": None if newest is None else version_document(newest),
            "best": [{name: row[name] for name in ("place", "id", "name", "federation", "rating")} for row in best],
            "events": [event_document(it) for it in rated[:LATEST]],
        }
    )
