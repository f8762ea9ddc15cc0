"""The crosstable of an event: round by round for a Swiss, each against each for a round robin; players and teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.documents.fields import Table
from arpad.domain.event import Colour
from arpad.i18n import Language, text
from arpad.standings.model import GAME_POINTS, Competition, RecordKind, RoundRecord
from arpad.standings.shapes import CrossRowDocument
from arpad.standings.table import StandingsRow, StandingsTable, decimal_text
from arpad.standings.words import points_text

ITSELF = "***"
TEAM_BYES = {"pab": "PAB", "full-bye": "FPB", "half-bye": "HPB", "zero-bye": "ZPB"}
"""A team's round without a match, as record 802 writes it."""
SIGNS = {"forfeit-win": "+", "forfeit-loss": "-"}


class CrossCell(NamedTuple):
    """A game, a match or a round without one. `shown` is the number of the opponent in this table: the rank in a table
    by rank, the starting number in one by numbers."""

    round: int
    kind: RecordKind
    opponent: int | None
    shown: int | None
    colour: Colour | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A contestant's row; `cells` are columns of one cell or several (a double round robin). `row` is None for
    players who were taken out (C.05 6.6) or expelled."""

    number: int
    name: str
    row: StandingsRow | None
    cells: tuple[tuple[CrossCell, ...], ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The whole table. `by_rank`: in the order of the standings, and opponents by their rank; `against_each`: a column
    for each opponent in the order of the table, else one for each round."""

    rows: tuple[CrossRow, ...]
    by_rank: bool
    against_each: bool


def crosstable_of(table: StandingsTable, by_rank: bool = True) -> Crosstable:
    """The crosstable of the standings."""
    whole = table.competition
    rows = list(table.rows) if by_rank else sorted(table.rows, key=lambda row: row.number)
    shown = {row.number: place if by_rank else row.number for place, row in enumerate(rows, 1)}
    without_place = [one.number for one in table.not_ranked]
    shown |= {number: number for number in without_place}
    order = [*(row.number for row in rows), *without_place]
    against_each = whole.round_robin
    found = [_row(whole, row.number, row, order, shown, against_each) for row in rows]
    found += [_row(whole, number, None, order, shown, against_each) for number in without_place]
    return Crosstable(tuple(found), by_rank, against_each)


def _row(
    whole: Competition,
    number: int,
    row: StandingsRow | None,
    order: Sequence[int],
    shown: dict[int, int],
    against_each: bool,
) -> CrossRow:
    contestant = (whole.complete or whole.contestants)[number]
    cells = [_cell(whole, record, shown) for record in contestant.records]
    if against_each:
        columns = tuple(tuple(cell for cell in cells if cell.opponent == other) for other in order)
    else:
        columns = tuple((cell,) for cell in cells)
    return CrossRow(number, contestant.name, row, columns)


def _cell(whole: Competition, record: RoundRecord, shown: dict[int, int]) -> CrossCell:
    points = record.points[GAME_POINTS if whole.teams else 0]
    opponent = record.opponent
    return CrossCell(
        record.round,
        record.kind,
        opponent,
        None if opponent is None else shown[opponent],
        record.colour,
        whole.points(points),
    )


def cell_text(cell: CrossCell, teams: bool, against_each: bool, language: Language) -> str:
    """12w1, 5b½, 81w-, 142w+; -1 for a bye, -0 for a round without one; in a round robin the result alone."""
    if cell.kind in ("open", "free"):
        return ""
    result = SIGNS.get(cell.kind) or points_text(cell.points, language)
    if cell.opponent is None:
        return TEAM_BYES[cell.kind] if teams else f"-{result}"
    if against_each:
        return result
    colour = "" if cell.colour is None else text(f"form.colour.{cell.colour}", language)
    return f"{cell.shown}{colour}{result}"


def crosstable_rows(table: StandingsTable, cross: Crosstable, language: Language) -> list[list[str]]:
    """The cells of every row as texts, the diagonal of a round robin marked."""
    teams = table.competition.teams
    order = [row.number for row in cross.rows]
    found = []
    for row in cross.rows:
        cells = [
            " ".join(cell_text(cell, teams, cross.against_each, language) for cell in column) for column in row.cells
        ]
        if cross.against_each:
            cells[order.index(row.number)] = ITSELF
        found.append(cells)
    return found


def crosstable_document(cross: Crosstable, ids: Mapping[int, str] | None = None) -> list[CrossRowDocument]:
    """The crosstable as JSON. `ids`: the players of the office by their starting numbers."""
    found: list[CrossRowDocument] = [
        {
            "rank": None if row.row is None else row.row.rank,
            "number": row.number,
            "name": row.name,
            "cells": [
                {
                    "round": cell.round,
                    "opponent": cell.opponent,
                    "colour": cell.colour,
                    "kind": cell.kind,
                    "points": cell.points,
                }
                for cell in sorted((cell for column in row.cells for cell in column), key=lambda cell: cell.round)
            ],
        }
        for row in cross.rows
    ]
    if ids is not None:
        for one in found:
            one["id"] = ids.get(one["number"])
    return found


def crosstable_table(table: StandingsTable, cross: Crosstable, language: Language) -> Table:
    """The crosstable for a CSV file."""
    columns = len(cross.rows[0].cells) if cross.rows else 0
    return Table(
        ["rank", "number", "name", *(str(at) for at in range(1, columns + 1)), "points"],
        [
            [*_place(row), *cells, None if row.row is None else decimal_text(row.row.points)]
            for row, cells in zip(cross.rows, crosstable_rows(table, cross, language), strict=True)
        ],
    )


def _place(row: CrossRow) -> list[object]:
    return [None if row.row is None else row.row.rank, row.number, row.name]
