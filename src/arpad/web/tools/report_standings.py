"""The standings of a report that a visitor drops. It is not kept: the form of every page carries it on."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.locale import ArpadError
from arpad.reports import Report, read_report
from arpad.standings import standings_document
from arpad.web.answers import Answer, csv_text, html, json_text, pdf_file, wants_json
from arpad.web.language import language_of
from arpad.web.page_words import problem_on_page
from arpad.web.pages import MEDIA, with_name
from arpad.web.standings.asked import StandingsAsked, asked_in_form
from arpad.web.standings.views import VIEWS, ShownReport, table_values
from arpad.web.standings.ways import WayOn, carried, carry

BASE = "/report/standings"
MOST_PLAYERS = 3_000
FIRST = 200
"""So many rows stand on the page of a dropped report; its standings have a page of their own."""
TEMPLATES = {
    "": "standings_table.html",
    "/why": "standings_why.html",
    "/crosstable": "standings_crosstable.html",
    "/compare": "standings_compare.html",
}

report_standings = APIRouter(tags=["report"])
Sent = Annotated[UploadFile | None, File(description="A report: TRF.")]
Carried = Annotated[str, Form(description="A report as a page before carried it, instead of a file.")]
Asked = Annotated[StandingsAsked, Depends(asked_in_form)]
REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"description": "There are no such standings; the message says why."},
    404: {"description": "There is no such edition."},
}


def shown_report(request: Request, data: bytes, read: Report, asked: StandingsAsked) -> ShownReport:
    """A dropped report whose standings are shown."""
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    site = request.app.state.site
    way = WayOn(BASE, asked, report=carry(data) or "")
    return ShownReport(
        read, site.tie_breaks, language_of(request), way, "/report", ids=False, strict=wants_json(request)
    )


def dropped_standings(request: Request, data: bytes, read: Report) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The standings for the page of a dropped report: what programs get, and what its template needs. If there are
    none, the reason."""
    shown = shown_report(request, data, read, StandingsAsked())
    try:
        table = shown.table()
    except ArpadError as problem:
        return None, {"ranking": None, "no_ranking": problem_on_page(problem, shown.language)}
    ranking = table_values(shown, table, table.rows[:FIRST]) | {"left_out": len(table.rows) > FIRST}
    return standings_document(table, shown.language), {"ranking": ranking, "no_ranking": None}


def _answer(request: Request, view: str, file: UploadFile | None, report: str, asked: StandingsAsked) -> Answer:
    data = carried(report, request.app.state.site.settings.upload_limit) if file is None else file.file.read()
    return VIEWS[view](shown_report(request, data, read_report(data), asked))


def _html(request: Request, view: str, answer: Answer) -> Response:
    return html(request, TEMPLATES[view], answer.values(), answer.status)


def _json(_request: Request, _view: str, answer: Answer) -> Response:
    return json_text(answer.document(), answer.status)


def _csv(_request: Request, _view: str, answer: Answer) -> Response:
    assert answer.table is not None
    return csv_text(answer.table())


def _pdf(_request: Request, _view: str, answer: Answer) -> Response:
    assert answer.pdf is not None
    return pdf_file(answer.pdf())


FORMS: dict[str, Callable[[Request, str, Answer], Response]] = {"": _html, ".json": _json, ".csv": _csv, ".pdf": _pdf}


def _add(view: str, ending: str) -> None:
    """The route of one page in one form."""

    def endpoint(request: Request, asked: Asked, file: Sent = None, report: Carried = "") -> Response:
        answer = _answer(request, view, file, report, asked)
        return with_name(FORMS[ending](request, view, answer), request, answer, ending[1:])

    about = (VIEWS[view].__doc__ or "").split("\n")[0]
    media = MEDIA.get(ending[1:], "application/json")
    report_standings.add_api_route(
        BASE + view + ending,
        endpoint,
        methods=["POST"],
        response_model=None,
        response_class=Response,
        include_in_schema=ending in (".json", ".csv"),
        summary=about,
        responses={200: {"description": about, "content": {media: {}}}, **REFUSED},
        operation_id=f"report_standings{view}{ending}".replace("/", "_").replace(".", "_"),
    )


for _view in VIEWS:
    for _ending in FORMS:
        if (_view, _ending) != ("/why", ".csv"):
            _add(_view, _ending)


@report_standings.get(BASE, include_in_schema=False)
@report_standings.get(BASE + "/{view}", include_in_schema=False)
def ask_again(request: Request) -> Response:
    """Nothing is kept: a visitor who comes by an address, also to change the language, is asked for the report."""
    query = request.url.query
    return RedirectResponse("/report" + (f"?{query}" if query else ""), 303)
