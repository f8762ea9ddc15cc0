"""Lines about teams: lists, line-ups that become boards, matches that nobody came to."""

from typing import Any

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import with_round
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventBoard, EventState
from arpad.tournament.team_play.matches import board_number, colour_pattern
from arpad.tournament.team_play.teams import EventTeam, TeamLineUp, empty_seat_result

TUPLES = frozenset({"players", "away"})


def _added(state: EventState, line: LogLine) -> EventState:
    told = {name: value for name, value in line.data.items() if name != "reason"}
    data: dict[str, Any] = {name: _kept(name, value) for name, value in told.items()}
    team = EventTeam(**data, version=line.n)
    return _in_team(changed(state, teams={**state.teams, team.team: team}), team)


def _changed(state: EventState, line: LogLine) -> EventState:
    news: dict[str, Any] = {name: _kept(name, new) for name, (_, new) in line.data["changes"].items()}
    team = changed(state.teams[line.data["team"]], version=line.n, **news)
    return _in_team(changed(state, teams={**state.teams, team.team: team}), team)


def _kept(name: str, value: Any) -> Any:
    """A field of a team as the state has it: lists are tuples."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in value) if name in TUPLES else value


def _in_team(state: EventState, team: EventTeam) -> EventState:
    """Every player of the list knows the team."""
    entries = {
        number: changed(entry, team=team.team) if number in team.players else entry
        for number, entry in state.entries.items()
    }
    return changed(state, entries=entries)


def _line_up(state: EventState, line: LogLine) -> EventState:
    data = line.data
    found = TeamLineUp(data["team"], data["round"], tuple(data["players"]), data["by"], line.at)
    state = changed(state, lineups={**state.lineups, (found.team, found.round): found})
    return seated(state, line, found.round, found.team)


def seated(state: EventState, line: LogLine, number: int, team: int | None = None) -> EventState:
    """Return the state with the boards of the matches of a round, or of a team's match: they are made when both
    line-ups stand. A board whose players stay keeps what it has."""
    round_ = state.rounds.get(number)
    for match in round_.matches if round_ is not None else ():
        if team is None or team in match[1:]:
            state = _match_seated(state, line, number, *match)
    return state


def _match_seated(state: EventState, line: LogLine, number: int, place: int, white: int, black: int) -> EventState:
    round_ = state.rounds[number]
    first, second = state.lineups.get((white, number)), state.lineups.get((black, number))
    if first is None or second is None or place in round_.forfeits:
        return state
    boards = {known: board for known, board in round_.boards.items() if board.match != place}
    pattern = colour_pattern(state)
    for board, (mine, other) in enumerate(zip(first.players, second.players, strict=True), 1):
        seats = (mine, other) if pattern[board - 1] == "W" else (other, mine)
        new = _board(board_number(state, place, board), seats, place, line)
        old = round_.boards.get(new.number)
        boards[new.number] = old if old is not None and {old.white, old.black} == set(seats) else new
    return with_round(state, number, boards=boards)


def _board(number: int, seats: tuple[int, int], match: int, line: LogLine) -> EventBoard:
    """A board; if a seat is empty, the other player has won without a game."""
    return EventBoard(number, *seats, empty_seat_result(*seats), version=line.n, match=match)


def _forfeited(state: EventState, line: LogLine) -> EventState:
    number, match = line.data["round"], line.data["match"]
    found = state.rounds[number]
    boards = {known: board for known, board in found.boards.items() if board.match != match}
    return with_round(state, number, boards=boards, forfeits={**found.forfeits, match: line.data["forfeit"]})


FOLDS = {
    "team.added": _added,
    "team.changed": _changed,
    "lineup.set": _line_up,
    "match.forfeited": _forfeited,
}
