"""The log, and the proof that every list is what its reports make of it."""

from typing import Annotated

from fastapi import Query
from starlette.requests import Request

from arpad.office.documents import log_document, verified_document
from arpad.office.lists import log_lines, versions
from arpad.office.proof import verify
from arpad.office.wording import details_text
from arpad.typed.parse import MOST, period_in_address
from arpad.web.answers import Answer, Table
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.pages import Pages

proof = Pages("office")

LINES = 100
HEADINGS = ("id", "at", "who", "action", "system", "subject", "details")


@proof.page("/office/log", "desk_log.html", table=True)
def log(
    request: Request,  # noqa: ARG001  (every page takes it)
    desk: AtDesk,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only lines before this one.")] = None,
) -> Answer:
    """Who did what, and when: a hundred lines, the newest first."""
    found = log_lines(desk, before=before, limit=LINES)
    words = {it.id: details_text(it.details) for it in found}
    rows = [[it.id, it.at.isoformat(), it.who, it.action, it.system, it.subject, words[it.id]] for it in found]
    more = {"words": words, "older": found[-1].id if len(found) == LINES else None, "first": before is None}
    return Answer([log_document(it) for it in found], more, Table(HEADINGS, rows))


@proof.page("/office/verify", "desk_verify.html")
def verified(
    request: Request,
    desk: AtDesk,
    period: Annotated[str, Query(max_length=10, description="A list: 2024-05. Nothing is verified without one.")] = "",
) -> Answer:
    """Make every version of a list anew from the stored reports, and compare the digests."""
    known = sorted({it.period for it in versions(desk)}, reverse=True)
    data = verified_document(verify(desk, period_in_address(period)), language_of(request)) if period else None
    return Answer(data, {"periods": known, "period": period})
