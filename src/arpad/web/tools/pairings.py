"""Pairings in the browser: the next round of a report, the check of all its rounds, the reasons; tables to print."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Query, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.locale import ArpadError, Language
from arpad.pairing.check import check_rounds
from arpad.pairing.check_documents import checked_document, impossible_document, reason
from arpad.pairing.documents import round_document
from arpad.pairing.draws import Draw, berger, hilton, knockout, scheveningen, skalitzka, varma
from arpad.pairing.engines import pair_round
from arpad.pairing.explain import explain
from arpad.pairing.given_points import pairing_findings
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Impossible
from arpad.pairing.state import state_before
from arpad.pairing.tournaments import entrant_names, report_tournament
from arpad.reports import read_report
from arpad.trail import sentence, walk
from arpad.trail.findings import findings_json
from arpad.typed import parse
from arpad.web.answers import Answer, html, json_text
from arpad.web.language import language_of
from arpad.web.page_words import problem_on_page
from arpad.web.pages import Pages

pairings = APIRouter(tags=["pairings"])
draws = Pages("draws")

MOST_ROUNDS, MOST_PLAYERS, CHECKED = 99, 3_000, 500
REASONS = 6
TableKind = Literal["berger", "varma", "scheveningen", "skalitzka", "hilton", "knockout"]
MADE: dict[str, tuple[Any, int, int]] = {
    "berger": (berger, 2, 60),
    "varma": (varma, 9, 24),
    "scheveningen": (scheveningen, 2, 30),
    "skalitzka": (skalitzka, 2, 30),
    "hilton": (hilton, 4, 30),
    "knockout": (knockout, 2, 128),
}
"""Each table with the fewest and the most that a page takes."""


@pairings.get("/pairings", include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    return html(request, "tools_pairings.html", {"problem": None})


@pairings.post("/pairings", include_in_schema=False)
def paired(
    request: Request, file: Annotated[UploadFile, File()], rounds: Annotated[str, Form(max_length=4)] = ""
) -> Response:
    """The page about the rounds of a report."""
    language = language_of(request)
    try:
        data, more = examined(file.file.read(), rounds, language)
    except ArpadError as problem:
        return html(request, "tools_pairings.html", {"problem": problem_on_page(problem, language)}, 400)
    return html(request, "tools_paired.html", more | {"data": data})


@pairings.post("/pairings.json", responses={400: {"description": "The file cannot be paired; the message says why."}})
def paired_json(
    request: Request,
    file: Annotated[UploadFile, File(description="A report: TRF.")],
    rounds: Annotated[str, Form(max_length=4, description="How many rounds, where the report does not say.")] = "",
) -> Response:
    """The next round of a report, and the check of those before. It is not kept."""
    return json_text(examined(file.file.read(), rounds, language_of(request))[0])


def examined(data: bytes, rounds: str, language: Language) -> tuple[dict[str, Any], dict[str, Any]]:
    """The next round with its reasons, if there is one, and the rounds before, paired again."""
    report = read_report(data)
    if len(report.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(report.event.players))
    whole = report_tournament(report, parse.whole("rounds", rounds, 1, MOST_ROUNDS) if rounds.strip() else None)
    upcoming, steps = _next(whole, language)
    small = len(report.event.players) <= CHECKED
    checked = check_rounds(whole) if small else []
    found = findings_json(pairing_findings(report, whole), language)
    document: dict[str, Any] = {"next": upcoming, "rounds": [checked_document(round_, language) for round_ in checked]}
    if found:
        document["findings"] = found
    more = {
        "event": report.event,
        "names": entrant_names(report, whole),
        "steps": steps,
        "checked": [(round_, "" if round_.ok else reason(round_, language)) for round_ in checked],
        "small": small,
        "findings": found,
    }
    return document, more


def _next(whole: Tournament, language: Language) -> tuple[dict[str, Any] | None, list[tuple[int, str, str]]]:
    if whole.rounds is not None and whole.paired >= whole.rounds:
        return None, []
    answer = pair_round(state_before(whole, whole.paired + 1))
    told = [(depth, step.article.number, sentence(step, language)) for depth, step in walk(explain(answer, REASONS))]
    if isinstance(answer, Impossible):
        return impossible_document(answer, language), told
    return round_document(answer), told


@draws.page("/draws", "tools_draws.html")
def tables(
    request: Request,  # noqa: ARG001
    kind: Annotated[TableKind, Query(description="Which table.")] = "berger",
    number: Annotated[int, Query(ge=1, le=200, description="Players, boards or teams, as the table asks.")] = 10,
    double: Annotated[bool, Query(description="Twice round, for Berger tables.")] = False,
) -> Answer:
    """A table of rounds to print."""
    make, least, most = MADE[kind]
    if not least <= number <= most:
        raise ArpadError("number-range", option="number", value=number, least=least, most=most)
    made: Draw = make(number, double) if kind == "berger" else make(number)
    data = {
        "kind": kind,
        "number": number,
        "double": double,
        "rounds": [[[pairing.white, pairing.black] for pairing in one.pairings] for one in made.rounds],
        "byes": [list(one.byes) for one in made.rounds],
    }
    return Answer(lambda: data, lambda: {"data": data, "kinds": tuple(MADE)})
