"""The first page: look somebody up, see the newest list and what it brings, drop a report."""

from typing import Any

from starlette.requests import Request

from arpad.lists.federations import FederationLine
from arpad.lists.news import ListNews, NewsLine
from arpad.office.desk import Desk
from arpad.office.documents import EVENT, VERSION
from arpad.office.events import list_events
from arpad.office.lists import published_federations, published_news, published_top, versions
from arpad.trail.fields import ShownField, ShownFields, by_key
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.public.federations import LINE

home = Pages("home", same_for_all=True)

BEST, LATEST, NEWS, STRONGEST = 10, 6, 8, 8
BEST_ROW = by_key("place", "id", "name", "title", "federation", "rating")
NEWS_LINE = ShownFields[NewsLine](*map(ShownField, ("id", "name", "title", "federation", "rating", "change")))
NOTHING: dict[str, Any] = {
    "list": None,
    "best": [],
    "news": None,
    "federations": {"count": 0, "strongest": []},
    "rated": 0,
    "events": [],
}
KINDS = ("risers", "newcomers", "new_titles")


@home.page("/", "home.html")
def index(request: Request) -> Answer:
    """The systems of the office, the newest list with its best and what it brings, the latest events."""
    site = request.app.state.site
    systems = [{"name": system.name, "federation": system.federation} for system in site.systems()]
    if not systems:
        return Answer(lambda: {"systems": []} | NOTHING)
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
    return Answer(
        lambda: {
            "systems": systems,
            "list": None if newest is None else VERSION.document(newest),
            "best": [BEST_ROW.document(row) for row in best],
            "news": None if found is None else _news_document(found),
            "federations": {"count": len(lines), "strongest": [LINE.document(line) for line in lines[:STRONGEST]]},
            "rated": len(rated),
            "events": [EVENT.document(event) for event in rated[:LATEST]],
        }
    )


def _news_document(news: ListNews) -> dict[str, Any]:
    """The first players of each kind, and how many there are."""
    return {
        kind: {"count": count, "players": [NEWS_LINE.document(line) for line in getattr(news, kind)]}
        for kind, count in zip(KINDS, news.counts, strict=True)
    }
