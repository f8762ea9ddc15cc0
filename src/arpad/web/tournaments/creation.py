"""A new event on one page: from a template, as another event, from a file of rules; or taken over from a report of
another program."""

import datetime as dt
from collections.abc import Mapping, Sequence
from contextlib import suppress
from inspect import Signature
from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Form, Query, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.documents.findings import findings_json
from arpad.i18n import ArpadError, text
from arpad.inputs.declared import FieldErrors
from arpad.inputs.times import zone_named
from arpad.office.storage.database import office_zone
from arpad.office.tournaments.players import keep_taken_over
from arpad.tournament.acts.event import AddStaff, Create
from arpad.tournament.acts.fees import fees_as_typed, fees_typed
from arpad.tournament.journal import Confirmation, Confirmations, Decide, NotConfirmed, after_changes
from arpad.tournament.kinds.entries import PairsForbidden
from arpad.tournament.kinds.event import EventCreated
from arpad.tournament.log import LogChange
from arpad.tournament.rules import KEYS, MOST_ROUNDS, SECTIONS, TIMES, EventRules, plain, read_rules, rules_file
from arpad.tournament.state import EventState
from arpad.tournament.takeover import TakeOver, take_over
from arpad.untrusted import problem_words, toml_tables
from arpad.web.cache import html, json_text, wants_json
from arpad.web.office.forms import BEARER, EVENT_ARBITERS
from arpad.web.openapi import shaped
from arpad.web.problems import Fields, field_of, status_of, with_labels
from arpad.web.routes import parameter
from arpad.web.security import FIELD, EventArbiter, runs_events
from arpad.web.site import language_of, problem_on_page
from arpad.web.standings.choices import carried, carry
from arpad.web.tournaments.actions import Caller, seat_in
from arpad.web.tournaments.control_tables import (
    asked_fields,
    asked_sections,
    control_for,
    field_sentences,
    fields_of,
    read_file,
    read_form,
    whole_problems,
)
from arpad.web.tournaments.controls import AskedRule, missing, read_whole
from arpad.web.tournaments.desk.rules import RuleChanges, form_changes
from arpad.web.tournaments.perform import ANSWERS, TypedForm
from arpad.web.tournaments.prizes import ReadPrizes
from arpad.web.tournaments.prizes import fields_of as prize_fields

founding = APIRouter(tags=["event"], dependencies=[BEARER])
NAMES = tuple(name for names in SECTIONS.values() for name in names)
AT_FIELD: Fields = {
    **dict.fromkeys(("event-slug-taken", "event-import-slug"), ("slug",)),
    "time-zone-unknown": ("time_zone",),
    **dict.fromkeys(("pairing-system", "event-take-system", "pairing-other-system-open"), ("system",)),
    **dict.fromkeys(("event-import-rounds", "event-import-rounds-many", "pairing-double-rounds"), ("rounds",)),
}
"""The fields that problems of a new event are about which name none."""
NO_REPORT = ("report", "web-report-missing", "event-file-large", "event-import-format")
"""How problems begin that another file is needed for."""
TAKEN = ("rounds", "slug", "system", "tie_break_edition", "rating_edition")
"""What is asked of an event that is taken over: the report says the rest."""
MOST_BYTES = 2_000_000
Words = Annotated[str, Form(max_length=200)]


class FoundedDocument(Document, frozen=True):
    """An event that was made here."""

    event: str
    slug: str
    address: str


# Templates: what the fields of a new event have at first. Days are counted from today.

FRIDAY, SATURDAY = 4, 5
TEMPLATES: Mapping[str, Mapping[str, str]] = {
    "club-rapid": {
        "system": "dutch", "rounds": "7", "time_control": "10+5", "default_minutes": "15", "half_point_byes": "1",
        "competition_rules": "reduced", "tie_breaks.list": "unrated", "schedule.plan": "minutes",
        "schedule.from": "17:00", "schedule.minutes": "40",
    },
    "weekend-open": {
        "system": "dutch", "rounds": "5", "time_control": "60+30", "default_minutes": "30", "half_point_byes": "1",
        "tie_breaks.list": "rated", "schedule.plan": "hours", "schedule.hour.1": "10:00", "schedule.hour.2": "16:30",
        "schedule.first": "1", "schedule.every": "1", "open": "1", "open.asked": "1",
    },
    "junior": {
        "system": "dutch", "rounds": "7", "time_control": "20+5", "default_minutes": "15",
        "competition_rules": "reduced", "tie_breaks.list": "unrated", "schedule.plan": "hours",
        "schedule.hour.1": "10:00", "schedule.hour.2": "11:30", "schedule.hour.3": "16:00", "schedule.hour.4": "17:30",
        "schedule.every": "1",
    },
    "round-robin": {
        "system": "berger", "time_control": "90+30", "default_minutes": "30", "tie_breaks.list": "recommended",
    },
    "team-league": {
        "kind": "team", "system": "berger", "boards": "4", "time_control": "90+30", "default_minutes": "30",
        "tie_breaks.list": "recommended",
    },
    "knockout": {
        "system": "knockout", "time_control": "15+10", "default_minutes": "15", "competition_rules": "reduced",
    },
}  # fmt: skip
JUNIORS = (8, 10, 12, 14, 16)
LAST = "last"


def template_fields(name: str, today: dt.date) -> dict[str, str]:
    """Return the fields of a template on a day: a club plays today, others from the next Friday or Saturday on."""
    fields = dict(TEMPLATES.get(name, {"schedule.plan": "", "tie_breaks.list": "rated", "system": "dutch"}))
    if name in ("club-rapid", "weekend-open", "junior"):
        first, days = {"club-rapid": (today.weekday(), 0), "weekend-open": (FRIDAY, 2)}.get(name, (SATURDAY, 1))
        start = today + dt.timedelta(days=(first - today.weekday()) % 7)
        fields |= {"start": str(start), "end": str(start + dt.timedelta(days=days))}
    if name == "junior":
        for row, age in enumerate(JUNIORS, 1):
            fields |= {f"groups.{row}.name": f"U{age}", f"groups.{row}.born_from": str(today.year - age)}
        fields |= {"groups.6.name": "U16 F", "groups.6.born_from": str(today.year - JUNIORS[-1]), "groups.6.sex": "f"}
    return fields


def copied_fields(data: Mapping[str, Any], today: dt.date) -> dict[str, str]:
    """Return the fields of rules that are copied: the first day is today, the others as far from it as they were; the
    short name, and the day of registration, are left open."""
    data = {name: value for name, value in data.items() if name not in ("slug", "registered")}
    if data.get("start"):
        moved = today - dt.date.fromisoformat(str(data["start"]))
        data |= {
            name: str(dt.date.fromisoformat(str(data[name])) + moved) for name in ("start", "end") if data.get(name)
        }
        data["schedule"] = [
            {name: _moved(str(value), moved) if name in TIMES else value for name, value in row.items()}
            for row in data.get("schedule", ())
        ]
    return all_fields(data)


def all_fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of rules. Those that have a page of their own (prizes, fees) come along in one field, and what
    is most asked of them in fields too."""
    also = {name: value for name, value in data.items() if KEYS[name].control.kind == "page"}
    fields = {at: value for name in NAMES for at, value in fields_of(name, data).items()}
    return {**fields, **money_fields(also), "also": rules_file(also)}


def _moved(written: str, by: dt.timedelta) -> str:
    day, hour, time = written.partition("T")
    return f"{dt.date.fromisoformat(day) + by}{hour}{time[:5]}"


# Players of one club, family or federation who are kept apart from the beginning: lines of their own after the rules.

APART = ("club", "family", "federation")


def read_apart(typed: Mapping[str, str]) -> list[LogChange]:
    """Return the lines that keep players apart."""
    last = read_whole(typed.get("apart.last", "").strip(), 1, MOST_ROUNDS)
    wanted = [label for label in APART if typed.get(f"apart.{label}") in ("soft", "hard")]
    return [
        PairsForbidden.change(
            {"id": number, "group": label, "first": 1}
            | ({} if last is None else {"last": last})
            | {"hard": typed[f"apart.{label}"] == "hard"}
        )
        for number, label in enumerate(wanted, 1)
    ]


def apart_fields(state: EventState) -> dict[str, str]:
    """Return the fields of the players of an event who are kept apart."""
    labels = [one for one in state.restrictions if one.group in APART]
    last = next((str(one.last) for one in labels if one.last), "")
    return {"apart.last": last, **{f"apart.{one.group}": "hard" if one.hard else "soft" for one in labels}}


# The usual fee and the main prizes. The rest of both has pages of its own at the desk, and comes along with a copy.

MONEY = {"fees": ("amount", "currency"), "prizes": ("currency", "amount", "thing")}
"""The fields of the fee and of the prizes: fees.amount, prizes.amount.1."""


def money_fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of the fee and of the main prizes of some rules."""
    shown = {
        "fees": fees_as_typed(KEYS["fees"].maker(data["fees"]), (), 0) if data.get("fees") else {},
        "prizes": prize_fields(data.get("prizes", {})),
    }
    return {
        f"{rule}.{at}": value
        for rule, fields in shown.items()
        for at, value in fields.items()
        if at.partition(".")[0] in MONEY[rule]
    }


def read_money(typed: Mapping[str, str], data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, ArpadError]]:
    """Read the fields of the fee and of the main prizes: the rules, None for one that is left open, and what is wrong
    at which field. `data` are the rules of a copy, which keep the rest."""
    values: dict[str, Any] = {}
    wrong: dict[str, ArpadError] = {}
    given = {rule: {at[len(rule) + 1 :]: value for at, value in asked_fields(rule, typed).items()} for rule in MONEY}
    rest = {
        rule: {name: value for name, value in data.get(rule, {}).items() if name not in ("prizes", *names)}
        for rule, names in MONEY.items()
    }
    if given["fees"]:
        try:
            fee = fees_typed({"amount": ""} | given["fees"], 0)
            values["fees"] = None if fee is None else plain({**rest["fees"], **fee})
        except FieldErrors as problem:
            wrong |= {f"fees.{at}": error for at, error in problem.at.items()}
    if given["prizes"]:
        read = ReadPrizes(given["prizes"], EventRules(slug="x", name="-"))
        wrong |= {f"prizes.{at}": error for at, error in read.wrong.items()}
        main = read.value or ({"prizes": []} if rest["prizes"].get("category") else None)
        prizes = None if main is None or read.wrong else {**main, **rest["prizes"]}
        try:
            values["prizes"] = prizes if prizes is None else plain(KEYS["prizes"].maker(prizes))
        except ArpadError as problem:
            wrong["prizes.amount.1"] = problem
    return values, wrong


# The page of a new event.

Template = Annotated[str, Query(max_length=40, description="A template, or `last`: as the last one of your own.")]
From = Annotated[str, Query(alias="from", max_length=60, description="The event to copy.")]


@founding.get("/t/new", include_in_schema=False)
def form(request: Request, account: EventArbiter, template: Template = "", copied: From = "") -> Response:
    """The form for a new event."""
    today = _today(request)
    slug = _last_of(request, account.name) if template == LAST else copied
    if not slug:
        return _form(request, template_fields(template, today), template=template)
    state = _readable(request, account, slug)
    return _form(request, copied_fields(state.data, today) | apart_fields(state), template=template, source=state.rules)


def _today(request: Request) -> dt.date:
    """Today, by the clocks of the office."""
    site = request.app.state.site
    now: dt.datetime = site.settings.now()
    return now.astimezone(zone_named(office_zone(site.database) or "UTC") or dt.UTC).date()


def _readable(request: Request, account: Any, slug: str) -> EventState:
    """The event to copy: one at whose desk the person who asks is."""
    site = request.app.state.site
    state: EventState = site.events.open(slug).state
    if not seat_in(state, Caller(account), site.settings.now()).may_be("arbiter"):
        raise ArpadError("event-unknown", slug=slug, known="–")
    return state


def _last_of(request: Request, who: str) -> str:
    """The newest event whose chief arbiter somebody is, empty if there is none."""
    events = request.app.state.site.events
    for slug in reversed(events.slugs()):
        if events.open(slug).state.staff.get(who, {}).get("role") == "chief":
            return str(slug)
    return ""


def take_new(request: Request, account: EventArbiter, typed: dict[str, str], **_given: Any) -> Response:
    """Make an event. The person who makes it is its chief arbiter. Each rule has a field of its name, or fields
    NAME.PART as the page has them; `rules` is a file of rules instead."""
    site = request.app.state.site
    try:
        data, wrong = _typed_rules(request, typed)
        if typed.get("look"):
            fields = all_fields(data) if typed.get("rules") else typed
            return _form(request, fields, wrong=wrong if typed.get("rules") else {})
        if wrong:
            raise FieldErrors(wrong)
        decide = founded(data, account.name, read_apart(typed))
        done = site.events.create(read_rules(data, "").slug, decide, account.name, site.settings.now())
    except ArpadError as problem:
        if wants_json(request):
            raise
        at = problem.at if isinstance(problem, FieldErrors) else {}
        field = field_of(problem, NAMES, AT_FIELD) if not at else ""
        at = at or ({field: problem} if field else {})
        said = "" if at else problem_on_page(problem, language_of(request))
        return _form(request, typed, status_of(problem), wrong=at, problem=said)
    return _made(request, done.state.event_rules.slug)


def _described(name: str) -> Any:
    return Annotated[str, Form(description=f"The rule {name}; for example {KEYS[name].example.strip(chr(34))}.")]


take_new.__signature__ = Signature(  # type: ignore[attr-defined]
    [
        parameter("request", Request),
        parameter("account", EventArbiter),
        parameter("typed", TypedForm),
        *(parameter(name, _described(name), "") for name in NAMES if set(fields_of(name, {})) == {name}),
        parameter("rules", Annotated[Any, Form(description="A file of rules, instead of the fields.")], ""),
    ]
)
founding.post(
    "/t/new", name="event_new", operation_id="event_new", dependencies=EVENT_ARBITERS, responses=ANSWERS,
    description=take_new.__doc__,
)(shaped(FoundedDocument)(take_new))  # fmt: skip


def _typed_rules(request: Request, typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, ArpadError]]:
    """The rules of the form, of its file or of its fields, and what is wrong at which field."""
    try:
        written, wrong = read_file(toml_tables(typed.get("rules") or typed.get("also", "")))
    except ValueError as problem:
        raise ArpadError("event-rules-toml", problem=problem_words(problem)) from None
    names = [name for name in NAMES if control_for(name).follows_others or asked_fields(name, typed)]
    values, mistakes = ({}, {}) if typed.get("rules") else read_form(names, typed, {})
    money, unread = ({}, {}) if typed.get("rules") else read_money(typed, written)
    values, wrong = {**written, **values, **money}, wrong | mistakes | unread
    try:
        read_apart(typed)
    except ArpadError as problem:
        wrong["apart.last"] = problem
    data = {name: value for name, value in values.items() if value is not None}
    if "name" not in data:
        wrong.setdefault("name", missing())
    elif "slug" not in data:
        wrong.setdefault("slug", missing())
    elif not typed.get("slug") and not typed.get("rules"):
        data["slug"] = _free_slug(request, data["slug"])
    return data, whole_problems(EventState(), data, data, wrong)


def _free_slug(request: Request, slug: str) -> str:
    """A proposed short name with a number, if it is taken."""
    taken = set(request.app.state.site.events.slugs())
    return next(name for name in (slug, *(f"{slug}-{number}" for number in range(2, 9999))) if name not in taken)


def founded(data: Mapping[str, Any], who: str, apart: Sequence[LogChange] = ()) -> Decide:
    """Make an event with its chief arbiter and the players who are kept apart, all at once."""

    def decide(state: EventState, confirmations: Confirmations) -> Sequence[LogChange]:
        first = [*Create(data)(state, confirmations)]
        return [*first, *AddStaff(who, "chief")(after_changes(state, first), confirmations), *apart]

    return decide


def _form(
    request: Request,
    typed: Mapping[str, str],
    status: int = 200,
    *,
    wrong: Mapping[str, ArpadError] | None = None,
    **shown: Any,
) -> Response:
    """The form with what was typed. `shown` is the template, the event that is copied, a problem of no field."""
    language, site = language_of(request), request.app.state.site
    data, _ = _typed_rules(request, {name: value for name, value in typed.items() if name != "rules"})
    zone = office_zone(site.database) or ""
    data = {"time_zone": zone, **data} if zone else data
    labelled = {at: with_labels(problem, language, "event-field.") for at, problem in (wrong or {}).items()}
    sentences = field_sentences(labelled, language)
    typed = {"time_zone": zone, **typed}
    values = {
        "sections": asked_sections(data, typed, language, sentences, {}),
        "control_for": control_for,
        "typed": typed,
        "wrong": sentences,
        "proposed": data.get("slug", ""),
        "templates": (*TEMPLATES, LAST),
        "template": "",
        "source": None,
        "problem": "",
        "apart": APART,
        "wrong_money": any(at.partition(".")[0] in MONEY for at in sentences),
        "prize_rows": sorted(int(at.rpartition(".")[2]) for at in asked_fields("prizes.amount", typed)) or range(1, 5),
        "csrf": request.state.csrf,
    }
    return html(request, "event_new.html", values | shown, status)


def _made(request: Request, slug: str) -> Response:
    if wants_json(request):
        return json_text(FoundedDocument(slug, slug, f"/t/{slug}").document())
    return RedirectResponse(f"/t/{slug}/desk", 303)


# An event of another program, also in the middle of a round.


@founding.get("/t/take-over", include_in_schema=False, dependencies=[Depends(runs_events)])
def take_over_form(request: Request) -> Response:
    """The form for an event of another program."""
    return _taking(request, {})


async def _texts(request: Request) -> dict[str, str]:
    """The fields of the form but its file, which is read apart."""
    fields = (await request.form()).multi_items()
    return {at: value for at, value in fields if isinstance(value, str) and at not in (FIELD, "report", "look")}


@founding.post("/t/take-over", name="event_take_over", dependencies=EVENT_ARBITERS, responses=ANSWERS)
@shaped(FoundedDocument)
def taken_over(
    request: Request,
    account: EventArbiter,
    form: Annotated[dict[str, str], Depends(_texts)],
    file: Annotated[UploadFile | None, File(description="A TRF06, TRF16 or TRF26 of an event that goes on.")] = None,
    report: Annotated[str, Form(description="The file as the page before carried it, instead of a file.")] = "",
    file_name: Annotated[str, Form(max_length=200, description="The name of the file that was carried.")] = "",
    rounds: Words = "",
    slug: Words = "",
    system: Words = "",
    tie_break_edition: Words = "",
    rating_edition: Words = "",
    yes: Words = "",
    look: Annotated[str, Form(description="1: only the page with the rules of the file.")] = "",
) -> Response:
    """Make an event of a file of another program, also in the middle of a round. Any other rule may have a field of its
    name, or fields NAME.PART as the page has them, if it is not as the file says."""
    editions = {"tie_break_edition": tie_break_edition, "rating_edition": rating_edition}
    typed = {"rounds": rounds, "slug": slug, "system": system, "yes": yes, **editions}
    typed |= form
    name, data, base = (file.filename if file is not None else "") or file_name, b"", None
    typed["file_name"] = name
    try:
        data = _sent(file, report)
        base = _as_the_file_says(data, name, typed)
        taken = base if look and "was" in typed else _with_rules(base, data, typed)
        if look:
            return _looked(request, typed, data, base, taken)
        site = request.app.state.site
        now = site.settings.now()
        keep_taken_over(site.events, taken, data, account.name, now, Confirmation(yes=bool(yes)))
        site.events.act(taken.slug, AddStaff(account.name, "chief"), account.name, now)
    except ArpadError as problem:
        if wants_json(request):
            raise
        if problem.key == "pairing-system-contradicts":
            problem = ArpadError("event-take-system", said=problem.values["text"])
        if base is None and "was" in typed:
            with suppress(ArpadError):
                base = _as_the_file_says(data, name, {one: typed.get(f"was.{one}", "") for one in TAKEN})
        if base is not None:
            return _looked(request, typed, data, base, base, problem)
        kept = None if problem.key.startswith(NO_REPORT) else carry(data)
        return _not_taken(request, typed, problem, kept or "")
    return _made(request, taken.slug)


def _as_the_file_says(data: bytes, name: str, typed: Mapping[str, str]) -> TakeOver:
    """The event of a file, not yet compared with its engine, with what was typed because the file leaves it open."""
    asked, wrong = read_form([one for one in TAKEN if typed.get(one, "").strip()], typed, {})
    if wrong:
        raise FieldErrors(wrong)
    rounds, slug, system = (asked.get(one) for one in ("rounds", "slug", "system"))
    given = {one: asked.get(one) for one in ("tie_break_edition", "rating_edition")}
    return take_over(data, file=name, rounds=rounds, slug=slug, system=system, rules=given, compared=False)


def _changes(base: TakeOver, typed: Mapping[str, str]) -> RuleChanges:
    """The rules of a page that were typed otherwise than the file says, and what is wrong at which field."""
    if "was" not in typed:
        return RuleChanges({}, {}, {})
    return form_changes(after_changes(EventState(), [EventCreated.change(base.rules)]), typed)


def _with_rules(base: TakeOver, data: bytes, typed: Mapping[str, str]) -> TakeOver:
    """The event of a file with the rules that were typed, compared with its engine and its table."""
    name, found = typed["file_name"], _changes(base, typed)
    if found.wrong:
        raise FieldErrors(found.wrong)
    system: str | None = typed.get("system", "").strip() or None
    if system is not None and "was" in typed:
        with suppress(ArpadError):  # a file that names its system keeps its own words for it
            own = take_over(data, file=name, rounds=base.rules["rounds"], slug=base.slug, compared=False)
            system = None if own.rules["system"] == base.rules["system"] else system
    given = {one: typed.get(one, "").strip() or None for one in ("tie_break_edition", "rating_edition")}
    rules = given | {one: value for one, value in found.changes.items() if one not in TAKEN}
    return take_over(data, file=name, rounds=base.rules["rounds"], slug=base.slug, system=system, rules=rules)


def _looked(
    request: Request,
    typed: Mapping[str, str],
    data: bytes,
    base: TakeOver,
    taken: TakeOver,
    problem: ArpadError | None = None,
) -> Response:
    """The page of a file that can be read: what it says, where it departs from the rules, and every rule as a field."""
    language, asks = language_of(request), Confirmations()
    if problem is None:
        taken.command()(EventState(), asks)
    departs = problem.warnings if isinstance(problem, NotConfirmed) else asks.warnings
    found = _changes(base, typed)
    wrong: dict[str, ArpadError] = {}
    if problem is not None and not departs:
        field = field_of(problem, NAMES, AT_FIELD)
        wrong = problem.at if isinstance(problem, FieldErrors) else {field: problem} if field else {}
        wrong = {**wrong, **found.wrong}
    sentences = field_sentences(wrong, language)
    rules = {name: value for name, value in {**base.rules, **found.changes}.items() if value is not None}
    of_file = {"kind": text("web.event-found.of-file", language)}
    said = "" if problem is None or wrong or departs else problem_on_page(problem, language)
    values = {
        "sections": asked_sections(rules, found.typed, language, sentences, of_file, base.rules),
        "control_for": control_for,
        "typed": typed,
        "wrong": sentences,
        "proposed": base.slug,
        "report": carry(data),
        "asked_first": {name: base.rules.get(name, "") for name in TAKEN},
        "problem": said,
        "departs": [warning.message.text(language) for warning in departs],
        "findings": findings_json(taken.findings, language, at_desk=True),
        "players": sum(change.kind == "entry.added" for change in base.changes),
        "paired": base.paired,
        "rounds": rules.get("rounds", 0),
        "csrf": request.state.csrf,
    }
    return html(request, "event_new_looked.html", values, 200 if problem is None else status_of(problem))


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


def _not_taken(request: Request, typed: Mapping[str, str], problem: ArpadError, report: str) -> Response:
    """The form again with what was typed and the file that was sent: problems at their fields, others above it."""
    language = language_of(request)
    at = problem.at if isinstance(problem, FieldErrors) else {}
    field = "" if at else field_of(problem, TAKEN, AT_FIELD)
    at = at or ({field: problem} if field else {})
    said = "" if at else problem_on_page(problem, language)
    return _taking(request, typed, status_of(problem), wrong=at, problem=said, report=report)


def _taking(
    request: Request,
    typed: Mapping[str, str],
    status: int = 200,
    *,
    wrong: Mapping[str, ArpadError] | None = None,
    **shown: Any,
) -> Response:
    language = language_of(request)
    sentences = field_sentences(wrong or {}, language)
    values = {
        "asked": [AskedRule(name, {name: typed.get(name, "")}, {}, language, sentences) for name in TAKEN],
        "control_for": control_for,
        "typed": typed,
        "report": "",
        "problem": "",
        "csrf": request.state.csrf,
    }
    return html(request, "event_new_taken.html", values | shown, status)
