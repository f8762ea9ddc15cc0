"""Staff pages for events: the list of events, one event with its reports, registering and submitting."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Path, Query, UploadFile
from msgspec import UNSET, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import csv_rows
from arpad.domain.findings import ORDER
from arpad.domain.values import fold
from arpad.formats.read import read_report
from arpad.formats.report import LARGEST
from arpad.i18n import ArpadError, Language, date_text, text
from arpad.inputs import parse
from arpad.inputs.declared import Input
from arpad.office.context import Desk
from arpad.office.events import OPEN, list_events, register, show_event, stored_report, submit
from arpad.office.examine import PlayedBefore
from arpad.office.records import (
    ANNOUNCED,
    EDITION,
    EVENT,
    EVENT_STATES,
    RATED_AS,
    EventDetail,
    EventState,
    OfficeEvent,
    Submitted,
    due_text,
    facts_rows,
    registration,
)
from arpad.office.tasks import IN_DOUBT
from arpad.pairing.forensics import RoundsNote
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.web.cache import Answer, html, wants_json
from arpad.web.event_parts import note_on_rounds, note_words
from arpad.web.office.decisions import facts_form, facts_wanted
from arpad.web.office.forms import (
    ARBITERS,
    FACT_FIELDS,
    NOTHING_TYPED,
    RESPONSES,
    Around,
    AtDesk,
    FormPage,
    Typed,
    TypedFacts,
    done,
    packed,
    read_with_facts,
    refused,
    show,
    typed_inputs,
)
from arpad.web.office.guide import ways_to_act
from arpad.web.openapi import shaped
from arpad.web.problems import IdempotentRoute
from arpad.web.public.players import EventNumber, PageNumber
from arpad.web.routes import Pages
from arpad.web.security import Arbiter, Auditor
from arpad.web.site import language_of
from arpad.web.standings.choices import carried, carry
from arpad.web.tables import (
    Facet,
    Field,
    ForgivingRoute,
    PageColumn,
    by_column,
    living,
    page_of,
    sorting,
    with_workbook,
)
from arpad.web.uploads import disposition

# The events of the office: all of them, and one with every report received for it.

event_pages = Pages("office")
stored = APIRouter(include_in_schema=False)

ROWS = 100
VERDICTS = ("accepted", "refused")
StateOrAll = Literal["", EventState]
ClassOrAll = Literal["", TimeClass]


EVENTS = (
    PageColumn("id", "table.player-rank", "n wide-only", attrgetter("id"), falls=True),
    PageColumn("name", "table.event", by=attrgetter("name")),
    PageColumn("end", "table.end", by=lambda one: one.end or one.start, falls=True),
    PageColumn("time_class", "table.time-class", "wide-only", attrgetter("time_class"), term="class"),
    PageColumn("state", "table.state", by=attrgetter("state"), term="state"),
    PageColumn("period", "table.period", "wide-only", lambda one: one.period or one.due, falls=True, term="list"),
)


@event_pages.page(
    "/office/events", "desk_events.html", list[OfficeEvent], table=True, xlsx=True, forgiving=ForgivingRoute
)
def all_events(
    request: Request,
    desk: AtDesk,
    state: Annotated[StateOrAll, Query(description="Only those in this state.")] = "",
    q: Annotated[str, Query(max_length=80, description="Words of the name, the place or the federation.")] = "",
    time_class: Annotated[ClassOrAll, Query(description="The time class; all if it is empty.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in EVENTS))] = "",
    page: PageNumber = 1,
) -> Answer:
    """The events of the office, the newest first or in the order of a column."""
    language, words = language_of(request), fold(q).split()
    fitting = [
        event
        for event in reversed(list_events(desk))
        if state in ("", event.state)
        and time_class in ("", event.time_class)
        and all(word in fold(f"{event.name} {event.city} {event.federation}") for word in words)
    ]
    events = by_column(fitting, EVENTS, sort)
    shown = page_of(events, page, ROWS)

    def values() -> dict[str, Any]:
        states = [Facet(one, text(f"event-state.{one}", language)) for one in EVENT_STATES]
        classes = [Facet(one, text(f"time-class.{one}", language)) for one in TIME_CLASSES]
        fields = (
            Field("q", "web.event.find", q, wide=True),
            Field("state", "table.state", state, states),
            Field("time_class", "table.time-class", time_class, classes),
        )
        table = living(
            request, EVENTS, shown, label=text("web.desk.events", language), sort=sort, natural="-id", fields=fields,
            count=len(events), page=page, size=ROWS, said=text("web.event.count", language, count=len(events)),
        )  # fmt: skip
        return {"table": table}

    answer = Answer(document=lambda: shown, page=values, table=lambda: csv_rows(OfficeEvent, events))
    return with_workbook(answer, request)


@event_pages.page("/office/events/{number}", "desk_event.html", EventDetail)
def one_event(request: Request, desk: AtDesk, number: EventNumber) -> Answer:
    """An event: its facts, every report received for it, and the findings."""
    language = language_of(request)
    detail = show_event(desk, number)

    def page() -> dict[str, Any]:
        asked = facts_wanted(detail)
        return {
            "form": facts_form(asked) if asked else None,
            **NOTHING_TYPED,
            "data": detail.document(language),
            "facts": facts_rows(detail.facts, language),
            "due": due_text(detail, language),
            "note": note_words(_note(request, desk, detail), language),
            "verdict": _verdict(detail, language),
            "ways": ways_to_act(
                detail.revisions[-1].findings if detail.revisions else (), number,
                waits=detail.state in OPEN, language=language,
            ),
        }  # fmt: skip

    return Answer(lambda: detail, page)


def _verdict(detail: EventDetail, language: Language) -> list[dict[str, Any]]:
    """The newest report at a glance: accepted or refused, what was found, how many players are in doubt, its list."""
    if not detail.revisions:
        return []
    newest = detail.revisions[-1]
    said = "accepted" if newest.accepted else "refused"
    tone = {"accepted": "up", "refused": "down"}[said]
    cells = [{"caption": text("web.verdict.report", language, number=newest.number),
              "value": text(f"web.verdict.{said}", language), "tone": f"words {tone}"}]  # fmt: skip
    for severity, name in zip(ORDER, ("errors", "warnings", "notes"), strict=True):
        count = sum(finding.severity == severity for finding in newest.findings)
        cells.append({"caption": text(f"web.verdict.{name}", language), "value": str(count)})
    doubtful = len({finding.player for finding in newest.findings if finding.code in IN_DOUBT})
    if doubtful:
        cells.append({"caption": text("web.verdict.identify", language), "value": str(doubtful)})
    counts = detail.period or detail.due
    if counts:
        listed = {"caption": text("web.verdict.list", language), "value": date_text(counts, language), "tone": "words"}
        cells.append(listed | {"address": f"/office/lists/{counts:%Y-%m}"})
    return cells


def _note(request: Request, desk: Desk, detail: EventDetail) -> RoundsNote | None:
    """What is worth a note about the rounds of a report that was just handed in."""
    if request.query_params.get("done") not in VERDICTS or not detail.revisions:
        return None
    return note_on_rounds(read_report(stored_report(desk, detail.id, detail.revisions[-1].number)))


@stored.get("/office/events/{number}/reports/{revision}")
def report_file(
    desk: AtDesk, number: EventNumber, revision: Annotated[int, Path(ge=1, le=1_000_000)], _account: Auditor
) -> Response:
    """A report as it was received, byte for byte, for officers and auditors."""
    name = show_event(desk, number).name or str(number)
    data = stored_report(desk, number, revision)
    ending = {"feda": "txt", "swiss-manager": "tunx"}.get(read_report(data).format, "trf")
    return Response(data, media_type="application/octet-stream", headers=disposition(f"{name} - {revision}.{ending}"))


# The work of an arbiter: announcing an event, and submitting its report.

registering = APIRouter(tags=["office"], route_class=IdempotentRoute)

STAGES = Input(name="stages", kind="file", folded=True, several=True, default="")
RECEIVED = Input(parse.date, "date", "A day: 2024-05-17.", max_length=10, name="received", default=None)
REPORT = (EVENT, RECEIVED, *RATED_AS)
REGISTER = FormPage("register", (*ANNOUNCED[:-1], *FACT_FIELDS, EDITION))
SUBMIT = FormPage("submit", (Input(name="file", kind="file"), *REPORT[:-1], *FACT_FIELDS, EDITION, STAGES))

ANOTHER = Input(name="another_event", kind="checkbox", default="")
REGISTER_ANOTHER, SUBMIT_ANOTHER = (replace(form, fields=(*form.fields, ANOTHER)) for form in (REGISTER, SUBMIT))
"""The same forms after somebody was asked whether it is another event."""

AnotherEvent = Annotated[bool, Form(description="It is not the event that has the same games, or the same name.")]
Stages = Annotated[list[UploadFile], File(description="The reports of further stages of the event.")]
Report = Annotated[
    UploadFile | None, File(description="A tournament report: TRF06, TRF16, TRF26 or a FEDA text report.")
]


class SubmittedAndNoted(Submitted, frozen=True):
    """The verdict on a report, and what is worth a note about its rounds."""

    rounds: RoundsNote | UnsetType = UNSET


Carried = Annotated[str, Form(description="A report as a page before carried it, instead of a file.")]


def _sent(file: UploadFile | None, report: str) -> bytes:
    """The report of a form: its file, or what the page about a dropped report carried on."""
    if file is not None and (file.filename or not report):
        return file.file.read(LARGEST + 1)
    if not report:
        raise ArpadError("web-missing", field="file")
    return carried(report, LARGEST + 1)


@registering.get("/office/register", include_in_schema=False)
def register_form(request: Request, _account: Arbiter) -> Response:
    return show(request, REGISTER, Around("/office/events"))


@registering.post("/office/register", dependencies=ARBITERS, responses=RESPONSES)
@shaped(OfficeEvent)
def register_event(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    typed_facts: TypedFacts,
    announced: Annotated[dict[str, str], typed_inputs(*ANNOUNCED)],
    another_event: AnotherEvent = False,
) -> Response:
    """Announce an event, before its report comes."""
    try:
        event = register(
            desk, registration(*read_with_facts(ANNOUNCED, announced, typed_facts)), another_event=another_event
        )
    except ArpadError as problem:
        asks = another_event or problem.key == "event-registered-before"
        return refused(request, problem, REGISTER_ANOTHER if asks else REGISTER, Around("/office/events"), typed)
    return done(request, f"/office/events/{event.id}", "registered", event)


@registering.get("/office/submit", include_in_schema=False)
def submit_form(request: Request, desk: AtDesk, _account: Arbiter, event: str = "") -> Response:
    return show(request, SUBMIT, _around_submit(desk, event))


def _around_submit(desk: AtDesk, event: str) -> Around:
    if not event.isdecimal():
        return Around("/office/events")
    detail = show_event(desk, int(event[:9]))
    return Around(f"/office/events/{detail.id}", detail.name)


@registering.post("/office/submit", dependencies=ARBITERS, responses=RESPONSES)
@shaped(SubmittedAndNoted)
def submit_report(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    typed_facts: TypedFacts,
    about: Annotated[dict[str, str], typed_inputs(*REPORT)],
    file: Report = None,
    report: Carried = "",
    stages: Stages = [],  # noqa: B006  (FastAPI makes a new list for every request)
    another_event: AnotherEvent = False,
) -> Response:
    """Hand in a report: it is stored as received, checked, and accepted or refused with all that was found."""
    data, further = b"", [stage.file.read(LARGEST + 1) for stage in stages if stage.filename]
    try:
        data = _sent(file, report)
        values, facts = read_with_facts(REPORT, about, typed_facts)
        system = values.pop("format", None)
        made = submit(desk, data, **values, system=system, facts=facts, stages=further, another_event=another_event)
    except PlayedBefore as problem:
        return _asked(request, problem, data, typed, stages=bool(further))
    except ArpadError as problem:
        form = SUBMIT_ANOTHER if another_event else SUBMIT
        return refused(request, problem, form, Around("/office/events"), typed)
    if wants_json(request):
        fields = {name: getattr(made, name) for name in Submitted.__struct_fields__}
        made = SubmittedAndNoted(**fields, rounds=note_on_rounds(read_report(data)) or UNSET)
    return done(request, f"/office/events/{made.event.id}", VERDICTS[not made.accepted], made)


def _asked(request: Request, problem: PlayedBefore, data: bytes, typed: Mapping[str, str], *, stages: bool) -> Response:
    """Ask whether a report is another event than the one that has its games. The page carries the report on; one that
    is too long, or has stages, is chosen again."""
    around, report = Around("/office/events"), carry(data)
    if wants_json(request) or stages or report is None:
        return refused(request, problem, SUBMIT_ANOTHER, around, typed)
    values = {"found": problem.found, "around": around, "typed": typed, "report": report, "pieces": packed(data)}
    return html(request, "desk_same_games.html", values, 409)
