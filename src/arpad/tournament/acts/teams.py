"""Teams: entered, changed, lined up; matches that nobody came to."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from arpad.i18n import ArpadError, Words
from arpad.inputs.declared import Input, one_of, whole, whole_numbers
from arpad.tournament.acts.absences import AbsenceKind, OutFrom, ReturnEntry, SetAbsence, absence_kind, absence_reply
from arpad.tournament.acts.act import (
    MOST,
    Act,
    EntryNumber,
    PerhapsRound,
    Reply,
    RoundNumber,
    TeamNumber,
    at_fields,
    number_input,
    reply_shape,
)
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
from arpad.tournament.documents import (
    EventTeamDocument,
    LineUpDocument,
    MatchDocument,
    line_up_document,
    match_documents,
    team_document,
)
from arpad.tournament.journal import Confirmations, Done, in_turn
from arpad.tournament.kinds.entries import AbsenceCleared, AbsenceSet, EntryReturned, TeamAdded, TeamChanged
from arpad.tournament.kinds.rounds import LineUpSet, MatchForfeited, RoundCleared
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import PLAYED
from arpad.tournament.rules import plain
from arpad.tournament.state import NOBODY, EventState
from arpad.tournament.teams import (
    check_line_up,
    check_players,
    default_line_up,
    due_time,
    least_present,
    line_ups_missing,
    matches_of,
)
from arpad.tournament.times import event_times

FORFEITS = ("+-", "-+", "--")
WITHOUT_POINTS = "Z"


class OfTeam(Act, frozen=True):
    """Something that is done to one team."""

    answers = (reply_shape("OneTeam", team=EventTeamDocument),)
    back = "desk/teams"
    least = "arbiter"

    team: TeamNumber

    def reply(self, done: Done) -> Reply:
        return _team_reply(done, self.team)

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"team": team_document(state, self.team)}

    def words(self, done: Done) -> Mapping[str, object]:
        return {"name": done.state.teams[self.team].name}


def _team_reply(done: Done, team: int) -> Reply:
    document = team_document(done.state, team)
    return Reply("team", {"team": team, "name": document.name}, {"team": document})


TeamName = Input(about="The name of the team.", max_length=60)
Short = Annotated[str | None, Input(about="A short name.", max_length=20)]
Captain = Annotated[str | None, Input(about="The captain.", max_length=80)]
Strength = Annotated[int | None, Input(whole(0, MOST), "number", "The strength.", max_length=10)]


def list_input(about: str) -> Input:
    return Input(whole_numbers, "area", about, max_length=2000, players=True)


class AddTeam(Act, frozen=True):
    """Enter a team with its list of players."""

    name = "team"
    path = "desk/teams"
    back = "desk/teams"
    writes = (TeamAdded,)
    answers = OfTeam.answers
    problems = at_fields(list="event-entry-unknown event-team-player")

    team_name: Annotated[str, TeamName]
    list: Annotated[Sequence[int], list_input("Players in the order of the list.")]
    nick: Short = None
    captain: Captain = None
    strength: Strength = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """In the order of their list."""
        need_teams(state)
        need_open_list(state)
        for team in state.teams.values():
            if team.name == self.team_name:
                raise ArpadError("event-team-twice", name=self.team_name, team=team.team)
        _free_players(state, self.list, None)
        data = {"team": max(state.teams, default=0) + 1, "name": self.team_name, "players": [*self.list]}
        return [TeamAdded.change(data | _given(nick=self.nick, captain=self.captain, strength=self.strength))]

    def reply(self, done: Done) -> Reply:
        return _team_reply(done, max(done.state.teams))

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"team": team_document(state, max(state.teams))}

    def words(self, _done: Done) -> Mapping[str, object]:
        return {"name": self.team_name}


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class ChangeTeam(OfTeam, frozen=True):
    """Change a team. New names go to the end of its list once round 1 is published."""

    name = "team-change"
    path = "desk/teams/{team}"
    writes = (TeamChanged,)

    team_name: Annotated[str | None, TeamName] = None
    list: Annotated[Sequence[int] | None, list_input("The list.")] = None
    nick: Short = None
    captain: Captain = None
    strength: Strength = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """Once round 1 is published the order of its list stays."""
        team = team_at(state, self.team)
        changes = _given(name=self.team_name, nick=self.nick, captain=self.captain, strength=self.strength)
        if self.list is not None:
            players = tuple(self.list)
            _free_players(state, players, self.team)
            if state.last_published and players[: len(team.players)] != team.players:
                raise ArpadError("event-team-list", team=team.name)
            changes["players"] = [*players]
        return _team_changed(state, self.team, changes)


class WithdrawTeam(OfTeam, frozen=True):
    """Take a team out of later rounds."""

    name = "team-withdraw"
    path = "desk/teams/{team}/withdraw"
    writes = (TeamChanged, MatchForfeited)

    round: RoundNumber

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """From a round on that is not drawn. In a round robin, which is drawn whole, the matches that it has not played
        go to the other teams (C.05 6.6)."""
        number, first, team = self.team, self.round, team_at(state, self.team)
        need_unfinished(state)
        if state.event_rules.by_table:
            _need_not_over(state, number, first)
        elif first in state.rounds:
            raise ArpadError("event-round-drawn", round=first)
        if first > state.event_rules.rounds:
            raise ArpadError("event-round-none", round=first, rounds=state.event_rules.rounds)
        data: dict[str, Any] = {"team": number, "changes": {"withdrawn_from": [team.withdrawn_from, first]}}
        gone = TeamChanged.change(data | confirmations.kept_reason)
        return [*(matches_given_up(state, number, first) if state.event_rules.by_table else ()), gone]


class SetTeamAbsence(OfTeam, frozen=True):
    """Leave a team out of a round, or take that back."""

    name = "team-absent"
    path = "desk/teams/{team}/absent"
    writes = (TeamChanged,)
    problems = at_fields(round="event-round-drawn event-round-none")

    round: RoundNumber
    kind: Annotated[
        str | None,
        Input(
            lambda where, typed: absence_kind(where, one_of("Z", "none")(where, typed)), "select", "Z or none.",
            ("Z", "none"), "event-kind.",
        ),
    ]  # fmt: skip

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """A round that is not drawn, without points; None takes back what it announced, also the bye that a file gave
        it."""
        number, team = self.round, team_at(state, self.team)
        need_unfinished(state)
        need_round_to_come(state, number)
        if self.kind not in (None, WITHOUT_POINTS):
            raise ArpadError("event-team-absence", team=team.name, round=number)
        if team.out_in(number):
            raise ArpadError("event-not-there", name=team.name, round=number)
        away = {missed: absence for missed, absence in team.away if missed != number}
        if self.kind is not None:
            away[number] = self.kind
        return _team_changed(state, self.team, {"away": [list(absence) for absence in sorted(away.items())]})


class ReturnTeam(OfTeam, frozen=True):
    """Let a team that has left, or is away in rounds to come, play again."""

    name = "team-return"
    path = "desk/teams/{team}/return"
    writes = (TeamChanged,)
    problems = at_fields(from_round="event-round-drawn event-round-none")

    from_round: PerhapsRound = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """From a round on that is not drawn yet."""
        team = team_at(state, self.team)
        need_unfinished(state)
        next_round = state.last_drawn + 1
        first = max(next_round, team.withdrawn_from or 1) if self.from_round is None else self.from_round
        need_round_to_come(state, first)
        if not team.gone and all(number < first for number, _ in team.away):
            raise ArpadError("event-team-not-gone", team=self.team, name=team.name)
        if team.gone:
            confirmations.confirm("back", name=team.name, round=first)
        before = {number: team.absence_in(number) for number in range(next_round, first)}
        away = {missed: absence for missed, absence in team.away if missed < next_round} | {
            missed: absence for missed, absence in before.items() if absence is not None
        }
        changes = {"withdrawn_from": None, "away": [list(absence) for absence in sorted(away.items())]}
        return _team_changed(state, self.team, changes, confirmations.kept_reason)


class SetSideAbsence(Act, frozen=True):
    """Leave a player out of a round, in an event of teams a team, or take that back."""

    name = "absent"
    writes = (AbsenceSet, AbsenceCleared, TeamChanged)

    entry: EntryNumber
    round: RoundNumber
    kind: AbsenceKind

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        kind = SetTeamAbsence if state.event_rules.team else SetAbsence
        return kind(self.entry, self.round, self.kind)(state, confirmations)

    def reply(self, done: Done) -> Reply:
        return absence_reply(done, f"absent-{self.kind or 'none'}", self.entry, self.round)


class ReturnSide(Act, frozen=True):
    """Let a player who has left come back, in an event of teams a team."""

    name = "return"
    writes = (EntryReturned, AbsenceCleared, TeamChanged)

    entry: EntryNumber
    from_round: OutFrom = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        kind = ReturnTeam if state.event_rules.team else ReturnEntry
        return kind(self.entry, self.from_round)(state, confirmations)

    def reply(self, done: Done) -> Reply:
        data = done.lines[0].data
        if "team" in data:
            team, later = done.state.teams[data["team"]], range(done.state.last_drawn + 1, MOST)
            first: int = next(number for number in later if team.absence_in(number) is None)
        else:
            first = data.get("from_round", data.get("round"))
        return absence_reply(done, "returned", self.entry, first)


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
    others = {event_team.team for event_team in state.teams.values() if event_team.gone}
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


def seats_typed(where: str, typed: str | list[str]) -> tuple[int, ...]:
    """The players of a line-up board by board, by entries; - or 0 for nobody."""
    words = typed.replace(",", " ").split() if isinstance(typed, str) else typed
    return tuple(NOBODY if word.strip() in ("-", "–", "0") else whole(1, MOST)(where, word.strip()) for word in words)


class SetLineUp(Act, frozen=True):
    """Give the line-up of a team for a round, board by board."""

    name = "lineup"
    path = "desk/lineups/{round}"
    back = "desk/lineups/{round}"
    writes = (LineUpSet, RoundCleared)
    answers = (reply_shape("OneLineUp", lineup=LineUpDocument | None),)
    problems = at_fields(seats="event-lineup-order event-lineup-player")

    team: TeamNumber
    round: RoundNumber
    seats: Annotated[
        Sequence[int],
        Input(
            seats_typed, about="Entries board by board, - for nobody.", max_length=400, several=True, flag="ENTRY",
            metavar="ENTRY...", help="cli.help.event-team-players",
        ),
    ]  # fmt: skip
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """When it is no longer due only the chief gives it, with a reason. Once the round has started it is what was
        really played, also if its order was wrong."""
        number, players, team = self.round, self.seats, team_at(state, self.team)
        event_round = state.rounds.get(number)
        late = event_round is not None and event_round.begun
        if late:
            _not_too_late(state, number)
        due = due_time(state, number)
        if late or (due and self.at and self.at > due):
            times, before = event_times(state.event_rules), Words("tournament.before-the-start")
            due_text = times.day_and_clock(due) if due else before
            confirmations.ask_reason("event-lineup-late", team=team.name, round=number, due=due_text)
        if late:
            confirmations.note("lineup-corrected", team=team.name, round=number)
            check_players(team, players, state.event_rules.boards)
        else:
            check_line_up(state, team, players)
        _note_empty_boards(players, confirmations)
        old = state.lineups.get((self.team, number))
        if old is not None and old.players == tuple(players):
            return []
        data = {"team": self.team, "round": number, "players": [*players], "by": "corrected" if late else "given"}
        line_up = LineUpSet.change(data | confirmations.kept_reason)
        return draft_given_up(state, confirmations, line_up) if late else [line_up]

    def reply(self, done: Done) -> Reply:
        return Reply("lineup", {**self.words(done), "round": self.round}, self.document(done.state))

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"lineup": line_up_document(state, self.team, self.round)}

    def words(self, done: Done) -> Mapping[str, object]:
        return {"name": done.state.teams[self.team].name}


def line_ups_typed(_where: str, typed: str) -> list[tuple[int, tuple[int, ...]]]:
    """Read the line-ups of several teams: lines with a team and its players; what comes after # is left out."""
    lines = [line.split("#")[0].replace(",", " ").split() for line in typed.splitlines()]
    return [(whole(1, MOST)("TEAM", team), seats_typed("ENTRY", players)) for team, *players in filter(None, lines)]


class SetLineUps(Act, frozen=True):
    """Give the line-ups of several teams for a round, all or none."""

    name = "lineups"
    writes = SetLineUp.writes

    round: RoundNumber
    line_ups: Annotated[
        Sequence[tuple[int, Sequence[int]]],
        Input(line_ups_typed, "area", max_length=1_000_000, flag="FILE", help="cli.help.event-lineups-file"),
    ]
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        teams = [team for team, _ in self.line_ups]
        for team in teams:
            if teams.count(team) > 1:
                raise ArpadError("event-lineups-twice", team=team)
        every = [SetLineUp(team, self.round, players, self.at) for team, players in self.line_ups]
        return in_turn(every)(state, confirmations)

    def reply(self, done: Done) -> Reply:
        documents = [line_up_document(done.state, team, self.round) for team, _ in self.line_ups]
        return Reply("lineups", {"round": self.round, "count": len(documents)}, {"lineups": documents})


def default_line_ups(state: EventState, number: int) -> list[LogChange]:
    """Return the lines that give teams without a line-up the first of their list, when a round starts."""
    return [
        LineUpSet.change({"team": team, "round": number, "players": list(players), "by": "default"})
        for team in line_ups_missing(state, number)
        for players in [default_line_up(state.teams[team], state.event_rules.boards)]
    ]


class ForfeitMatch(Act, frozen=True):
    """Note that a team did not come to a match."""

    name = "match-forfeit"
    path = "desk/lineups/{round}/forfeit"
    back = "desk/lineups/{round}"
    writes = (MatchForfeited, RoundCleared)
    least = "chief"
    answers = (reply_shape("Matches", matches=list[MatchDocument]),)

    round: RoundNumber
    match: Annotated[int, number_input(about="The match.")]
    forfeit: Annotated[
        str,
        Input(
            one_of(*FORFEITS), "select", "Who came: +- the first, -+ the second, -- nobody.", FORFEITS,
            "event-forfeit.",
        ),
    ]  # fmt: skip

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A team, or both, did not come: no boards, all game points to the other."""
        number, match, forfeit = self.round, self.match, self.forfeit
        event_round = need_published(state, number)
        _not_too_late(state, number)
        if forfeit not in FORFEITS:
            raise ArpadError("event-match-forfeit", value=forfeit, known=", ".join(FORFEITS))
        if match not in [known for known, _, _ in event_round.matches]:
            raise ArpadError("event-match-unknown", round=number, match=match, last=len(event_round.matches))
        if event_round.forfeits.get(match) == forfeit:
            return []
        if any(board.match == match and board.result in PLAYED for board in event_round.games):
            confirmations.ask_reason("match-played", match=match)
        data = {"round": number, "match": match, "forfeit": forfeit}
        return draft_given_up(state, confirmations, MatchForfeited.change(data | confirmations.kept_reason))

    def reply(self, done: Done) -> Reply:
        match = match_documents(done.state, self.round)[self.match - 1]
        return Reply("forfeited", {"match": self.match, "forfeit": self.forfeit}, {"match": match})

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"matches": match_documents(state, self.round)}


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
