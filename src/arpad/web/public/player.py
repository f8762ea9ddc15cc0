"""One player: the ratings with ranks and peaks, the plot, the games the office holds; and two players side by side."""

import datetime as dt
from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request

from arpad.i18n import Language, date_text, number_or_dash, text
from arpad.office.context import Desk
from arpad.office.documents import player_document
from arpad.office.lists import show_player
from arpad.office.proof.sheets import PlayerView, view_player
from arpad.office.records import HistoryEntry
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.web.answers import Answer
from arpad.web.careers import GAME, Career, by_colour, career_document, career_of, opponents, wins
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.plots import PlotLine, PlotPoint, step_plot
from arpad.web.public.asked import SystemName
from arpad.web.public.shapes import PLAYER_PAGE, ComparedPlayersDocument

player_pages = Pages("players", same_for_all=True)

Shown = Annotated[TimeClass | None, Query(description="Only this time class.")]
Newest = dict[TimeClass, list[HistoryEntry]]


@player_pages.page("/players/{id}", "public_player.html", PLAYER_PAGE, at_a_glance=True)
def player(request: Request, id: str, time_class: Shown = None, system: SystemName = "") -> Answer:  # noqa: A002
    """A player with every published list they are on, their ranks, and what their games add up to."""
    site, language = request.app.state.site, language_of(request)
    desk = site.visited(request, system)
    view = view_player(desk, id)
    career = _career(site, desk, view)

    def page() -> dict[str, Any]:
        record, games = view.record, career.of(time_class)
        kept = None if record.merged_into is None else show_player(desk, record.merged_into, published=True)
        newest = newest_lists(view)
        shown = {name: entries for name, entries in newest.items() if time_class in (None, name)}
        lines = [_line(record.id, name, entries, language) for name, entries in shown.items()]
        return {
            "record": record,
            "kept": kept,
            "newest": newest,
            "shown": shown,
            "now": {} if kept else ratings_now(newest, view),
            "chosen": time_class,
            "key": [(name, text(f"web.player.{name}", language)) for name in shown],
            "corrected": {name: _corrected(entries) for name, entries in record.history.items()},
            "plot": step_plot(lines, text("web.player.plot", language, name=record.name), language),
            "career": career,
            "games": games,
            "colours": by_colour(games),
            "wins": wins(games),
            "opponents": opponents(games),
        }

    return Answer(lambda: _document(view, career, time_class), page)


def _career(site: Any, desk: Desk, view: PlayerView) -> Career:
    found: Career = career_of(view, desk, site.remembered)
    return found


def _document(view: PlayerView, career: Career, time_class: TimeClass | None) -> dict[str, Any]:
    newest = newest_lists(view)
    now = ratings_now(newest, view)
    ranks = {name: {"federation": own.federation, "office": own.world} for name, own in view.ranks.items()}
    peaks = {name: {"rating": own["peak"].rating, "period": own["peak"].period} for name, own in now.items()}
    return {**player_document(view.record), "ranks": ranks, "peaks": peaks, **career_document(career, time_class)}


def newest_lists(view: PlayerView) -> Newest:
    """Of each list the last version, the newest list first. An identity that was merged away has no rating now: its
    lists are shown as they were before. A player who left the list has none after the last that has them."""
    gone, end = view.record.merged_into is not None, view.record.last_list or dt.date.max
    found: Newest = {}
    for name, entries in view.record.history.items():
        last = {entry.period: entry for entry in entries if (entry.rating or not gone) and entry.period <= end}
        found[name] = sorted(last.values(), key=lambda entry: entry.period, reverse=True)
    return found


def ratings_now(newest: Newest, view: PlayerView) -> dict[TimeClass, dict[str, Any]]:
    """The newest entry of each time class, with its rank, the peak, and the games of all lists."""
    return {
        name: {
            "entry": entries[0],
            "rank": view.ranks.get(name),
            "peak": max(reversed(entries), key=lambda entry: entry.rating or 0),
            "games": sum(entry.games for entry in entries),
        }
        for name in TIME_CLASSES
        if (entries := newest.get(name))
    }


def _corrected(entries: tuple[HistoryEntry, ...]) -> set[dt.date]:
    """Return the lists of which two versions give the player different ratings."""
    ratings: dict[dt.date, set[int | None]] = {}
    for entry in entries:
        ratings.setdefault(entry.period, set()).add(entry.rating)
    return {period for period, found in ratings.items() if len(found) > 1}


def _line(id_: str, css: str, entries: list[HistoryEntry], language: Language, time_class: str = "") -> PlotLine:
    """A line of the plot. Lists with games have a dot that leads to the reasons."""
    return PlotLine(css, [_point(id_, time_class or css, entry, language) for entry in entries if entry.rating])


def _point(id_: str, time_class: str, entry: HistoryEntry, language: Language) -> PlotPoint:
    assert entry.rating is not None
    if not entry.games or entry.change is None:
        return PlotPoint(entry.period, entry.rating)
    change = number_or_dash(entry.change, language, sign=True)
    words = f"{date_text(entry.period, language)}: {entry.rating} ({change})"
    address = f"/players/{id_}/lists/{entry.period:%Y-%m}?time_class={time_class}"
    return PlotPoint(entry.period, entry.rating, address, words)


@player_pages.page("/players/{id}/compare", "public_compare.html", ComparedPlayersDocument)
def compare(
    request: Request,
    id: str,  # noqa: A002
    other: Annotated[str, Query(alias="with", max_length=40, description="The id of the other player.")] = "",
    time_class: Annotated[TimeClass, Query(description="The time class of the plot.")] = "standard",
    system: SystemName = "",
) -> Answer:
    """Two players side by side: their ratings, and the games against each other."""
    site, language = request.app.state.site, language_of(request)
    desk = site.desk(system)
    views = [view_player(desk, one) for one in (id, other.strip()) if one]
    games = _career(site, desk, views[0]).against(views[1].record.id) if len(views) > 1 else ()

    def document() -> ComparedPlayersDocument:
        sides = [player_document(view.record) for view in views]
        return {"players": sides, "games": [GAME.document(one) for one in games]}

    def page() -> dict[str, Any]:
        newest = [newest_lists(view) for view in views]
        lines = [
            _line(
                view.record.id, f"{time_class}{' other' if at else ''}", found.get(time_class, []), language, time_class
            )
            for at, (view, found) in enumerate(zip(views, newest, strict=True))
        ]
        names = " · ".join(view.record.name for view in views)
        return {
            "records": [view.record for view in views],
            "now": [ratings_now(found, view) for view, found in zip(views, newest, strict=True)],
            "chosen": time_class,
            "classes": [name for name in TIME_CLASSES if any(name in found for found in newest)],
            "plot": step_plot(lines, text("web.player.plot", language, name=names), language),
            "games": games,
            "sum": by_colour(games)[""],
            "asked": other,
        }

    return Answer(document, page)
