"""Crosstables, comparisons of editions, and the standings as JSON and CSV."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, NotRequired, TypedDict

from arpad.documents.fields import Table
from arpad.documents.findings import findings_json
from arpad.documents.schema import Exact, FindingDocument, StepDocument
from arpad.domain.event import Colour
from arpad.i18n import Language, text
from arpad.standings.model import GAME_POINTS, Competition, RecordKind, RoundRecord
from arpad.standings.reasons import points_text
from arpad.standings.table import Departure, StandingsRow, StandingsTable, decimal_text, shared_ranks

# The shapes of the documents about standings.


class LeftDocument(TypedDict):
    """How somebody left an event: withdrawn or expelled; `round` is the first one without them."""

    kind: str
    round: int | None


class NotRankedDocument(TypedDict):
    """Somebody without a place, and the article by which."""

    number: int
    name: str
    points: Exact
    left: LeftDocument
    article: str
    entry: NotRequired[int]
    team: NotRequired[int]


class StandingsRowDocument(TypedDict):
    """A row of standings. `number` is the starting number; `id`, `entry` or `team` are there if they are known,
    `left` if they withdrew or were expelled."""

    rank: int
    number: int
    name: str
    points: Exact
    values: dict[str, str | None]
    left: NotRequired[LeftDocument]
    id: NotRequired[str | None]
    entry: NotRequired[int]
    team: NotRequired[int]


class StandingsDocument(TypedDict):
    """Standings with their tie-breaks."""

    edition: str | None
    round: int
    system: str
    tie_breaks: list[str]
    list_from: str
    dropped: list[str]
    rows: list[StandingsRowDocument]
    shared: list[int]
    not_ranked: NotRequired[list[NotRankedDocument]]
    findings: NotRequired[list[FindingDocument]]


class StandingsWhyDocument(StandingsDocument):
    """Rows of standings with their reasons."""

    steps: list[StepDocument]


class CrossCellDocument(TypedDict):
    """A round of a contestant."""

    round: int
    opponent: int | None
    colour: str | None
    kind: str
    points: Exact


class CrossRowDocument(TypedDict):
    """A contestant's row of a crosstable; `rank` is null for players who were taken out."""

    rank: int | None
    number: int
    name: str
    cells: list[CrossCellDocument]
    id: NotRequired[str | None]


class CrosstableDocument(TypedDict):
    """A crosstable."""

    edition: str | None
    round: int
    system: str
    rows: list[CrossRowDocument]


class ComparedPlaceDocument(TypedDict):
    """A contestant's ranks, by the ids of the editions; null under an edition that does not rank them."""

    number: int
    name: str
    ranks: dict[str, int | None]
    changes: bool


class StandingsComparisonDocument(TypedDict):
    """Standings under several editions."""

    round: int
    editions: list[StandingsDocument]
    places: list[ComparedPlaceDocument]


# The standings as JSON, and as rows of a CSV file.

FIXED = ("rank", "number", "name", "points")


def standings_document(
    table: StandingsTable,
    language: Language,
    rows: Sequence[StandingsRow] | None = None,
    ids: Mapping[int, str] | None = None,
) -> StandingsDocument:
    """The standings as the contract has them. `rows`: those of a group, or in another order; `ids`: the players of the
    office by their starting numbers."""
    shown = table.rows if rows is None else rows
    document: StandingsDocument = {
        "edition": table.edition_id,
        "round": table.competition.counted,
        "system": table.competition.kind,
        "tie_breaks": list(table.tie_breaks),
        "list_from": table.chosen.origin,
        "dropped": [tie_break.code for tie_break in table.chosen.dropped],
        "rows": [row_document(table, row, ids) for row in shown],
        "shared": list(shared_ranks(shown)),
    }
    if table.not_ranked:
        document["not_ranked"] = [
            {"number": one.number, "name": one.name, "points": one.points, "left": left_document(one.left),
             "article": one.article.number}
            for one in table.not_ranked
        ]  # fmt: skip
    if table.findings:
        document["findings"] = findings_json(table.findings, language)
    return document


def row_document(
    table: StandingsTable, row: StandingsRow, ids: Mapping[int, str] | None = None
) -> StandingsRowDocument:
    """A row of the standings."""
    document: StandingsRowDocument = {
        "rank": row.rank,
        "number": row.number,
        "name": row.name,
        "points": row.points,
        "values": dict(zip(table.tie_breaks, row.values, strict=True)),
    }
    if row.number in table.left:
        document["left"] = left_document(table.left[row.number])
    if ids is not None:
        document["id"] = ids.get(row.number)
    return document


def left_document(left: Departure) -> LeftDocument:
    """How somebody left, and the first round without them."""
    return {"kind": left.kind, "round": left.round}


def standings_rows(table: StandingsTable, rows: Sequence[StandingsRow]) -> Table:
    """The standings for a CSV file: one row for each contestant, undefined values empty. If somebody has left, a last
    column has the marks, and those without a place come last."""
    head = [*FIXED, *table.tie_breaks]
    found: list[list[object]] = [
        [row.rank, row.number, row.name, decimal_text(row.points), *row.values] for row in rows
    ]
    if not table.left:
        return Table(head, found)
    marks = [table.left[row.number].mark if row.number in table.left else "" for row in rows]
    marked = [[*cells, mark] for cells, mark in zip(found, marks, strict=True)]
    none = [""] * len(table.tie_breaks)
    last = [["", one.number, one.name, decimal_text(one.points), *none, one.left.mark] for one in table.not_ranked]
    return Table([*head, "left"], [*marked, *last])


# One event under several editions: who changes place.


class ComparedPlace(NamedTuple):
    """A contestant's rank under each edition, in the order of the editions; None where they are not ranked."""

    number: int
    name: str
    ranks: tuple[int | None, ...]

    @property
    def changes(self) -> bool:
        return len(set(self.ranks)) > 1


def compare_places(tables: Sequence[StandingsTable]) -> tuple[ComparedPlace, ...]:
    """Everybody's ranks under several editions, in the order of the first; those it does not rank come last."""
    ranks = [{row.number: row.rank for row in table.rows} for table in tables]
    names = {row.number: row.name for table in tables for row in table.rows}
    return tuple(
        [ComparedPlace(number, name, tuple([under.get(number) for under in ranks])) for number, name in names.items()]
    )


def comparison_document(tables: Sequence[StandingsTable], language: Language) -> StandingsComparisonDocument:
    """The standings under each edition, and who changes place."""
    ids = [table.edition.id for table in tables]
    return {
        "round": tables[0].competition.counted,
        "editions": [standings_document(table, language) for table in tables],
        "places": [
            {
                "number": place.number,
                "name": place.name,
                "ranks": dict(zip(ids, place.ranks, strict=True)),
                "changes": place.changes,
            }
            for place in compare_places(tables)
        ],
    }


def comparison_rows(tables: Sequence[StandingsTable]) -> Table:
    """Everybody's ranks under several editions, for a CSV file."""
    return Table(
        ["number", "name", *(table.edition.id for table in tables), "changes"],
        [[place.number, place.name, *place.ranks, place.changes] for place in compare_places(tables)],
    )


# The crosstable of an event: round by round for a Swiss, each against each for a round robin; players and teams.

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
