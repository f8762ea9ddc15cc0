"""The log, and the proof that every list follows from its reports."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request

from arpad.office.documents import LOG, verified_document
from arpad.office.lists import log_lines, versions
from arpad.office.proof import verify
from arpad.office.shapes import VerifiedDocument
from arpad.office.storage import LogEntry
from arpad.office.wording import details_text
from arpad.typed.parse import MOST, period_in_address
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.pages import Pages

proof = Pages("office")

LINES = 100


@proof.page("/office/log", "desk_log.html", list[Annotated[dict[str, Any], LOG]], table=True)
def log(
    request: Request,  # noqa: ARG001  (every page takes it)
    desk: AtDesk,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only lines before this one.")] = None,
) -> Answer:
    """Who did what, and when: a hundred lines, the newest first."""
    found = log_lines(desk, before=before, limit=LINES)
    older = found[-1].id if len(found) == LINES else None
    return Answer(
        document=lambda: [LOG.document(entry) for entry in found],
        page=lambda: {"data": found, "words": _words(found), "older": older, "first": before is None},
        table=lambda: LOG.table(found),
    )


def _words(found: Sequence[LogEntry]) -> dict[int, str]:
    return {entry.id: details_text(entry.details) for entry in found}


@proof.page("/office/verify", "desk_verify.html", VerifiedDocument | None)
def verified(
    request: Request,
    desk: AtDesk,
    period: Annotated[str, Query(max_length=10, description="A list: 2024-05. Nothing is verified without one.")] = "",
) -> Answer:
    """Recompute every version of a list from the stored reports, and compare the digests."""
    known = sorted({version.period for version in versions(desk)}, reverse=True)
    found = verify(desk, period_in_address(period)) if period else None
    data = None if found is None else verified_document(found, language_of(request))
    return Answer(lambda: data, lambda: {"data": data, "periods": known, "period": period})
