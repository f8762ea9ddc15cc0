"""What other sites show of this one: a picture of a page, a badge of a player, a small table in a frame."""

import hashlib
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Annotated, Any
from xml.sax.saxutils import escape

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.json import dumps
from arpad.formats.codes import federation_name
from arpad.i18n import ArpadError, Language, date_text, number, number_or_dash, short_date_text, text
from arpad.inputs.parse import period_in_address
from arpad.lists.list_versions import ListVersion
from arpad.office.context import Desk
from arpad.office.details import details_of
from arpad.office.lists import best_at_home, published_top, versions
from arpad.office.proof.sheets import PlayerView, view_event, view_player
from arpad.papers.share_card import CardCell, ShareCard, draw_card
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import by_content, html, is_for_everybody, known_tags
from arpad.web.public.events import event_changes, event_table
from arpad.web.public.players import Class, EventNumber, SystemName, check_shown, newest_lists, ratings_now
from arpad.web.site import Site, language_of

cards = APIRouter(include_in_schema=False)

DRAWING = Lock()
PATIENCE = 5
"""Seconds for which a picture waits while another is drawn: many at once would keep everybody else waiting."""
SHOWN = 5
MOST_EMBEDDED = 50


def picture(request: Request, card: ShareCard) -> Response:
    """A card as a picture, drawn once for what stands on it."""
    language = language_of(request)
    tag = hashlib.sha256(dumps([language, *card]).encode()).hexdigest()[:24]
    headers = {"etag": f'"{tag}"', "cache-control": "public, max-age=3600", "vary": "accept-language, cookie"}
    if tag in known_tags(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)

    def draw() -> bytes:
        if not DRAWING.acquire(timeout=PATIENCE):
            raise ArpadError("web-busy")
        try:
            return draw_card(card, language)
        finally:
            DRAWING.release()

    site: Site = request.app.state.site
    drawn = site.remembered.of(("card", tag), (), draw)
    return Response(drawn, media_type="image/png", headers=headers)


def _office_name(site: Site, language: Language) -> str:
    return details_of(site.database).name or text("web.name", language)


@cards.get("/card.png")
def home_card(request: Request) -> Response:
    """The picture of the first page: the best of the newest list."""
    site, language = request.app.state.site, language_of(request)
    known = versions(site.desk(), published=True) if site.has_systems() else []
    if not known:
        return picture(request, ShareCard(_office_name(site, language), text("web.home.title", language)))
    return _list_card(request, site.desk(), known[-1], _office_name(site, language))


@cards.get("/lists/{period}/card.png")
def list_card(request: Request, period: str, system: SystemName = "") -> Response:
    """The picture of a list: its best players."""
    site, language = request.app.state.site, language_of(request)
    desk, day = site.desk(system), period_in_address(period)
    found = published_top(desk, day, None, "standard", 1, published=True)[0]
    title = f"{text('web.player.list', language)} {date_text(found.period, language)}"
    return _list_card(request, desk, found, title)


def _list_card(request: Request, desk: Desk, found: ListVersion, title: str) -> Response:
    language = language_of(request)
    best = published_top(desk, found.period, found.number, "standard", SHOWN, published=True)[1].to_pylist()
    about = f"{text('web.home.newest', language)}: {date_text(found.period, language)}"
    if date_text(found.period, language) in title:
        about = _office_name(request.app.state.site, language)
    foot = text("web.feed.list-players", language, count=found.players)
    lines = tuple((_named(row["title"], row["name"] or row["id"]), str(row["rating"])) for row in best)
    return picture(request, ShareCard(title, about, lines=lines, foot=foot))


def _named(title: str | None, name: str) -> str:
    return f"{title} {name}" if title else name


@cards.get("/players/{id}/card.png")
def player_card(request: Request, id: str, system: SystemName = "") -> Response:  # noqa: A002
    """The picture of a player: the ratings, and the course of the first of them."""
    site, language = request.app.state.site, language_of(request)
    view = view_player(site.desk(system), id)
    record, now = view.record, ratings_now(newest_lists(view), view)
    cells = tuple(
        CardCell(
            text(f"web.player.{name}", language),
            number_or_dash(own["entry"].rating, language) if own else "–",
            number(own["entry"].change, language, sign=True) if own and own["entry"].change else "",
        )
        for name in TIME_CLASSES
        for own in [now.get(name)]
    )
    course = next((newest_lists(view)[name] for name in TIME_CLASSES if name in now), [])
    points = tuple((entry.period, entry.rating) for entry in course if entry.rating)
    about = " · ".join(
        part
        for part in (record.title, federation_name(record.federation, language) or record.federation, f"ID {record.id}")
        if part
    )
    foot = f"{text('web.player.list', language)} {date_text(points[0][0], language)}" if points else ""
    return picture(request, ShareCard(record.name or record.id, about, cells, course=points, foot=foot))


@cards.get("/events/{number}/card.png")
def event_card(request: Request, number: EventNumber, system: SystemName = "") -> Response:
    """The picture of an event: the first places."""
    site, language = request.app.state.site, language_of(request)
    view = view_event(site.desk(system), number)
    check_shown(request, view.record)
    record, whole = view.record, event_table(request, view, event_changes(view), system)
    days = [date_text(day, language) for day in dict.fromkeys((record.start, record.end)) if day is not None]
    federation = federation_name(record.federation, language) or record.federation
    about = " · ".join(part for part in (record.city, federation, " – ".join(days)) if part)
    lines = () if whole is None else tuple((_named(row.title, row.name), str(row.points)) for row in whole.rows[:SHOWN])
    foot = [text(f"time-class.{record.time_class}", language)]
    if view.event is not None:
        foot = [text("web.feed.list-players", language, count=len(view.event.players)), *foot]
    return picture(request, ShareCard(record.name or str(record.id), about, lines=lines, foot=" · ".join(foot)))


# A badge: name and rating on one line, as a drawing without a script, a style or a font of its own.

LETTER = 66
"""Tenths of a unit for a letter of 11 units, at most: a drawing cannot measure its own text."""


@cards.get("/players/{id}/badge.svg")
def badge(request: Request, id: str, time_class: Class = "standard", system: SystemName = "") -> Response:  # noqa: A002
    """A player's rating as a badge for a page of their own."""
    language = language_of(request)
    view = view_player(request.app.state.site.desk(system), id)
    own = ratings_now(newest_lists(view), view).get(time_class)
    rating = number_or_dash(own["entry"].rating, language) if own else "–"
    name = _named(view.record.title, view.record.name or view.record.id)
    words = f"{text(f'web.player.{time_class}', language)} {rating}"
    drawn = Response(badge_svg(name, words), media_type="image/svg+xml")
    return by_content(request, drawn) if is_for_everybody(request, drawn) else drawn


def badge_svg(name: str, words: str) -> str:
    """Return a badge of two parts. Their text is as long as its part, whatever the fonts of the reader."""
    shown = name if len(name) <= 40 else f"{name[:39]}…"
    left, right = (len(part) * LETTER // 10 + 14 for part in (shown, words))
    whole = left + right

    def part(text_: str, at: int, length: int) -> str:
        fit = f'textLength="{length - 14}" lengthAdjust="spacingAndGlyphs"'
        return f'<text x="{at + 7}" y="14" {fit}>{escape(text_)}</text>'

    label = escape(f"{shown}: {words}", {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" viewBox="0 0 {whole} 20" role="img" '
        f'aria-label="{label}"><title>{escape(f"{shown}: {words}")}</title>'
        f'<rect width="{whole}" height="20" rx="3" fill="#14532d"/>'
        f'<path d="M3 0H{left}V20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3Z" fill="#3f3b35"/>'
        f'<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">'
        f"{part(shown, 0, left)}{part(words, left, right)}</g></svg>"
    )


# Small tables for a frame of another page. They know nobody, and lead back here in a window of their own.


def _embedded(request: Request, values: dict[str, Any]) -> Response:
    site = request.app.state.site
    language = language_of(request)
    return by_content(request, html(request, "embed.html", {"office": _office_name(site, language), **values}))


@cards.get("/embed/top")
def embedded_top(
    request: Request,
    time_class: Class = "standard",
    federation: Annotated[str, Query(max_length=3)] = "",
    count: Annotated[int, Query(ge=1, le=MOST_EMBEDDED)] = 10,
    system: SystemName = "",
) -> Response:
    """The best of the newest list, of all or of one federation, for a frame of another page."""
    language, desk = language_of(request), request.app.state.site.desk(system)
    newest = max((one.period for one in versions(desk, published=True)), default=None)
    rows: Sequence[dict[str, Any]] = ()
    if newest is not None:
        if federation:
            rows = best_at_home(desk, newest, None, time_class, federation.upper(), count)
        else:
            rows = published_top(desk, newest, None, time_class, count, published=True)[1].to_pylist()
    lines = [(row["title"], row["name"] or row["id"], f"/players/{row['id']}", row["rating"]) for row in rows]
    title = (
        text("web.player.list", language)
        if newest is None
        else (f"{text('web.player.list', language)} {short_date_text(newest, language)}")
    )
    return _embedded(request, {"title": title, "lines": lines, "ranked": True, "page": "/lists"})


@cards.get("/embed/players/{id}")
def embedded_player(request: Request, id: str, system: SystemName = "") -> Response:  # noqa: A002
    """The ratings of a player, for a frame of another page."""
    view = view_player(request.app.state.site.desk(system), id)
    return _embedded(request, _player_table(view, language_of(request)))


def _player_table(view: PlayerView, language: Language) -> dict[str, Any]:
    record, now = view.record, ratings_now(newest_lists(view), view)
    say: Callable[[str], str] = lambda name: text(f"web.player.{name}", language)  # noqa: E731
    lines = [("", say(name), f"/players/{record.id}?time_class={name}", now[name]["entry"].rating) for name in now]
    title = _named(record.title, record.name or record.id)
    return {"title": title, "lines": lines, "ranked": False, "page": f"/players/{record.id}"}
