"""Pairings in the browser: the next round of a report, the check of all its rounds, the reasons; tables to print."""

from dataclasses import fields
from typing import Annotated, Any, Literal

from fastapi import Depends, File, Query, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.pairing.draws import Draw
from arpad.pairing.round_robin_tables import berger, varma
from arpad.pairing.team_tables import hilton, knockout, scheveningen, skalitzka
from arpad.web.answers import Answer, html, json_text, wants_json
from arpad.web.describing import shaped
from arpad.web.file_names import disposition
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.pages import Pages
from arpad.web.standings.ways import carry
from arpad.web.timed import TimedRoute
from arpad.web.tools.carrying import Carried, Sent, sent_report
from arpad.web.tools.paired import CHOICES, AskedPairing, examined, report_with_next
from arpad.web.tools.shapes import EXAMINED_PAIRING, DrawTableDocument
from arpad.web.wrong_fields import Fields, field_of, with_labels

pairings = LaterRouter(tags=["pairings"], route_class=TimedRoute)
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


@pairings.get("/pairings", include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    values = {"wrong": {}, "lost": "", "report": "", "asked": AskedPairing()}
    return html(request, "tools_pairings.html", values | CHOICES)


@pairings.post("/pairings", include_in_schema=False)
def paired(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
    """The page about the rounds of a report. The report travels on with its forms."""
    data = b""
    try:
        data = sent_report(request, file, report)
        found = examined(data, asked, language_of(request))
    except ArpadError as problem:
        return _refused(request, problem, asked, file, data)
    more = {"found": found, "report": carry(data) or "", "asked": asked, "wrong": {}} | CHOICES
    return html(request, "tools_paired.html", more)


def _refused(
    request: Request, problem: ArpadError, asked: AskedPairing, file: UploadFile | None, data: bytes
) -> Response:
    """The form again, with what is wrong at its field. A file is still there, unless it is what is wrong."""
    field = field_of(problem, [one.name for one in fields(AskedPairing)], ABOUT) or "file"
    sent = {"report": carry(data) or "" if field != "file" else "", "lost": (file and file.filename) or ""}
    wrong = {field: problem_on_page(problem, language_of(request))}
    return html(request, "tools_pairings.html", {"wrong": wrong, "asked": asked} | sent | CHOICES, 400)


@pairings.post("/pairings.json", responses=REFUSED)
@shaped(EXAMINED_PAIRING)
def paired_json(request: Request, asked: Asked, file: PairingFile) -> Response:
    """The next round of a report, and the check of those before. It is not kept."""
    found = examined(file.file.read(), asked, language_of(request))
    if len(found) == 1 and not found[0].name:
        return json_text(found[0].data)
    return json_text({"positions": [{"id": one.name, **one.data} for one in found]})


@pairings.post("/pairings/next.trf", responses=REFUSED | {200: {"content": {TRF: {}}}}, response_class=Response)
def next_report(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
    """The report with its next round in it, for the program that goes on with it. It is not kept."""
    name, written = report_with_next(sent_report(request, file, report), asked)
    return Response(written, media_type=TRF, headers=disposition(name))


@draws.page("/draws", "tools_draws.html", DrawTableDocument)
def tables(
    request: Request,
    kind: Annotated[TableKind, Query(description="Which table.")] = "berger",
    number: Annotated[int, Query(ge=1, le=200, description="Players, boards or teams, as the table asks.")] = 10,
    double: Annotated[bool, Query(description="Twice round, for Berger tables.")] = False,
) -> Answer:
    """A table of rounds to print."""
    make, least, most = MADE[kind]
    said = ""
    made: Draw | None = None
    if least <= number <= most:
        made = make(number, double) if kind == "berger" else make(number)
    else:
        problem = ArpadError("number-range", option="number", value=number, least=least, most=most)
        if wants_json(request):
            raise problem
        language = language_of(request)
        said = problem_on_page(with_labels(problem, language, "web.pairing."), language)
    rounds = () if made is None else made.rounds
    data: DrawTableDocument = {
        "kind": kind,
        "number": number,
        "double": double,
        "rounds": [[(pairing.white, pairing.black) for pairing in one.pairings] for one in rounds],
        "byes": [list(one.byes) for one in rounds],
    }
    wrong = {"number": said} if said else {}
    return Answer(
        lambda: data, lambda: {"data": data, "kinds": tuple(MADE), "wrong": wrong}, status=400 if said else 200
    )
