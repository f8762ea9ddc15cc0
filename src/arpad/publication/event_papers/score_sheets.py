"""Score sheets with their heads filled in: two for each board, one for each player."""

from dataclasses import dataclass

from arpad.publication.event_papers.names import player_name, player_title, rating_of, scheduled, time_text
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.state import EventRound, EventState
from arpad.tournament.tables import round_tables

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
    tables = round_tables(state, found.number)
    start = scheduled(state, found.number)
    stages = {name: control for name, _, control in state.laws.stages}
    return [
        ScoreSheetHead(
            state.laws.name,
            where,
            str(found.number),
            str(tables[board.number]),
            time_text(start, words).partition(",")[0] if start else "",
            stages.get(board.stage, "") if board.stage else state.laws.time_control,
            _titled(state, board.white),
            rating_of(state, board.white),
            _titled(state, board.black),
            rating_of(state, board.black),
        )
        for board in sorted(found.games, key=lambda board: tables[board.number])
    ]


def _titled(state: EventState, entry: int) -> str:
    return f"{player_title(state, entry)} {player_name(state, entry)}".strip()
