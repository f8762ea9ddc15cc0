"""Screens for the playing hall: pairings, results, standings and a clock, on pages that turn by themselves.

Pages turn with the `Refresh` header alone, so the browser of any television can show them.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.standings.reasons import points_text
from arpad.tournament.acts.checks import round_at
from arpad.tournament.public import PublicState
from arpad.tournament.standings import current_round, stage_of
from arpad.tournament.times import scheduled_instant, zone_is_known
from arpad.web.cache import html
from arpad.web.tournaments.context import PublicEvent, Seen
from arpad.web.tournaments.public.rounds import SeenBoard, by_name, seen_boards
from arpad.web.tournaments.public.standings import table_after
from arpad.web.tournaments.public.teams import seen_matches

# What all screens share: how large they are, which page comes next, and the header that turns it.

HEIGHT = 970
"""Pixels of a screen of 1080 lines that are left for rows."""
LINE = 162
"""The height of a row, in hundredths of a letter."""
Seconds = Annotated[int, Query(ge=2, le=600, description="How long a page stays.")]
Columns = Annotated[int, Query(ge=1, le=6, description="Columns beside each other.")]
Size = Annotated[int, Query(ge=14, le=72, description="The height of the letters in pixels.")]
Rows = Annotated[int, Query(ge=0, le=200, description="Rows of a column; as many as fit if 0.")]
PageNumber = Annotated[int, Query(ge=1, le=9999, description="The page.")]


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """How large a screen is, how long a page stays, and which one is shown."""

    seconds: int
    columns: int
    size: int
    rows: int
    page: int

    @property
    def letters(self) -> int:
        """The size of the letters that the style sheet has: an even number."""
        return self.size - self.size % 2

    @property
    def in_column(self) -> int:
        return self.rows or max(1, HEIGHT * 100 // (self.letters * LINE))

    def pages(self, count: int) -> int:
        """Return how many pages this many rows fill."""
        return max(1, -(-count // (self.in_column * self.columns)))

    def cut(self, found: Sequence[object]) -> list[Sequence[object]]:
        """Return the columns of this page."""
        first = (self.page - 1) * self.in_column * self.columns
        return [
            column
            for at in range(self.columns)
            if (column := found[first + at * self.in_column : first + (at + 1) * self.in_column])
        ]

    def shown(self, count: int) -> "ScreenAsked":
        """Return the same for a page that exists: after the last page comes the first."""
        return replace(self, page=(self.page - 1) % self.pages(count) + 1)


def screen_asked(
    seconds: Seconds = 20, columns: Columns = 3, size: Size = 28, rows: Rows = 0, page: PageNumber = 1
) -> ScreenAsked:
    """What an address says about a screen."""
    return ScreenAsked(seconds, columns, size, rows, page)


def screen(
    event: PublicEvent, template: str, asked: ScreenAsked, rows: Sequence[object] = (), **values: object
) -> Response:
    """Show a page of a screen. The header leads to the next one; the last leads to the first."""
    shown, pages = asked.shown(len(rows)), asked.pages(len(rows))
    around = {"frame": event.frame, "rules": event.view.event_rules, "asked": shown, "pages": pages}
    response = html(event.request, template, {**around, "columns": shown.cut(rows), **values})
    response.headers["refresh"] = f"{asked.seconds}; url={next_address(event.request, shown.page % pages + 1)}"
    response.headers["cache-control"] = "no-store"
    return response


def next_address(request: Request, page: int) -> str:
    query = dict(request.query_params) | {"page": str(page)}
    return f"{request.url.path}?{urlencode(query)}"


# The clock of the hall: to the planned start of the round, or to the end of the default time (C.05 6.7).

clocks = APIRouter(tags=["event"], include_in_schema=False)
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
    times = event.frame.times if zone_is_known(event.view.event_rules) else None
    told = None if times is None else times.clock(now)
    at = None if face.at is None or times is None else times.clock(face.at)
    over = face.at is not None and face.at <= now
    left, stage = face.left(now), stage_of(event.view)
    return screen(event, "screen_clock.html", asked, face=face, left=left, told=told, at=at, over=over, stage=stage)


def clock_face(view: PublicState) -> ClockFace:
    """What the clock of an event shows now: of a round that has started its default time, else the next start."""
    number = current_round(view)
    event_round = view.rounds.get(number)
    if event_round is not None and event_round.started_at and not event_round.complete:
        started = dt.datetime.fromisoformat(event_round.started_at)
        minutes = view.event_rules.default_minutes
        at = None if minutes is None or started.tzinfo is None else started + dt.timedelta(minutes=minutes)
        return ClockFace(number, "default", at)
    coming = number if event_round is not None and not event_round.complete else number + 1
    return ClockFace(coming, "start", scheduled_instant(view.event_rules, coming))


# Pairings by board or by name, results as they come, standings: each a screen whose pages turn by themselves.

screens = APIRouter(tags=["event"], include_in_schema=False)

What = Literal["pairings", "names", "results", "standings"]
Asked = Annotated[ScreenAsked, Depends(screen_asked)]
OfRound = Annotated[int | None, Query(ge=1, le=9999, description="The round; the one of the moment if none.")]


@screens.get("/t/{slug}/screen/{what}")
def one_screen(event: Seen, what: What, asked: Asked, round: OfRound = None) -> Response:  # noqa: A002
    """A screen for the hall."""
    if what == "standings":
        return _standings(event, asked, round)
    number = round or current_round(event.view)
    if not number:
        return screen(event, "screen_wait.html", asked)
    round_at(event.view, number)
    if event.view.event_rules.team:
        return _matches(event, asked, number)
    boards = seen_boards(event, number)
    missing, count = sum(not board.result for board in boards), len(boards)
    if what == "results":
        boards = _newest_first(event, number, boards)
    rows = by_name(boards) if what == "names" else boards
    return screen(event, "screen_boards.html", asked, rows, what=what, number=number, missing=missing, boards_of=count)


def _newest_first(event: PublicEvent, number: int, boards: list[SeenBoard]) -> list[SeenBoard]:
    """The boards that have a result, the last one first."""
    versions = {board.number: board.version for board in event.view.rounds[number].games}
    return sorted((board for board in boards if board.result), key=lambda board: -versions[board.board])


def _matches(event: PublicEvent, asked: ScreenAsked, number: int) -> Response:
    matches = seen_matches(event.view, number, event.language)
    return screen(event, "screen_matches.html", asked, matches, what="pairings", number=number)


def _standings(event: PublicEvent, asked: ScreenAsked, number: int | None) -> Response:
    try:
        table = table_after(event, number).table
    except ArpadError:
        return screen(event, "screen_wait.html", asked)
    rows: list[tuple[int | str, str, str]] = [
        (row.rank, f"{row.name}{table.mark_of(row.number)}", points_text(row.points, event.language))
        for row in table.rows
    ]
    rows += [
        ("–", f"{one.name} [{one.left.mark}]", points_text(one.points, event.language)) for one in table.not_ranked
    ]
    counted = table.competition.counted
    return screen(event, "screen_standings.html", asked, rows, what="standings", number=counted)


# Screens for the hall: big letters, no links, pages that turn by the `Refresh` header alone. In: the public view of an
# event, and how large the screen is. Out: pages that any television's browser shows.

ROUTERS = (clocks, screens)
