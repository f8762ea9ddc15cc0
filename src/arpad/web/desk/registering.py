"""The work of an arbiter: announcing an event, and submitting its report."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.domain.event import SYSTEMS
from arpad.formats.report import LARGEST
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.office.documents import EVENT, SubmittedDocument, submitted_document
from arpad.office.events import register, show_event, submit
from arpad.office.examine import PlayedBefore
from arpad.office.records import Registration
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.answers import html, wants_json
from arpad.web.describing import shaped
from arpad.web.desk.acting import RESPONSES, done, packed, refused
from arpad.web.desk.fact_fields import FACT_FIELDS, Day, Number, Text, TypedFacts, facts_in_form
from arpad.web.desk.forms import Around, FormField, FormPage, Typed, show
from arpad.web.desk.place import ARBITERS, AtDesk
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.once import OnceRoute
from arpad.web.security import Arbiter
from arpad.web.standings.ways import carried, carry

registering = LaterRouter(tags=["office"], route_class=OnceRoute)

KINDS = (
    FormField("time_class", "select", options=("", *TIME_CLASSES), words="time-class."),
    FormField("format", "select", options=("", *SYSTEMS), words="format."),
)
EDITION = FormField("edition", folded=True)
REGISTER = FormPage(
    "register",
    (
        FormField("name", required=True), FormField("start", "date", required=True), FormField("end", "date"),
        FormField("city"), FormField("federation"), *KINDS, *FACT_FIELDS, EDITION,
    ),
)  # fmt: skip
SUBMIT = FormPage(
    "submit",
    (
        FormField("file", "file", required=True),
        FormField("event", "number"),
        FormField("received", "date"),
        *KINDS,
        *FACT_FIELDS,
        EDITION,
        FormField("stages", "file", folded=True, several=True),
    ),
)

ANOTHER = FormField("another_event", "checkbox")
REGISTER_ANOTHER, SUBMIT_ANOTHER = (replace(form, fields=(*form.fields, ANOTHER)) for form in (REGISTER, SUBMIT))
"""The same forms after somebody was asked whether it is another event."""

AnotherEvent = Annotated[bool, Form(description="It is not the event that has the same games, or the same name.")]
Stages = Annotated[list[UploadFile], File(description="The reports of further stages of the event.")]
Report = Annotated[
    UploadFile | None, File(description="A tournament report: TRF06, TRF16, TRF26 or a FEDA text report.")
]
Carried = Annotated[str, Form(description="A report as a page before carried it, instead of a file.")]


def _sent(file: UploadFile | None, report: str) -> bytes:
    """The report of a form: its file, or what the page about a dropped report carried on."""
    if file is not None and (file.filename or not report):
        return file.file.read(LARGEST + 1)
    if not report:
        raise ArpadError("web-missing", field="file")
    return carried(report, LARGEST + 1)


def _day(name: str, value: str) -> dt.date | None:
    return parse.date(name, value) if value else None


@registering.get("/office/register", include_in_schema=False)
def register_form(request: Request, _account: Arbiter) -> Response:
    return show(request, REGISTER, Around("/office/events"))


@registering.post("/office/register", dependencies=ARBITERS, responses=RESPONSES)
@shaped(EVENT)
def register_event(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    told: TypedFacts,
    name: Text = "",
    start: Day = "",
    end: Day = "",
    city: Text = "",
    federation: Text = "",
    time_class: Text = "",
    format: Text = "",  # noqa: A002  (the word of the command line)
    edition: Text = "",
    another_event: AnotherEvent = False,
) -> Response:
    """Announce an event, before its report comes."""
    try:
        if not name.strip() or not start:
            raise ArpadError("web-missing", field="name" if not name.strip() else "start")
        made = register(
            desk,
            Registration(
                name=" ".join(name.split()),
                start=parse.date("start", start),
                end=_day("end", end),
                city=" ".join(city.split()),
                federation=parse.federation("federation", federation) if federation else "",
                time_class=parse.time_class("time_class", time_class) if time_class else None,
                system=parse.choice("format", format, SYSTEMS) if format else None,
                edition=edition.strip() or None,
                facts=facts_in_form(told),
            ),
            another_event=another_event,
        )
    except ArpadError as problem:
        asks = another_event or problem.key == "event-registered-before"
        return refused(request, problem, REGISTER_ANOTHER if asks else REGISTER, Around("/office/events"), typed)
    return done(request, f"/office/events/{made.id}", "registered", EVENT.document(made))


@registering.get("/office/submit", include_in_schema=False)
def submit_form(request: Request, desk: AtDesk, _account: Arbiter, event: str = "") -> Response:
    return show(request, SUBMIT, _around_submit(desk, event))


def _around_submit(desk: AtDesk, event: str) -> Around:
    if not event.isdecimal():
        return Around("/office/events")
    found = show_event(desk, int(event[:9])).event
    return Around(f"/office/events/{found.id}", found.name)


@registering.post("/office/submit", dependencies=ARBITERS, responses=RESPONSES)
@shaped(SubmittedDocument)
def submit_report(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    told: TypedFacts,
    file: Report = None,
    report: Carried = "",
    event: Number = "",
    received: Day = "",
    time_class: Text = "",
    format: Text = "",  # noqa: A002  (the word of the command line)
    edition: Text = "",
    stages: Stages = [],  # noqa: B006  (FastAPI makes a new list for every request)
    another_event: AnotherEvent = False,
) -> Response:
    """Hand in a report: it is stored as received, checked, and accepted or refused with all that was found."""
    data, further = b"", [stage.file.read(LARGEST + 1) for stage in stages if stage.filename]
    try:
        data = _sent(file, report)
        made = submit(
            desk,
            data,
            event=parse.number("event", event) if event else None,
            received=_day("received", received),
            facts=facts_in_form(told),
            system=parse.choice("format", format, SYSTEMS) if format else None,
            time_class=parse.time_class("time_class", time_class) if time_class else None,
            edition=edition.strip() or None,
            stages=further,
            another_event=another_event,
        )
    except PlayedBefore as problem:
        return _asked(request, problem, data, typed, stages=bool(further))
    except ArpadError as problem:
        form = SUBMIT_ANOTHER if another_event else SUBMIT
        return refused(request, problem, form, Around("/office/events"), typed)
    said = "accepted" if made.accepted else "refused"
    return done(request, f"/office/events/{made.event.id}", said, submitted_document(made, language_of(request)))


def _asked(request: Request, problem: PlayedBefore, data: bytes, typed: Mapping[str, str], *, stages: bool) -> Response:
    """Ask whether a report is another event than the one that has its games. The page carries the report on; one that
    is too long, or has stages, is chosen again."""
    around, report = Around("/office/events"), carry(data)
    if wants_json(request) or stages or report is None:
        return refused(request, problem, SUBMIT_ANOTHER, around, typed)
    values = {"found": problem.found, "around": around, "typed": typed, "report": report, "pieces": packed(data)}
    return html(request, "desk_same_games.html", values, 409)
