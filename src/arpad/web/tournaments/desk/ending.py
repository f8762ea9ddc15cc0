"""Staff pages for the end of an event: hand-over to the office, and arbiters' papers."""

import datetime as dt
import io
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, File, Query, UploadFile
from fastapi import Path as InPath
from starlette.requests import Request
from starlette.responses import Response

from arpad.arbiters.events import EventForArbiters, event_for_arbiters, signed_by
from arpad.arbiters.forms import CertificateSigning, certificate_values
from arpad.arbiters.model import ArbiterPerson
from arpad.documents.document import Document, ShownAs, extended
from arpad.documents.findings import ShownFindings, findings_json
from arpad.documents.schema import FindingDocument
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.facts import facts_asked
from arpad.extras import missing_extra
from arpad.formats.read import read_report
from arpad.games.pgn import export_games
from arpad.i18n import ArpadError, text
from arpad.office.tournaments.hand_over import HandOver, hand_over, papers, received_reports
from arpad.papers.arbiter_forms import arbiter_form_pdf
from arpad.papers.event_papers import form_tables
from arpad.papers.old_forms import form_1, form_2
from arpad.papers.title_forms import it3
from arpad.rating.participants import detect_system
from arpad.regulations.arbiter_editions import ARBITER_TITLES, arbiter_edition
from arpad.tournament.as_report import event_of
from arpad.tournament.chess_results import export_chess_results
from arpad.tournament.ending import need_complete, norms_in, norms_of, rated_files
from arpad.tournament.rules import KEYS as RULE_KEYS
from arpad.tournament.standings import PeriodDocument, periods_of
from arpad.tournament.state import EventState
from arpad.tournament.times import player_periods
from arpad.web.cache import Answer, html, json_text, pdf_file, wants_json
from arpad.web.office.forms import RESPONSES
from arpad.web.openapi import shaped
from arpad.web.routes import Pages
from arpad.web.site import problem_on_page
from arpad.web.tools.arbiters import arbiters_in_words
from arpad.web.tournaments.context import AsArbiter, AsChief, AtLineDocument, EventContext, staff_pages
from arpad.web.tournaments.desk.event import HandedOverDocument
from arpad.web.uploads import TimedRoute, disposition

# The end of an event at its desk: what is missing, and everything that the hand-over will do, before it is done.

handing_over = staff_pages()
zipped = APIRouter(include_in_schema=False)


class MendDocument(Document, frozen=True):
    """A page of the desk on which an error can be mended: of a player, or of a rule of the event."""

    page: str
    player: str | None = None
    rule: str | None = None


class TriedReportDocument(Document, frozen=True):
    """A report as the office would take it."""

    time_class: str
    games: int
    accepted: bool
    known: bool
    due: dt.date | None
    late_for: dt.date | None
    findings: list[FindingDocument]
    mend: list[MendDocument]


class ReceivedReportDocument(Document, frozen=True):
    """The last report of a time class, as the office has it now. `state`: accepted, refused, replaced by another report
    of the office, or withdrawn."""

    time_class: str
    office_event: int
    state: str
    due: dt.date | None
    late_for: dt.date | None
    findings: list[FindingDocument]


class NamedNormDocument(Document, frozen=True):
    """A norm of a player."""

    name: str
    title: str


class HandOverDocument(AtLineDocument, frozen=True):
    """What is missing before the end; then what the hand-over will do."""

    finished: bool
    missing: str | None
    problem: str | None
    reports: list[TriedReportDocument]
    norms: list[NamedNormDocument]
    handed_over: Sequence[Annotated[Mapping[str, Any], HandedOverDocument]]
    office: list[ReceivedReportDocument]


@handing_over.page("/t/{slug}/desk/hand-over", "event_desk_hand_over.html", HandOverDocument)
def page_of_the_end(context: AsChief) -> Answer:
    """What is missing before the end; then what the hand-over will do, tried and not kept."""
    state = context.state
    missing, tried, problem = missing_words(context), None, ""
    if state.finished and not missing:
        try:
            tried = _tried(context)
        except ArpadError as found:
            problem = problem_on_page(found, context.language)

    def document() -> HandOverDocument:
        return HandOverDocument(
            *(context.slug, state.n, state.finished, missing, problem or None),
            reports=[] if tried is None else _reports(context, tried),
            norms=[] if tried is None else _norms(tried),
            handed_over=state.handed_over,
            office=_received(context),
        )

    return context.answer(document)


class ListedDocument(Document, frozen=True):
    """What counts of a player in one period."""

    rating: int
    k: int | None
    title: str
    federation: str
    source: str


class PlayerPeriodsDocument(Document, frozen=True):
    """A player with what counts in each period up to the one at hand."""

    entry: int
    number: int | None
    name: str
    periods: Sequence[Annotated[Any, ShownAs(ListedDocument)]]


class PeriodsDocument(AtLineDocument, frozen=True):
    """The rating periods of a long event: the list of each, and the report of its part. `next` is the one to be handed
    over, tried as the office would take it."""

    periods: list[PeriodDocument]
    next: str | None
    problem: str | None
    reports: list[TriedReportDocument]
    players: list[PlayerPeriodsDocument]
    handed_over: Sequence[Annotated[Mapping[str, Any], HandedOverDocument]]


@handing_over.page("/t/{slug}/desk/periods", "event_desk_periods.html", PeriodsDocument)
def page_of_periods(context: AsChief) -> Answer:
    """The rating periods: what is due when, which list counts in each, and the parts to be handed over."""
    state = context.state
    periods = periods_of(state)
    coming = next((one.period for one in periods if one.state == "complete"), None)
    tried, problem = None, None
    if coming is not None:
        try:
            tried = _tried(context, coming)
        except ArpadError as found:
            problem = problem_on_page(found, context.language)

    def document() -> PeriodsDocument:
        return PeriodsDocument(
            *(context.slug, state.n, periods, coming, problem),
            reports=[] if tried is None else _reports(context, tried),
            players=[extended(PlayerPeriodsDocument, one) for one in player_periods(state)] if periods else [],
            handed_over=[one for one in state.handed_over if one.get("period")],
        )

    return context.answer(document)


def missing_words(context: EventContext) -> str | None:
    """Return what an event still lacks before its end, in words; None if it is complete."""
    try:
        need_complete(context.state)
    except ArpadError as problem:
        return problem_on_page(problem, context.language)
    return None


def _tried(context: EventContext, period: str = "") -> HandOver:
    """Everything as it would be done; nothing is kept. A reason is asked for when it is done."""
    desk = context.site.desk("", context.seat.who)
    return hand_over(context.site.events, desk, context.slug, context.now, "-", yes=True, check=True, period=period)


def _reports(context: EventContext, tried: HandOver) -> list[TriedReportDocument]:
    return [
        TriedReportDocument(
            time_class=report.file.time_class,
            games=sum(game.played for game in read_report(report.file.data).event.games()),
            accepted=report.accepted,
            known=report.submitted is None,
            due=report.record.due if report.accepted else None,
            late_for=report.record.late_for if report.accepted else None,
            findings=findings_json(report.findings, context.language, at_desk=True),
            mend=[] if report.accepted else _ways_to_mend(context.state, report.findings, report.file.entries),
        )
        for report in tried.reports
    ]


def _received(context: EventContext) -> list[ReceivedReportDocument]:
    """What the office says now of the reports that it was given."""
    if not context.state.handed_over:
        return []
    return [
        ReceivedReportDocument(
            time_class=report.line["time_class"],
            office_event=report.line["office_event"],
            state=report.verdict,
            due=None if report.detail is None else report.detail.due,
            late_for=None if report.detail is None else report.detail.late_for,
            findings=[]
            if report.revision is None
            else findings_json(report.revision.findings, context.language, at_desk=True),
        )
        for report in received_reports(context.site.desk("", context.seat.who), context.state)
    ]


def _ways_to_mend(state: EventState, findings: Sequence[Finding], entries: Sequence[int]) -> list[MendDocument]:
    """The pages on which errors can be mended, each once: the id of a player, the player, a rule of the event."""
    found: dict[str, MendDocument] = {}
    for finding in findings:
        if finding.severity != "error" or finding.round is not None:
            continue
        if finding.player is not None and finding.player <= len(entries):
            entry = entries[finding.player - 1]
            about_id = finding.code in ABOUT_IDS
            page = f"do/change?entry={entry}&field=id" if about_id else f"desk/entries/{entry}"
            found.setdefault(page, MendDocument(page, player=state.entries[entry].name))
        if finding.code == "no-edition":
            found.setdefault(FOR_RATING, MendDocument(FOR_RATING))
        for fact in facts_asked([finding]):
            if fact.key in RULE_KEYS:
                page = f"do/rule?rule={fact.key}"
                found.setdefault(page, MendDocument(page, rule=fact.name))
    return list(found.values())


FOR_RATING = "do/rating-edition"
ABOUT_IDS = ("player-without-id", "id-of-another", "player-id-missing", "player-id-malformed", "player-id-impossible")
"""Findings that another id of the player mends."""


def _norms(tried: HandOver) -> list[NamedNormDocument]:
    numbers = tried.state.numbers
    return [
        NamedNormDocument(tried.state.entries[numbers[candidate.player - 1]].name, norm.title)
        for candidate in norms_of(tried.state, tried.reports[0].file)
        for norm in candidate.norms
        if norm.achieved
    ]


@zipped.get("/t/{slug}/desk/hand-over/papers.zip")
def all_papers(context: AsChief) -> Response:
    """All papers of the event: reports, crosstable, IT3, certificates, the chief arbiter's report."""
    data = papers(context.state, rated_files(context.state), context.language)
    return Response(data, media_type="application/zip", headers=disposition(f"{context.slug}.zip"))


# The papers of the arbiters of an event on one page: certificates, norms, reports, sheets, games, what is missing.

arbiter_papers = Pages("event")
arbiter_files = APIRouter(include_in_schema=False)
sent_games = APIRouter(tags=["event"], route_class=TimedRoute)

MOST_GAMES = 1_000
MOST_BYTES = 10_000_000
TEMPLATE = "event_desk_papers.html"
ShortText = Annotated[str, Query(max_length=120)]
FormName = Annotated[str, InPath(pattern="^(fa1|ia1)$")]
PgnFile = Annotated[UploadFile | None, File(description="The games as PGN.")]


class PaperNormDocument(NamedNormDocument, frozen=True):
    """A norm of a player in the event."""

    achieved: bool


class PaperStaffDocument(Document, frozen=True):
    """Somebody of the staff."""

    name: str
    role: str | None


class ArbiterPapersDocument(AtLineDocument, frozen=True):
    """The papers of the arbiters of an event. `missing` says what the event still lacks."""

    missing: str | None
    norms: list[PaperNormDocument]
    chief: str | None
    arbiters: EventForArbiters
    staff: list[PaperStaffDocument]
    incidents: int
    chess_results: int | None


def _papers(context: EventContext) -> ArbiterPapersDocument:
    """Return what the page shows, without a file of games."""
    state, event = context.state, event_of(context.state)
    names = {player.rank: player.name for player in event.players}
    return ArbiterPapersDocument(
        *(context.slug, state.n, missing_words(context)),
        norms=[
            PaperNormDocument(names[candidate.player], norm.title, norm.achieved)
            for candidate in norms_in(state, event)
            for norm in candidate.norms
            if norm.achieved or norm.undecided
        ],
        chief=event.chief_arbiter or None,
        arbiters=event_for_arbiters(event),
        staff=[PaperStaffDocument(name, one.get("role")) for name, one in state.staff.items()],
        incidents=len(state.incidents),
        chess_results=state.event_rules.chess_results,
    )


@arbiter_papers.page("/t/{slug}/desk/papers", TEMPLATE, ArbiterPapersDocument)
def all_papers_page(context: AsArbiter) -> Answer:
    """The papers of the arbiters, each with what is still missing."""
    return context.answer(lambda: _papers(context), lambda: _words(context))


def _words(context: EventContext) -> dict[str, Any]:
    words = arbiters_in_words(event_for_arbiters(event_of(context.state)), context.language)
    return {"data": _papers(context), "arbiters": words, "games": None, "problem": ""}


@arbiter_files.get("/t/{slug}/desk/papers/it3.pdf")
def report_pdf(context: AsArbiter) -> Response:
    """Form IT3, the report of the tournament."""
    return pdf_file(it3(event_of(context.state), language=context.language), f"{context.slug}-it3")


@arbiter_files.get("/t/{slug}/desk/papers/form-1.pdf")
def crosstable_form(context: AsArbiter) -> Response:
    """Form 1, the crosstable with tie-breaks, the category and the points for norms."""
    event, language = event_of(context.state), context.language
    return pdf_file(form_1(event, None, language, form_tables(context.state, by_round=False)), f"{context.slug}-form-1")


@arbiter_files.get("/t/{slug}/desk/papers/form-2.pdf")
def pairing_cards(context: AsArbiter) -> Response:
    """Form 2, a card for each player with the tie-break after each round."""
    event, language = event_of(context.state), context.language
    return pdf_file(
        form_2(event, None, None, language, form_tables(context.state, by_round=True)), f"{context.slug}-form-2"
    )


@arbiter_files.get("/t/{slug}/desk/papers/games.pgn")
def empty_games(context: AsArbiter) -> Response:
    """A game with tags and without moves for every pairing, to be filled."""
    data = "".join(export_games(event_of(context.state)))
    return Response(data, media_type="application/x-chess-pgn", headers=disposition(f"{context.slug}.pgn"))


@arbiter_files.get("/t/{slug}/desk/papers/chess-results.xml")
def chess_results_file(context: AsArbiter) -> Response:
    """The upload file of chess-results, checked; nothing is sent."""
    file = export_chess_results(context.state, library=context.site.tie_breaks)
    named = disposition(f"{context.slug}-chess-results.xml")
    return Response(file.data, media_type="application/xml", headers=named)


@arbiter_files.get("/t/{slug}/desk/papers/{number}.pdf")
def certificate_pdf(
    context: AsArbiter,
    number: FormName,
    name: ShortText = "",
    id: ShortText = "",  # noqa: A002
    federation: ShortText = "",
) -> Response:
    """Form FA1 or IA1 for an arbiter of the event, to be signed; marked if no norm is possible."""
    event, language = event_of(context.state), context.language
    arbiters = event_for_arbiters(event)
    last, _, first = name.partition(",")
    person = ArbiterPerson(id.strip(), last.strip(), first.strip(), federation.strip().upper())
    norms = arbiters.norms[ARBITER_TITLES.index("FA" if number == "fa1" else "IA")]
    signed = signed_by(arbiter_edition(norms.edition), event, person)
    incomplete = norms.possible is False or bool(signed.errors)
    values = certificate_values(person, event, arbiters.event, CertificateSigning(signed.signer), language)
    chosen: Any = number
    return pdf_file(arbiter_form_pdf(chosen, values, language, incomplete=incomplete), f"{context.slug}-{number}")


class MissingGameDocument(Document, frozen=True):
    """A game of the event that the file does not have."""

    round: int
    white: int
    black: int


class GamesOfReportDocument(Document, frozen=True):
    """The games of the event beside those of the file."""

    played: int
    found: int
    missing: list[MissingGameDocument]
    findings: ShownFindings


class CompleteDocument(Document, frozen=True):
    """Whether the file holds the games that it should."""

    duty: str
    ok: bool | None


class CheckedGamesDocument(Document, frozen=True):
    """A file of games beside an event."""

    file: str
    games: int
    findings: ShownFindings
    report: Annotated[Any, ShownAs(GamesOfReportDocument)]
    complete: CompleteDocument


def _checked(name: str, data: bytes, event: Event) -> CheckedGamesDocument:
    """The games of a file beside an event. What plays the moves is an extra of the package."""
    try:
        from arpad.games.check import check_games, comparison  # noqa: PLC0415
    except ModuleNotFoundError as problem:
        raise missing_extra(problem) or problem from None
    found = check_games(name, io.BytesIO(data), comparison(event, detect_system(event)), MOST_GAMES)
    compared = found.compared
    complete = CompleteDocument(compared.duty, compared.complete)
    return CheckedGamesDocument(name, found.games, tuple(found.findings), compared, complete)


@sent_games.post("/t/{slug}/desk/papers/games", name="event_games", responses=RESPONSES)
@shaped(CheckedGamesDocument)
def checked_games(request: Request, context: AsArbiter, file: PgnFile = None) -> Response:
    """Check a file of games against the event: missing, extra, twice, colours, results, illegal moves. Nothing is
    kept."""
    language = context.language
    document, problem = None, ""
    try:
        data = b"" if file is None else file.file.read(MOST_BYTES + 1)
        if not data:
            raise ArpadError("web-missing", field="file")
        if len(data) > MOST_BYTES:
            raise ArpadError("web-games-large", most=MOST_BYTES // 1_000_000)
        event = event_of(context.state)
        name = (file.filename if file is not None else "") or "PGN"
        document = _checked(name, data, event)
    except ArpadError as refused:
        if wants_json(request):
            raise
        problem = problem_on_page(refused, language)
    games = None if document is None else document.document(language)
    if wants_json(request):
        return json_text(games)
    values = _words(context) | {"frame": context.frame, "games": games, "problem": problem}
    if document is not None:
        duty = text(f"games.duty.{document.complete.duty.replace(' ', '-')}", language)
        key, counts = "games.complete" if document.complete.ok else "games.incomplete", document.report
        values["verdict"] = text(key, language, found=counts.found, played=counts.played, duty=duty)
    return html(request, TEMPLATE, values, 400 if problem else 200)
