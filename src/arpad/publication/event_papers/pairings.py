"""A round to hang up: its pairings by board and by name, and the sheet on which results are written."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from arpad.publication.crosstable import score_text
from arpad.publication.event_papers.matches import code_text
from arpad.publication.event_papers.model import Paper, PaperColumn, PaperTable, without_empty
from arpad.publication.event_papers.names import (
    BLACK,
    NOBODY,
    WHITE,
    by_table,
    column,
    draft_mark,
    number_of,
    player_name,
    player_title,
    rating_of,
    result_text,
    round_facts,
)
from arpad.publication.event_papers.team_pairings import (
    boards_of_matches,
    matches_by_name,
    matches_table,
    matches_to_write,
)
from arpad.publication.event_papers.words import PaperWords, Told
from arpad.tournament.documents import outside_since, points_before, side_name
from arpad.tournament.results import codes
from arpad.tournament.schedules import plain_name, round_tables
from arpad.tournament.state import EventBoard, EventRound, EventState


def pairings(state: EventState, found: EventRound, words: PaperWords, address: str = "") -> Paper:
    """Return the pairings of a round by board, with points before it and the results as far as they are known."""
    tables = (
        (matches_table(state, found, words), *boards_of_matches(state, found, words))
        if state.laws.team
        else (_by_board(state, found, words),)
    )
    return _round_paper(state, found, words, "pairings", tables, address)


def pairings_by_name(state: EventState, found: EventRound, words: PaperWords, address: str = "") -> Paper:
    """Return the pairings of a round by name: each player finds the table, the colour and the opponent."""
    tables = (matches_by_name(state, found, words),) if state.laws.team else (_by_name(state, found, words),)
    paper = _round_paper(state, found, words, "pairings-by-name", tables, address)
    signs = f"{WHITE} {words.say('paper.column.white')} · {BLACK} {words.say('paper.column.black')}"
    return replace(paper, notes=(signs, *_outside(state, words)))


def result_sheet(state: EventState, found: EventRound, words: PaperWords) -> Paper:
    """Return the boards of a round with room for the results."""
    tables = matches_to_write(state, found, words) if state.laws.team else [_to_write(state, found, words)]
    return _round_paper(state, found, words, "results", tuple(tables), "")


def _round_paper(
    state: EventState, found: EventRound, words: PaperWords, what: str, tables: tuple[PaperTable, ...], address: str
) -> Paper:
    return Paper(
        words.told(f"paper.round-title.{what}", round=found.number),
        tuple(round_facts(state, found, words)),
        tables,
        (*_not_paired(state, found, words), *_outside(state, words)),
        draft_mark(found, words),
        f"{address}/t/{state.laws.slug}/round/{found.number}" if address else "",
    )


class _Seat(NamedTuple):
    """A player at a board: the table, the colour, the opponent."""

    entry: int
    table: int
    sign: str
    opponent: int


def _seats(state: EventState, found: EventRound) -> Iterator[_Seat]:
    tables = round_tables(state, found.number)
    for board in found.games:
        yield _Seat(board.white, tables[board.number], WHITE, board.black)
        yield _Seat(board.black, tables[board.number], BLACK, board.white)


def _by_board(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    boards = by_table(state, found)
    points = {} if state.laws.system == "knockout" else points_before(state, found.number)
    moved = any(table != board.number for table, board in boards)
    columns = [
        column(words, "board", "quiet"), column(words, "table", "strong"),
        *_side_columns(words, "white"), column(words, "result", "result"), *_side_columns(words, "black"),
    ]  # fmt: skip
    rows = [
        (
            str(board.number) if moved else "",
            str(table),
            *_side(state, board.white, points, words),
            result_text(board.result, words),
            *_side(state, board.black, points, words),
        )
        for table, board in boards
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows)))


def _side_columns(words: PaperWords, side: str) -> list[PaperColumn]:
    return [
        column(words, "number", "quiet"), PaperColumn((), "left"), column(words, side, "name"),
        column(words, "rating", "right"), column(words, "points", "right"),
    ]  # fmt: skip


def _side(state: EventState, entry: int, points: dict[int, Fraction], words: PaperWords) -> list[str]:
    score = points.get(entry)
    return [
        number_of(state, entry), player_title(state, entry), player_name(state, entry), rating_of(state, entry),
        "" if score is None else score_text(Fraction(score), words.first),
    ]  # fmt: skip


def _by_name(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    columns = (
        column(words, "name", "name"), column(words, "table", "strong"), PaperColumn((), "center"),
        column(words, "opponent", "name"),
    )  # fmt: skip
    rows = [
        (player_name(state, seat.entry), str(seat.table), seat.sign, player_name(state, seat.opponent))
        for seat in _seats(state, found)
    ]
    rows += [(side_name(state, entry), NOBODY, "", said) for entry, said in _left_out(state, found, words)]
    ordered = sorted(rows, key=lambda row: (plain_name(row[0]), row[0]))
    return PaperTable(columns, tuple(ordered), across=2)


def _left_out(state: EventState, found: EventRound, words: PaperWords) -> list[tuple[int, str]]:
    """Return the players who have no game, and why; those who have left the event are not named."""
    bye = [(found.bye, words.say("paper.bye"))] if found.bye is not None else []
    absent = [
        (entry, words.say(f"paper.absent.{kind}"))
        for entry, kind in found.absent.items()
        if not _has_left(state, entry, found.number)
    ]
    return bye + absent


def _has_left(state: EventState, entry: int, number: int) -> bool:
    return (state.teams if state.laws.team else state.entries)[entry].out_in(number)


def _outside(state: EventState, words: PaperWords) -> Told:
    """Say since which round the event is outside the rules, if it is."""
    since = outside_since(state)
    return () if since is None else words.told("tournament.said.outside-rules", round=since)


def _not_paired(state: EventState, found: EventRound, words: PaperWords) -> list[str]:
    """Return the notes below the boards: who has no game."""
    return [f"{side_name(state, entry)}: {said}" for entry, said in _left_out(state, found, words)]


def _to_write(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    columns = (
        column(words, "table", "strong"), column(words, "white", "name"), PaperColumn((), "box"),
        PaperColumn((), "box"), column(words, "black", "name"), column(words, "remarks", "room"),
    )  # fmt: skip
    rows = [
        (str(table), player_name(state, board.white), *_boxes(board), player_name(state, board.black), "")
        for table, board in by_table(state, found)
    ]
    return PaperTable(columns, tuple(rows), tall=True)


def _boxes(board: EventBoard) -> tuple[str, str]:
    """Return what stands in the two boxes: the result if it is there already."""
    white, black = codes(board.result)
    return code_text(white), code_text(black)
