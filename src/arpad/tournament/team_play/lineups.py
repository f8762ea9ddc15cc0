"""Line-ups (C.05 7): who may sit where, what is played if none is given, and which boards were wrong."""

import datetime as dt
from collections.abc import Mapping, Sequence

from arpad.i18n import ArpadError
from arpad.tournament.state import EventState
from arpad.tournament.team_play.teams import NOBODY, EventTeam
from arpad.tournament.times import scheduled_instant

TOO_STRONG = 100
"""`rating-100`: nobody sits above a team-mate who is rated more than this much higher."""


def default_line_up(team: EventTeam, boards: int) -> tuple[int, ...]:
    """Return the first players of the list: they play if no line-up was given in time. Boards that they do not fill
    stay empty."""
    first = team.players[:boards]
    return (*first, *(NOBODY,) * (boards - len(first)))


def due_time(state: EventState, number: int) -> str:
    """Return the instant until which line-ups of a round are given, in UTC: some minutes before the start that the
    schedule names. Without one, or without a time zone, they are due at the start, and the text is empty."""
    start = scheduled_instant(state.laws, number)
    if start is None:
        return ""
    return (start.astimezone(dt.UTC) - dt.timedelta(minutes=state.laws.line_up_minutes)).isoformat()


def check_line_up(state: EventState, team: EventTeam, players: Sequence[int]) -> None:
    """Refuse a line-up that the rules do not allow, and say what would be right."""
    rules = state.laws
    seated = check_players(team, players, rules.boards)
    legal = legal_order(team, seated, rules.line_up, {entry: state.entries[entry].rating for entry in seated})
    if legal is not None:
        raise ArpadError("event-lineup-order", team=team.name, legal=", ".join(map(str, legal)))


def check_players(team: EventTeam, players: Sequence[int], boards: int) -> list[int]:
    """Return the players who sit down; refuse a line-up of too few or too many boards, with somebody who is not on the
    list, or with somebody twice."""
    if len(players) != boards:
        raise ArpadError("event-lineup-boards", team=team.name, found=len(players), boards=boards)
    seated = [entry for entry in players if entry != NOBODY]
    for entry in seated:
        if entry not in team.players or seated.count(entry) > 1:
            known = ", ".join(map(str, team.players))
            raise ArpadError("event-lineup-player", team=team.name, entry=entry, known=known)
    return seated


def legal_order(
    team: EventTeam, seated: Sequence[int], rule: str, ratings: Mapping[int, int]
) -> tuple[int, ...] | None:
    """Return an order that is allowed, None if the given one is: the order of the list; or nobody above a team-mate
    rated more than 100 higher; or any."""
    if rule == "list":
        right = tuple(sorted(seated, key=team.players.index))
        return None if right == tuple(seated) else right
    if rule == "rating-100":
        fits = all(
            ratings[lower] - ratings[upper] <= TOO_STRONG
            for place, upper in enumerate(seated)
            for lower in seated[place + 1 :]
        )
        return None if fits else tuple(sorted(seated, key=lambda entry: -ratings[entry]))
    return None


def in_list_order(team: EventTeam, players: Sequence[int]) -> bool:
    """Whether a line-up is told by who sat down: in the order of the list, and empty boards last."""
    seated = sorted((entry for entry in players if entry != NOBODY), key=team.players.index)
    return tuple(players) == (*seated, *(NOBODY,) * (len(players) - len(seated)))


def least_present(boards: int) -> int:
    """C.05 7.2: how many players of a team must be there at the start, more than half of the boards."""
    return boards // 2 + 1
