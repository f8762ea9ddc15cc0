"""The standings of an event of the office, each page also as JSON and PDF, a table as CSV."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from arpad.office.proof.sheets import view_report
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


def asked_report(
    request: Request,
    number: EventNumber,
    asked: Annotated[StandingsAsked, Depends(asked_in_address)],
    system: SystemName = "",
) -> ShownReport:
    """Return the report of the event that an address names, with what is asked about it."""
    site = request.app.state.site
    view = view_report(site.desk(system), number)
    check_shown(request, view.record)
    address, kept = f"/events/{number}", {"system": system} if system else {}
    way = WayOn(f"{address}/standings", asked, kept)
    return ShownReport(
        view.report, site.tie_breaks, language_of(request), way, address, ids=True, strict=wants_json(request)
    )


Asked = Annotated[ShownReport, Depends(asked_report)]


@standings.page("/events/{number}/standings", "standings_table.html", SHAPES[""], table=True, pdf=True)
def table(shown: Asked) -> Answer:
    """The standings of an event by any list of tie-breaks, under any edition, after any round."""
    return table_answer(shown)


@standings.page("/events/{number}/standings/why", "standings_why.html", SHAPES["/why"], pdf=True)
def why(shown: Asked) -> Answer:
    """Why a player or team has its rank and its values, or why one of two stands before the other."""
    return why_answer(shown)


@standings.page(
    "/events/{number}/standings/crosstable", "standings_crosstable.html", SHAPES["/crosstable"], table=True, pdf=True
)
def crosstable(shown: Asked) -> Answer:
    """The crosstable of an event, by rank or by starting number."""
    return crosstable_answer(shown)


@standings.page(
    "/events/{number}/standings/compare", "standings_compare.html", SHAPES["/compare"], table=True, pdf=True
)
def compare(shown: Asked) -> Answer:
    """The standings of an event under two editions, with those who change place."""
    return comparison_answer(shown)
