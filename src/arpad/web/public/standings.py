"""The standings of an event of the office, each page also as JSON and PDF, a table as CSV."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from arpad.office.proof import view_report
from arpad.web.answers import Answer, wants_json
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.public.asked import EventNumber, SystemName, check_shown
from arpad.web.standings.asked import StandingsAsked, asked_in_address
from arpad.web.standings.views import (
    SHAPES,
    ShownReport,
    comparison_answer,
    crosstable_answer,
    table_answer,
    why_answer,
)
from arpad.web.standings.ways import WayOn

standings = Pages("standings")
Asked = Annotated[StandingsAsked, Depends(asked_in_address)]


@standings.page("/events/{number}/standings", "standings_table.html", SHAPES[""], table=True, pdf=True)
def table(request: Request, number: EventNumber, asked: Asked, system: SystemName = "") -> Answer:
    """The standings of an event by any list of tie-breaks, under any edition, after any round."""
    return table_answer(_shown(request, number, asked, system))


@standings.page("/events/{number}/standings/why", "standings_why.html", SHAPES["/why"], pdf=True)
def why(request: Request, number: EventNumber, asked: Asked, system: SystemName = "") -> Answer:
    """Why a player or team has its rank and its values, or why one of two stands before the other."""
    return why_answer(_shown(request, number, asked, system))


@standings.page(
    "/events/{number}/standings/crosstable", "standings_crosstable.html", SHAPES["/crosstable"], table=True, pdf=True
)
def crosstable(request: Request, number: EventNumber, asked: Asked, system: SystemName = "") -> Answer:
    """The crosstable of an event, by rank or by starting number."""
    return crosstable_answer(_shown(request, number, asked, system))


@standings.page(
    "/events/{number}/standings/compare", "standings_compare.html", SHAPES["/compare"], table=True, pdf=True
)
def compare(request: Request, number: EventNumber, asked: Asked, system: SystemName = "") -> Answer:
    """The standings of an event under two editions, with those who change place."""
    return comparison_answer(_shown(request, number, asked, system))


def _shown(request: Request, number: int, asked: StandingsAsked, system: str) -> ShownReport:
    site = request.app.state.site
    view = view_report(site.desk(system), number)
    check_shown(request, view.record)
    report = view.report
    kept = {"system": system} if system else {}
    way = WayOn(f"/events/{number}/standings", asked, kept)
    return ShownReport(
        report, site.tie_breaks, language_of(request), way, f"/events/{number}", ids=True, strict=wants_json(request)
    )
