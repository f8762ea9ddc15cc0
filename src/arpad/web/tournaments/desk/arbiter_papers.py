"""The papers of the arbiters of an event on one page: certificates, norms, reports, sheets, games, what is missing."""

import io
from typing import Annotated, Any, TypedDict

from fastapi import File, Query, UploadFile
from fastapi import Path as InPath
from starlette.requests import Request
from starlette.responses import Response

from arpad.arbiters.documents import EventForArbitersDocument
from arpad.arbiters.event_facts import event_for_arbiters, event_for_arbiters_document
from arpad.arbiters.events import signed_by
from arpad.arbiters.forms import CertificateSigning, certificate_values
from arpad.arbiters.model import ArbiterPerson
from arpad.documents.findings import findings_json
from arpad.documents.schema import FindingDocument
from arpad.domain.event import Event
from arpad.extras import missing_extra
from arpad.games.pgn import export_games
from arpad.i18n import ArpadError, Language, text
from arpad.papers.arbiter_forms import arbiter_form_pdf
from arpad.papers.old_forms import FormTables, form_1, form_2
from arpad.papers.title_forms import it3
from arpad.rating.participants import detect_system
from arpad.regulations.arbiter_editions import arbiter_edition
from arpad.tournament.as_report import event_of
from arpad.tournament.ending import norms_in
from arpad.tournament.standings import standings_after
from arpad.web.answers import Answer, html, json_text, pdf_file, wants_json
from arpad.web.describing import shaped
from arpad.web.desk.acting import RESPONSES
from arpad.web.file_names import disposition
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.pages import Pages
from arpad.web.timed import TimedRoute
from arpad.web.tools.arbiters import told
from arpad.web.tournaments.desk.handing_over import missing_words
from arpad.web.tournaments.place import AsArbiter, EventPlace

arbiter_papers = Pages("event")
arbiter_files = LaterRouter(include_in_schema=False)
sent_games = LaterRouter(tags=["event"], route_class=TimedRoute)

MOST_GAMES = 1_000
MOST_BYTES = 10_000_000
TEMPLATE = "event_desk_papers.html"
ShortText = Annotated[str, Query(max_length=120)]
FormName = Annotated[str, InPath(pattern="^(fa1|ia1)$")]
PgnFile = Annotated[UploadFile | None, File(description="The games as PGN.")]


class PaperNormDocument(TypedDict):
    """A norm of a player in the event."""

    name: str
    title: str
    achieved: bool


class PaperStaffDocument(TypedDict):
    """Somebody of the staff."""

    name: str
    role: str | None


class ArbiterPapersDocument(TypedDict):
    """The papers of the arbiters of an event. `missing` says what the event still lacks."""

    event: str
    n: int
    missing: str | None
    norms: list[PaperNormDocument]
    chief: str | None
    arbiters: EventForArbitersDocument
    staff: list[PaperStaffDocument]
    incidents: int


def _papers(place: EventPlace) -> ArbiterPapersDocument:
    """Return what the page shows, without a file of games."""
    event, language = event_of(place.state), place.language
    names = {player.rank: player.name for player in event.players}
    return {
        "event": place.slug,
        "n": place.state.n,
        "missing": missing_words(place),
        "norms": [
            {"name": names[one.rank], "title": norm.title, "achieved": norm.achieved}
            for one in norms_in(place.state, event)
            for norm in one.norms
            if norm.achieved or norm.undecided
        ],
        "chief": event.chief_arbiter or None,
        "arbiters": event_for_arbiters_document(event_for_arbiters(event), language),
        "staff": [{"name": name, "role": one.get("role")} for name, one in place.state.staff.items()],
        "incidents": len(place.state.incidents),
    }


@arbiter_papers.page("/t/{slug}/desk/papers", TEMPLATE, ArbiterPapersDocument)
def all_papers_page(place: AsArbiter) -> Answer:
    """The papers of the arbiters, each with what is still missing."""
    return place.answer(lambda: _papers(place), lambda: _words(place))


def _words(place: EventPlace) -> dict[str, Any]:
    words = told(event_for_arbiters(event_of(place.state)), place.language)
    return {"data": _papers(place), "told": words, "games": None, "problem": ""}


@arbiter_files.get("/t/{slug}/desk/papers/it3.pdf")
def report_pdf(place: AsArbiter) -> Response:
    """Form IT3, the report of the tournament."""
    return pdf_file(it3(event_of(place.state), language=place.language), f"{place.slug}-it3")


@arbiter_files.get("/t/{slug}/desk/papers/form-1.pdf")
def crosstable_form(place: AsArbiter) -> Response:
    """Form 1, the crosstable with tie-breaks, the category and the points for norms."""
    event, language = event_of(place.state), place.language
    return pdf_file(form_1(event, None, language, _tables(place, by_round=False)), f"{place.slug}-form-1")


@arbiter_files.get("/t/{slug}/desk/papers/form-2.pdf")
def pairing_cards(place: AsArbiter) -> Response:
    """Form 2, a card for each player with the tie-break after each round."""
    event, language = event_of(place.state), place.language
    return pdf_file(form_2(event, None, None, language, _tables(place, by_round=True)), f"{place.slug}-form-2")


def _tables(place: EventPlace, *, by_round: bool) -> FormTables:
    """The standings of an event of players after its rounds, by the tie-breaks of its rules."""
    state = place.state
    done = [number for number, one in sorted(state.rounds.items()) if one.published_n is not None and one.complete]
    if state.laws.team or state.laws.system == "knockout" or not done:
        return FormTables()
    rounds = tuple(standings_after(state, number)[0] for number in done) if by_round else ()
    return FormTables(standings_after(state)[0], rounds)


@arbiter_files.get("/t/{slug}/desk/papers/games.pgn")
def empty_games(place: AsArbiter) -> Response:
    """A game with tags and without moves for every pairing, to be filled."""
    data = "".join(export_games(event_of(place.state)))
    return Response(data, media_type="application/x-chess-pgn", headers=disposition(f"{place.slug}.pgn"))


@arbiter_files.get("/t/{slug}/desk/papers/{number}.pdf")
def certificate_pdf(
    place: AsArbiter,
    number: FormName,
    name: ShortText = "",
    id: ShortText = "",  # noqa: A002
    federation: ShortText = "",
) -> Response:
    """Form FA1 or IA1 for an arbiter of the event, to be signed; marked if no norm is possible."""
    event, language = event_of(place.state), place.language
    found = event_for_arbiters(event)
    last, _, first = name.partition(",")
    person = ArbiterPerson(id.strip(), last.strip(), first.strip(), federation.strip().upper())
    norms = found.norms["FA" if number == "fa1" else "IA"]
    signed = signed_by(arbiter_edition(norms.edition), event, person)
    incomplete = norms.possible is False or bool(signed.errors)
    values = certificate_values(person, event, found.facts, CertificateSigning(signed.signer), language)
    chosen: Any = number
    return pdf_file(arbiter_form_pdf(chosen, values, language, incomplete=incomplete), f"{place.slug}-{number}")


class MissingGameDocument(TypedDict):
    """A game of the event that the file does not have."""

    round: int
    white: int
    black: int


class GamesOfReportDocument(TypedDict):
    """The games of the event beside those of the file."""

    played: int
    found: int
    missing: list[MissingGameDocument]
    findings: list[FindingDocument]


class CompleteDocument(TypedDict):
    """Whether the file holds the games that it should."""

    duty: str
    ok: bool | None


class CheckedGamesDocument(TypedDict):
    """A file of games beside an event."""

    file: str
    games: int
    findings: list[FindingDocument]
    report: GamesOfReportDocument
    complete: CompleteDocument


def _checked(name: str, data: bytes, event: Event, language: Language) -> "CheckedGamesDocument":
    """The games of a file beside an event. What plays the moves is an extra of the package."""
    try:
        from arpad.games.check import (  # noqa: PLC0415
            check_games,
            compared_document,
            comparison,
        )
    except ModuleNotFoundError as problem:
        raise missing_extra(problem) or problem from None
    found = check_games(name, io.BytesIO(data), comparison(event, detect_system(event)), MOST_GAMES)
    return {
        "file": name,
        "games": found.games,
        "findings": findings_json(found.findings, language),
        **compared_document(found.compared, language),  # type: ignore[typeddict-item]
    }


@sent_games.post("/t/{slug}/desk/papers/games", name="event_games", responses=RESPONSES)
@shaped(CheckedGamesDocument)
def checked_games(request: Request, place: AsArbiter, file: PgnFile = None) -> Response:
    """Check a file of games against the event: missing, extra, twice, colours, results, illegal moves. Nothing is
    kept."""
    language = place.language
    document, problem = None, ""
    try:
        data = b"" if file is None else file.file.read(MOST_BYTES + 1)
        if not data:
            raise ArpadError("web-missing", field="file")
        if len(data) > MOST_BYTES:
            raise ArpadError("web-games-large", most=MOST_BYTES // 1_000_000)
        event = event_of(place.state)
        name = (file.filename if file is not None else "") or "PGN"
        document = _checked(name, data, event, language)
    except ArpadError as refused:
        if wants_json(request):
            raise
        problem = problem_on_page(refused, language)
    if wants_json(request):
        return json_text(document)
    values = _words(place) | {"frame": place.frame, "games": document, "problem": problem}
    if document is not None:
        duty = text(f"games.duty.{document['complete']['duty'].replace(' ', '-')}", language)
        key = "games.complete" if document["complete"]["ok"] else "games.incomplete"
        counts = document["report"]
        values["verdict"] = text(key, language, found=counts["found"], played=counts["played"], duty=duty)
    return html(request, TEMPLATE, values, 400 if problem else 200)
