"""Players of all tournaments of a festival at once, from one spreadsheet."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from arpad.web.office.forms import BEARER
from arpad.web.openapi import shaped
from arpad.web.security import NotSignedIn
from arpad.web.tournaments.context import Slug
from arpad.web.tournaments.desk.festival import AsFestivalArbiter, at_festival
from arpad.web.tournaments.desk.importing import (
    FIELDS,
    JointlyEntered,
    JointReading,
    SheetDesk,
    SheetForm,
    empty_page,
    sheet_answer,
    sheet_form,
)
from arpad.web.tournaments.perform import ANSWERS
from arpad.web.uploads import TimedRoute

# One sheet for all tournaments.

sheets = APIRouter(tags=["event"], dependencies=[BEARER], route_class=TimedRoute)
INTO = {
    "type": "string",
    "description": "The tournament of rows that name none; the one that the rules suggest if none.",
}
JOINT_FIELDS = {name: part for name, part in FIELDS.items() if name not in ("from_round", "request")} | {"into": INTO}
BODY = {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": JOINT_FIELDS}}}}


@sheets.get("/f/{slug}/desk/players/import", include_in_schema=False)
def import_page(desk: AsFestivalArbiter) -> Response:
    """The form for a file or for rows that are pasted."""
    return empty_page(SheetDesk(desk.frame, desk.contexts, joint=True))


@sheets.post(
    "/f/{slug}/desk/players/import", name="festival_enter_sheet", responses=ANSWERS,
    openapi_extra={"requestBody": BODY},
)  # fmt: skip
@shaped(JointReading | JointlyEntered)
def import_sheet(request: Request, slug: Slug, form: Annotated[SheetForm, Depends(sheet_form)]) -> Response:
    """Look at the players of a spreadsheet, or enter those that are ready and those that are marked in their
    tournaments, all at once."""
    if request.state.account is None:
        raise NotSignedIn(form.typed)
    desk = at_festival("arbiter")(request, slug)
    return sheet_answer(SheetDesk(desk.frame, desk.contexts, joint=True), form)


ROUTERS: tuple[Any, ...] = (sheets,)
