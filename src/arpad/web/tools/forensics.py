"""Web tool for an uploaded report: which edition made each of its rounds, or what explains the round."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, File, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.formats.read import read_report
from arpad.i18n import ArpadError, Language, text
from arpad.pairing.forensics import MOST_TRIALS, Forensics, RoundForensics, examine_rounds
from arpad.pairing.systems import systems
from arpad.web.cache import html, json_text
from arpad.web.openapi import shaped
from arpad.web.site import language_of, problem_on_page
from arpad.web.standings.choices import carry
from arpad.web.tools.pairings import system_on_page
from arpad.web.tools.report import Carried, Sent, sent_report
from arpad.web.uploads import TimedRoute

forensic_pages = APIRouter(tags=["pairings"], route_class=TimedRoute)
ADDRESS = "/pairings/rules"
MOST_PLAYERS = 250
"""Every round is paired up to a hundred times; more players would keep others waiting."""
REFUSED: dict[int | str, dict[str, Any]] = {400: {"description": "The file cannot be examined; the message says why."}}


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round on the page: the verdict, the reasons for it, and where each other edition departs."""

    number: int
    verdict: str
    sure: str
    why: list[str]
    departs: list[str]


@forensic_pages.get(ADDRESS, include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    return html(request, "tools_forensics.html", {"wrong": {}, "lost": ""})


@forensic_pages.post(ADDRESS, include_in_schema=False)
def examined(request: Request, file: Sent = None, report: Carried = "") -> Response:
    """The page about the rounds of a report. The report travels on with its forms."""
    language = language_of(request)
    try:
        data = sent_report(request, file, report)
        found = _examined(data)
    except ArpadError as problem:
        wrong = {"file": problem_on_page(problem, language)}
        lost = (file and file.filename) or ""
        return html(request, "tools_forensics.html", {"wrong": wrong, "lost": lost}, 400)
    values = {
        "name": found.name,
        "summary": _on_page(found.summary.text(language), language),
        "cut_short": text("forensics.cut-short", language, most=MOST_TRIALS) if found.cut_short else "",
        "rounds": [_shown(round_, language) for round_ in found.rounds],
        "report": carry(data) or "",
    }
    return html(request, "tools_forensics_found.html", values)


@forensic_pages.post(f"{ADDRESS}.json", responses=REFUSED)
@shaped(Forensics)
def examined_json(
    request: Request, file: Annotated[UploadFile, File(description="A report: TRF or Swiss-Manager.")]
) -> Response:
    """Which edition made each round of a report, or what explains it. It is not kept."""
    return json_text(_examined(file.file.read()).document(language_of(request)))


def _examined(data: bytes) -> Forensics:
    """Examine a report; one of too many players is refused, because every round is paired many times."""
    read = read_report(data)
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    return examine_rounds(read)


def _shown(round_: RoundForensics, language: Language) -> ShownRound:
    if round_.explained_by is not None:
        sure = "stated" if round_.explained_by in ("by-hand", "engine-not-used") else "explained"
    else:
        sure = "certain" if round_.fits and round_.departs else "several" if round_.fits else "unexplained"
    return ShownRound(
        round_.round,
        _on_page(round_.verdict.text(language), language),
        text(f"web.forensics.sure-{sure}", language),
        [_on_page(words.text(language), language) for words in round_.why],
        [
            _on_page(
                text("forensics.departs", language, system=departure.system, why=departure.why.text(language)), language
            )
            for departure in round_.departs
        ],
    )


def _on_page(words: str, language: Language) -> str:
    """Return a sentence in which editions have the names of the form, not their ids."""
    ids = "|".join(re.escape(name) for name in sorted(systems(), key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: system_on_page(systems()[found[0]], language), words)
