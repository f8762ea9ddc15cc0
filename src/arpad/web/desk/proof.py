"""The log, and the proof that every list follows from its reports."""

from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.inputs.parse import MOST, period_in_address
from arpad.office.documents import LOG, VerifiedOfficeDocument, details_text, verified_document
from arpad.office.lists import log_lines, versions
from arpad.office.proof.audit import examine
from arpad.office.proof.audit_findings import examination_document
from arpad.office.proof.bundle import export_bundle
from arpad.office.proof.verification import verify
from arpad.web.answers import Answer, listing
from arpad.web.desk.place import AtDesk
from arpad.web.file_names import written_zip, zip_file
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.pages import Pages
from arpad.web.public.asked import VersionNumber

proof = Pages("office")
bundles = LaterRouter(include_in_schema=False)

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

    def page() -> dict[str, Any]:
        words = {entry.id: details_text(entry.details) for entry in found}
        return {"words": words, "older": older, "first": before is None}

    return listing(LOG, found, page)


@proof.page("/office/verify", "desk_verify.html", VerifiedOfficeDocument | None)
def verified(
    request: Request,
    desk: AtDesk,
    period: Annotated[str, Query(max_length=10, description="A list: 2024-05. Nothing is verified without one.")] = "",
    office: Annotated[bool, Query(description="Examine the whole office: every row of every table.")] = False,
) -> Answer:
    """Recompute every version of a list from the stored reports, and compare the digests; or examine all rows."""
    language = language_of(request)
    known = sorted({version.period for version in versions(desk)}, reverse=True)
    data = verified_document(verify(desk, period_in_address(period)), language) if period else None
    seen = examination_document(examine(desk.database, quick=True), language) if office else None
    told = data if seen is None else (data or {}) | {"office": seen}
    return Answer(lambda: told, lambda: {"data": data, "seen": seen, "periods": known, "period": period})


@bundles.get("/office/lists/{period}/bundle.zip")
def bundle(desk: AtDesk, period: str, version: VersionNumber = None) -> Response:
    """A version with everything it was made from, in one file that anybody can verify."""
    with written_zip() as path:
        done = export_bundle(desk, period_in_address(period), version, path, overwrite=True)
    return zip_file(path, f"{desk.system}-{done.period:%Y-%m}-v{done.number}.zip")
