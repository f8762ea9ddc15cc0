"""Web tool for an uploaded report: which edition made each of its rounds, or what explains the round."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, File, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language
from arpad.library.reports import report_checks
from arpad.pairing.forensics import (
    Forensics,
    RoundForensics,
    departure_lines,
    examine_rounds,
    summary_lines,
    sure_words,
)
from arpad.pairing.systems import systems
from arpad.papers.event_sheets import forensic_sheet
from arpad.web.cache import html, json_text
from arpad.web.openapi import shaped
from arpad.web.site import language_of, problem_on_page
from arpad.web.standings.choices import carry
from arpad.web.tools.pairings import system_on_page
from arpad.web.tools.report import Carried, Sent, sent_report
from arpad.web.uploads import TimedRoute, disposition

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
        read, found = _examined(data)
    except ArpadError as problem:
        wrong = {"file": problem_on_page(problem, language)}
        lost = (file and file.filename) or ""
        return html(request, "tools_forensics.html", {"wrong": wrong, "lost": lost}, 400)
    values = {
        "name": found.name,
        "summary": [_on_page(words, language) for words in summary_lines(found, language)],
        "checks": _checks(request, read),
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
    return json_text(_examined(file.file.read())[1].document(language_of(request)))


@forensic_pages.post(f"{ADDRESS}.pdf", include_in_schema=False)
def examined_pdf(request: Request, report: Carried = "") -> Response:
    """What the page says of the rounds, to print."""
    language = language_of(request)
    read, found = _examined(sent_report(request, None, report))
    sheet = forensic_sheet(found, _checks(request, read), read.event, language)
    return Response(sheet, media_type="application/pdf", headers=disposition("rounds.pdf"))


def _checks(request: Request, read: Report) -> list[str]:
    """What else a report says, in words."""
    regulations, language = request.app.state.site.regulations, language_of(request)
    checks = report_checks(read, regulations)
    return checks.lines(language, regulations.edition(checks.edition).title(language) if checks.edition else "")


def _examined(data: bytes) -> tuple[Report, Forensics]:
    """Examine a report; one of too many players is refused, because every round is paired many times."""
    read = read_report(data)
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    return read, examine_rounds(read)


def _shown(round_: RoundForensics, language: Language) -> ShownRound:
    return ShownRound(
        round_.round,
        _on_page(round_.verdict.text(language), language),
        sure_words(round_, language),
        [_on_page(words.text(language), language) for words in round_.why],
        [_on_page(words, language) for words in departure_lines(round_, language)],
    )


def _on_page(words: str, language: Language) -> str:
    """Return a sentence in which editions have the names of the form, not their ids."""
    ids = "|".join(re.escape(name) for name in sorted(systems(), key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: system_on_page(systems()[found[0]], language), words)
