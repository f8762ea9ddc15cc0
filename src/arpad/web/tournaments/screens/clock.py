"""The clock of the hall: to the planned start of the round, or to the end of the default time (C.05 6.7)."""

import datetime as dt
from typing import NamedTuple

from starlette.responses import Response

from arpad.tournament.progress import current_round, stage_of
from arpad.tournament.public import PublicState
from arpad.web.later_routes import LaterRouter
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.screens.showing import ScreenAsked, Seconds, Size, screen

clocks = LaterRouter(tags=["event"], include_in_schema=False)
MINUTE = 60


class ClockFace(NamedTuple):
    """What the clock counts down to: `start` or `default` with the instant, or nothing. `zone` is that of the event's
    schedule, None if it names none."""

    round: int
    until: str
    at: dt.datetime | None
    zone: dt.tzinfo | None

    def left(self, now: dt.datetime) -> int | None:
        """Whole minutes that are left, the last one begun; None if there is nothing to count, or it is over."""
        if self.at is None or self.at <= now:
            return None
        return -(-int((self.at - now).total_seconds()) // MINUTE)


@clocks.get("/t/{slug}/screen/clock")
def clock(event: Seen, seconds: Seconds = 5, size: Size = 60) -> Response:
    """The time, and how long it is to the start or to the end of the default time."""
    face, now = clock_face(event.view), event.now
    asked = ScreenAsked(seconds, 1, size, 0, 1)
    told = None if face.zone is None else now.astimezone(face.zone).strftime("%H:%M")
    at = None if face.at is None or face.zone is None else face.at.astimezone(face.zone).strftime("%H:%M")
    over = face.at is not None and face.at <= now
    left, stage = face.left(now), stage_of(event.view)
    return screen(event, "screen_clock.html", asked, face=face, left=left, told=told, at=at, over=over, stage=stage)


def clock_face(view: PublicState) -> ClockFace:
    """What the clock of an event shows now: of a round that has started its default time, else the next start."""
    number = current_round(view)
    found = view.rounds.get(number)
    if found is not None and found.started_at and not found.complete:
        started = dt.datetime.fromisoformat(found.started_at)
        minutes = view.laws.default_minutes
        at = None if minutes is None or started.tzinfo is None else started + dt.timedelta(minutes=minutes)
        return ClockFace(number, "default", at, _zone(view))
    coming = number if found is not None and not found.complete else number + 1
    planned = _planned(view, coming)
    return ClockFace(coming, "start", planned, _zone(view))


def _planned(view: PublicState, number: int) -> dt.datetime | None:
    """The start of a round, if the schedule names it with its time zone."""
    told = next((one.get("start", "") for one in view.laws.schedule if one["round"] == str(number)), "")
    start = dt.datetime.fromisoformat(told) if len(told) > len("2026-05-01") else None
    return start if start is not None and start.tzinfo is not None else None


def _zone(view: PublicState) -> dt.tzinfo | None:
    starts = (_planned(view, int(one["round"])) for one in view.laws.schedule)
    return next((start.tzinfo for start in starts if start is not None), None)
