"""Staff pages for teams, line-ups, team matches, knock-out brackets and play-offs."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from arpad.documents.document import Document, ShownAs, extended
from arpad.tournament.acts.checks import round_at
from arpad.tournament.documents import (
    EventTeamDocument,
    LineUpDocument,
    MatchDocument,
    PlayOffDocument,
    TieDocument,
    bracket_document,
    match_documents,
    play_offs_document,
    team_document,
)
from arpad.tournament.knockout import next_stage, stages_of, ties_of
from arpad.tournament.state import EventState, TeamLineUp
from arpad.web.cache import Answer
from arpad.web.tournaments.context import AsArbiter, AsCaptain, AtLineDocument, EventContext, RoundInPath, staff_pages

# Teams, line-ups and matches at the desk; the bracket of a knock-out, and play-offs.

team_pages = staff_pages()


class DeskTeamsDocument(AtLineDocument, frozen=True):
    """The teams at the desk."""

    teams: list[EventTeamDocument]


@team_pages.page("/t/{slug}/desk/teams", "event_desk_teams.html", DeskTeamsDocument)
def all_teams(context: AsArbiter) -> Answer:
    """The teams with their lists."""
    state = context.state
    order = state.team_numbers or sorted(state.teams)
    return context.answer(
        lambda: DeskTeamsDocument(context.slug, state.n, [team_document(state, team) for team in order])
    )


class LineUpSideDocument(Document, frozen=True):
    """The line-up of a team, as somebody may see it."""

    team: int
    name: str
    line_up: Annotated[TeamLineUp | None, ShownAs(LineUpDocument | None)]
    may: bool


class LineUpMatchDocument(MatchDocument, frozen=True):
    """A match with its line-ups, as somebody may see them."""

    sides: list[LineUpSideDocument]


class LineUpsDocument(AtLineDocument, frozen=True):
    """The line-ups of a round."""

    round: int
    boards: int
    matches: list[LineUpMatchDocument]
    names: Mapping[int, str]
    lists: Mapping[int, Sequence[int]]


@team_pages.page("/t/{slug}/desk/lineups/{round}", "event_desk_lineups.html", LineUpsDocument)
def line_ups(context: AsCaptain, round: RoundInPath) -> Answer:  # noqa: A002
    """The line-ups of a round: a captain sees the own one, and the other when both are there."""
    round_at(context.state, round)
    return context.answer(
        lambda: _line_ups(context, round),
        lambda: {"data": _line_ups(context, round), "rounds": sorted(context.state.rounds)},
    )


def _line_ups(context: EventContext, number: int) -> LineUpsDocument:
    state, access = context.state, context.seat
    staff = access.may_be("arbiter")
    shown = [
        _match(state, match, None if staff else access.team)
        for match in match_documents(state, number)
        if staff or access.team in (match.white, match.black)
    ]
    names = {entry: player.name for entry, player in state.entries.items()}
    lists = {team: event_team.players for team, event_team in state.teams.items()}
    return LineUpsDocument(context.slug, state.n, number, state.event_rules.boards, shown, names, lists)


def _match(state: EventState, match: MatchDocument, own: int | None) -> LineUpMatchDocument:
    """A match as somebody may see it: before both line-ups stand, a captain sees the own one only."""
    sides = []
    for team, name in ((match.white, match.white_name), (match.black, match.black_name)):
        mine = own is None or team == own
        line_up = state.lineups.get((team, match.round)) if mine or match.boards else None
        sides.append(LineUpSideDocument(team, name, line_up, mine))
    return extended(LineUpMatchDocument, match, sides=sides, line_ups=[side.line_up for side in sides])


class DeskBracketDocument(AtLineDocument, frozen=True):
    """The ties at the desk."""

    ties: list[TieDocument]


@team_pages.page("/t/{slug}/desk/bracket", "event_desk_bracket.html", DeskBracketDocument)
def bracket(context: AsArbiter) -> Answer:
    """The ties of a knock-out: those that are level go into their next stage."""
    state, number = context.state, context.state.last_published

    def document() -> DeskBracketDocument:
        return DeskBracketDocument(context.slug, state.n, bracket_document(state))

    def page() -> dict[str, Any]:
        stages = {stage.name: stage for stage in stages_of(state)}
        level = [tie for tie in ties_of(state).values() if tie.level]
        following = {tie.number: found and stages[found[0]] for tie in level for found in [next_stage(state, tie)]}
        return {"data": document(), "following": following, "results": number, "is_open": _open(state, number)}

    return context.answer(document, page)


def _open(state: EventState, number: int) -> int:
    """How many boards of a round are without a result."""
    return len(state.rounds[number].open_boards) if number else 0


class DeskPlayOffsDocument(AtLineDocument, frozen=True):
    """The play-offs at the desk."""

    play_offs: list[PlayOffDocument]


@team_pages.page("/t/{slug}/desk/play-offs", "event_desk_play_offs.html", DeskPlayOffsDocument)
def play_offs(context: AsArbiter) -> Answer:
    """The play-offs of the event."""
    state = context.state
    return context.answer(lambda: DeskPlayOffsDocument(context.slug, state.n, play_offs_document(state)))
