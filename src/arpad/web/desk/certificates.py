"""Certificates of norms of the office's events: they hold days of birth, so that visitors have to sign in for them."""

from typing import Annotated

from fastapi import Path
from starlette.requests import Request
from starlette.responses import Response

from arpad.office.proof.sheets import view_report
from arpad.regulations.title_editions import NormTitle
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.norms import certificate
from arpad.web.public.asked import EventNumber

certificates = LaterRouter(include_in_schema=False)


@certificates.get("/office/events/{number}/norms/{rank}/{title}.pdf")
def norm_certificate(
    request: Request, desk: AtDesk, number: EventNumber, rank: Annotated[int, Path(ge=1, le=9999)], title: NormTitle
) -> Response:
    """Form IT1 for a norm of an event."""
    return certificate(view_report(desk, number).report.event, rank, title, language_of(request))
