"""Standings of a group: women, under 16, a band of ratings, a federation. They keep the order of the whole event."""

from dataclasses import replace

from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.standings.conditions import parse_condition
from arpad.standings.profile import profile_of
from arpad.standings.table import StandingsRow, StandingsTable


def group_table(table: StandingsTable, event: Event, condition: str) -> StandingsTable:
    """Return the standings of the players who meet a condition, ranked among themselves."""
    if table.competition.teams:
        raise ArpadError("standings.group-of-teams")
    wanted = parse_condition(condition)
    players = {player.rank: player for player in event.players}
    found = [
        row for row in table.rows if wanted.holds(profile_of(players[row.number], row.points, row.rank, event.start))
    ]
    without_place = [
        one.number
        for one in table.not_ranked
        if wanted.holds(profile_of(players[one.number], one.points, on=event.start))
    ]
    return table.narrowed(ranked_again(found), {*(row.number for row in found), *without_place})


def ranked_again(rows: list[StandingsRow]) -> tuple[StandingsRow, ...]:
    """Rows of a larger table with ranks of their own: 1, 2, 2, 4."""
    found: list[StandingsRow] = []
    for place, row in enumerate(rows, 1):
        tied = found and rows[place - 2].rank == row.rank
        found.append(replace(row, rank=found[-1].rank if tied else place))
    return tuple(found)
