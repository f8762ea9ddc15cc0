"""Score sheets with their heads filled in: two for each board, one for each player."""

from dataclasses import dataclass

from arpad.publication.event_papers.names import (
    by_table,
    player_name,
    player_title,
    rating_of,
    start_text,
    time_control_of,
)
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.state import EventRound, EventState

MOVES = 60
"""Moves for which a sheet has room."""


@dataclass(frozen=True, slots=True)
class ScoreSheetHead:
    """What stands at the head of a score sheet."""

    event: str
    where: str
    round: str
    table: str
    day: str
    control: str
    white: str
    white_rating: str
    black: str
    black_rating: str


def score_sheet_heads(state: EventState, found: EventRound, words: PaperWords, where: str) -> list[ScoreSheetHead]:
    """Return the head of each board of a round, in the order of the tables."""
    day = start_text(state, found.number, words).partition(",")[0]
    return [
        ScoreSheetHead(
            state.laws.name,
            where,
            str(found.number),
            str(table),
            day,
            time_control_of(state, board.stage),
            _titled(state, board.white),
            rating_of(state, board.white),
            _titled(state, board.black),
            rating_of(state, board.black),
        )
        for table, board in by_table(state, found)
    ]


def _titled(state: EventState, entry: int) -> str:
    return f"{player_title(state, entry)} {player_name(state, entry)}".strip()
