"""Players: found by name or id, their ratings through time, and the reason behind each."""

from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.inputs.parse import period_in_address
from arpad.office.proof.sheets import PeriodSheet, SheetDocument
from arpad.office.proof.sheets import sheet as sheet_of
from arpad.web.answers import Answer, html
from arpad.web.glancing import GlanceRoute
from arpad.web.later_routes import LaterRouter
from arpad.web.looking_up import find_players
from arpad.web.pages import Pages
from arpad.web.public.asked import Class, SystemName, VersionNumber
from arpad.web.public.shapes import FOUND, FoundPlayersDocument
from arpad.web.why import sheet_answer, sheet_file

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
    values = {"found": find_players(request, q, SUGGESTED), "query": q, "place": place}
    request.state.same_for_all = True
    return html(request, "public_suggestions.html", values)


def published_sheet(
    request: Request,
    id: str,  # noqa: A002
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    system: SystemName = "",
) -> PeriodSheet:
    """Return the claim sheet of an address; those of provisional lists are only for officers."""
    desk = request.app.state.site.desk(system)
    return sheet_of(desk, id, period_in_address(period), version, time_class, published=True)


AskedSheet = Annotated[PeriodSheet, Depends(published_sheet)]


@players.page("/players/{id}/lists/{period}", "public_sheet.html", SheetDocument)
def sheet(request: Request, found: AskedSheet) -> Answer:
    """Why a player's rating is what it is: the events and games of a period, article by article."""
    return sheet_answer(request, found)


@sheets.get("/players/{id}/lists/{period}/sheet.pdf")
def sheet_pdf(request: Request, found: AskedSheet) -> Response:
    """The same as a PDF to be printed."""
    return sheet_file(request, found)
