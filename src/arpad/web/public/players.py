"""Players: found by name or id, their ratings through time, and the reason behind each."""

import datetime as dt
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arpad.locale import Language, text
from arpad.office.desk import Desk
from arpad.office.documents import player_document
from arpad.office.lists import FoundPlayer, show_player
from arpad.office.proof import PeriodSheet, list_version, sheet_document
from arpad.office.proof import sheet as sheet_of
from arpad.office.records import HistoryEntry, PlayerRecord
from arpad.publication.period_sheet import period_sheet
from arpad.regulations import TimeClass
from arpad.trail.fields import ShownField, ShownFields
from arpad.typed.parse import period_in_address
from arpad.web.answers import Answer, pdf_file
from arpad.web.file_names import sheet_name
from arpad.web.language import language_of
from arpad.web.looking_up import find_players
from arpad.web.pages import Pages
from arpad.web.plots import PlotLine, PlotPoint, step_plot
from arpad.web.public.asked import Class, SystemName, VersionNumber
from arpad.web.why import why_page

players = Pages("players", same_for_all=True)
suggestions = APIRouter(include_in_schema=False)

FIRST, SUGGESTED = 50, 8
FOUND = ShownFields[FoundPlayer](
    *(
        ShownField(name, lambda player, name=name: getattr(player, name) or None)  # type: ignore[misc]
        for name in ("id", "name", "federation", "title", "born", "rating")
    )
)


@players.page("/players", "public_players.html", table=True)
def search(
    request: Request,
    q: Annotated[str, Query(max_length=80, description="Beginnings of words of the name, or of the id.")] = "",
    federation: Annotated[str, Query(max_length=3, description="Three letters.")] = "",
    system: SystemName = "",
) -> Answer:
    """Players by name or id, the highest rated first."""
    found = find_players(request, q, FIRST, federation, system)
    asked = {"query": q, "federation": federation}
    return Answer(
        document=lambda: asked | {"players": [FOUND.document(player) for player in found]},
        page=lambda: {"data": asked | {"players": found}, "system": system},
        table=lambda: FOUND.table(found),
    )


@suggestions.get("/players/suggestions")
def suggest(
    request: Request,
    q: Annotated[str, Query(max_length=80)] = "",
    place: Annotated[str, Query(max_length=40)] = "found",
) -> Response:
    """A few players, while somebody types. `place` is the id of the list they are put into."""
    site = request.app.state.site
    values = {"found": find_players(request, q, SUGGESTED), "query": q, "place": place}
    request.state.same_for_all = True
    return HTMLResponse(site.render(request, "public_suggestions.html", values))


@players.page("/players/{id}", "public_player.html")
def player(request: Request, id: str, system: SystemName = "") -> Answer:  # noqa: A002
    """A player with every published list they are on."""
    site = request.app.state.site
    desk = site.desk(system)
    record = show_player(desk, id, published=True)

    def page() -> dict[str, Any]:
        kept = None if record.merged_into is None else show_player(desk, record.merged_into, published=True)
        return _player_page(record, language_of(request)) | {"kept": kept}

    return Answer(lambda: player_document(record), page)


def _player_page(record: PlayerRecord, language: Language) -> dict[str, Any]:
    """An identity that was merged away has no rating now: its lists are shown as they were before."""
    gone = record.merged_into is not None
    newest = {
        time_class: _newest(tuple(entry for entry in entries if entry.rating) if gone else entries)
        for time_class, entries in record.history.items()
    }
    lines = [
        PlotLine(time_class, [PlotPoint(entry.period, entry.rating) for entry in entries if entry.rating])
        for time_class, entries in newest.items()
    ]
    plot = step_plot(lines, text("web.player.plot", language, name=record.name), language)
    corrected = {time_class: _corrected(entries) for time_class, entries in record.history.items()}
    return {
        "record": record,
        "newest": newest,
        "now": {} if gone else _now(newest),
        "plot": plot,
        "corrected": corrected,
    }


def _newest(entries: tuple[HistoryEntry, ...]) -> list[HistoryEntry]:
    """Of each list the last version, the newest list first."""
    last = {entry.period: entry for entry in entries}
    return sorted(last.values(), key=lambda entry: entry.period, reverse=True)


def _corrected(entries: tuple[HistoryEntry, ...]) -> set[dt.date]:
    """Return the lists of which two versions give the player different ratings."""
    ratings: dict[dt.date, set[int | None]] = {}
    for entry in entries:
        ratings.setdefault(entry.period, set()).add(entry.rating)
    return {period for period, found in ratings.items() if len(found) > 1}


def _now(newest: dict[TimeClass, list[HistoryEntry]]) -> dict[TimeClass, HistoryEntry]:
    return {time_class: entries[0] for time_class, entries in newest.items() if entries}


@players.page("/players/{id}/lists/{period}", "public_sheet.html")
def sheet(
    request: Request,
    id: str,  # noqa: A002
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    system: SystemName = "",
) -> Answer:
    """Why a player's rating is what it is: the events and games of a period, article by article."""
    site = request.app.state.site
    found = _sheet(site.desk(system), id, period_in_address(period), version, time_class)
    language = language_of(request)
    return Answer(
        document=lambda: sheet_document(found, language),
        page=lambda: {
            **why_page(found, site.regulations.sources, language),
            "system": system,
            "time_class": time_class,
        },
    )


@suggestions.get("/players/{id}/lists/{period}/sheet.pdf")
def sheet_pdf(
    request: Request,
    id: str,  # noqa: A002
    period: str,
    version: int | None = None,
    time_class: Class = "standard",
    system: str = "",
) -> Response:
    """The same as a PDF to be printed."""
    site = request.app.state.site
    found = _sheet(site.desk(system), id, period_in_address(period), version, time_class)
    pdf = period_sheet(found, list_version(found), site.regulations.sources, language_of(request))
    return pdf_file(pdf, sheet_name(found, time_class))


def _sheet(desk: Desk, id_: str, period: dt.date, version: int | None, time_class: TimeClass) -> PeriodSheet:
    """A sheet of a published list; a provisional one is only for officers."""
    return sheet_of(desk, id_, period, version, time_class, published=True)
