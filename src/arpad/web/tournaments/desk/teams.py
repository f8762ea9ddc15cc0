"""Staff pages for teams, line-ups, team matches, knock-out brackets and play-offs."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.i18n import ArpadError
from arpad.inputs.declared import Input, one_of, whole, whole_numbers
from arpad.tournament.acts.checks import round_at
from arpad.tournament.acts.teams import (
    absent_team,
    add_team,
    change_team,
    forfeit_match,
    return_team,
    set_line_up,
    withdraw_team,
)
from arpad.tournament.acts.ties import go_on, open_play_off, open_stage, play_off_result, tie_at
from arpad.tournament.documents import (
    MatchDocument,
    bracket_document,
    line_up_document,
    match_documents,
    play_offs_document,
    team_document,
    tie_document,
)
from arpad.tournament.journal import Decide, Done
from arpad.tournament.state import EventState
from arpad.web.cache import Answer
from arpad.web.tournaments.action_shapes import (
    AllPlayOffsDocument,
    MatchesDocument,
    OneLineUpDocument,
    OneTeamDocument,
    OneTieDocument,
)
from arpad.web.tournaments.actions import Entries, EventAction, PerhapsRound, RoundNumber, Seed, TeamNumber
from arpad.web.tournaments.context import AsArbiter, AsCaptain, EventContext, RoundInPath, staff_pages
from arpad.web.tournaments.desk.results import ResultText
from arpad.web.tournaments.desk.shapes import (
    DeskBracketDocument,
    DeskPlayOffsDocument,
    DeskTeamsDocument,
    LineUpsDocument,
)

# Teams, line-ups, matches that were not played, ties and play-offs.

FORFEITS = ("+-", "-+", "--")


def seats(where: str, typed: str) -> tuple[int, ...]:
    """The players of a line-up board by board, by entries; - or 0 for nobody."""
    words = typed.replace(",", " ").split()
    return tuple(0 if word in ("-", "–", "0") else whole(1, 999_999)(where, word) for word in words)


TeamName = Annotated[str, Input(about="The name of the team.", max_length=60)]
TeamList = Annotated[
    tuple[int, ...], Input(whole_numbers, "area", "Players in the order of the list.", max_length=2000, players=True)
]
Short = Annotated[str | None, Input(about="A short name.", max_length=20)]
Captain = Annotated[str | None, Input(about="The captain.", max_length=80)]
Strength = Annotated[int | None, Input(whole(0, 9999), "number", "The strength.", max_length=10)]
Seats = Annotated[
    tuple[int, ...], Input(seats, about="Entries board by board, - for nobody.", max_length=400, several=True)
]
MatchNumber = Annotated[int, Input(whole(1, 9999), "number", "The match.", max_length=10)]
Forfeit = Annotated[
    str, Input(one_of(*FORFEITS), "select", "Who came: +- the first, -+ the second, -- nobody.", FORFEITS,
                    "event-forfeit."),
]  # fmt: skip
AwayOrNot = Annotated[str, Input(one_of("Z", "none"), "select", "Z or none.", ("Z", "none"), "event-kind.")]
TieNumber = Annotated[int, Input(whole(1, 9999), "number", "The tie.", max_length=10)]
FirstWhite = Annotated[int | None, Input(whole(1, 999_999), "player", "Who has White first, by entry.", max_length=10)]
PlayOff = Annotated[int, Input(whole(1, 99), "number", "The play-off.", max_length=4)]
Game = Annotated[int, Input(whole(1, 99), "number", "The game.", max_length=4)]


@dataclass(frozen=True, slots=True)
class AddTeam(EventAction):
    """Enter a team with its list of players."""

    answers: ClassVar[tuple[Any, ...]] = (OneTeamDocument,)
    name = "team"
    path = "desk/teams"
    least = "chief"
    back = "desk/teams"
    at: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "list", "event-team-player": "list"}

    team_name: TeamName
    list: TeamList
    nick: Short = None
    captain: Captain = None
    strength: Strength = None

    def command(self) -> Decide:
        more = {"nick": self.nick, "captain": self.captain, "strength": self.strength}
        told = {name: value for name, value in more.items() if value is not None}
        return add_team(self.team_name, list(self.list), **told)

    def document(self, state: EventState) -> dict[str, Any]:
        return {"team": team_document(state, max(state.teams))}

    def words(self, done: Done) -> dict[str, object]:  # noqa: ARG002
        return {"name": self.team_name}


@dataclass(frozen=True, slots=True)
class OfTeam(EventAction):
    """Something that is done to one team."""

    answers: ClassVar[tuple[Any, ...]] = (OneTeamDocument,)
    least = "arbiter"
    back = "desk/teams"

    team: TeamNumber

    def document(self, state: EventState) -> dict[str, Any]:
        return {"team": team_document(state, self.team)}

    def words(self, done: Done) -> dict[str, object]:
        return {"name": done.state.teams[self.team].name}


@dataclass(frozen=True, slots=True)
class ChangeTeam(OfTeam):
    """Change a team. New names go to the end of its list once round 1 is published."""

    name = "team-change"
    path = "desk/teams/{team}"

    team_name: Annotated[str | None, Input(about="The name of the team.", max_length=60)] = None
    list: Annotated[
        tuple[int, ...] | None, Input(whole_numbers, "area", "The list.", max_length=2000, players=True)
    ] = None
    nick: Short = None
    captain: Captain = None
    strength: Strength = None

    def command(self) -> Decide:
        told = {"name": self.team_name, "nick": self.nick, "captain": self.captain, "strength": self.strength}
        changes: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
        if self.list is not None:
            changes["players"] = [*self.list]
        return change_team(self.team, changes)


@dataclass(frozen=True, slots=True)
class WithdrawTeam(OfTeam):
    """Take a team out of later rounds."""

    name = "team-withdraw"
    path = "desk/teams/{team}/withdraw"

    round: RoundNumber

    def command(self) -> Decide:
        return withdraw_team(self.team, self.round)


@dataclass(frozen=True, slots=True)
class SetTeamAbsence(OfTeam):
    """Leave a team out of a round, or take that back."""

    name = "team-absent"
    path = "desk/teams/{team}/absent"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("event-round-drawn", "event-round-none"), "round")

    round: RoundNumber
    kind: AwayOrNot

    def command(self) -> Decide:
        return absent_team(self.team, self.round, None if self.kind == "none" else self.kind)


@dataclass(frozen=True, slots=True)
class ReturnTeam(OfTeam):
    """Let a team that has left, or is away in rounds to come, play again."""

    name = "team-return"
    path = "desk/teams/{team}/return"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("event-round-drawn", "event-round-none"), "from_round")

    from_round: PerhapsRound = None

    def command(self) -> Decide:
        return return_team(self.team, self.from_round)


@dataclass(frozen=True, slots=True)
class GiveLineUp(EventAction):
    """Give the line-up of a team for a round, board by board."""

    answers: ClassVar[tuple[Any, ...]] = (OneLineUpDocument,)
    name = "lineup"
    path = "desk/lineups/{round}"
    least = "captain"
    back = "desk/lineups/{round}"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("event-lineup-order", "event-lineup-player"), "seats")

    round: RoundNumber
    team: TeamNumber
    seats: Seats

    def command_at(self, now: dt.datetime) -> Decide:
        return set_line_up(self.team, self.round, [*self.seats], at=now.isoformat())

    def document(self, state: EventState) -> dict[str, Any]:
        return {"lineup": line_up_document(state, self.team, self.round)}

    def words(self, done: Done) -> dict[str, object]:
        return {"name": done.state.teams[self.team].name}


@dataclass(frozen=True, slots=True)
class ForfeitMatch(EventAction):
    """Note that a team did not come to a match."""

    answers: ClassVar[tuple[Any, ...]] = (MatchesDocument,)
    name = "match-forfeit"
    path = "desk/lineups/{round}/forfeit"
    least = "chief"
    back = "desk/lineups/{round}"

    round: RoundNumber
    match: MatchNumber
    forfeit: Forfeit

    def command(self) -> Decide:
        return forfeit_match(self.round, self.match, self.forfeit)

    def document(self, state: EventState) -> dict[str, Any]:
        return {"matches": match_documents(state, self.round)}


@dataclass(frozen=True, slots=True)
class OpenStage(EventAction):
    """Open the next stage of a tie that is level: the lot gives the colours."""

    answers: ClassVar[tuple[Any, ...]] = (OneTieDocument,)
    name = "tie"
    path = "desk/bracket/{tie}"
    least = "arbiter"
    back = "desk/bracket"
    at: ClassVar[Mapping[str, str]] = {"event-lot": "seed"}

    tie: TieNumber
    seed: Seed = None
    first_white: FirstWhite = None

    def command(self) -> Decide:
        if self.seed is None and self.first_white is None:
            raise ArpadError("event-lot")
        return open_stage(self.tie, self.first_white, self.seed)

    def document(self, state: EventState) -> dict[str, Any]:
        return {"tie": tie_document(state, tie_at(state, self.tie))}


@dataclass(frozen=True, slots=True)
class OfPlayOffs(EventAction):
    """Something after which all play-offs are told."""

    answers: ClassVar[tuple[Any, ...]] = (AllPlayOffsDocument,)
    least = "arbiter"
    back = "desk/play-offs"

    def document(self, state: EventState) -> dict[str, Any]:
        return {"play_offs": play_offs_document(state)}


@dataclass(frozen=True, slots=True)
class OpenPlayOff(OfPlayOffs):
    """Open a play-off of two to four players."""

    name = "play-off"
    path = "desk/play-offs"

    players: Entries
    seed: Seed = None
    first_white: FirstWhite = None

    def command(self) -> Decide:
        return open_play_off(list(self.players), self.first_white, self.seed)


@dataclass(frozen=True, slots=True)
class PlayOffResult(OfPlayOffs):
    """Enter the result of a game of a play-off."""

    name = "play-off-result"
    path = "desk/play-offs/result"

    play_off: PlayOff
    game: Game
    result: ResultText

    def command(self) -> Decide:
        return play_off_result(self.play_off, self.game, self.result)


@dataclass(frozen=True, slots=True)
class PlayOffGoesOn(EventAction):
    """Give a play-off of two, which is level, its next game."""

    name = "play-off-next"
    path = "desk/play-offs/next"
    least = "arbiter"
    back = "desk/play-offs"

    play_off: PlayOff
    seed: Seed = None
    first_white: FirstWhite = None

    def command(self) -> Decide:
        return go_on(self.play_off, self.first_white, self.seed)


TEAM_ACTIONS = (
    AddTeam, ChangeTeam, WithdrawTeam, SetTeamAbsence, ReturnTeam, GiveLineUp, ForfeitMatch, OpenStage, OpenPlayOff,
    PlayOffResult, PlayOffGoesOn,
)  # fmt: skip


# Teams, line-ups and matches at the desk; the bracket of a knock-out, and play-offs.

team_pages = staff_pages()


@team_pages.page("/t/{slug}/desk/teams", "event_desk_teams.html", DeskTeamsDocument)
def all_teams(place: AsArbiter) -> Answer:
    """The teams with their lists."""
    state = place.state
    order = state.team_numbers or sorted(state.teams)

    return place.answer(
        lambda: {"event": place.slug, "n": state.n, "teams": [team_document(state, team).document() for team in order]}
    )


@team_pages.page("/t/{slug}/desk/lineups/{round}", "event_desk_lineups.html", LineUpsDocument)
def line_ups(place: AsCaptain, round: RoundInPath) -> Answer:  # noqa: A002
    """The line-ups of a round: a captain sees the own one, and the other when both are there."""
    round_at(place.state, round)
    return place.answer(
        lambda: _line_ups(place, round), lambda: {"data": _line_ups(place, round), "rounds": sorted(place.state.rounds)}
    )


def _line_ups(place: EventContext, number: int) -> dict[str, Any]:
    state, seat = place.state, place.seat
    staff = seat.may_be("arbiter")
    shown = [
        _match(state, match, None if staff else seat.team)
        for match in match_documents(state, number)
        if staff or seat.team in (match.white, match.black)
    ]
    names = {entry: player.name for entry, player in state.entries.items()}
    return {
        "event": place.slug,
        "n": state.n,
        "round": number,
        "boards": state.event_rules.boards,
        "matches": shown,
        "names": names,
        "lists": {team: list(one.players) for team, one in state.teams.items()},
    }


def _match(state: EventState, match: MatchDocument, own: int | None) -> dict[str, Any]:
    """A match as somebody may see it: before both line-ups stand, a captain sees the own one only."""
    sides: list[dict[str, Any]] = []
    there = bool(match.boards)
    for team, name in ((match.white, match.white_name), (match.black, match.black_name)):
        hidden = own is not None and team != own and not there
        found = None if hidden else line_up_document(state, team, match.round)
        mine = own is None or team == own
        sides.append({"team": team, "name": name, "line_up": found, "may": mine})
    return {**match.document(), "sides": sides, "line_ups": [one["line_up"] for one in sides]}


@team_pages.page("/t/{slug}/desk/bracket", "event_desk_bracket.html", DeskBracketDocument)
def bracket(place: AsArbiter) -> Answer:
    """The ties of a knock-out: those that are level go into their next stage."""
    return place.answer(
        lambda: {
            "event": place.slug,
            "n": place.state.n,
            "ties": [tie.document() for tie in bracket_document(place.state)],
        }
    )


@team_pages.page("/t/{slug}/desk/play-offs", "event_desk_play_offs.html", DeskPlayOffsDocument)
def play_offs(place: AsArbiter) -> Answer:
    """The play-offs of the event."""
    return place.answer(
        lambda: {
            "event": place.slug,
            "n": place.state.n,
            "play_offs": [one.document() for one in play_offs_document(place.state)],
        }
    )
