"""Claim sheets of every version, provisional ones too."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from arpad.inputs.parse import period_in_address
from arpad.office.proof.sheets import PeriodSheet, SheetDocument
from arpad.office.proof.sheets import sheet as sheet_of
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.later_routes import LaterRouter
from arpad.web.pages import Pages
from arpad.web.public.asked import Class, VersionNumber
from arpad.web.why import sheet_answer, sheet_file

sheets = Pages("office")
printed = LaterRouter(include_in_schema=False)


def asked_sheet(
    desk: AtDesk,
    period: str,
    id: str,  # noqa: A002
    version: VersionNumber = None,
    time_class: Class = "standard",
) -> PeriodSheet:
    """Return the claim sheet of an address."""
    return sheet_of(desk, id, period_in_address(period), version, time_class)


AskedSheet = Annotated[PeriodSheet, Depends(asked_sheet)]


@printed.get("/office/lists/{period}/players/{id}/sheet.pdf")
def sheet_pdf(request: Request, found: AskedSheet) -> Response:
    """The claim sheet as a PDF to be printed."""
    return sheet_file(request, found)


@sheets.page("/office/lists/{period}/players/{id}", "desk_sheet.html", SheetDocument)
def sheet(request: Request, found: AskedSheet) -> Answer:
    """A player's claim sheet for any version of a list."""
    return sheet_answer(request, found)
