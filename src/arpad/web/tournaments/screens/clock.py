"""The clock of the hall: to the planned start of the round, or to the end of the default time (C.05 6.7)."""

import datetime as dt
from typing import NamedTuple

from starlette.responses import Response

from arpad.tournament.public import PublicState
from arpad.tournament.standings import current_round, stage_of
from arpad.tournament.times import scheduled_instant, zone_is_known
from arpad.web.later_routes import LaterRouter
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.screens.showing import ScreenAsked, Seconds, Size, screen

clocks = LaterRouter(tags=["event"], include_in_schema=False)
MINUTE = 60


class ClockFace(NamedTuple):
    """What the clock counts down to: `start` or `default` with the instant, or nothing."""

    round: int
    until: str
    at: dt.datetime | None

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
    times = event.frame.times if zone_is_known(event.view.laws) else None
    told = None if times is None else times.clock(now)
    at = None if face.at is None or times is None else times.clock(face.at)
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
        return ClockFace(number, "default", at)
    coming = number if found is not None and not found.complete else number + 1
    return ClockFace(coming, "start", scheduled_instant(view.laws, coming))
