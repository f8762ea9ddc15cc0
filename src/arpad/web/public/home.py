"""The first page: look somebody up, see the newest list and what it brings, drop a report."""

from starlette.requests import Request

from arpad.lists.top_lists import FederationLine, ListNews
from arpad.office.context import Desk
from arpad.office.documents import EVENT, VERSION
from arpad.office.events import list_events
from arpad.office.lists import published_federations, published_news, published_top, versions
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.public.shapes import BEST_ROW, LINE, NEWS_LINE, HomeDocument, NewsDocument, SystemLineDocument

home = Pages("home", same_for_all=True)

BEST, LATEST, NEWS, STRONGEST = 10, 6, 8, 8
NOTHING: HomeDocument = {
    "systems": [],
    "list": None,
    "best": [],
    "news": None,
    "federations": {"count": 0, "strongest": []},
    "rated": 0,
    "events": [],
}


@home.page("/", "home.html", HomeDocument)
def index(request: Request) -> Answer:
    """The systems of the office, the newest list with its best and what it brings, the latest events."""
    site = request.app.state.site
    systems: list[SystemLineDocument] = [
        {"name": system.name, "federation": system.federation} for system in site.systems()
    ]
    if not systems:
        return Answer(lambda: NOTHING)
    desk: Desk = site.desk()
    known = versions(desk, published=True)
    rated = [event for event in reversed(list_events(desk)) if event.state in ("rated", "corrected")]
    newest, best = None, []
    lines: tuple[FederationLine, ...] = ()
    if known:
        newest = known[-1]
        lines = published_federations(desk, newest.period, newest.number, "standard")[1]
        _, top = published_top(desk, newest.period, newest.number, "standard", BEST, published=True)
        best = top.to_pylist()[:BEST]
    found = published_news(desk, NEWS)

    def document() -> HomeDocument:
        return {
            "systems": systems,
            "list": None if newest is None else VERSION.document(newest),
            "best": [BEST_ROW.document(row) for row in best],
            "news": None if found is None else _news_document(found),
            "federations": {"count": len(lines), "strongest": [LINE.document(line) for line in lines[:STRONGEST]]},
            "rated": len(rated),
            "events": [EVENT.document(event) for event in rated[:LATEST]],
        }

    return Answer(document)


def _news_document(news: ListNews) -> NewsDocument:
    """The first players of each kind, and how many there are."""
    risers, newcomers, new_titles = news.counts
    return {
        "risers": {"count": risers, "players": [NEWS_LINE.document(line) for line in news.risers]},
        "newcomers": {"count": newcomers, "players": [NEWS_LINE.document(line) for line in news.newcomers]},
        "new_titles": {"count": new_titles, "players": [NEWS_LINE.document(line) for line in news.new_titles]},
    }
