"""The boards of a round as the desk shows them: the own ones first, open ones on top, changes of others marked."""

from dataclasses import dataclass
from typing import Any

from arpad.tournament.acts.results import last_claims
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import EventBoard, EventState, Told
from arpad.web.tournaments.seats import Seat

LATEST = 6
"""Entries that the page offers to undo."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at a board."""

    entry: int
    number: int | None
    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board. `own`: it is in the sector of the seat; `other`: somebody else has touched it last; `claims` are what
    the players say, by side."""

    board: int
    table: int
    white: Sitting
    black: Sitting
    result: str | None
    version: int
    own: bool
    other: bool
    last: Told | None
    claims: dict[str, str]
    match: int | None = None

    def document(self) -> dict[str, Any]:
        """The board for programs."""
        return {
            "board": self.board,
            "table": self.table,
            **{
                side: {"entry": one.entry, "number": one.number, "name": one.name}
                for side, one in (("white", self.white), ("black", self.black))
            },
            "result": self.result,
            "version": self.version,
            "own": self.own,
            "who": self.last.who if self.last else None,
            "at": self.last.at if self.last else None,
            "claims": self.claims,
        }


def board_rows(state: EventState, number: int, seat: Seat, *, own: bool = False) -> list[BoardRow]:
    """Return the boards of a round, in their order; only the own ones, if that is wanted."""
    tables = round_tables(state, number)
    numbers = {entry: place for place, entry in enumerate(state.numbers, 1)}
    return [
        _row(state, board, tables[board.number], numbers, seat, number)
        for board in state.rounds[number].games
        if not own or seat.has_board(board.number)
    ]


def _row(
    state: EventState, board: EventBoard, table: int, numbers: dict[int, int], seat: Seat, number: int
) -> BoardRow:
    last = board.history[-1] if board.history else None
    return BoardRow(
        board=board.number,
        table=table,
        white=_sitting(state, board.white, numbers),
        black=_sitting(state, board.black, numbers),
        result=board.result,
        version=board.version,
        own=seat.has_board(board.number),
        other=last is not None and last.who != seat.who,
        last=last,
        claims=last_claims(state, number, board.number),
        match=board.match,
    )


def _sitting(state: EventState, entry: int, numbers: dict[int, int]) -> Sitting:
    player = state.entries.get(entry)
    if player is None:  # an empty board of a team
        return Sitting(entry, None, "–", 0)
    return Sitting(entry, numbers.get(entry), player.name, player.rating)


def latest_entries(state: EventState, number: int) -> list[tuple[int, Told]]:
    """Return the last entries of a round that still hold, each with its board, the newest first."""
    told = [(board.number, board.history[-1]) for board in state.rounds[number].games if board.history]
    held = [one for one in told if one[1].result is not None]
    return sorted(held, key=lambda one: -one[1].n)[:LATEST]
