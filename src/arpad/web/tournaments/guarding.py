"""Every line that is written from a page is looked at inside the decision: may this seat write it, on this board, for
this team? So nobody writes without a permission that holds at that moment (I-13)."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from arpad.i18n import ArpadError, Words
from arpad.office.tournaments.store import Guard
from arpad.tournament.journal import Decide, Hearing
from arpad.tournament.log import LogChange
from arpad.tournament.roles import refused_change, role_needed
from arpad.tournament.state import EventState
from arpad.web.tournaments.seats import Caller, Seat, seat_in

RESULTS = ("result.set", "results.set", "result.cleared")


def guard_of(caller: Caller, now: dt.datetime) -> Guard:
    """Return the guard of a caller. The seat is looked up in the event as it is when the command is decided."""

    def guard(command: Decide) -> Decide:
        def decide(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
            changes = command(state, hearing)
            check_changes(seat_in(state, caller, now), changes)
            return changes

        return decide

    return guard


def check_changes(seat: Seat, changes: Sequence[LogChange]) -> None:
    """Refuse lines that a seat may not write."""
    refused = refused_change(seat.role, changes)
    if refused is not None:
        needed = role_needed(refused.kind, refused.data)
        raise ArpadError("event-not-allowed", role=Words(f"event-role.{needed}"))
    for change in changes:
        _check_sector(seat, change)


def _check_sector(seat: Seat, change: LogChange) -> None:
    if change.kind in RESULTS and seat.role != "public":
        for board in _boards(change.data):
            if not seat.has_board(board):
                assert seat.boards is not None
                first, last = seat.boards
                raise ArpadError("event-not-your-board", board=board, first=first, last=last)
    if change.kind == "lineup.set" and seat.role == "captain" and change.data.get("team") != seat.team:
        raise ArpadError("event-not-your-team", team=change.data.get("team"), own=seat.team)


def _boards(data: Any) -> list[int]:
    return [board for board, _ in data["results"]] if "results" in data else [data["board"]]
