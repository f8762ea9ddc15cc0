"""Standings and crosstable in one table, as the page of an event shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.domain.event import Player
from arpad.i18n import ArpadError, Language
from arpad.standings.crosstable import crosstable_of
from arpad.standings.reasons import tie_break_name
from arpad.standings.table import StandingsTable, leading
from arpad.standings.tables import heading, points_of, under, values_of
from arpad.web.standings.cells import ResultCell, result_cells
from arpad.web.standings.views import ShownReport
from arpad.web.standings.ways import WayOn

MOST_RESULTS = 700
"""The most results that the page of an event shows; a larger crosstable has its own page."""
MOST_ROWS = 200
TIE_BREAKS = 3
"""How many tie-breaks stand beside the points; the page of the standings has all of them."""


@dataclass(frozen=True, slots=True)
class WholeRow:
    """A contestant: place, person, results, points and the first tie-breaks. Without a rank: somebody taken out."""

    number: int
    rank: int | None
    name: str
    title: str
    id: str
    federation: str
    rating: int | None
    cells: Sequence[ResultCell]
    points: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class WholeTable:
    """The table. `columns` are the numbers above the results, none if there are too many for a page; `tie_breaks` are
    codes with their names; `left_out`: there are more rows than a page shows; `by_points`: no edition ranks."""

    title: str
    rows: Sequence[WholeRow]
    columns: Sequence[int]
    against_each: bool
    tie_breaks: Sequence[tuple[str, str]]
    teams: bool
    left_out: bool
    way: WayOn
    by_points: str


def whole_table(shown: ShownReport, ratings: Mapping[int, int | None] | None = None) -> WholeTable | None:
    """Return the standings of a report with its results, None if it has none. `ratings` are those that counted, by
    starting rank, if they are not those of the report."""
    try:
        table = shown.table()
    except ArpadError:
        return None
    return whole_of(shown, table, ratings)


def whole_of(shown: ShownReport, table: StandingsTable, ratings: Mapping[int, int | None] | None = None) -> WholeTable:
    """Return the table of standings that are made already."""
    cross = crosstable_of(table)
    columns = len(cross.rows[0].cells) if cross.rows else 0
    fits = columns * len(cross.rows) <= MOST_RESULTS
    cells = result_cells(table, cross, shown.language) if fits else [[] for _ in cross.rows]
    teams = table.competition.teams
    players = {} if teams else {player.rank: player for player in shown.event.players}
    known = {rank: player.rating for rank, player in players.items()} if ratings is None else ratings
    rows = [
        WholeRow(
            row.number,
            None if row.row is None else row.row.rank,
            row.name,
            *_person(players.get(row.number), shown.ids),
            known.get(row.number),
            own,
            "" if row.row is None else points_of(row.row, shown.language),
            [] if row.row is None else values_of(row.row, shown.language)[:TIE_BREAKS],
        )
        for row, own in zip(cross.rows[:MOST_ROWS], cells, strict=False)
    ]
    return WholeTable(
        heading(table.competition, shown.language),
        rows,
        range(1, columns + 1) if fits else (),
        cross.against_each,
        _tie_breaks(table, shown.language),
        teams,
        len(cross.rows) > MOST_ROWS,
        shown.way,
        under(table, shown.language) if table.edition_id is None else "",
    )


def _person(player: Player | None, ids: bool) -> tuple[str, str, str]:
    """The title, the id to link to and the federation."""
    return ("", "", "") if player is None else (player.title, player.id if ids else "", player.federation)


def _tie_breaks(table: StandingsTable, language: Language) -> list[tuple[str, str]]:
    codes = table.codes[leading(table.codes) :]
    return [(name, tie_break_name(code, language)) for name, code in zip(table.tie_breaks, codes, strict=True)][
        :TIE_BREAKS
    ]
