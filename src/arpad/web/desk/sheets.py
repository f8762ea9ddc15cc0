"""Claim sheets of every version, provisional ones too."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from arpad.office.proof import PeriodSheet, SheetDocument, list_version, sheet_document
from arpad.office.proof import sheet as sheet_of
from arpad.publication.period_sheet import period_sheet
from arpad.typed.parse import period_in_address
from arpad.web.answers import Answer, pdf_file
from arpad.web.desk.place import AtDesk
from arpad.web.file_names import sheet_name
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.pages import Pages
from arpad.web.public.asked import Class, VersionNumber
from arpad.web.why import why_page

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
def sheet_pdf(request: Request, desk: AtDesk, found: AskedSheet, time_class: Class = "standard") -> Response:
    """The claim sheet as a PDF to be printed."""
    pdf = period_sheet(found, list_version(found), desk.regulations.sources, language_of(request))
    return pdf_file(pdf, sheet_name(found, time_class))


@sheets.page("/office/lists/{period}/players/{id}", "desk_sheet.html", SheetDocument)
def sheet(request: Request, desk: AtDesk, found: AskedSheet, time_class: Class = "standard") -> Answer:
    """A player's claim sheet for any version of a list."""
    language = language_of(request)
    return Answer(
        document=lambda: sheet_document(found, language),
        page=lambda: {
            **why_page(found, desk.regulations.sources, language),
            "system": desk.system,
            "time_class": time_class,
        },
    )
