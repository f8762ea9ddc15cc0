"""Web tools for an uploaded report: the whole file checked; which edition made each of its rounds, or what explains the
round."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, File, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import replace
from arpad.documents.findings import findings_json
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language, Words, has, text
from arpad.inputs import parse
from arpad.library.checked_files import CheckedFile, CheckWishes, check_file
from arpad.library.reports import report_checks
from arpad.pairing.forensic_words import departure_lines, summary_lines, sure_words
from arpad.pairing.forensics import Forensics, RoundForensics, examine_rounds
from arpad.papers.event_sheets import forensic_sheet, standings_sheet
from arpad.standings.tables import WordsTable
from arpad.web.cache import html, json_text
from arpad.web.event_parts import MOST_PLAYERS, editions_on_page
from arpad.web.openapi import shaped
from arpad.web.site import language_of, on_page
from arpad.web.standings.choices import carry
from arpad.web.tools.pairings import CHECKED, MOST_ROUNDS, Asked, AskedPairing, PairingFile, refused_form
from arpad.web.tools.report import SEVERITIES, Carried, Sent, sent_report
from arpad.web.uploads import TimedRoute, disposition

forensic_pages = APIRouter(tags=["pairings"], route_class=TimedRoute)
ADDRESS = "/pairings/rules"
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
@forensic_pages.get("/pairings/check", include_in_schema=False)
def ask_again(request: Request) -> Response:
    """Nothing is kept: who comes by the address is asked for the report, on the page for all that is done with one."""
    query = request.url.query
    return RedirectResponse("/pairings" + (f"?{query}" if query else ""), 303)


@forensic_pages.post(ADDRESS, include_in_schema=False)
def examined(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
    """The page about the rounds of a report. The report travels on with its forms."""
    language, data = language_of(request), b""
    try:
        data = sent_report(request, file, report)
        read, found = _examined(data)
    except ArpadError as problem:
        return refused_form(request, problem, asked, file, data)
    values = {
        "name": found.name,
        "summary": [editions_on_page(words, language) for words in summary_lines(found, language)],
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
        editions_on_page(round_.verdict.text(language), language),
        sure_words(round_, language),
        [editions_on_page(words.text(language), language) for words in round_.why],
        [editions_on_page(words, language) for words in departure_lines(round_, language)],
    )


# A report checked whole: pairings, standings, records, whether it can be rated, norms.


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of the answer: what was checked, what is true of it, and its details."""

    what: str
    answer: str
    tone: str
    lines: list[str]


@forensic_pages.post("/pairings/check", include_in_schema=False)
def checked(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
    """The page about a file that was checked. The report travels on with its forms."""
    language, data = language_of(request), b""
    try:
        data = sent_report(request, file, report)
        answer = _checked(request, data, asked)
        if answer.problem is not None:
            raise answer.problem
    except ArpadError as problem:
        return refused_form(request, problem, asked, file, data)
    shown, findings = _in_words(request, answer), findings_json(answer.file_findings, language)
    values = {
        "checked": answer, "shown": shown, "parts": list(_parts(shown, language)), "data": {"findings": findings},
        "found": [(name, [one for one in findings if one["severity"] == name]) for name in SEVERITIES],
        "report": carry(data) or "", "asked": asked,
    }  # fmt: skip
    return html(request, "tools_checked.html", values)


@forensic_pages.post("/pairings/check.json", responses=REFUSED)
@shaped(CheckedFile)
def checked_json(request: Request, asked: Asked, file: PairingFile) -> Response:
    """A file checked whole: pairings, standings, records, whether it can be rated, norms. It is not kept."""
    answer = replace(_checked(request, file.file.read(), asked), file=file.filename or "")
    return json_text(answer.document(language_of(request)))


@forensic_pages.post("/pairings/check.pdf", include_in_schema=False)
def checked_pdf(request: Request, asked: Asked, report: Carried = "") -> Response:
    """What the page says of the file, to print."""
    answer = _checked(request, sent_report(request, None, report), asked)
    sheet = standings_sheet(_in_words(request, answer), answer.event, language_of(request))
    return Response(sheet, media_type="application/pdf", headers=disposition("check.pdf"))


def _checked(request: Request, data: bytes, asked: AskedPairing) -> CheckedFile:
    """Check a file; one of too many players is refused, because every round is paired again."""
    site = request.app.state.site
    players = len(read_report(data).event.players)
    if players > CHECKED:
        raise ArpadError("web-players", most=CHECKED, players=players)
    rounds = parse.whole("rounds", asked.rounds, 1, MOST_ROUNDS) if asked.rounds.strip() else None
    readings = (asked.reading,) * bool(asked.reading)
    wishes = CheckWishes(asked.system or None, None, None, rounds, readings, site.regulations, site.tie_breaks)
    return check_file(data, wishes)


def _in_words(request: Request, answer: CheckedFile) -> WordsTable:
    """The answer in the words of pages: editions by their names, and no records by their numbers."""
    language, regulations = language_of(request), request.app.state.site.regulations
    notes = tuple(
        replace(note, message=Words(own, **note.message.values)) if has(own := f"on-page.{note.message.key}") else note
        for note in answer.notes
    )
    rated_by = regulations.edition(answer.rated_by).name[language] if answer.rated_by else None
    ranked = answer.standings
    if ranked is not None:
        edition = request.app.state.site.tie_breaks.edition(ranked.edition)
        ranked = replace(ranked, edition=edition.name[language])
    table = replace(answer, notes=notes, rated_by=rated_by, standings=ranked).in_words(language)
    rows = tuple(tuple(on_page(editions_on_page(cell, language), language) for cell in row) for row in table.rows)
    return table._replace(rows=rows, legend=tuple(editions_on_page(words, language) for words in table.legend))


def _parts(table: WordsTable, language: Language) -> Iterator[ShownPart]:
    """The rows as parts: a row that names nothing belongs to the one above it."""
    tones = {text("check.differs", language): "error", text("check.explained", language): "warning"}
    whole: list[list[str]] = []
    for what, answer, details in table.rows:
        if what:
            whole.append([what, answer, details])
        else:
            whole[-1].append(details)
    for (what, answer), rows in groupby(whole, key=lambda row: (row[0], row[1])):
        yield ShownPart(what, answer, tones.get(answer, ""), [words for row in rows for words in row[2:]])
