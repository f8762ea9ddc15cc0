"""The standings of a report that a visitor drops. It is not kept: the form of every page carries it on."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import Depends, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.locale import ArpadError
from arpad.reports import Report, read_report
from arpad.standings.table import StandingsTable
from arpad.web.answers import Answer, csv_text, html, json_text, pdf_file, wants_json
from arpad.web.describing import shaped
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.pages import MEDIA, with_name
from arpad.web.standings.asked import StandingsAsked, asked_in_form
from arpad.web.standings.views import SHAPES, VIEWS, ShownReport
from arpad.web.standings.ways import WayOn, carry
from arpad.web.timed import TimedRoute
from arpad.web.tools.carrying import Carried, RatedBy, Sent, carried_choice, sent_report

BASE = "/report/standings"
MOST_PLAYERS = 3_000
TEMPLATES = {
    "": "standings_table.html",
    "/why": "standings_why.html",
    "/crosstable": "standings_crosstable.html",
    "/compare": "standings_compare.html",
}

report_standings = LaterRouter(tags=["report"], route_class=TimedRoute)
By = Annotated[RatedBy, Depends(carried_choice)]
Asked = Annotated[StandingsAsked, Depends(asked_in_form)]
REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"description": "There are no such standings; the message says why."},
    404: {"description": "There is no such edition."},
}


def shown_report(
    request: Request, data: bytes, read: Report, asked: StandingsAsked, kept: Mapping[str, str]
) -> ShownReport:
    """A dropped report whose standings are shown. `kept` are the fields by which it was rated."""
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    site = request.app.state.site
    way = WayOn(BASE, asked, kept, report=carry(data) or "")
    return ShownReport(
        read, site.tie_breaks, language_of(request), way, "/report", ids=False, strict=wants_json(request)
    )


def dropped_table(shown: ShownReport) -> tuple[StandingsTable | None, str | None]:
    """The standings of a dropped report; if there are none, the reason."""
    try:
        return shown.table(), None
    except ArpadError as problem:
        return None, problem_on_page(problem, shown.language)


def _answer(
    request: Request, view: str, file: UploadFile | None, report: str, asked: StandingsAsked, by: RatedBy
) -> Answer:
    data = sent_report(request, file, report)
    return VIEWS[view](shown_report(request, data, read_report(data), asked, by.kept()))


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

    def endpoint(request: Request, asked: Asked, by: By, file: Sent = None, report: Carried = "") -> Response:
        answer = _answer(request, view, file, report, asked, by)
        return with_name(FORMS[ending](request, view, answer), request, answer, ending[1:])

    shaped(SHAPES[view] if ending == ".json" else None)(endpoint)
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
