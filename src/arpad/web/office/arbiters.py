"""Staff pages for arbiters' records and applications, and for certificates of norms."""

import datetime as dt
from inspect import Signature
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.arbiters.forms import application_values, upgrade_values
from arpad.documents.checks import Check, check_name
from arpad.documents.document import Document, csv_rows, document_of
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.inputs.declared import inputs_of, read
from arpad.office.arbiters.careers import (
    ArbiterCareer,
    CareerOnDay,
    ListedArbiter,
    NotedRecord,
    all_careers,
    career_of,
    career_on,
    listed_on,
    record_words,
)
from arpad.office.arbiters.records import ARBITER_RECORDS, printed_certificate
from arpad.office.decisions.decisions import Decision, decide
from arpad.office.proof.sheets import view_report
from arpad.papers.arbiter_forms import arbiter_form_pdf
from arpad.regulations.arbiter_editions import ArbiterTitle
from arpad.regulations.title_editions import NormTitle
from arpad.web.cache import Answer, pdf_file
from arpad.web.event_parts import certificate
from arpad.web.office.forms import (
    OFFICERS,
    RESPONSES,
    Around,
    AtDesk,
    FormPage,
    Typed,
    done,
    form_fields,
    refused,
    show,
    typed_parameter,
)
from arpad.web.openapi import shaped
from arpad.web.problems import IdempotentRoute
from arpad.web.public.players import EventNumber
from arpad.web.routes import Pages, parameter
from arpad.web.security import Officer
from arpad.web.site import language_of
from arpad.web.tools.arbiters import row

# Arbiters of the office: their records, certificates and applications.

arbiter_pages = Pages("office")
recording = APIRouter(tags=["office"], route_class=IdempotentRoute)
papers = APIRouter(include_in_schema=False)

ADDRESS = "/office/arbiters"
KINDS = {kind.command: kind for kind in ARBITER_RECORDS}
SEEN_FIRST = {"norm": 9, "certificate": 5, "person": 4, "seminar": 5}
"""How many fields of a form are shown at once; the others are rarely needed."""
ArbiterId = Annotated[str, Path(max_length=20, pattern=r"^\d+$")]
OnDay = Annotated[str, Query(max_length=10, description="The day asked about; without it, today.")]


def _day(request: Request, typed: str) -> dt.date:
    today: dt.date = request.app.state.site.settings.now().date()
    return parse.date("date", typed) if typed else today


@arbiter_pages.page(ADDRESS, "desk_arbiters.html", list[ListedArbiter], table=True)
def all_arbiters(request: Request, desk: AtDesk, date: OnDay = "") -> Answer:
    """All arbiters, with their titles, and until when each is active."""
    day = _day(request, date)
    arbiters = [listed_on(career, day) for career in all_careers(desk)]
    return Answer(
        document=lambda: [arbiter.document() for arbiter in arbiters],
        page=lambda: {"data": arbiters, "day": day},
        table=lambda: csv_rows(ListedArbiter, arbiters),
    )


@arbiter_pages.page(ADDRESS + "/{id}", "desk_arbiter.html", CareerOnDay)
def one_arbiter(request: Request, desk: AtDesk, id: ArbiterId, date: OnDay = "") -> Answer:  # noqa: A002
    """An arbiter: what was noted, activity, and what the next application lacks."""
    career, day, language = career_of(desk, id), _day(request, date), language_of(request)
    return Answer(
        document=lambda: career_on(career, day).document(language),
        page=lambda: _page(career, day, language),
    )


def _page(career: ArbiterCareer, day: dt.date, language: Language) -> dict[str, Any]:
    title, category = career.next_title, career.next_category
    values: dict[str, Any] = {
        "career": career,
        "day": day,
        "status": career.status(day),
        "words": {record.id: record_words(record, language) for record in career.records},
        "application": None,
        "upgrade": None,
    }
    if title is not None:
        answer = career.application(title, day)
        values["application"] = {
            "title": title,
            "complete": answer.complete,
            "verdict": _verdict(answer.complete, answer.open, language),
            "needs": [(need.article, need.in_words(language)) for need in answer.need],
            "open": [_open_words(place, check, language) for place, check in answer.open_questions],
            "checks": [_placed(place, check, language) for place, check in answer.checks],
        }
    if category is not None:
        judged = career.upgrade(category, day)
        values["upgrade"] = {
            "category": category,
            "complete": judged.complete,
            "checks": [row(check, language) for check in judged.checks],
        }
    return values


def _verdict(complete: bool | None, missing: int, language: Language) -> str:
    key = {True: "complete", False: "incomplete", None: "but-for"}[complete]
    return text(f"arbiter.{key}", language, count=missing)


def _placed(place: int | None, check: Check, language: Language) -> tuple[str, str, str, str, bool | None]:
    article, _, asked, found, ok = row(check, language)
    return article, _open_words(place, check, language), asked, found, ok


def _open_words(place: int | None, check: Check, language: Language) -> str:
    before = "" if place is None else f"{text('web.arbiters.of-norm', language, place=place)}: "
    return before + check_name(check, language, "arbiter")


@papers.get(ADDRESS + "/{id}/application.pdf")
def application_pdf(request: Request, desk: AtDesk, id: ArbiterId, title: ArbiterTitle, date: OnDay = "") -> Response:  # noqa: A002
    """Form FA2 or IA2, with what was noted; a mark says if it is not complete."""
    career, language = career_of(desk, id), language_of(request)
    answer = career.application(title, _day(request, date))
    number: Any = "fa2" if title == "FA" else "ia2"
    values = application_values(answer, language)
    return pdf_file(arbiter_form_pdf(number, values, language, incomplete=not answer.complete), f"{number}-{id}")


@papers.get(ADDRESS + "/{id}/upgrade.pdf")
def upgrade_pdf(request: Request, desk: AtDesk, id: ArbiterId, date: OnDay = "") -> Response:  # noqa: A002
    """Form IA3 for the next category."""
    career, language = career_of(desk, id), language_of(request)
    if career.next_category is None:
        raise HTTPException(404)
    answer = career.upgrade(career.next_category, _day(request, date))
    values = upgrade_values(answer, language)
    return pdf_file(arbiter_form_pdf("ia3", values, language, incomplete=not answer.complete), f"ia3-{id}")


@papers.get(ADDRESS + "/certificates/{record}.pdf")
def certificate_pdf(request: Request, desk: AtDesk, record: Annotated[int, Path(ge=1, le=999_999_999)]) -> Response:
    """Form FA1 or IA1 of a certificate that was issued."""
    return pdf_file(printed_certificate(desk, record, language_of(request)), f"certificate-{record}")


class RevokedDocument(Document, frozen=True):
    """A record that was taken back, by its number."""

    revoked: str


def _form(kind: type[Decision]) -> FormPage:
    return FormPage(f"arbiter-{kind.command}", form_fields(inputs_of(kind), SEEN_FIRST.get(kind.command)))


FORMS = {command: _form(kind) for command, kind in KINDS.items()}


@recording.get(ADDRESS + "/record/{kind}", include_in_schema=False)
def record_form(request: Request, kind: str, _account: Officer) -> Response:
    if kind not in FORMS:
        raise HTTPException(404)
    return show(request, FORMS[kind], Around(ADDRESS))


def _add(kind: type[Decision]) -> None:
    """Add the form of a kind of records."""

    def endpoint(request: Request, desk: AtDesk, typed: dict[str, str], **given: str) -> Response:
        said = {one.name: None if given[one.name] == "" and not one.required else given[one.name] for one in asked}
        try:
            record = read(kind, said)
            decide(desk, record)
        except ArpadError as problem:
            return refused(request, problem, FORMS[kind.command], Around(ADDRESS), typed)
        id_ = getattr(record, "id", "")
        if not id_:
            return done(request, ADDRESS, kind.outcome, RevokedDocument(given["record"]))
        kept_arbiter_record = career_of(desk, id_).records[-1]
        return done(request, f"{ADDRESS}/{id_}", kind.outcome, document_of(NotedRecord, kept_arbiter_record))

    asked = inputs_of(kind)
    around: dict[str, Any] = {"request": Request, "desk": AtDesk, "typed": Typed}
    parameters = [parameter(name, annotation) for name, annotation in around.items()]
    parameters += [typed_parameter(given) for given in asked]
    endpoint.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    recording.post(
        f"{ADDRESS}/record/{kind.command}",
        name=f"arbiter-{kind.command}",
        description=kind.__doc__,
        dependencies=OFFICERS,
        responses=RESPONSES,
    )(shaped(NotedRecord if kind.outcome != "revoked" else RevokedDocument)(endpoint))


for record_kind in ARBITER_RECORDS:
    _add(record_kind)


# Certificates of norms of the office's events: they hold days of birth, so that visitors have to sign in for them.

certificates = APIRouter(include_in_schema=False)


@certificates.get("/office/events/{number}/norms/{rank}/{title}.pdf")
def norm_certificate(
    request: Request, desk: AtDesk, number: EventNumber, rank: Annotated[int, Path(ge=1, le=9999)], title: NormTitle
) -> Response:
    """Form IT1 for a norm of an event."""
    return certificate(view_report(desk, number).report.event, rank, title, language_of(request))
