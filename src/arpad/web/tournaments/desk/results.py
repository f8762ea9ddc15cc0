"""Staff pages for results of a round: entry, board history, corrections, penalties and absent players."""

from typing import Annotated, Any, TypedDict

from fastapi import Query

from arpad.documents.document import Document, shows
from arpad.tournament.acts.act import RoundNumber
from arpad.tournament.acts.checks import board_at, need_published
from arpad.tournament.acts.results import last_claims
from arpad.tournament.amendments import correction_window, default_time
from arpad.tournament.documents import board_document
from arpad.tournament.results import UNUSUAL
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import EventBoard, EventState, Told, round_stage
from arpad.web.cache import Answer
from arpad.web.tournaments.actions import Access
from arpad.web.tournaments.context import AsArbiter, AsScorer, BoardInPath, EventContext, RoundInPath, staff_pages
from arpad.web.tournaments.desk.event import UndoLine
from arpad.web.tournaments.desk.shapes import DESK_BOARD

# Undo: what a board had before.


class UndoResult(UndoLine, frozen=True):
    """Undo the entry of a result: what the board had before is there again."""

    name = "undo-result"
    path = "desk/results/{round}/undo/{line}"
    back = "desk/results/{round}"

    round: RoundNumber


# The boards of a round as the desk shows them: the own ones first, open ones on top, changes of others marked.

LATEST = 6
"""Entries that the page offers to undo."""


class ResultSeat(Document, frozen=True):
    """A player at a board of the desk."""

    shown = shows("entry", "number", "name")
    entry: int
    number: int | None
    name: str
    rating: int


class ResultRow(Document, frozen=True):
    """A board at the desk: `own`, in the sector of the seat; who touched it last; what its players say."""

    shown = shows("board", "table", "white", "black", "result", "version", "own", "who", "at", "claims")
    board: int
    table: int
    white: ResultSeat
    black: ResultSeat
    result: str | None
    version: int
    own: bool
    other: bool
    last: Told | None
    claims: dict[str, str]
    match: int | None = None

    @property
    def who(self) -> str | None:
        return self.last.who if self.last else None

    @property
    def at(self) -> str | None:
        return self.last.at if self.last else None


class RoundResultsDocument(TypedDict):
    """A round at its desk."""

    round: int
    state: str
    open: list[int]
    own_open: list[int]
    started_at: str | None
    default_time: str | None
    time_zone: str
    results_published: bool
    boards: list[ResultRow]


class AbsentPlayersDocument(TypedDict):
    """The open boards of a round, and whether the default time is over."""

    round: int
    default_time: str | None
    time_zone: str
    over: bool
    boards: list[ResultRow]


def board_rows(state: EventState, number: int, access: Access, *, own: bool = False) -> list[ResultRow]:
    """Return the boards of a round, in their order; only the own ones, if that is wanted."""
    tables = round_tables(state, number)
    numbers = {entry: place for place, entry in enumerate(state.numbers, 1)}
    return [
        _row(state, board, tables[board.number], numbers, access, number)
        for board in state.rounds[number].games
        if not own or access.has_board(board.number)
    ]


def _row(
    state: EventState, board: EventBoard, table: int, numbers: dict[int, int], access: Access, number: int
) -> ResultRow:
    last = board.history[-1] if board.history else None
    return ResultRow(
        board=board.number,
        table=table,
        white=_sitting(state, board.white, numbers),
        black=_sitting(state, board.black, numbers),
        result=board.result,
        version=board.version,
        own=access.has_board(board.number),
        other=last is not None and last.who != access.who,
        last=last,
        claims=last_claims(state, number, board.number),
        match=board.match,
    )


def _sitting(state: EventState, entry: int, numbers: dict[int, int]) -> ResultSeat:
    player = state.entries.get(entry)
    if player is None:  # an empty board of a team
        return ResultSeat(entry, None, "–", 0)
    return ResultSeat(entry, numbers.get(entry), player.name, player.rating)


def latest_entries(state: EventState, number: int) -> list[tuple[int, Told]]:
    """Return the last entries of a round that still hold, each with its board, the newest first."""
    told = [(board.number, board.history[-1]) for board in state.rounds[number].games if board.history]
    held = [one for one in told if one[1].result is not None]
    return sorted(held, key=lambda one: -one[1].n)[:LATEST]


# The results of a round: by keyboard, by thumb, pasted; a board with its history; players who did not come.

result_pages = staff_pages()
ShowOthers = Annotated[bool, Query(description="Whether the page shows the boards of others too.")]

MENU = {
    "played": ("1-0", "1/2", "0-1"),
    "forfeits": ("+/-", "-/+", "-/-"),
    "short": ("W-L", "D-D", "L-W"),
    "unusual": tuple(UNUSUAL),
}
"""What a board may have, as its page offers it."""


@result_pages.page("/t/{slug}/desk/results/{number}", "event_results.html", RoundResultsDocument)
def round_results(place: AsScorer, number: RoundInPath, others: ShowOthers = False) -> Answer:
    """The boards of a round with their results: the own ones first, open ones on top."""
    need_published(place.state, number)

    def page() -> dict[str, Any]:
        rows = board_rows(place.state, number, place.seat, own=not others)
        own = [row for row in rows if row.own]
        return {
            "data": results_document(place, number),
            "own": own,
            "others": [row for row in rows if not row.own],
            "other_boards": len(place.state.rounds[number].games) - len(own),
            "latest": latest_entries(place.state, number) if place.seat.may_be("arbiter") else [],
            "rounds": [
                one for one, event_round in sorted(place.state.rounds.items()) if event_round.published_n is not None
            ],
            "n": place.state.n,
        }

    def document() -> dict[str, Any]:
        boards = board_rows(place.state, number, place.seat)
        return results_document(place, number) | {"boards": [row.document() for row in boards]}

    return place.answer(document, page)


def results_document(place: EventContext, number: int) -> dict[str, Any]:
    """A round at its desk."""
    event_round = place.state.rounds[number]
    open_ = place.state.rounds[number].open_boards
    return {
        "round": number,
        "state": round_stage(place.state, number),
        "open": open_,
        "own_open": [board for board in open_ if place.seat.has_board(board)],
        "started_at": event_round.started_at or None,
        "default_time": default_time(place.state, number),
        "results_published": event_round.results_n is not None,
        "time_zone": place.frame.times.name,
    }


@result_pages.page("/t/{slug}/desk/results/{number}/absent", "event_absent.html", AbsentPlayersDocument)
def absent_players(place: AsArbiter, number: RoundInPath) -> Answer:
    """Laws 6.7: the open boards, to tick the players who have not come."""
    need_published(place.state, number)
    rows = [row for row in board_rows(place.state, number, place.seat) if row.result is None]
    lost_at = default_time(place.state, number)
    over = lost_at is not None and place.now.isoformat() >= lost_at

    def document() -> dict[str, Any]:
        boards = [row.document() for row in rows]
        zone = place.frame.times.name
        return {"round": number, "default_time": lost_at, "time_zone": zone, "over": over, "boards": boards}

    return place.answer(document, lambda: {"data": document(), "rows": rows})


@result_pages.page("/t/{slug}/desk/results/{number}/{board}", "event_board.html", DESK_BOARD)
def one_board(place: AsScorer, number: RoundInPath, board: BoardInPath) -> Answer:
    """A board with everything that was entered for it, and everything that it may have."""
    need_published(place.state, number)
    board_at(place.state, number, board)
    row = next(result_row for result_row in board_rows(place.state, number, place.seat) if result_row.board == board)

    def document() -> dict[str, Any]:
        return board_document(place.state, number, board).document() | {"claims": row.claims, "own": row.own}

    return place.answer(
        document,
        lambda: {
            "data": document(),
            "row": row,
            "menu": _menu(place, row),
            "window": correction_window(place.state, number, place.now.isoformat()),
        },
    )


def _menu(place: EventContext, row: ResultRow) -> dict[str, tuple[str, ...]]:
    """What this seat may enter here."""
    if place.seat.may_be("chief"):
        return MENU
    if place.seat.may_be("arbiter"):
        return {name: codes for name, codes in MENU.items() if name != "unusual"}
    return {"played": MENU["played"]} if row.own and row.result is None else {}
