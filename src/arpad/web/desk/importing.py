"""Importing a rating list from the browser: looked at first, without storing anything; then done."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.locale import ArpadError
from arpad.office.desk import Desk, rehearsal
from arpad.office.documents import VERSION
from arpad.office.lists import import_list, versions
from arpad.office.records import VersionRecord
from arpad.regulations import TIME_CLASSES, TimeClass
from arpad.reports.rating_lists import Found
from arpad.trail.findings import findings_json
from arpad.typed import parse
from arpad.web.answers import html, json_text, wants_json
from arpad.web.desk.acting import RESPONSES, done, refused
from arpad.web.desk.deciding import StepField
from arpad.web.desk.forms import Around, FormField, FormPage, Typed, show
from arpad.web.desk.place import OFFICERS, AtDesk
from arpad.web.language import language_of
from arpad.web.once import OnceRoute
from arpad.web.security import Officer
from arpad.web.uploads import WaitingFile

importing = APIRouter(tags=["office"], route_class=OnceRoute)

ADDRESS = "/office/import"
BACK = Around("/office/lists")
FORM = FormPage(
    "import",
    (
        FormField("list", "file", required=True),
        FormField("date", "date", required=True),
        FormField("time_class", "select", options=TIME_CLASSES, words="time-class."),
        FormField("edition", folded=True),
        FormField("reason", "area", folded=True),
    ),
    two_steps=True,
)
SHOWN = 200
"""So many findings are shown; all are counted."""


@importing.get(ADDRESS, include_in_schema=False)
def import_form(request: Request, _account: Officer) -> Response:
    return show(request, FORM, BACK)


@importing.post(ADDRESS, dependencies=OFFICERS, responses=RESPONSES)
def take_list(
    request: Request,
    desk: AtDesk,
    account: Officer,
    typed: Typed,
    list: Annotated[UploadFile | None, File(description="A rating list, in any format that Arpad reads.")] = None,  # noqa: A002
    waiting: Annotated[str, Form(max_length=200, description="The list that the page of the preview carries.")] = "",
    date: Annotated[str, Form(max_length=10, description="The day of the list: 2024-05-01.")] = "",
    time_class: Annotated[str, Form(max_length=20, description="The class of a list that has one.")] = "standard",
    edition: Annotated[str, Form(max_length=60, description="If none is in force on that day.")] = "",
    reason: Annotated[str, Form(max_length=2000, description="Why a list comes again.")] = "",
    step: StepField = "do",
) -> Response:
    """Import a rating list of a day, whole, as somebody published it. Imported again it is the next version, and later
    lists are recomputed."""
    site = request.app.state.site
    kept = site.uploads.find(account.name, waiting)
    if list is not None and list.filename:
        key, now = site.settings.secret(), site.settings.now().timestamp()
        kept = site.uploads.keep(account.name, key, list.filename, list.file, now)
    request.state.kept = {} if kept is None else {"list": kept}
    try:
        if kept is None:
            raise ArpadError("web-list-missing")
        day = parse.day_or_month("date", date)
        asked = AskedImport(
            kept, day, parse.time_class("time_class", time_class), edition.strip() or None, reason.strip()
        )
        if step == "preview":
            return _preview(request, desk, asked, typed)
        made, found = _imported(desk, asked)
    except ArpadError as problem:
        return refused(request, _without_folder(problem, kept), FORM, BACK, typed)
    site.uploads.forget(account.name)
    told = {"findings": findings_json(found.in_order(), language_of(request)), "findings_count": found.count}
    return done(request, f"/office/lists/{made.period:%Y-%m}", "imported", VERSION.document(made) | told)


@dataclass(frozen=True, slots=True)
class AskedImport:
    """What is imported, and how."""

    file: WaitingFile
    day: dt.date
    time_class: TimeClass
    edition: str | None
    reason: str


def _imported(desk: Desk, asked: AskedImport) -> tuple[VersionRecord, Found]:
    found = Found()
    made = import_list(
        desk, asked.file.path, asked.day, time_class=asked.time_class, edition=asked.edition, reason=asked.reason,
        found=found,
    )  # fmt: skip
    return made, found


def _preview(request: Request, desk: Desk, asked: AskedImport, typed: dict[str, str]) -> Response:
    """Show what the import would do: the players, what is odd in the list, the lists that are recomputed."""
    before = versions(desk)
    known = {(one.period, one.number) for one in before}
    with rehearsal(desk) as stage:
        made, found = _imported(stage, asked)
        new = [one for one in versions(stage) if (one.period, one.number) not in known]
    findings = findings_json(found.in_order(), language_of(request))
    document: dict[str, Any] = VERSION.document(made) | {"findings": findings, "findings_count": found.count}
    document["again"] = [VERSION.document(one) for one in new if one.period != made.period]
    if wants_json(request):
        return json_text(document)
    values = {
        "data": document, "typed": typed, "form": FORM, "around": BACK, "file": asked.file, "address": ADDRESS,
        "before": before[-1] if before else None, "shown": SHOWN,
    }  # fmt: skip
    return html(request, "desk_import.html", values)


def _without_folder(problem: ArpadError, kept: WaitingFile | None) -> ArpadError:
    """A problem that names the file as it was sent, without the folder in which it waits."""
    if kept is None:
        return problem
    folder = f"{kept.path.parent}/"
    plain = {
        name: value.replace(folder, "") if isinstance(value, str) else value for name, value in problem.values.items()
    }
    return ArpadError(problem.key, **plain)
