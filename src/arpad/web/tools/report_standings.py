"""The standings of a report that a visitor drops. It is not kept: the form of every page carries it on."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.standings.table import StandingsTable
from arpad.web.answers import wants_json
from arpad.web.describing import shaped
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.pages import MEDIA, in_form, with_name
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


def _add(view: str, ending: str) -> None:
    """The route of one page in one form."""

    def endpoint(request: Request, asked: Asked, by: By, file: Sent = None, report: Carried = "") -> Response:
        data = sent_report(request, file, report)
        answer = VIEWS[view](shown_report(request, data, read_report(data), asked, by.kept()))
        return with_name(in_form(request, answer, ending[1:], TEMPLATES[view]), request, answer, ending[1:])

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
    for _ending in ("", ".json", ".csv", ".pdf"):
        if (_view, _ending) != ("/why", ".csv"):
            _add(_view, _ending)


@report_standings.get(BASE, include_in_schema=False)
@report_standings.get(BASE + "/{view}", include_in_schema=False)
def ask_again(request: Request) -> Response:
    """Nothing is kept: a visitor who comes by an address, also to change the language, is asked for the report."""
    query = request.url.query
    return RedirectResponse("/report" + (f"?{query}" if query else ""), 303)
