"""Standings, crosstables and several editions side by side as tables: for programs, and in words for people."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, shows
from arpad.documents.fields import Table
from arpad.documents.steps import Reasons
from arpad.domain.event import Colour, Event, Player
from arpad.i18n import DECIMAL_MARK, Language, text
from arpad.regulations.tiebreak_editions import EventKind
from arpad.standings.model import GAME_POINTS, MATCH_POINTS, Competition, RecordKind, RoundRecord
from arpad.standings.reasons import points_text, tie_break_name
from arpad.standings.table import StandingsRow, StandingsTable, decimal_text, leading


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


UNDEFINED = "–"
CHANGED = "*"
WORDS = {
    "rank": "standings-rank", "number": "player-rank", "title": "title", "name": "player", "team": "team",
    "federation": "federation", "rating": "rating", "points": "points", "matches": "standings-matches",
}  # fmt: skip
"""The words above the columns."""
SET_LEFT = frozenset({"title", "name", "team", "federation", "changed", "details"})


class WordsColumn(NamedTuple):
    """A column: the word above it, what it is, and for a tie-break its place in the list of the table."""

    heading: str
    name: str
    tie_break: int | None = None

    @property
    def left(self) -> bool:
        return self.name in SET_LEFT


class WordsTable(NamedTuple):
    """A table for people: title, columns, rows of cells, the contestants of the rows, and the lines that explain it."""

    title: str
    columns: tuple[WordsColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    legend: tuple[str, ...]


def standings_in_words(table: StandingsTable, language: Language, event: Event | None = None) -> WordsTable:
    """Return the standings. With the event, titles and federations are shown too."""
    before = _team_cells(table, language) if table.competition.teams else _player_cells(table, event, language)
    return WordsTable(
        heading(table.competition, language),
        (*before.columns, *tie_break_columns(table)),
        tuple((*before.cells(row), *values_of(row, language)) for row in table.rows),
        tuple(row.number for row in table.rows),
        tuple(legend(table, language)),
    )


def heading(whole: Competition, language: Language) -> str:
    """Final standings, or those after a round."""
    key = "provisional" if whole.provisional else "final" if whole.counted >= whole.rounds else "after"
    return text(f"standings.{key}", language, round=whole.counted)


class _Cells(NamedTuple):
    """The columns before the tie-breaks, and how a row fills them."""

    columns: list[WordsColumn]
    cells: Callable[[StandingsRow], list[str]]


def _player_cells(table: StandingsTable, event: Event | None, language: Language) -> _Cells:
    """Rank, number, title, name, federation, rating, points."""
    known = _known(table, event)

    def cells(row: StandingsRow) -> list[str]:
        own = [str(row.rank), str(row.number), *(found[row.number] for found in known.values())]
        return [*own, points_of(row, language)]

    return _Cells([_column(name, language) for name in ("rank", "number", *known, "points")], cells)


def _known(table: StandingsTable, event: Event | None) -> dict[str, Mapping[int, str]]:
    """What is known of the players beside their results; a column that nobody fills is left out."""
    players: Sequence[Player] = () if event is None else event.players
    everybody = table.competition.complete or table.competition.contestants
    found: dict[str, Mapping[int, str]] = {
        "title": {player.rank: player.title for player in players},
        "name": {number: f"{contestant.name}{table.mark_of(number)}" for number, contestant in everybody.items()},
        "federation": {player.rank: player.federation for player in players},
        "rating": {number: str(contestant.rating or "") for number, contestant in everybody.items()},
    }
    return {name: column for name, column in found.items() if name == "name" or any(column.values())}


def _team_cells(table: StandingsTable, language: Language) -> _Cells:
    """Rank, number, team, matches, won, drawn, lost, match points and game points."""
    whole = table.competition
    columns = [_column(name, language) for name in ("rank", "number", "team", "matches")]
    columns += [WordsColumn(sign, "count") for sign in ("+", "=", "-")]
    columns += [
        WordsColumn(name, "points" if score == whole.primary else "score")
        for score, name in ((MATCH_POINTS, "MP"), (GAME_POINTS, "GP"))
    ]

    def cells(row: StandingsRow) -> list[str]:
        met = [record for record in whole.contestants[row.number].records if record.opponent is not None]
        counts = [len(met), *(sum(record.half == half for record in met) for half in (2, 1, 0))]
        totals = [points_text(points, language) for points in table.totals(row.number)]
        return [str(row.rank), str(row.number), f"{row.name}{table.mark_of(row.number)}", *map(str, counts), *totals]

    return _Cells(columns, cells)


def _column(name: str, language: Language) -> WordsColumn:
    return WordsColumn(text(f"table.{WORDS[name]}", language), name)


def tie_break_columns(table: StandingsTable) -> list[WordsColumn]:
    first = leading(table.codes)
    return [WordsColumn(name, "value", place) for place, name in enumerate(table.tie_breaks, first)]


def points_of(row: StandingsRow, language: Language) -> str:
    """The score of a row as tables have it."""
    return points_text(row.points, language)


def values_of(row: StandingsRow, language: Language) -> list[str]:
    """The values of a row as the language writes them."""
    return [UNDEFINED if value is None else value.replace(".", DECIMAL_MARK[language]) for value in row.values.values()]


def legend(table: StandingsTable, language: Language) -> list[str]:
    """What the columns are, which ties are left, and under which edition."""
    codes = table.codes[leading(table.codes) :]
    lines = [f"{name}: {tie_break_name(code, language)}" for name, code in zip(table.tie_breaks, codes, strict=True)]
    if table.shared:
        lines.append(text("standings.ties-left", language, ranks=", ".join(map(str, table.shared))))
    lines += left_lines(table, language)
    lines.append(under(table, language))
    return lines


def left_lines(table: StandingsTable, language: Language) -> list[str]:
    """What the marks of players who left mean, and who is not ranked, with their points and the article."""
    kinds = [
        kind for kind in ("withdrawn", "expelled") if kind in {departure.kind for departure in table.left.values()}
    ]
    lines = [text(f"standings.left.{kind}", language) for kind in kinds]
    for one in table.not_ranked:
        who = f"{one.number} {one.name} [{one.left.mark}]"
        points = points_text(one.points, language)
        lines.append(text("standings.not-ranked", language, who=who, points=points, article=one.article.number))
    return lines


def under(table: StandingsTable, language: Language) -> str:
    """The edition, and who chose the list; that the score alone counts, if there is no edition."""
    if table.edition is None:
        return text("standings.under-none", language)
    origin = text(f"standings.list-from.{table.chosen.origin}", language)
    return text("standings.under", language, edition=table.edition, origin=origin)


def crosstable_in_words(cross: Crosstable, language: Language, event: Event | None = None) -> WordsTable:
    """Return the crosstable; players who were taken out stand at the end without a rank. With the event, titles,
    federations and ratings are shown too."""
    table = cross.table
    known = _known(table, event)
    if event is None or table.competition.teams:
        known = {"name": known["name"]}
    rounds = [WordsColumn(str(at), "result") for at in range(1, cross.width + 1)]
    who = [_column("team" if name == "name" and table.competition.teams else name, language) for name in known]
    key = "opponents-by-rank" if cross.by_rank else "opponents-by-number"
    about = [] if cross.against_each else [text(f"standings.{key}", language)]

    def cells(row: CrossRow) -> list[str]:
        shown = [found[row.number] for found in known.values()]
        if row.row is None:
            shown[list(known).index("name")] = f"({row.name}){table.mark_of(row.number)}"
        return ["" if row.row is None else str(row.row.rank), str(row.number), *shown]

    return WordsTable(
        heading(table.competition, language),
        (_column("rank", language), _column("number", language), *who, *rounds, _column("points", language)),
        tuple(
            (*cells(row), *results, "" if row.row is None else points_of(row.row, language))
            for row, results in zip(cross.rows, crosstable_rows(cross, language), strict=True)
        ),
        tuple(row.number for row in cross.rows),
        (*about, *left_lines(table, language), under(table, language)),
    )


def comparison_in_words(comparison: StandingsComparison, language: Language) -> WordsTable:
    """Return the ranks under several editions with their values; players who change place are marked."""
    tables, places = comparison.editions, comparison.places
    rows = [{row.number: row for row in table.rows} for table in tables]
    columns = [_column("number", language), _column("name", language), WordsColumn("", "changed")]
    for table in tables:
        columns += [WordsColumn(table.rules.id, "edition"), *tie_break_columns(table)]
    widths = [1 + len(table.tie_breaks) for table in tables]
    cells = []
    for place in places:
        own = [str(place.number), place.name, CHANGED if place.changes else ""]
        for of_edition, width in zip(rows, widths, strict=True):
            row = of_edition.get(place.number)
            own += [UNDEFINED] * width if row is None else [str(row.rank), *values_of(row, language)]
        cells.append(tuple(own))
    changed = text("standings.changed", language, count=sum(place.changes for place in places))
    return WordsTable(
        heading(tables[0].competition, language),
        tuple(columns),
        tuple(cells),
        tuple(place.number for place in places),
        (changed,),
    )
