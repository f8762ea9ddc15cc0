"""What the page of an event shows: the summary, the first three, standings with results, changes and norms."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request

from arpad.domain.event import Event
from arpad.office.proof.sheets import EventView
from arpad.rating.results import half_up
from arpad.titles.norms import Achieved
from arpad.web.event_changes import greatest_gains
from arpad.web.language import language_of
from arpad.web.norms import norm_cards
from arpad.web.standings.asked import StandingsAsked
from arpad.web.standings.views import ShownReport
from arpad.web.standings.ways import WayOn
from arpad.web.standings.whole import WholeTable, whole_table


def event_page(
    request: Request, view: EventView, changes: Sequence[Mapping[str, Any]], achieved: Achieved, system: str
) -> dict[str, Any]:
    """Return the values of the page."""
    ratings = [row["rating"] for row in changes if row["rating"]]
    return {
        "record": view.record,
        "event": view.event,
        "parts": view.parts,
        "changes": changes,
        "cards": norm_cards(achieved, language_of(request)),
        "average": half_up(sum(ratings), len(ratings)) if ratings else None,
        "rated": len(ratings),
        "gains": greatest_gains(changes),
        "whole": _whole(request, view, changes, system),
    }


def _whole(request: Request, view: EventView, changes: Sequence[Mapping[str, Any]], system: str) -> WholeTable | None:
    """The standings with the results, None if the report does not tell who met whom."""
    if view.event is None or not _has_games(view.event):
        return None
    address, kept = f"/events/{view.record.id}", {"system": system} if system else {}
    way = WayOn(f"{address}/standings", StandingsAsked(), kept)
    shown = ShownReport(
        view.report, request.app.state.site.tie_breaks, language_of(request), way, address, ids=True, strict=False
    )
    return whole_table(shown, {row["rank"]: row["rating"] for row in changes})


def _has_games(event: Event) -> bool:
    """Whether the report tells who met whom, so that there are standings."""
    return any(round_.opponent is not None for player in event.players for round_ in player.rounds)
