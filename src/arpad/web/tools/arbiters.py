"""For arbiters: what an event is for them, by its report; and who may be appointed, and is active."""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.arbiters.categories import NATIONAL, ActivityFacts, ActivityStatus, Appointment, may_be_appointed, status_on
from arpad.arbiters.events import EventForArbiters, category_words, event_for_arbiters, fitting_articles, quota_words
from arpad.arbiters.fair_play import open_words, waiver_words
from arpad.arbiters.norms import EventNorms
from arpad.documents.checks import Check, check_cells
from arpad.documents.document import Document
from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR
from arpad.formats.read import read_report
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, arbiter_classification
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.openapi import shaped
from arpad.web.problems import wrong_at
from arpad.web.routes import Pages
from arpad.web.site import language_of, problem_on_page
from arpad.web.standings.choices import carry
from arpad.web.tools.report import Carried, Sent, sent_report
from arpad.web.uploads import TimedRoute

arbiter_norms = APIRouter(tags=["arbiters"], route_class=TimedRoute)
appointments = Pages("arbiters")

ADDRESS = "/tools/arbiter-norm"
REFUSED: dict[int | str, dict[str, Any]] = {400: {"description": "What is wrong, where, and what to do."}}
Typed = Annotated[str, Query(max_length=20)]
Category = Literal["", "A", "B", "C", "D", "NA"]
Role = Annotated[str, Query(max_length=20)]


@arbiter_norms.get(ADDRESS, include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    return html(request, "tools_arbiter_norm.html", {"found": None, "problem": ""})


@arbiter_norms.post(ADDRESS, include_in_schema=False)
def shown(request: Request, file: Sent = None, report: Carried = "") -> Response:
    """The page about a report."""
    language = language_of(request)
    try:
        data = sent_report(request, file, report)
        arbiters = _examined(data)
    except ArpadError as problem:
        refused = {"found": None, "problem": problem_on_page(problem, language)}
        return html(request, "tools_arbiter_norm.html", refused, 400)
    values: dict[str, Any] = {
        "found": arbiters,
        "problem": "",
        "report": carry(data) or "",
        **arbiters_in_words(arbiters, language),
    }
    return html(request, "tools_arbiter_norm.html", values)


@arbiter_norms.post(f"{ADDRESS}.json", responses=REFUSED)
@shaped(EventForArbiters)
def as_json(request: Request, file: Sent = None, report: Carried = "") -> Response:
    """Norms for arbiters, certificates, the category, the arbiters needed and the level of protection of an event, by
    its report. Nothing is kept."""
    language = language_of(request)
    return json_text(_examined(sent_report(request, file, report)).document(language))


def _examined(data: bytes) -> EventForArbiters:
    read = read_report(data)
    if read.format == "feda":
        raise ArpadError("norm.without-games", file="FEDA")
    return event_for_arbiters(read.event)


def arbiters_in_words(arbiters: EventForArbiters, language: Language) -> dict[str, Any]:
    """Return the words of the page."""
    protection = arbiters.protection
    return {
        "norms": [_norms(norms, language) for norms in arbiters.norms],
        "quota": quota_words(arbiters.certificates, language),
        "category": category_words(arbiters.category, language),
        "category_checks": [row(check, language) for check in arbiters.category.checks],
        "needed": arbiters.needed.words(language),
        "level": text(f"fair-play.level.{protection.level}", language),
        "because": [reason.in_words(language) for reason in protection.because],
        "higher": open_words(protection, language),
        "waiver": waiver_words(protection.waiver, language),
        "measures": [row.cells(language) for row in protection.rows if row.duty != "none"],
    }


def _norms(norms: EventNorms, language: Language) -> dict[str, Any]:
    key = {True: "norm-possible", False: "norm-impossible", None: "norm-open"}[norms.possible]
    said = text(f"arbiter.{key}", language, title=norms.title, articles=", ".join(norms.articles))
    checks = [norms.rounds, *(check for answer in fitting_articles(norms) for check in answer.checks)]
    return {
        "title": norms.title,
        "possible": norms.possible,
        "said": said,
        "short": norms.short,
        "checks": [row(check, language) for check in checks],
    }


def row(check: Check, language: Language) -> tuple[str, str, str, str, bool | None]:
    """A condition: its article, its name, what is asked, what was found, whether it holds."""
    return (*check_cells(check, language, "arbiter"), check.ok)


class ArbiterAnswers(Document, frozen=True):
    """The answers to what was asked."""

    appointment: Appointment | None
    activity: ActivityStatus | None


@appointments.page("/calculators/arbiters", "tools_arbiters.html", ArbiterAnswers)
def arbiters_page(
    request: Request,
    role: Role = "",
    event: Typed = "",
    category: Category = "",
    award: Typed = "",
    ia: Typed = "",
    course: Typed = "",
    last_event: Typed = "",
    until: Typed = "",
    day: Typed = "",
) -> Answer:
    """Whether an arbiter may have a role in an event (B.06.3, 8.3), and until when an arbiter is active (2.2, 2.6)."""
    language = language_of(request)
    rules = arbiter_classification()
    appointment: Appointment | None = None
    problem: ArpadError | None = None
    asked = {"award": award, "ia": ia, "course": course, "last_event": last_event, "until": until, "day": day}
    activity: ActivityStatus | None = None
    try:
        if role or event or category:
            appointment = _appointment(role, event, category)
        if any(asked.values()):
            activity = _activity(asked)
    except ArpadError as found:
        if wants_json(request):
            raise
        problem = found
    typed = {"role": role, "event": event, "category": category, **asked}
    labels = {name: text(f"web.arbiters.{key}", language) for name, key in LABELS.items()}
    wrong = wrong_at(problem, language, list(typed), typed=typed, labels=labels)
    kinds = [(kind.id, kind.name[language]) for kind in rules.kinds]
    answers = ArbiterAnswers(appointment, activity)
    return Answer(
        document=lambda: answers.document(language),
        page=lambda: {
            "appointment": appointment,
            "activity": activity,
            "typed": typed,
            "wrong": wrong,
            "roles": [arbiter_role.id for arbiter_role in rules.roles],
            "kinds": kinds,
            "categories": (*ARBITER_CATEGORIES, NATIONAL),
            "said": _said(answers, language),
        },
        status=400 if problem else 200,
    )


LABELS = {
    "award": "fa-award", "ia": "ia-award", "course": "last-course", "last_event": "last-year",
    "until": "published-end", "day": "day-asked",
}  # fmt: skip
"""The labels of the fields about an arbiter's activity."""


def _appointment(role: str, event: str, category: str) -> Appointment:
    for name, value in (("role", role), ("event", event), ("category", category)):
        if not value:
            raise ArpadError("web-missing", field=name)
    return may_be_appointed(role, event, category)


def _activity(typed: Mapping[str, str]) -> ActivityStatus:
    if not typed["day"]:
        raise ArpadError("web-missing", field="day")
    days = {name: _day(name, typed[name]) for name in ("award", "ia", "course", "until")}
    year = typed["last_event"]
    last = parse.whole("last_event", year, FIRST_YEAR, LAST_YEAR) if year else None
    courses = () if days["course"] is None else (days["course"],)
    facts = ActivityFacts(days["award"], days["ia"], courses, last, days["until"])
    return status_on(parse.date("day", typed["day"]), facts)


def _day(name: str, typed: str) -> dt.date | None:
    return parse.date(name, typed) if typed else None


def _said(answers: ArbiterAnswers, language: Language) -> dict[str, str]:
    """The answers in sentences."""
    appointment, activity = answers.appointment, answers.activity
    reading = f" {text('arbiter.by-reading', language)}" if appointment and appointment.by_reading else ""
    return {
        "appointment": "" if appointment is None else appointment.words(language) + reading,
        "activity": "" if activity is None else activity.words(language),
    }
