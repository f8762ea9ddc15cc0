"""A new event: from a short form, from a file of rules, or from a file of another program."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from fastapi import APIRouter, Depends, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.inputs.declared import FieldErrors
from arpad.inputs.times import zone_names
from arpad.office.storage.database import office_zone
from arpad.office.tournaments.players import keep_taken_over
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.acts.event import AddStaff, Create
from arpad.tournament.journal import Confirmation, Confirmations, Decide, NotConfirmed, after_changes
from arpad.tournament.log import LogChange
from arpad.tournament.rules import read_rules
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from arpad.untrusted import problem_words, toml_tables
from arpad.web.cache import html, json_text, wants_json
from arpad.web.office.forms import BEARER, EVENT_ARBITERS
from arpad.web.openapi import shaped
from arpad.web.problems import Fields, field_of, status_of
from arpad.web.security import EventArbiter, runs_events
from arpad.web.site import language_of, problem_on_page
from arpad.web.standings.choices import carried, carry
from arpad.web.tournaments.perform import ANSWERS

founding = APIRouter(tags=["event"], dependencies=[BEARER])
ASKED = (
    "name", "slug", "city", "federation", "start", "end", "time_zone", "system", "rounds", "time_control",
    "default_minutes",
)  # fmt: skip
NUMBERS = ("rounds", "default_minutes")
REQUIRED = ("name", "slug")
FILLED_IN = {"name": "-", "slug": "x"}
"""What stands for a required field while the others are read."""
AT_FIELD: Fields = {
    **dict.fromkeys(("event-slug-taken", "event-import-slug"), ("slug",)),
    "time-zone-unknown": ("time_zone",),
    **dict.fromkeys(("pairing-system", "pairing-system-contradicts", "pairing-other-system-open"), ("system",)),
    **dict.fromkeys(("event-import-rounds", "event-import-rounds-many", "pairing-double-rounds"), ("rounds",)),
}
"""The fields that problems of a new event are about which name none."""
NO_REPORT = ("report", "web-report-missing", "event-file-large", "event-import-format")
"""How problems begin that another file is needed for."""
SYSTEMS = (
    "dutch", "dubov", "burstein", "lim", "double", "team", "berger", "double-berger", "scheveningen", "schiller",
    "match", "knockout", "manual",
)  # fmt: skip
MOST_BYTES = 2_000_000
Words = Annotated[str, Form(max_length=200)]


class FoundedDocument(TypedDict):
    """An event that was made here."""

    event: str
    slug: str
    address: str


@founding.get("/t/new", include_in_schema=False, dependencies=[Depends(runs_events)])
def form(request: Request) -> Response:
    """The form for a new event."""
    return _form(request, {})


@founding.post("/t/new", name="event_new", dependencies=EVENT_ARBITERS, responses=ANSWERS)
@shaped(FoundedDocument)
def new_event(
    request: Request,
    account: EventArbiter,
    name: Words = "",
    slug: Words = "",
    city: Words = "",
    federation: Words = "",
    start: Words = "",
    end: Words = "",
    time_zone: Words = "",
    system: Words = "",
    rounds: Words = "",
    time_control: Words = "",
    default_minutes: Words = "",
    rules: Annotated[str, Form(max_length=40_000, description="A file of rules, instead of the fields.")] = "",
) -> Response:
    """Make an event. The person who makes it is its chief arbiter."""
    given = (name, slug, city, federation, start, end, time_zone, system, rounds, time_control, default_minutes)
    typed = dict(zip(ASKED, given, strict=True)) | {"rules": rules}
    try:
        data = _rules_typed(typed)
        if not rules.strip():
            _check_fields(data)
        site = request.app.state.site
        slug_read = read_rules(data, "").slug
        done = site.events.create(slug_read, founded(data, account.name), account.name, site.settings.now())
    except ArpadError as problem:
        return _refused(request, typed, problem)
    return _made(request, done.state.event_rules.slug)


@founding.post("/t/take-over", name="event_take_over", dependencies=EVENT_ARBITERS, responses=ANSWERS)
@shaped(FoundedDocument)
def taken_over(
    request: Request,
    account: EventArbiter,
    file: Annotated[UploadFile | None, File(description="A TRF06, TRF16 or TRF26 of an event that goes on.")] = None,
    report: Annotated[str, Form(description="The file as the page before carried it, instead of a file.")] = "",
    file_name: Annotated[str, Form(max_length=200, description="The name of the file that was carried.")] = "",
    rounds: Words = "",
    slug: Words = "",
    system: Words = "",
    tie_break_edition: Words = "",
    rating_edition: Words = "",
    yes: Words = "",
) -> Response:
    """Make an event of a file of another program, also in the middle of a round."""
    editions = {"tie_break_edition": tie_break_edition, "rating_edition": rating_edition}
    typed, data = {"rounds": rounds, "slug": slug, "system": system, "yes": yes, **editions}, b""
    name = (file.filename if file is not None else "") or file_name
    try:
        data = _sent(file, report)
        many = parse.whole("rounds", rounds, 1, 99) if rounds.strip() else None
        taken = take_over(data, file=name, rounds=many, slug=slug or None, system=system or None, editions=editions)
        site = request.app.state.site
        now = site.settings.now()
        keep_taken_over(site.events, taken, data, account.name, now, Confirmation(yes=bool(yes)))
        site.events.act(taken.slug, AddStaff(account.name, "chief"), account.name, now)
    except ArpadError as problem:
        kept = None if problem.key.startswith(NO_REPORT) else carry(data)
        return _refused(request, typed | {"file_name": name}, problem, taking=True, report=kept or "")
    return _made(request, taken.slug)


def _sent(file: UploadFile | None, report: str) -> bytes:
    """Return the file of a form: one that was chosen, or the one that its page carried on."""
    if file is not None and (file.filename or not report):
        data = file.file.read(MOST_BYTES + 1)
    elif report:
        data = carried(report, MOST_BYTES + 1)
    else:
        raise ArpadError("web-report-missing")
    if len(data) > MOST_BYTES:
        raise ArpadError("event-file-large", most=MOST_BYTES // 1_000_000)
    return data


def founded(data: Mapping[str, Any], who: str) -> Decide:
    """Make an event with its chief arbiter, both at once."""

    def decide(state: EventState, confirmations: Confirmations) -> Sequence[LogChange]:
        first = [*Create(data)(state, confirmations)]
        return [*first, *AddStaff(who, "chief")(after_changes(state, first), confirmations)]

    return decide


def _rules_typed(typed: Mapping[str, str]) -> dict[str, Any]:
    """The rules of the form: those of its file, or its fields."""
    if typed["rules"].strip():
        try:
            return toml_tables(typed["rules"])
        except ValueError as problem:
            raise ArpadError("event-rules-toml", problem=problem_words(problem)) from None
    found: dict[str, Any] = {name: typed[name].strip() for name in ASKED if typed[name].strip()}
    if found.get("system") == "team":
        found["kind"] = "team"
    for name in NUMBERS:
        if found.get(name, "").isascii() and found.get(name, "").isdigit():
            found[name] = int(found[name])
    return found


def _check_fields(data: Mapping[str, Any]) -> None:
    """Refuse fields that cannot be used, all of them at once, each with its problem."""
    wrong = {name: ArpadError("event-field-missing", field=name) for name in REQUIRED if name not in data}
    trying = {**FILLED_IN, **data}
    while True:
        try:
            read_rules(trying, "")
        except ArpadError as problem:
            name = _key_of(problem)
            if not name or name in wrong:
                raise
            wrong[name] = _plainly(problem)
            trying = FILLED_IN | {key: value for key, value in trying.items() if key != name}
        else:
            break
    if wrong:
        raise FieldErrors(wrong)


def _key_of(problem: ArpadError) -> str:
    """The field whose value does not fit the rules."""
    name = str(problem.values.get("key", ""))
    return name if name in ASKED else ""


def _plainly(problem: ArpadError) -> ArpadError:
    """A value that does not fit the rules, as a form says it; any other problem as it is."""
    if "plain" not in problem.values:
        return problem
    value, example = (str(problem.values[part]).strip('"') for part in ("plain", "example"))
    return ArpadError("event-found-value", value=value, example=example)


def _refused(
    request: Request, typed: Mapping[str, str], problem: ArpadError, *, taking: bool = False, report: str = ""
) -> Response:
    """The form again with what was typed, and with the file that was sent: problems at their fields, others above the
    form that they are about."""
    if wants_json(request):
        raise problem
    asks = problem.warnings if isinstance(problem, NotConfirmed) else ()
    language = language_of(request)
    errors = problem.at if isinstance(problem, FieldErrors) else {}
    if not errors and not typed.get("rules") and (field := field_of(problem, ASKED, AT_FIELD) or _key_of(problem)):
        errors = {field: _plainly(problem)}
    wrong = {name: _said_at(name, error, language) for name, error in errors.items()}
    said = [warning.message.text(language) for warning in asks] or [problem_on_page(problem, language)]
    shown = {"said": () if wrong else said, "asks": bool(asks), "wrong": wrong, "taking": taking, "report": report}
    return _form(request, typed, status_of(problem), **shown)


def _said_at(name: str, problem: ArpadError, language: Language) -> str:
    label = text(f"web.event-found.field-{name}", language)
    return problem_on_page(ArpadError(problem.key, **{**problem.values, "field": label}), language)


def _form(request: Request, typed: Mapping[str, str], status: int = 200, **shown: Any) -> Response:
    """The form with what was typed. `shown` is what was said, what is asked and what is wrong."""
    values = {
        "report": "",
        "typed": typed,
        "wrong": {},
        "taking": False,
        "required": REQUIRED,
        "said": (),
        "asks": False,
        "asked": ASKED,
        "systems": SYSTEMS,
        "zone": office_zone(request.app.state.site.database),
        "zones": zone_names(),
        "editions": {"tie_break_edition": tie_break_library().names, "rating_edition": regulations().names},
        "csrf": request.state.csrf,
    }
    return html(request, "event_new.html", values | shown, status)


def _made(request: Request, slug: str) -> Response:
    if wants_json(request):
        document: FoundedDocument = {"event": slug, "slug": slug, "address": f"/t/{slug}"}
        return json_text(document)
    return RedirectResponse(f"/t/{slug}/desk", 303)
