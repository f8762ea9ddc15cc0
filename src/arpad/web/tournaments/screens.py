"""Screens for the playing hall: pairings, results, standings, prizes and a clock, on pages that turn by themselves.

Pages turn with the `Refresh` header alone, so the browser of any television can show them. The style sheet spreads the
rows over the whole height of any screen; here it is counted how many rows a page has.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, get_args
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError, Language, number, text
from arpad.standings.reasons import points_text, tie_break_name
from arpad.standings.table import StandingsTable, leading
from arpad.tournament.acts.checks import round_at
from arpad.tournament.prizes import announced_prizes, prize_table, prizes_shown
from arpad.tournament.public import PublicState
from arpad.tournament.schedules import plain_name
from arpad.tournament.standings import current_round, stage_of, table_of_group
from arpad.tournament.state import Entry
from arpad.tournament.times import scheduled_instant, zone_is_known
from arpad.web.cache import html
from arpad.web.tournaments.context import PublicEvent, Seen
from arpad.web.tournaments.public.rounds import SeenBoard, by_name, byes_of, seen_boards
from arpad.web.tournaments.public.standings import table_after
from arpad.web.tournaments.public.teams import MatchBoard, SeenMatch, ShownSide, bracket_rounds, seen_matches

# How the rows of a screen are spread over its columns and pages.

Screen = Literal["pairings", "names", "results", "standings", "prizes", "clock"]
Shape = Literal["wide", "tall"]
SCREENS: tuple[Screen, ...] = get_args(Screen)
ROOM: Mapping[Shape, tuple[int, int]] = {"wide": (1880, 930), "tall": (1040, 1760)}
"""Width and height that are left for rows on a screen of 1920 by 1080, and of 1080 by 1920."""
LETTERS: Mapping[Screen, int] = {"pairings": 44, "names": 24, "results": 44, "standings": 32, "prizes": 34, "clock": 1}
"""How wide a row must be, in heights of its letters. The style sheet has the same numbers."""
LINE = 162
"""The height of a row, in hundredths of the height of its letters."""
SMALLEST = 20
"""The height of letters on a screen of 1080 lines that can still be read from afar."""
FEWEST = 6
"""A page has room for at least this many rows, so that a few are not as high as a door."""
MOST_COLUMNS = 6


class ScreenLayout(NamedTuple):
    """The columns beside each other on a page, and the rows of each of them."""

    columns: int
    rows: int

    def pages(self, count: int) -> int:
        """Return how many pages this many rows fill."""
        return max(1, -(-count // (self.columns * self.rows)))


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """What an address says about a screen: its shape, how long a page stays, which page is shown. Columns, rows and
    the height of the letters are chosen if they are not stated."""

    seconds: int = 20
    columns: int = 0
    size: int = 0
    rows: int = 0
    page: int = 1
    shape: Shape = "wide"

    def layout(self, screen: Screen, count: int) -> ScreenLayout:
        """Return how rows are spread: as asked, or on as few pages as letters allow that can be read from afar, and
        there with the largest letters."""
        width, height = ROOM[self.shape]
        letters = LETTERS[screen]
        if self.rows or self.size:
            size = self.size or max(1, height * 100 // (self.rows * LINE))
            columns = self.columns or min(MOST_COLUMNS, max(1, width // (size * letters)))
            return ScreenLayout(columns, self.rows or max(1, height * 100 // (size * LINE)))
        for pages in range(1, count + 2):
            choices = {}
            for columns in [self.columns] if self.columns else range(1, MOST_COLUMNS + 1):
                rows = max(FEWEST, -(-count // (pages * columns)))
                choices[ScreenLayout(columns, rows)] = min(width // (columns * letters), height * 100 // (rows * LINE))
            layout = max(choices, key=lambda choice: (choices[choice], -choice.columns))
            if choices[layout] >= SMALLEST or layout.rows == FEWEST:
                break
        return layout


def columns_of(rows: Sequence["Row"], layout: ScreenLayout, page: int) -> list[list["Row"]]:
    """Return the columns of a page, each as long as the others: what is missing is filled with empty rows. A column
    that no page fills is left out."""
    used = min(layout.columns, max(1, -(-len(rows) // layout.rows)))
    first = (page - 1) * layout.columns * layout.rows
    parts = [rows[first + at * layout.rows :][: layout.rows] for at in range(used)]
    return [[*part, *[()] * (layout.rows - len(part))] for part in parts]


# What a screen shows: rows of cells, in one way for all of them.


class Cell(NamedTuple):
    """A part of a row. `kind` is its class in the style sheet. A side of a board has `parts`: rows that are high enough
    have one side above the other."""

    kind: str
    text: str
    parts: "tuple[Cell, ...]" = ()


Row = tuple[Cell, ...]
NOBODY = "–"


class Content(NamedTuple):
    """What a screen shows: the line above it, and its rows. `empty` is said instead if there are none."""

    screen: Screen
    about: str
    rows: list[Row]
    empty: str = "web.screen.wait"


class Shown(NamedTuple):
    """Which cells rows have: what nobody has is left out."""

    titles: bool
    ratings: bool
    points: bool

    @classmethod
    def of(cls, players: Sequence[Entry | None], points: Sequence[str]) -> "Shown":
        there = [player for player in players if player is not None]
        return cls(any(player.title for player in there), any(player.rating for player in there), any(points))

    def cells(self, player: Entry | None, points: str, name: str = "") -> Iterator[Cell]:
        """Return the cells of a player: title, name, rating, points."""
        if self.titles:
            yield Cell("title", "" if player is None else player.title)
        yield Cell("name", name or (NOBODY if player is None else player.name))
        if self.ratings:
            yield Cell("rating", "" if player is None else str(player.rating or ""))
        if self.points:
            yield Cell("points", points)


def screen_content(event: PublicEvent, screen: Screen, number: int, group: str) -> Content | None:
    """Return what a screen shows of a round, None if there is nothing yet."""
    if screen == "clock":
        return Content(screen, "", [])
    if screen == "standings":
        return _bracket(event) if event.view.event_rules.system == "knockout" else _standings(event, number, group)
    if screen == "prizes":
        return _prizes(event)
    number = number or current_round(event.view)
    return _round(event, screen, number) if number else None


def _round(event: PublicEvent, screen: Screen, number: int) -> Content:
    """The boards of a round, or its players by name."""
    round_at(event.view, number)
    about = text("web.events.see-round", event.language, round=number)
    if event.view.event_rules.team:
        return _matches(event, screen, number, about)
    boards = seen_boards(event, number)
    seats = [seat for board in boards for seat in (board.white, board.black)]
    shown = Shown.of([seat.player for seat in seats], [seat.points for seat in seats])
    if screen == "names":
        return Content(screen, about, _by_name(event, number, boards, shown))
    if screen == "results":
        missing = sum(not board.result for board in boards)
        about += " · " + text("web.event-page.open-boards", event.language, open=missing, boards=len(boards))
        boards = _newest_first(event, number, boards)
    elif screen == "pairings":
        boards = sorted(boards, key=lambda board: board.table)
    return Content(screen, about, [_board(board, shown) for board in boards], _nothing(screen))


def _nothing(screen: Screen) -> str:
    return "web.screen.no-results" if screen == "results" else "web.screen.wait"


def _board(board: SeenBoard, shown: Shown) -> Row:
    middle = Cell("result", board.result or ":")
    stage = [Cell("stage", board.stage)] if board.stage else []
    white = _side(shown.cells(board.white.player, board.white.points), "white")
    black = _side(shown.cells(board.black.player, board.black.points), "black")
    return (Cell("board", str(board.table)), white, middle, black, *stage)


def _side(cells: Iterable[Cell], colour: str = "") -> Cell:
    return Cell(f"side {colour}".strip(), "", tuple(cells))


def _newest_first(event: PublicEvent, number: int, boards: list[SeenBoard]) -> list[SeenBoard]:
    """The boards that have a result, the last one first."""
    versions = {board.number: board.version for board in event.view.rounds[number].games}
    return sorted((board for board in boards if board.result), key=lambda board: -versions[board.board])


def _by_name(event: PublicEvent, number: int, boards: list[SeenBoard], shown: Shown) -> list[Row]:
    """Everybody of a round by name, also those who have no game."""
    shown = shown._replace(points=False)
    rows = [
        (seat.own.player.name, (*shown.cells(seat.own.player, ""), *_where(str(seat.board.table), seat.colour)))
        for seat in by_name(boards)
        if seat.own.player is not None
    ]
    for entry, name, kind in byes_of(event.view, number):
        if entry in event.view.entries and not event.view.entries[entry].out_in(number):
            known = "rest" if event.view.event_rules.by_table and kind == "Z" else kind
            why = Cell("why", text(f"web.event-page.absent-{known}", event.language))
            rows.append((name, (*shown.cells(event.view.entries[entry], ""), why)))
    return [row for _, row in sorted(rows, key=lambda named: (plain_name(named[0]), named[0]))]


def _where(table: str, colour: str) -> tuple[Cell, Cell]:
    return Cell("board", table), Cell(f"c{colour}", "")


def _matches(event: PublicEvent, screen: Screen, number: int, about: str) -> Content:
    """The matches of a round with their boards, once both line-ups are known; by name the players of these boards; as
    results the scores alone."""
    matches = seen_matches(event.view, number, event.language)
    if screen == "names" and any(match.boards for match in matches):
        return Content(screen, about, _players_of(matches))
    if screen == "results":
        rows = [_match(match) for match in matches if match.score]
        return Content(screen, about, rows, _nothing(screen))
    players = [player for match in matches for board in match.boards for player in (board.one, board.other)]
    shown = Shown.of(players, [])
    rows = []
    for match in matches:
        rows += [_match(match), *(_board_of_match(board, shown) for board in match.boards)]
    return Content("pairings", about, rows)


def _match(match: SeenMatch) -> Row:
    first = Cell("board match" if match.boards else "board", str(match.match.number))
    score = Cell("result", ":" if match.score is None else " : ".join(match.score))
    return (first, _side([Cell("name", match.one)]), score, _side([Cell("name", match.other)]))


def _board_of_match(board: MatchBoard, shown: Shown) -> Row:
    """A board below its match, the teams on the same sides."""
    colours = ("white", "black") if board.colour == "w" else ("black", "white")
    one, other = (
        _side(shown.cells(player, ""), f"{colour} shown")
        for player, colour in zip((board.one, board.other), colours, strict=True)
    )
    return (Cell("board of-match", str(board.board)), one, Cell("result", board.result or ":"), other)


def _players_of(matches: Sequence[SeenMatch]) -> list[Row]:
    """The players of matches by name, with their teams, their match and board, and their colours."""
    named = []
    for match in matches:
        for board in match.boards:
            other = "b" if board.colour == "w" else "w"
            for player, colour, team in ((board.one, board.colour, match.one), (board.other, other, match.other)):
                if player is not None:
                    where = _where(f"{match.match.number}.{board.board}", colour)
                    named.append((plain_name(player.name), (Cell("name", player.name), Cell("team", team), *where)))
    return [row for _, row in sorted(named, key=lambda player: player[0])]


def _bracket(event: PublicEvent) -> Content | None:
    """The ties of a knock-out, those of the last round that is known first."""
    rounds = bracket_rounds(event.view, event.language)
    known = [one for one in rounds if any(side.player is not None for tie in one.ties for side in tie.sides)]
    if not known:
        return None
    last = known[-1]
    sides = [side for tie in last.ties for side in tie.sides]
    shown = Shown.of([side.player for side in sides], [])

    def cells(side: ShownSide) -> Cell:
        return _side(shown.cells(side.player, "", "" if side.player is not None else side.seat))

    rows = [
        (
            Cell("board", str(tie.number)),
            cells(tie.sides[0]),
            Cell("result", " : ".join(side.scores[-1] if side.scores else "" for side in tie.sides)),
            cells(tie.sides[1]),
            *([Cell("stage", tie.stages[-1])] if len(tie.stages) > 1 else []),
        )
        for tie in last.ties
    ]
    return Content("pairings", last.name, rows)


def _standings(event: PublicEvent, number: int, group: str) -> Content | None:
    try:
        ranked = table_after(event, number or None)
        table = table_of_group(event.view, ranked.table, ranked.event, group) if group else ranked.table
    except ArpadError:
        return None
    view, language = event.view, event.language
    entries = {} if view.event_rules.team else {at: view.entries.get(entry) for at, entry in enumerate(view.numbers, 1)}
    shown = Shown.of([*entries.values()], ["points"])
    first = table.tie_breaks[:1]
    rows = [
        (
            Cell("board", str(row.rank)),
            *shown.cells(
                entries.get(row.number), points_text(row.points, language), row.name + table.mark_of(row.number)
            ),
            *(Cell("more", _value(row.values[code], language)) for code in first),
        )
        for row in table.rows
    ]
    rows += [
        (
            Cell("board", NOBODY),
            *shown.cells(None, points_text(gone.points, language), f"{gone.name} [{gone.left.mark}]"),
            *(Cell("more", "") for _ in first),
        )
        for gone in table.not_ranked
    ]
    return Content("standings", _after(event, table, group), rows)


def _after(event: PublicEvent, table: StandingsTable, group: str) -> str:
    """The line above standings: the group, the round, and what stands beside the points."""
    rounds = event.view.event_rules.rounds
    after = text("web.event-page.after-round", event.language, round=table.competition.counted, rounds=rounds)
    beside = [tie_break_name(code, event.language) for code in table.codes[leading(table.codes) :][:1]]
    return " · ".join([*([group] if group else []), after, *beside])


def _value(value: str | None, language: Language) -> str:
    """Write the value of a tie-break, empty if it is undefined."""
    return "" if value is None else number(Fraction(value), language)


def _prizes(event: PublicEvent) -> Content | None:
    """Who has which prize once the last round is over; before it the prizes that are announced."""
    view, language = event.view, event.language
    if not view.event_rules.prizes:
        return None
    if not prizes_shown(view):
        rows: list[Row] = [
            (Cell("board", str(prize.place)), Cell("name", prize.category), Cell("prize", prize.written(language)))
            for prize in announced_prizes(view.event_rules)
        ]
        return Content("prizes", text("web.screen.prizes-announced", language), rows)
    table = event.kept(("prizes",), (view,), lambda: prize_table(view, event.site.tie_breaks))
    won = () if table is None else [prize for prize in table.prizes if prize.has_prize]
    players = {prize.entry: view.entries.get(prize.entry) for prize in won if not view.event_rules.team}
    shown = Shown.of([*players.values()], [])._replace(ratings=False)
    rows = [
        (
            Cell("board", str(prize.rank)),
            *shown.cells(players.get(prize.entry), "", prize.name),
            Cell("why", prize.category or ""),
            Cell("prize", prize.written(language)),
        )
        for prize in won
    ]
    provisional = table is not None and table.provisional
    return Content("prizes", text(f"web.screen.prizes-{'provisional' if provisional else 'won'}", language), rows)


# The clock of the hall: to the planned start of the round, or to the end of the default time (C.05 6.7).

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


def clock_face(view: PublicState) -> ClockFace:
    """What the clock of an event shows now: of a round that has started its default time, else the next start."""
    current = current_round(view)
    event_round = view.rounds.get(current)
    if event_round is not None and event_round.started_at and not event_round.complete:
        started = dt.datetime.fromisoformat(event_round.started_at)
        minutes = view.event_rules.default_minutes
        at = None if minutes is None or started.tzinfo is None else started + dt.timedelta(minutes=minutes)
        return ClockFace(current, "default", at)
    coming = current if event_round is not None and not event_round.complete else current + 1
    return ClockFace(coming, "start", scheduled_instant(view.event_rules, coming))


def _clock(event: PublicEvent) -> dict[str, object]:
    """What the page of the clock needs."""
    face, now = clock_face(event.view), event.now
    at = None if face.at is None else _hour(event, face.at)
    over = face.at is not None and face.at <= now
    return {"face": face, "left": face.left(now), "at": at, "over": over, "stage": stage_of(event.view)}


def _hour(event: PublicEvent, at: dt.datetime) -> str | None:
    """Write an hour by the clocks of the event, if its zone is known."""
    return event.frame.times.clock(at) if zone_is_known(event.view.event_rules) else None


# The addresses of the screens. The header of each page leads to the next one; after the last comes the first.

screens = APIRouter(tags=["event"], include_in_schema=False)

Seconds = Annotated[int, Query(ge=2, le=600, description="How long a page stays.")]
Columns = Annotated[int, Query(ge=0, le=MOST_COLUMNS, description="Columns beside each other; chosen if 0.")]
Size = Annotated[int | None, Query(ge=14, le=72, description="The height of the letters on 1080 lines.")]
Rows = Annotated[int, Query(ge=0, le=200, description="Rows of a column; as many as fit if 0.")]
PageNumber = Annotated[int, Query(ge=1, le=9999, description="The page.")]
InShape = Annotated[Shape, Query(description="A screen that lies, or one that stands.")]
OfRound = Annotated[int, Query(ge=0, le=9999, description="The round; the one of the moment if 0.")]
OfGroup = Annotated[str, Query(max_length=80, description="A group of the rules, for standings.")]
InTurn = Annotated[list[Screen] | None, Query(max_length=10, description="The screens to show in turn.")]
Turn = Annotated[int, Query(ge=1, le=9999, description="Which of them is shown.")]


def screen_asked(
    seconds: Seconds = 20,
    columns: Columns = 0,
    size: Size = None,
    rows: Rows = 0,
    page: PageNumber = 1,
    shape: InShape = "wide",
) -> ScreenAsked:
    """What an address says about a screen."""
    return ScreenAsked(seconds, columns, size or 0, rows, page, shape)


Asked = Annotated[ScreenAsked, Depends(screen_asked)]


@screens.get("/t/{slug}/screen/all")
def all_screens(
    event: Seen,
    asked: Asked,
    round: OfRound = 0,  # noqa: A002
    group: OfGroup = "",
    show: InTurn = None,
    turn: Turn = 1,
) -> Response:
    """Several screens in turn: those that are named, or what everybody wants to know at this moment."""
    found = [screen_content(event, screen, round, group) for screen in show or screens_now(event)]
    contents = [content for content in found if content is not None]
    at = (turn - 1) % max(1, len(contents))
    return screen_page(event, asked, contents[at] if contents else None, (at + 1, len(contents)))


def screens_now(event: PublicEvent) -> tuple[Screen, ...]:
    """Before a round who plays where, during it the boards, after it the standings; the clock while there is something
    to wait for."""
    event_round = event.view.rounds.get(current_round(event.view))
    waiting: tuple[Screen, ...] = ("clock",) if clock_face(event.view).left(event.now) else ()
    if event_round is None:
        return waiting
    if event_round.complete:
        over: tuple[Screen, ...] = ("prizes",) if prizes_shown(event.view) else ()
        return ("standings", *over, "pairings", *waiting)
    return ("pairings", "standings", *waiting) if event_round.begun else ("names", "pairings", *waiting)


@screens.get("/t/{slug}/screen/{screen}")
def one_screen(event: Seen, screen: Screen, asked: Asked, round: OfRound = 0, group: OfGroup = "") -> Response:  # noqa: A002
    """A screen for the hall."""
    content = screen_content(event, screen, round, group)
    if content is None and screen == "prizes":
        content = Content(screen, "", [], "event-prizes.none")
    return screen_page(event, asked, content)


def screen_page(
    event: PublicEvent, asked: ScreenAsked, content: Content | None, turn: tuple[int, int] = (1, 1)
) -> Response:
    """Return a page of a screen. Its header leads to the next page, or to the next screen in turn."""
    found = content or Content("pairings", "", [])
    layout = asked.layout(found.screen, len(found.rows))
    pages = layout.pages(len(found.rows))
    page = (asked.page - 1) % pages + 1
    values = {
        "frame": event.frame, "content": found, "page": page, "pages": pages,
        "asked": asked, "now": _hour(event, event.now), "columns": columns_of(found.rows, layout, page),
    }  # fmt: skip
    template = "screen_clock.html" if found.screen == "clock" else "screen_rows.html"
    response = html(event.request, template, values | (_clock(event) if found.screen == "clock" else {}))
    following = {"page": page + 1} if page < pages else {"page": 1, "turn": turn[0] % max(1, turn[1]) + 1}
    response.headers["refresh"] = f"{asked.seconds}; url={next_address(event.request, **following)}"
    response.headers["cache-control"] = "no-store"
    return response


def next_address(request: Request, page: int, turn: int | None = None) -> str:
    """Return the address of the next page: what was asked, but for the page and the turn."""
    kept = [
        item for item in request.query_params.multi_items() if item[0] not in ("page", *["turn"] * (turn is not None))
    ]
    turned = [("turn", str(turn))] if turn is not None and turn > 1 else []
    return f"{request.url.path}?{urlencode([*kept, *turned, ('page', str(page))])}"


ROUTERS = (screens,)
