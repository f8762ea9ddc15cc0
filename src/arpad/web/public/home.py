"""The first page: look somebody up, see the newest list, drop a report."""

from starlette.requests import Request

from arpad.office.desk import Desk
from arpad.office.documents import EVENT, VERSION
from arpad.office.events import list_events
from arpad.office.lists import published_top, versions
from arpad.trail.fields import by_key
from arpad.web.answers import Answer
from arpad.web.pages import Pages

home = Pages("home")

BEST, LATEST = 10, 6
BEST_ROW = by_key("place", "id", "name", "federation", "rating")


@home.page("/", "home.html")
def index(request: Request) -> Answer:
    """The systems of the office, the newest list with its best, the latest events."""
    site = request.app.state.site
    systems = [{"name": system.name, "federation": system.federation} for system in site.systems()]
    if not systems:
        return Answer(lambda: {"systems": [], "list": None, "best": [], "events": []})
    desk: Desk = site.desk()
    known = versions(desk, published=True)
    rated = [event for event in reversed(list_events(desk)) if event.state in ("rated", "corrected")]
    newest, best = None, []
    if known:
        newest = known[-1]
        _, top = published_top(desk, newest.period, newest.number, "standard", BEST, published=True)
        best = top.to_pylist()[:BEST]
    return Answer(
        lambda: {
            "systems": systems,
            "list": None if newest is None else VERSION.document(newest),
            "best": [BEST_ROW.document(row) for row in best],
            "events": [EVENT.document(event) for event in rated[:LATEST]],
        }
    )
