"""Crosstables, and the standings of one event under several editions."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, shows
from arpad.documents.fields import Table
from arpad.documents.steps import Reasons
from arpad.domain.event import Colour
from arpad.i18n import Language, text
from arpad.regulations.tiebreak_editions import EventKind
from arpad.standings.model import GAME_POINTS, Competition, RecordKind, RoundRecord
from arpad.standings.reasons import points_text
from arpad.standings.table import StandingsRow, StandingsTable, decimal_text


class StandingsWhy(StandingsTable, frozen=True):
    """Rows of standings with their reasons."""

    shown = shows(*StandingsTable.shown, "steps")
    steps: Reasons


# One event under several editions: who changes place.


class ComparedPlace(Document, frozen=True):
    """A contestant's ranks, by the ids of the editions; null under an edition that does not rank them."""

    shown = shows("number", "name", "ranks", "changes")
    number: int
    name: str
    ranks: Mapping[str, int | None]

    @property
    def changes(self) -> bool:
        return len(set(self.ranks.values())) > 1


class StandingsComparison(Document, frozen=True):
    """Standings under several editions."""

    shown = shows("round", "editions", "places")
    editions: tuple[StandingsTable, ...]

    @property
    def round(self) -> int:
        return self.editions[0].round

    @property
    def places(self) -> tuple[ComparedPlace, ...]:
        """Everybody's ranks, in the order of the first edition; those it does not rank come last."""
        ranks = {table.rules.id: {row.number: row.rank for row in table.rows} for table in self.editions}
        names = {row.number: row.name for table in self.editions for row in table.rows}
        return tuple(
            ComparedPlace(number, name, {edition: under.get(number) for edition, under in ranks.items()})
            for number, name in names.items()
        )

    def table(self) -> Table:
        """Return everybody's ranks for a CSV file."""
        ids = [table.rules.id for table in self.editions]
        rows = [[place.number, place.name, *(place.ranks[one] for one in ids), place.changes] for place in self.places]
        return Table(["number", "name", *ids, "changes"], rows)


# The crosstable of an event: round by round for a Swiss, each against each for a round robin; players and teams.

ITSELF = "***"
TEAM_BYES = {"pab": "PAB", "full-bye": "FPB", "half-bye": "HPB", "zero-bye": "ZPB"}
"""A team's round without a match, as record 802 writes it."""
SIGNS = {"forfeit-win": "+", "forfeit-loss": "-"}


class CrossCell(Document, frozen=True):
    """A game, a match or a round without one. `label` is the number of the opponent in this table: the rank in a table
    by rank, the starting number in one by numbers."""

    shown = shows("round", "opponent", "colour", "kind", "points")
    round: int
    kind: RecordKind
    opponent: int | None
    label: int | None
    colour: Colour | None
    points: Fraction


class CrossRow(Document, frozen=True):
    """A contestant's row; `results` are columns of one cell or several (a double round robin). `row` is None for
    players who were taken out (C.05 6.6) or expelled."""

    shown = shows("rank", "number", "name", "cells", "id")
    number: int
    name: str
    row: StandingsRow | None
    results: tuple[tuple[CrossCell, ...], ...]
    id: str | UnsetType | None = UNSET

    @property
    def rank(self) -> int | None:
        return None if self.row is None else self.row.rank

    @property
    def cells(self) -> list[CrossCell]:
        """The cells round by round."""
        return sorted((cell for column in self.results for cell in column), key=lambda cell: cell.round)


class Crosstable(Document, frozen=True):
    """The whole table. `by_rank`: in the order of the standings, and opponents by their rank; `against_each`: a column
    for each opponent in the order of the table, else one for each round."""

    shown = shows("edition", "round", "system", "rows")
    table: StandingsTable
    rows: tuple[CrossRow, ...]
    by_rank: bool

    @property
    def edition(self) -> str | None:
        return self.table.edition

    @property
    def round(self) -> int:
        return self.table.round

    @property
    def system(self) -> EventKind:
        return self.table.system

    @property
    def against_each(self) -> bool:
        return self.table.competition.round_robin

    @property
    def width(self) -> int:
        """How many columns of results there are."""
        return len(self.rows[0].results) if self.rows else 0


def crosstable_of(table: StandingsTable, by_rank: bool = True, ids: Mapping[int, str] | None = None) -> Crosstable:
    """The crosstable of the standings. `ids`: the players of the office by their starting numbers."""
    whole = table.competition
    rows = {row.number: row for row in (table if by_rank else table.by_number).rows}
    labels = {number: place if by_rank else number for place, number in enumerate(rows, 1)}
    labels |= {gone.number: gone.number for gone in table.not_ranked}
    everybody = whole.complete or whole.contestants
    crossed = []
    for number in labels:
        cells = [_cell(whole, record, labels) for record in everybody[number].records]
        results: tuple[tuple[CrossCell, ...], ...] = tuple((cell,) for cell in cells)
        if whole.round_robin:
            results = tuple(tuple(cell for cell in cells if cell.opponent == other) for other in labels)
        id_ = UNSET if ids is None else ids.get(number)
        crossed.append(CrossRow(number, everybody[number].name, rows.get(number), results, id_))
    return Crosstable(table, tuple(crossed), by_rank)


def _cell(whole: Competition, record: RoundRecord, labels: Mapping[int, int]) -> CrossCell:
    points = record.points[GAME_POINTS if whole.teams else 0]
    label = None if record.opponent is None else labels[record.opponent]
    return CrossCell(record.round, record.kind, record.opponent, label, record.colour, whole.points(points))


def cell_text(cell: CrossCell, teams: bool, against_each: bool, language: Language) -> str:
    """12w1, 5b½, 81w-, 142w+; -1 for a bye, -0 for a round without one; in a round robin the result alone."""
    if cell.kind in ("open", "free"):
        return ""
    result = result_text(cell, teams, language)
    if cell.opponent is None:
        return result if teams else f"-{result}"
    return result if against_each else f"{met_text(cell, language)}{result}"


def result_text(cell: CrossCell, teams: bool, language: Language) -> str:
    """The result alone: 1, ½, +, or a team's bye."""
    if teams and cell.opponent is None:
        return TEAM_BYES[cell.kind]
    return SIGNS.get(cell.kind) or points_text(cell.points, language)


def met_text(cell: CrossCell, language: Language) -> str:
    """The opponent's number in the table with the colour: 12w."""
    return f"{cell.label}{'' if cell.colour is None else text(f'form.colour.{cell.colour}', language)}"


def crosstable_rows(cross: Crosstable, language: Language) -> list[list[str]]:
    """The cells of every row as texts, the diagonal of a round robin marked."""
    teams = cross.table.competition.teams
    rows = []
    for place, row in enumerate(cross.rows):
        cells = [
            " ".join(cell_text(cell, teams, cross.against_each, language) for cell in column) for column in row.results
        ]
        if cross.against_each:
            cells[place] = ITSELF
        rows.append(cells)
    return rows


def crosstable_table(cross: Crosstable, language: Language) -> Table:
    """The crosstable for a CSV file."""
    return Table(
        ["rank", "number", "name", *(str(at) for at in range(1, cross.width + 1)), "points"],
        [
            [row.rank, row.number, row.name, *cells, None if row.row is None else decimal_text(row.row.points)]
            for row, cells in zip(cross.rows, crosstable_rows(cross, language), strict=True)
        ],
    )
