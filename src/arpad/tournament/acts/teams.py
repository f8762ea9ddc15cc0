"""Teams: entered, changed, lined up; matches that nobody came to."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.i18n import ArpadError, Words
from arpad.tournament.acts.checks import (
    entry_at,
    need_open_list,
    need_published,
    need_round_to_come,
    need_teams,
    need_unfinished,
    team_at,
)
from arpad.tournament.acts.results import draft_given_up
from arpad.tournament.amendments import correction_window
from arpad.tournament.journal import Confirmations, Decide, command, in_turn
from arpad.tournament.kinds.entries import TeamAdded, TeamChanged
from arpad.tournament.kinds.rounds import LineUpSet, MatchForfeited
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import PLAYED
from arpad.tournament.rules import plain
from arpad.tournament.state import NOBODY, EventState
from arpad.tournament.teams import check_line_up, check_players, default_line_up, due_time, least_present, matches_of
from arpad.tournament.times import event_times

FORFEITS = ("+-", "-+", "--")
WITHOUT_POINTS = "Z"


@command
def add_team(
    state: EventState, _confirmations: Confirmations, /, name: str, players: Sequence[int], **fields: Any
) -> Changes:
    """Enter a team with its list of players, in their order."""
    need_teams(state)
    need_open_list(state)
    for team in state.teams.values():
        if team.name == name:
            raise ArpadError("event-team-twice", name=name, team=team.team)
    _free_players(state, players, None)
    number = max(state.teams, default=0) + 1
    return [TeamAdded.change({"team": number, "name": name, "players": list(players), **fields})]


@command
def change_team(state: EventState, _confirmations: Confirmations, number: int, changes: Mapping[str, Any]) -> Changes:
    """Change what is known of a team. Once round 1 is published the order of its list stays; new names go to its
    end."""
    team = team_at(state, number)
    if "players" in changes:
        players = tuple(changes["players"])
        _free_players(state, players, number)
        if state.last_published and players[: len(team.players)] != team.players:
            raise ArpadError("event-team-list", team=team.name)
    return _team_changed(state, number, changes)


@command
def withdraw_team(state: EventState, confirmations: Confirmations, number: int, from_round: int) -> Changes:
    """Withdraw a team from a round on that is not drawn. In a round robin, which is drawn whole, the matches that it
    has not played go to the other teams (C.05 6.6)."""
    team = team_at(state, number)
    need_unfinished(state)
    if state.event_rules.by_table:
        _need_not_over(state, number, from_round)
    elif from_round in state.rounds:
        raise ArpadError("event-round-drawn", round=from_round)
    if from_round > state.event_rules.rounds:
        raise ArpadError("event-round-none", round=from_round, rounds=state.event_rules.rounds)
    data: dict[str, Any] = {"team": number, "changes": {"withdrawn_from": [team.withdrawn_from, from_round]}}
    gone = TeamChanged.change(data | confirmations.kept_reason)
    return [*(matches_given_up(state, number, from_round) if state.event_rules.by_table else ()), gone]


@command
def absent_team(
    state: EventState, _confirmations: Confirmations, number: int, round_number: int, kind: str | None
) -> Changes:
    """Leave a team out of a round that is not drawn, without points; None takes back what it announced, also the bye
    that a file gave it."""
    team = team_at(state, number)
    need_unfinished(state)
    need_round_to_come(state, round_number)
    if kind not in (None, WITHOUT_POINTS):
        raise ArpadError("event-team-absence", team=team.name, round=round_number)
    if team.out_in(round_number):
        raise ArpadError("event-not-there", name=team.name, round=round_number)
    away = {missed: absence for missed, absence in team.away if missed != round_number}
    if kind is not None:
        away[round_number] = kind
    return _team_changed(state, number, {"away": [list(one) for one in sorted(away.items())]})


@command
def return_team(state: EventState, confirmations: Confirmations, number: int, from_round: int | None = None) -> Changes:
    """Let a team that has left, or announced to be away, come back from a round on that is not drawn yet."""
    team = team_at(state, number)
    need_unfinished(state)
    next_round = state.last_drawn + 1
    first = max(next_round, team.withdrawn_from or 1) if from_round is None else from_round
    need_round_to_come(state, first)
    if not team.gone and all(one < first for one, _ in team.away):
        raise ArpadError("event-team-not-gone", team=number, name=team.name)
    if team.gone:
        confirmations.confirm("back", name=team.name, round=first)
    before = {one: team.absence_in(one) for one in range(next_round, first)}
    away = {missed: absence for missed, absence in team.away if missed < next_round} | {
        missed: absence for missed, absence in before.items() if absence is not None
    }
    changes = {"withdrawn_from": None, "away": [list(one) for one in sorted(away.items())]}
    return _team_changed(state, number, changes, confirmations.kept_reason)


def of_side(of_player: Decide, of_team: Decide) -> Decide:
    """Return the command for a player, or in an event of teams the one for a team."""
    return lambda state, confirmations: (of_team if state.event_rules.team else of_player)(state, confirmations)


def _team_changed(
    state: EventState, number: int, changes: Mapping[str, Any], reason: Mapping[str, str] | None = None
) -> list[LogChange]:
    """The line that changes fields of a team, each with its old value and its new one; none if nothing changes."""
    team = state.teams[number]
    pairs = {name: [plain(getattr(team, name)), new] for name, new in changes.items()}
    pairs = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    return [TeamChanged.change({"team": number, "changes": pairs, **(reason or {})})] if pairs else []


def _need_not_over(state: EventState, team: int, first: int) -> None:
    """Refuse to withdraw a team from a match that it has played."""
    over = [
        number
        for number in state.rounds
        for match in matches_of(state, number)
        if team in (match.white, match.black) and match.played
    ]
    after = max(over, default=0) + 1
    if first < after:
        raise ArpadError("event-team-over", team=state.teams[team].name, round=first, next=after)


def matches_given_up(state: EventState, team: int, first: int) -> list[LogChange]:
    """Return the lines that give the matches of a team which it has not played to the others; if the other team has
    left too, both lose in the rounds from the `first` one on that the team misses."""
    others = {one.team for one in state.teams.values() if one.gone}
    lines = []
    for number in sorted(state.rounds):
        gone = {*(others if number >= first else ()), team}
        for match in matches_of(state, number):
            both_left = {match.white, match.black} <= gone
            if team in (match.white, match.black) and not match.played and (both_left or not match.complete):
                came = "".join("-" if side in gone else "+" for side in (match.white, match.black))
                if came != match.forfeit:
                    data = {"round": number, "match": match.number, "forfeit": came, "reason": "withdrawn"}
                    lines.append(MatchForfeited.change(data))
    return lines


@command
def set_line_up(
    state: EventState,
    confirmations: Confirmations,
    number: int,
    round_number: int,
    players: Sequence[int],
    *,
    at: str = "",
) -> Changes:
    """Give the line-up of a team for a round. When it is no longer due only the chief gives it, with a reason. Once the
    round has started it is what was really played, also if its order was wrong."""
    team = team_at(state, number)
    found = state.rounds.get(round_number)
    late = found is not None and found.begun
    if late:
        _not_too_late(state, round_number)
    due = due_time(state, round_number)
    if late or (due and at and at > due):
        due_text = event_times(state.event_rules).day_and_clock(due) if due else Words("tournament.before-the-start")
        confirmations.ask_reason("event-lineup-late", team=team.name, round=round_number, due=due_text)
    if late:
        confirmations.note("lineup-corrected", team=team.name, round=round_number)
        check_players(team, players, state.event_rules.boards)
    else:
        check_line_up(state, team, players)
    _note_empty_boards(players, confirmations)
    old = state.lineups.get((number, round_number))
    if old is not None and old.players == tuple(players):
        return []
    data: dict[str, Any] = {
        "team": number,
        "round": round_number,
        "players": list(players),
        "by": "corrected" if late else "given",
    }
    line_up = LineUpSet.change(data | confirmations.kept_reason)
    return draft_given_up(state, confirmations, line_up) if late else [line_up]


@command
def set_line_ups(
    state: EventState,
    confirmations: Confirmations,
    round_number: int,
    line_ups: Sequence[tuple[int, Sequence[int]]],
    *,
    at: str = "",
) -> Changes:
    """Give the line-ups of several teams for a round, all or none."""
    teams = [team for team, _ in line_ups]
    for team in teams:
        if teams.count(team) > 1:
            raise ArpadError("event-lineups-twice", team=team)
    every = [set_line_up(team, round_number, players, at=at) for team, players in line_ups]
    return in_turn(every)(state, confirmations)


def default_line_ups(state: EventState, number: int) -> list[LogChange]:
    """Return the lines that give teams without a line-up the first of their list, when a round starts."""
    found = state.rounds[number]
    missing = [
        team
        for match, white, black in found.matches
        if match not in found.forfeits
        for team in (white, black)
        if (team, number) not in state.lineups
    ]
    return [
        LineUpSet.change({"team": team, "round": number, "players": list(players), "by": "default"})
        for team in missing
        for players in [default_line_up(state.teams[team], state.event_rules.boards)]
    ]


@command
def forfeit_match(
    state: EventState, confirmations: Confirmations, round_number: int, match: int, forfeit: str
) -> Changes:
    """Forfeit a match to which a team, or both, did not come: no boards, all game points to the other."""
    found = need_published(state, round_number)
    _not_too_late(state, round_number)
    if forfeit not in FORFEITS:
        raise ArpadError("event-match-forfeit", value=forfeit, known=", ".join(FORFEITS))
    if match not in [number for number, _, _ in found.matches]:
        raise ArpadError("event-match-unknown", round=round_number, match=match, last=len(found.matches))
    if found.forfeits.get(match) == forfeit:
        return []
    if any(board.match == match and board.result in PLAYED for board in found.games):
        confirmations.ask_reason("match-played", match=match)
    data = {"round": round_number, "match": match, "forfeit": forfeit}
    return draft_given_up(state, confirmations, MatchForfeited.change(data | confirmations.kept_reason))


def _not_too_late(state: EventState, number: int) -> None:
    """Refuse to change the matches of a round that is locked (C.04.2.D.8)."""
    if correction_window(state, number) == "rating":
        raise ArpadError("event-match-locked", round=number)


def _free_players(state: EventState, players: Sequence[int], team: int | None) -> None:
    """Refuse a list with somebody who is not entered, stands there twice, or plays for another team."""
    for entry in players:
        found = entry_at(state, entry)
        if found.team not in (None, team) or list(players).count(entry) > 1:
            raise ArpadError("event-team-player", entry=entry, name=found.name)


def _note_empty_boards(players: Sequence[int], confirmations: Confirmations) -> None:
    """Empty boards are the last ones, and fewer than half of all (C.05 7)."""
    empty = [place for place, entry in enumerate(players, 1) if entry == NOBODY]
    present, least = len(players) - len(empty), least_present(len(players))
    if present < least:
        confirmations.note("lineup-few", present=present, least=least, boards=len(players))
    if empty and empty[0] <= len(players) - len(empty):
        confirmations.note("lineup-empty", board=empty[0])
