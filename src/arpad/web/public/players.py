"""Players: found by name or id, their ratings through time, and the reason behind each."""

import datetime as dt
from typing import Annotated

from fastapi import Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arpad.office.desk import Desk
from arpad.office.proof import PeriodSheet, SheetDocument, list_version, sheet_document
from arpad.office.proof import sheet as sheet_of
from arpad.publication.period_sheet import period_sheet
from arpad.regulations import TimeClass
from arpad.typed.parse import period_in_address
from arpad.web.answers import Answer, pdf_file
from arpad.web.file_names import sheet_name
from arpad.web.glancing import GlanceRoute
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.looking_up import find_players
from arpad.web.pages import Pages
from arpad.web.public.asked import Class, SystemName, VersionNumber
from arpad.web.public.shapes import FOUND, FoundPlayersDocument
from arpad.web.why import why_page

players = Pages("players", same_for_all=True)
suggestions = LaterRouter(include_in_schema=False, route_class=GlanceRoute)
sheets = LaterRouter(include_in_schema=False)

FIRST, SUGGESTED = 50, 8


@players.page("/players", "public_players.html", FoundPlayersDocument, table=True, at_a_glance=True)
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


@players.page("/players/{id}/lists/{period}", "public_sheet.html", SheetDocument)
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


@sheets.get("/players/{id}/lists/{period}/sheet.pdf")
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
