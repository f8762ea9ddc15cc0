"""Announcing an event, and handing in its report: what an arbiter does."""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.domain import SYSTEMS
from arpad.locale import ArpadError
from arpad.office.documents import event_document, submitted_document
from arpad.office.events import register, show_event, submit
from arpad.office.records import Registration
from arpad.regulations import TIME_CLASSES
from arpad.reports.decode import LARGEST
from arpad.typed import parse
from arpad.web.desk.acting import RESPONSES, done, refused
from arpad.web.desk.forms import NOT_KNOWN, Around, Field, FormPage, Typed, show
from arpad.web.desk.place import ARBITERS, AtDesk
from arpad.web.language import language_of
from arpad.web.security import Arbiter

registering = APIRouter(tags=["office"])

YES_OR_NO = ("hybrid", "hybrid_approved", "pgn", "women_only", "norms", "equal_times", "arbiter")
FLAGS = (
    "official", "championship", "regional_championship", "provincial_championship", "team_championship", "league",
    "late_approved", "duration_approved", "asked",
)  # fmt: skip
NUMBERS = {"rounds_per_day": 100, "scheduled": 1000}
FACTS = (
    Field("registered", "date"),
    Field("hybrid", "select", options=NOT_KNOWN, words="web.said."),
    *(Field(it, "select", options=NOT_KNOWN, words="web.said.", folded=True) for it in YES_OR_NO[1:]),
    *(Field(it, "number", folded=True) for it in NUMBERS),
    Field("part_of", folded=True),
    *(Field(it, "checkbox", folded=True) for it in FLAGS),
    Field("members", folded=True),
)
KINDS = (
    Field("time_class", "select", options=("", *TIME_CLASSES), words="time-class."),
    Field("format", "select", options=("", *SYSTEMS), words="format."),
)
EDITION = Field("edition", folded=True)
REGISTER = FormPage(
    "register",
    (
        Field("name", required=True), Field("start", "date", required=True), Field("end", "date"), Field("city"),
        Field("federation"), *KINDS, *FACTS, EDITION,
    ),
)  # fmt: skip
SUBMIT = FormPage(
    "submit",
    (
        Field("file", "file", required=True),
        Field("event", "number"),
        Field("received", "date"),
        *KINDS,
        *FACTS,
        EDITION,
    ),
)

Said = Annotated[Literal["", "yes", "no"], Form(description="Whether it is so; empty: not known.")]
Ticked = Annotated[bool, Form(description="Whether it is so.")]
Number = Annotated[str, Form(max_length=10, description="A whole number.")]
Text = Annotated[str, Form(max_length=200)]
Day = Annotated[str, Form(max_length=10, description="A day: 2024-05-17.")]
Report = Annotated[UploadFile, File(description="A tournament report: TRF06, TRF16, TRF26 or a FEDA text report.")]


def facts_form(
    registered: Day = "",
    hybrid: Said = "",
    hybrid_approved: Said = "",
    pgn: Said = "",
    women_only: Said = "",
    norms: Said = "",
    equal_times: Said = "",
    arbiter: Said = "",
    rounds_per_day: Number = "",
    scheduled: Number = "",
    part_of: Text = "",
    official: Ticked = False,
    championship: Ticked = False,
    regional_championship: Ticked = False,
    provincial_championship: Ticked = False,
    team_championship: Ticked = False,
    league: Ticked = False,
    late_approved: Ticked = False,
    duration_approved: Ticked = False,
    asked: Ticked = False,
    members: Text = "",
) -> dict[str, str | bool]:
    """What a report does not say of its event, as it was typed."""
    return dict(locals())


def facts(typed: Mapping[str, str | bool]) -> dict[str, Any]:
    """The facts as the office takes them; what was not said is left out."""
    found: dict[str, Any] = {name: typed[name] == "yes" for name in YES_OR_NO if typed[name]}
    if "arbiter" in found:
        titled = found.pop("arbiter")
        found |= {"arbiter_titled": titled, "arbiters_licensed": titled}
    found |= {name: True for name in FLAGS if typed[name]}
    found |= {name: parse.whole(name, str(typed[name]), 1, most) for name, most in NUMBERS.items() if typed[name]}
    if members := str(typed["members"]).replace(",", " ").split():
        found["members"] = members
    if whole := " ".join(str(typed["part_of"]).split()):
        found["part_of"] = whole
    if typed["registered"]:
        found["registered"] = parse.date("registered", str(typed["registered"])).isoformat()
    return found


Facts = Annotated[dict[str, str | bool], Depends(facts_form)]


def _day(name: str, value: str) -> dt.date | None:
    return parse.date(name, value) if value else None


@registering.get("/office/register", include_in_schema=False)
def register_form(request: Request, _account: Arbiter) -> Response:
    return show(request, REGISTER, Around("/office/events"))


@registering.post("/office/register", dependencies=ARBITERS, responses=RESPONSES)
def register_event(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    told: Facts,
    name: Text = "",
    start: Day = "",
    end: Day = "",
    city: Text = "",
    federation: Text = "",
    time_class: Text = "",
    format: Text = "",  # noqa: A002  (the word of the command line)
    edition: Text = "",
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
                facts=facts(told),
            ),
        )
    except ArpadError as problem:
        return refused(request, problem, REGISTER, Around("/office/events"), typed)
    return done(request, f"/office/events/{made.id}", "registered", event_document(made))


@registering.get("/office/submit", include_in_schema=False)
def submit_form(request: Request, desk: AtDesk, _account: Arbiter, event: str = "") -> Response:
    return show(request, SUBMIT, _around_submit(desk, event))


def _around_submit(desk: AtDesk, event: str) -> Around:
    if not event.isdecimal():
        return Around("/office/events")
    found = show_event(desk, int(event[:9])).event
    return Around(f"/office/events/{found.id}", found.name)


@registering.post("/office/submit", dependencies=ARBITERS, responses=RESPONSES)
def submit_report(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    told: Facts,
    file: Report,
    event: Number = "",
    received: Day = "",
    time_class: Text = "",
    format: Text = "",  # noqa: A002  (the word of the command line)
    edition: Text = "",
) -> Response:
    """Hand in a report: it is stored as received, checked, and accepted or refused with all that was found."""
    try:
        made = submit(
            desk,
            file.file.read(LARGEST + 1),
            event=parse.number("event", event) if event else None,
            received=_day("received", received),
            facts=facts(told),
            system=parse.choice("format", format, SYSTEMS) if format else None,
            time_class=parse.time_class("time_class", time_class) if time_class else None,
            edition=edition.strip() or None,
        )
    except ArpadError as problem:
        return refused(request, problem, SUBMIT, Around("/office/events"), typed)
    said = "accepted" if made.accepted else "refused"
    return done(request, f"/office/events/{made.event.id}", said, submitted_document(made, language_of(request)))
