"""The cells of a crosstable on a page: the result first, the opponent and the colour small beside it."""

from collections.abc import Sequence
from typing import NamedTuple

from arpad.i18n import Language, text
from arpad.standings.crosstable import SIGNS, TEAM_BYES, CrossCell, Crosstable
from arpad.standings.reasons import points_text
from arpad.standings.table import StandingsTable

BYE = "–"


class ResultCell(NamedTuple):
    """A result, of a double round robin several. `met` is the opponent's number in the table with the colour (12w);
    the cell leads to the row of `opponent`. `itself`: the diagonal."""

    result: str = ""
    met: str = ""
    opponent: int | None = None
    name: str = ""
    itself: bool = False


def result_cells(table: StandingsTable, cross: Crosstable, language: Language) -> list[list[ResultCell]]:
    """The cells of every row."""
    everybody = table.competition.complete or table.competition.contestants
    names = {number: contestant.name for number, contestant in everybody.items()}
    order = [row.number for row in cross.rows]
    teams = table.competition.teams
    return [
        [
            ResultCell(itself=True)
            if cross.against_each and order[at] == row.number
            else _cell(column, names, teams, cross.against_each, language)
            for at, column in enumerate(row.cells)
        ]
        for row in cross.rows
    ]


def _cell(
    column: Sequence[CrossCell], names: dict[int, str], teams: bool, against_each: bool, language: Language
) -> ResultCell:
    told = [cell for cell in column if cell.kind not in ("open", "free")]
    result = " ".join(_result(cell, teams, language) for cell in told)
    first = next((cell for cell in column if cell.opponent is not None), None)
    if first is None or first.opponent is None:
        return ResultCell(result, BYE if result and not teams else "")
    met = "" if against_each else f"{first.shown}{_colour(first, language)}"
    return ResultCell(result, met, first.opponent, names[first.opponent])


def _result(cell: CrossCell, teams: bool, language: Language) -> str:
    if teams and cell.opponent is None:
        return TEAM_BYES[cell.kind]
    return SIGNS.get(cell.kind) or points_text(cell.points, language)


def _colour(cell: CrossCell, language: Language) -> str:
    return "" if cell.colour is None else text(f"form.colour.{cell.colour}", language)
