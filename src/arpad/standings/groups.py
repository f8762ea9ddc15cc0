"""Standings of a group: women, under 16, a band of ratings, a federation. They keep the order of the whole event."""

from dataclasses import replace

from arpad.domain import Event
from arpad.locale import ArpadError
from arpad.standings.conditions import parse_condition
from arpad.standings.profile import profile_of
from arpad.standings.table import StandingsRow, StandingsTable


def group_rows(table: StandingsTable, event: Event, condition: str) -> tuple[StandingsRow, ...]:
    """Return the rows of the players who meet a condition, ranked among themselves."""
    if table.competition.teams:
        raise ArpadError("standings.group-of-teams")
    wanted = parse_condition(condition)
    players = {player.rank: player for player in event.players}
    found = [
        row for row in table.rows if wanted.holds(profile_of(players[row.number], row.points, row.rank, event.start))
    ]
    return ranked_again(found)


def ranked_again(rows: list[StandingsRow]) -> tuple[StandingsRow, ...]:
    """Rows of a larger table with ranks of their own: 1, 2, 2, 4."""
    found: list[StandingsRow] = []
    for place, row in enumerate(rows, 1):
        tied = found and rows[place - 2].rank == row.rank
        found.append(replace(row, rank=found[-1].rank if tied else place))
    return tuple(found)
