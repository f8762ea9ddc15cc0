"""Web tool for pairings: pair the next round of a report, check earlier rounds, print draw tables."""

from dataclasses import dataclass, fields
from itertools import groupby
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, File, Form, Query, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document
from arpad.documents.findings import findings_json
from arpad.documents.steps import as_rows
from arpad.i18n import ArpadError, Language
from arpad.inputs import parse
from arpad.pairing.check import (
    CheckedRound,
    ExaminedPairingDocument,
    ImpossibleRoundDocument,
    PairedRoundDocument,
    PairingPositionsDocument,
    checked_document,
    impossible_document,
    reason,
    round_document,
)
from arpad.pairing.checklist import can_be_written, next_file
from arpad.pairing.compare import fitting_document, fitting_editions, fitting_words
from arpad.pairing.engines import Impossible, explain_pairing, pair_round
from arpad.pairing.files import PairingWishes, Source, naming, read_sources
from arpad.pairing.matches import TYPES
from arpad.pairing.round_robin_tables import Draw, berger, varma
from arpad.pairing.systems import readings_of, systems
from arpad.pairing.team_tables import hilton, knockout, scheveningen, skalitzka
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.event_parts import system_on_page
from arpad.web.openapi import shaped
from arpad.web.problems import Fields, field_of, with_labels
from arpad.web.routes import Pages
from arpad.web.site import language_of, problem_on_page
from arpad.web.standings.choices import carry
from arpad.web.tools.report import Carried, Sent, sent_report
from arpad.web.uploads import TimedRoute, disposition

# What the page about pairings shows of a file: the next round with its reasons, and the rounds before it checked.

MOST_ROUNDS, MOST_PLAYERS, MOST_POSITIONS, CHECKED = 99, 3_000, 100, 500
REASONS = 6
CHOICES: dict[str, Any] = {
    "systems": [
        (name, list(editions)) for name, editions in groupby(systems().values(), key=lambda system: system.name)
    ],
    "types": TYPES,
    "readings": list(dict.fromkeys(name for system in systems().values() for name in readings_of(system))),
}
"""What the form lets users choose: the systems by name with their editions, the colour preferences of teams, and other
readings than those of Arpad."""


@dataclass(frozen=True, slots=True)
class AskedPairing:
    """What users say about a file, as they typed it."""

    rounds: Annotated[str, Form(max_length=4, description="How many rounds, if the report does not say.")] = ""
    system: Annotated[str, Form(max_length=40, description="The pairing system, if the file leaves it open.")] = ""
    colours: Annotated[str, Form(max_length=4, description="Colour preferences of teams: A, B or none.")] = ""
    reading: Annotated[str, Form(max_length=10, description="For burstein-manual: literal or bbp.")] = ""

    def read(self, data: bytes) -> dict[str, Source]:
        """Read the file."""
        rounds = parse.whole("rounds", self.rounds, 1, MOST_ROUNDS) if self.rounds.strip() else None
        readings = (self.reading,) * bool(self.reading)
        return read_sources(
            data, PairingWishes(rounds, self.system or None, colours=self.colours or None, readings=readings)
        )


@dataclass(frozen=True, slots=True)
class ExaminedPairing:
    """A tournament or a position: `data` is its JSON, the rest is for the page. `checked` is None if it is large;
    `fits` are sentences about editions that fit every round; `to_take` says whether there is a report with the next
    round."""

    name: str
    source: Source
    data: ExaminedPairingDocument
    names: dict[int, str]
    steps: list[tuple[int, str, str]]
    checked: list[tuple[CheckedRound, str]] | None
    fits: list[str]
    to_take: bool = False


def examined(data: bytes, asked: AskedPairing, language: Language) -> list[ExaminedPairing]:
    """Pair and check what a file holds."""
    sources = asked.read(data)
    if len(sources) > MOST_POSITIONS:
        raise ArpadError("web-positions", most=MOST_POSITIONS, positions=len(sources))
    pairings = []
    for name, source in sources.items():
        with naming(name):
            pairings.append(_examined(name, source, language))
    return pairings


def report_with_next(data: bytes, asked: AskedPairing) -> tuple[str, bytes]:
    """Return a report with its next round, and the name of its file."""
    source = asked.read(data).get("")
    if source is None:
        raise ArpadError("pairing-file-json")
    _size(source)
    if _over(source):
        raise ArpadError("pairing-file-finished")
    answer = pair_round(source.state())
    if isinstance(answer, Impossible):
        raise ArpadError("pairing-file-impossible", round=answer.state.round)
    return f"{source.event.name} R{answer.state.round}.trf".strip(), next_file(source, answer)


def _examined(name: str, source: Source, language: Language) -> ExaminedPairing:
    names, size = source.names(), _size(source)
    upcoming, steps = _next(source, language)
    checked = _checked(source) if size <= CHECKED else None
    rounds = [checked_document(checked_round, language) for checked_round in checked or []]
    document: ExaminedPairingDocument = {"next": upcoming, "rounds": rounds}
    fits = fitting_editions(source, checked or [])
    if fits:
        document["fits"] = fitting_document(fits, language)
    if source.findings:
        document["findings"] = findings_json(source.findings, language)
    why = (
        None
        if checked is None
        else [(checked_round, "" if checked_round.ok else reason(checked_round, language)) for checked_round in checked]
    )
    to_take = upcoming is not None and "pairs" in upcoming and can_be_written(source)
    sentences = [fitting_words(fit, language, lambda system: system_on_page(system, language)) for fit in fits]
    return ExaminedPairing(name, source, document, names, steps, why, sentences, to_take)


def _size(source: Source) -> int:
    """How many players there are; a file of too many is refused."""
    size = max(len(source.names()), len(source.event.players))
    if size > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=size)
    return size


def _checked(source: Source) -> list[CheckedRound]:
    """The rounds of a tournament, or the pairs that a position gives, if it gives any."""
    if source.position is not None and source.position.given is None:
        return []
    return source.checked()


def _next(
    source: Source, language: Language
) -> tuple[PairedRoundDocument | ImpossibleRoundDocument | None, list[tuple[int, str, str]]]:
    """The round to pair, None if there is none left, and its reasons."""
    if _over(source):
        return None, []
    answer = pair_round(source.state())
    rows = as_rows(explain_pairing(answer, REASONS), language)
    if isinstance(answer, Impossible):
        return impossible_document(answer, language), rows
    return round_document(answer), rows


def _over(source: Source) -> bool:
    """Whether all rounds are paired."""
    whole = source.whole
    return whole is not None and whole.rounds is not None and whole.paired >= whole.rounds


# Pairings in the browser: the next round of a report, the check of all its rounds, the reasons; tables to print.

pairing_pages = APIRouter(tags=["pairings"], route_class=TimedRoute)
draws = Pages("draws")

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
ABOUT: Fields = {
    **dict.fromkeys(
        ("pairing-system", "pairing-system-contradicts", "pairing-other-system", "pairing-other-system-open"),
        ("system",),
    ),
    **dict.fromkeys(("pairing-rounds-unknown", "pairing-double-rounds"), ("rounds",)),
    **dict.fromkeys(
        ("pairing-colours-of-teams", "pairing-colours-contradict", "pairing-colour-type", "pairing-json-colours"),
        ("colours",),
    ),
    **dict.fromkeys(("pairing-reading", "pairing-readings-contradict"), ("reading",)),
}
"""The fields of problems that name none."""
TRF = "application/octet-stream"
"""Bytes as they are: a report is in the letters and line ends in which it came."""
REFUSED: dict[int | str, dict[str, Any]] = {400: {"description": "The file cannot be paired; the message says why."}}
Asked = Annotated[AskedPairing, Depends(AskedPairing)]
PairingFile = Annotated[UploadFile, File(description="A report (TRF), or positions and tournaments as JSON.")]


@pairing_pages.get("/pairings", include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    values = {"wrong": {}, "lost": "", "report": "", "asked": AskedPairing()}
    return html(request, "tools_pairings.html", values | CHOICES)


@pairing_pages.post("/pairings", include_in_schema=False)
def paired(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
    """The page about the rounds of a report. The report travels on with its forms."""
    data = b""
    try:
        data = sent_report(request, file, report)
        pairings = examined(data, asked, language_of(request))
    except ArpadError as problem:
        return refused_form(request, problem, asked, file, data)
    more = {"found": pairings, "report": carry(data) or "", "asked": asked, "wrong": {}} | CHOICES
    return html(request, "tools_paired.html", more)


def refused_form(
    request: Request, problem: ArpadError, asked: AskedPairing, file: UploadFile | None, data: bytes
) -> Response:
    """The form again, with what is wrong at its field. A file is still there, unless it is what is wrong."""
    field = field_of(problem, [one.name for one in fields(AskedPairing)], ABOUT) or "file"
    sent = {"report": carry(data) or "" if field != "file" else "", "lost": (file and file.filename) or ""}
    language = language_of(request)
    wrong = {field: problem_on_page(with_labels(problem, language, "web.pairing."), language)}
    return html(request, "tools_pairings.html", {"wrong": wrong, "asked": asked} | sent | CHOICES, 400)


@pairing_pages.post("/pairings.json", responses=REFUSED)
@shaped(ExaminedPairingDocument | PairingPositionsDocument)
def paired_json(request: Request, asked: Asked, file: PairingFile) -> Response:
    """The next round of a report, and the check of those before. It is not kept."""
    pairings = examined(file.file.read(), asked, language_of(request))
    if len(pairings) == 1 and not pairings[0].name:
        return json_text(pairings[0].data)
    return json_text({"positions": [{"id": pairing.name, **pairing.data} for pairing in pairings]})


@pairing_pages.post("/pairings/next.trf", responses=REFUSED | {200: {"content": {TRF: {}}}}, response_class=Response)
def next_report(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
    """The report with its next round in it, for the program that goes on with it. It is not kept."""
    name, written = report_with_next(sent_report(request, file, report), asked)
    return Response(written, media_type=TRF, headers=disposition(name))


class DrawTable(Document, frozen=True):
    """A table of rounds: pairs of White and Black in the order of the boards, and who is free in each round."""

    kind: str
    number: int
    double: bool
    rounds: list[list[tuple[int | str, int | str]]]
    byes: list[list[int | str]]


@draws.page("/draws", "tools_draws.html", DrawTable)
def tables(
    request: Request,
    kind: Annotated[TableKind, Query(description="Which table.")] = "berger",
    number: Annotated[int, Query(ge=1, le=200, description="Players, boards or teams, as the table asks.")] = 10,
    double: Annotated[bool, Query(description="Twice round, for Berger tables.")] = False,
) -> Answer:
    """A table of rounds to print."""
    make, least, most = MADE[kind]
    said = ""
    draw: Draw | None = None
    if least <= number <= most:
        draw = make(number, double) if kind == "berger" else make(number)
    else:
        problem = ArpadError("number-range", option="number", value=number, least=least, most=most)
        if wants_json(request):
            raise problem
        language = language_of(request)
        said = problem_on_page(with_labels(problem, language, "web.pairing."), language)
    rounds = () if draw is None else draw.rounds
    data = DrawTable(
        kind,
        number,
        double,
        [[(pairing.white, pairing.black) for pairing in draw_round.pairings] for draw_round in rounds],
        [list(draw_round.byes) for draw_round in rounds],
    )
    wrong = {"number": said} if said else {}
    return Answer(
        lambda: data, lambda: {"data": data, "kinds": tuple(MADE), "wrong": wrong}, status=400 if said else 200
    )
