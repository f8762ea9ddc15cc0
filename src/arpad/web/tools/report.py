"""A report that a visitor drops: checked, rated and explained, and not kept."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.findings import findings_json
from arpad.eligibility.facts import Facts
from arpad.examination import GivenRatings, examine
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.rating.event_documents import rating_document
from arpad.rating.examine import report_system
from arpad.regulations.title_editions import NORM_TITLES
from arpad.titles.norms import achieved_norms
from arpad.web.answers import html, json_text
from arpad.web.describing import shaped
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.norms import certificate, norm_documents
from arpad.web.page_words import problem_on_page
from arpad.web.standings.ways import carry
from arpad.web.timed import TimedRoute
from arpad.web.tools.carrying import SOURCES, Carried, RatedBy, Sent, chosen_ratings, rated_by_in_form, sent_report
from arpad.web.tools.report_page import ExaminedReport, result_page
from arpad.web.tools.report_standings import MOST_PLAYERS
from arpad.web.tools.shapes import DroppedReportDocument
from arpad.web.wrong_fields import NONE

report = LaterRouter(tags=["report"], route_class=TimedRoute)

HIGHEST = 9999
By = Annotated[RatedBy, Depends(rated_by_in_form)]
RatedList = Annotated[UploadFile | None, File(description="A rating list, if the ratings come from one.")]
WRONG = {
    "edition.unknown": "edition", "web-no-list": "ratings", "web-report-list": "list", "format-form": "ratings",
}  # fmt: skip
"""The fields that problems are about; all others are about the report."""


@report.get("/report", include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    return html(request, "tools_report.html", _form(request))


def _form(
    request: Request, wrong: Mapping[str, str] = NONE, typed: Mapping[str, str] = NONE, report: str = ""
) -> dict[str, Any]:
    """The form; a refused one with what is wrong at its field, with what was typed, and with the report, unless that is
    what is wrong."""
    editions = request.app.state.site.regulations.editions()
    return {"editions": editions, "sources": SOURCES, "wrong": wrong, "typed": typed, "report": report}


@report.post("/report", include_in_schema=False)
def dropped(
    request: Request,
    by: By,
    file: Sent = None,
    report: Carried = "",
    list: RatedList = None,  # noqa: A002  (the word of the command line)
    player: Annotated[str, Form(max_length=6)] = "",
) -> Response:
    """The page about a report."""
    language, data = language_of(request), b""
    try:
        data = sent_report(request, file, report)
        found = examined(request, data, by, list)
    except ArpadError as problem:
        typed = {"edition": by.edition, "ratings": by.ratings, "player": player}
        files = {"file": file, "list": list}
        typed |= {name: one.filename for name, one in files.items() if one is not None and one.filename}
        field = WRONG.get(problem.key, "file")
        kept = carry(data) or "" if field != "file" else ""
        wrong = {field: problem_on_page(problem, language)}
        return html(request, "tools_report.html", _form(request, wrong, typed, kept), 400)
    return html(request, "tools_result.html", result_page(request, found, player))


@report.post(
    "/report.json",
    responses={400: {"description": "The file is no report, or there is no such edition; the message says why."}},
)
@shaped(DroppedReportDocument)
def dropped_json(
    request: Request,
    by: By,
    file: Annotated[UploadFile, File(description="A report: TRF or FEDA.")],
    list: RatedList = None,  # noqa: A002
) -> Response:
    """A report checked, rated and searched for norms. It is not kept."""
    found = examined(request, file.file.read(), by, list)
    return json_text(found.document | {"standings": found.standings(request)})


@report.post("/report/certificate.pdf", include_in_schema=False)
def norm_certificate(request: Request, norm: Annotated[str, Form(max_length=8)], report: Carried = "") -> Response:
    """The certificate of a norm in a report; `norm` is the starting rank and the title, 12-IM."""
    event = read_report(sent_report(request, None, report)).event
    rank, _, title = norm.partition("-")
    chosen = parse.choice("norm", title, NORM_TITLES)
    return certificate(event, parse.whole("norm", rank, 1, HIGHEST), chosen, language_of(request))


def examined(request: Request, data: bytes, by: RatedBy, uploaded: UploadFile | None) -> ExaminedReport:
    """Check and rate a report, and search it for norms."""
    site, language, read = request.app.state.site, language_of(request), read_report(data)
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    ratings, by = chosen_ratings(site, read.event, by, uploaded)
    named = site.regulations.edition(by.edition) if by.edition else None
    facts = Facts(system=report_system(read, None))
    examination = examine(read, facts, site.regulations, GivenRatings(ratings), edition=named)
    rated = None if examination.problem is not None else examination.rated()
    achieved = achieved_norms(read.event)
    document: dict[str, Any] = (
        {
            "edition": None if examination.edition is None else examination.edition.id,
            "ratable": False,
            "players": [],
            "findings": findings_json(examination.findings, language),
        }
        if rated is None
        else {**rating_document(rated.edition, rated.rating, rated.findings, language)}
    )
    document["norms"] = norm_documents(achieved)
    return ExaminedReport(data, read, by, rated, achieved, document)
