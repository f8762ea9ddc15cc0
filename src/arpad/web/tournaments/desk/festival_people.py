"""All tournaments of a festival at once: their players from one spreadsheet, and their papers."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document
from arpad.i18n import LANGUAGES
from arpad.papers.event_papers import FESTIVAL_PAPERS, festival_paper
from arpad.web.cache import Answer, pdf_file
from arpad.web.office.forms import BEARER
from arpad.web.openapi import shaped
from arpad.web.security import NotSignedIn
from arpad.web.tournaments.context import Slug, staff_pages
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


# Papers of all tournaments together.

paper_pages = staff_pages()
printed = APIRouter(include_in_schema=False)


class FestivalPapers(Document, frozen=True):
    """The papers that the tournaments of a festival have together."""

    festival: str
    papers: tuple[str, ...]


@paper_pages.page("/f/{slug}/desk/print", "festival_print.html", FestivalPapers)
def papers(desk: AsFestivalArbiter) -> Answer:
    """The papers that the tournaments have together."""

    values = {"papers": FESTIVAL_PAPERS, "events": desk.contexts}
    return desk.answer(lambda: FestivalPapers(desk.frame.slug, FESTIVAL_PAPERS), lambda: values)


@printed.get("/f/{slug}/desk/print/{what}.pdf")
def paper(desk: AsFestivalArbiter, what: str, both: int = 0, per_page: int = 8) -> Response:
    """A paper of all tournaments together as PDF."""
    languages = [desk.language, *(one for one in LANGUAGES if both and one != desk.language)]
    made = festival_paper(desk.frame.name, desk.states, what, languages, per_page=per_page)
    return pdf_file(made, f"{desk.frame.slug}-{what}")


ROUTERS: tuple[Any, ...] = (sheets, paper_pages.router, printed)
