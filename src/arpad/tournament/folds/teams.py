"""Lines about teams: lists, line-ups that become boards, matches that nobody came to."""

from typing import Any

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import with_round
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventBoard, EventState
from arpad.tournament.team_play.teams import NOBODY, EventTeam, TeamLineUp

TUPLES = frozenset({"players"})


def _added(state: EventState, line: LogLine) -> EventState:
    told = {name: value for name, value in line.data.items() if name != "reason"}
    data: dict[str, Any] = {name: tuple(value) if name in TUPLES else value for name, value in told.items()}
    team = EventTeam(**data, version=line.n)
    return _in_team(changed(state, teams={**state.teams, team.team: team}), team)


def _changed(state: EventState, line: LogLine) -> EventState:
    news: dict[str, Any] = {
        name: tuple(new) if name in TUPLES else new for name, (_, new) in line.data["changes"].items()
    }
    team = changed(state.teams[line.data["team"]], version=line.n, **news)
    return _in_team(changed(state, teams={**state.teams, team.team: team}), team)


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
    return _seated(state, line, found.team, found.round)


def _seated(state: EventState, line: LogLine, team: int, number: int) -> EventState:
    """The boards of a match are made when both line-ups stand. A board whose players stay keeps what it has."""
    round_ = state.rounds.get(number)
    match = next((pair for pair in round_.matches if team in pair[1:]), None) if round_ is not None else None
    if round_ is None or match is None or match[0] in round_.forfeits:
        return state
    place, white, black = match
    first, second = state.lineups.get((white, number)), state.lineups.get((black, number))
    if first is None or second is None:
        return state
    boards = {known: board for known, board in round_.boards.items() if board.match != place}
    pattern = ((state.laws.pattern or "WB").upper() * state.laws.boards)[: state.laws.boards]
    for board, (mine, other) in enumerate(zip(first.players, second.players, strict=True), 1):
        seats = (mine, other) if pattern[board - 1] == "W" else (other, mine)
        new = _board((place - 1) * state.laws.boards + board, seats, place, line)
        old = round_.boards.get(new.number)
        boards[new.number] = old if old is not None and (old.white, old.black) == seats else new
    return with_round(state, number, boards=boards)


def _board(number: int, seats: tuple[int, int], match: int, line: LogLine) -> EventBoard:
    """A board; if a seat is empty, the other player has won without a game."""
    white, black = seats
    result = {(True, True): "-/-", (True, False): "-/+", (False, True): "+/-"}.get((white == NOBODY, black == NOBODY))
    return EventBoard(number, white, black, result, version=line.n, match=match)


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
