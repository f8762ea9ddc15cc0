"""Staff pages for teams, line-ups, team matches, knock-out brackets and play-offs."""

from typing import Any

from arpad.tournament.acts.checks import round_at
from arpad.tournament.documents import (
    MatchDocument,
    bracket_document,
    line_up_document,
    match_documents,
    play_offs_document,
    team_document,
)
from arpad.tournament.knockout import next_stage, stages_of, ties_of
from arpad.tournament.state import EventState
from arpad.web.cache import Answer
from arpad.web.tournaments.context import AsArbiter, AsCaptain, EventContext, RoundInPath, staff_pages
from arpad.web.tournaments.desk.shapes import (
    DeskBracketDocument,
    DeskPlayOffsDocument,
    DeskTeamsDocument,
    LineUpsDocument,
)

# Teams, line-ups and matches at the desk; the bracket of a knock-out, and play-offs.

team_pages = staff_pages()


@team_pages.page("/t/{slug}/desk/teams", "event_desk_teams.html", DeskTeamsDocument)
def all_teams(context: AsArbiter) -> Answer:
    """The teams with their lists."""
    state = context.state
    order = state.team_numbers or sorted(state.teams)

    return context.answer(
        lambda: {
            "event": context.slug,
            "n": state.n,
            "teams": [team_document(state, team).document() for team in order],
        }
    )


@team_pages.page("/t/{slug}/desk/lineups/{round}", "event_desk_lineups.html", LineUpsDocument)
def line_ups(context: AsCaptain, round: RoundInPath) -> Answer:  # noqa: A002
    """The line-ups of a round: a captain sees the own one, and the other when both are there."""
    round_at(context.state, round)
    return context.answer(
        lambda: _line_ups(context, round),
        lambda: {"data": _line_ups(context, round), "rounds": sorted(context.state.rounds)},
    )


def _line_ups(context: EventContext, number: int) -> dict[str, Any]:
    state, access = context.state, context.seat
    staff = access.may_be("arbiter")
    shown = [
        _match(state, match, None if staff else access.team)
        for match in match_documents(state, number)
        if staff or access.team in (match.white, match.black)
    ]
    names = {entry: player.name for entry, player in state.entries.items()}
    return {
        "event": context.slug,
        "n": state.n,
        "round": number,
        "boards": state.event_rules.boards,
        "matches": shown,
        "names": names,
        "lists": {team: list(event_team.players) for team, event_team in state.teams.items()},
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
    return {**match.document(), "sides": sides, "line_ups": [side["line_up"] for side in sides]}


@team_pages.page("/t/{slug}/desk/bracket", "event_desk_bracket.html", DeskBracketDocument)
def bracket(context: AsArbiter) -> Answer:
    """The ties of a knock-out: those that are level go into their next stage."""
    state, number = context.state, context.state.last_published

    def document() -> dict[str, Any]:
        return {
            "event": context.slug,
            "n": state.n,
            "ties": [tie.document() for tie in bracket_document(state)],
        }

    def page() -> dict[str, Any]:
        stages = {stage.name: stage for stage in stages_of(state)}
        level = [tie for tie in ties_of(state).values() if tie.level]
        following = {tie.number: found and stages[found[0]] for tie in level for found in [next_stage(state, tie)]}
        return {"data": document(), "following": following, "results": number, "is_open": _open(state, number)}

    return context.answer(document, page)


def _open(state: EventState, number: int) -> int:
    """How many boards of a round are without a result."""
    return len(state.rounds[number].open_boards) if number else 0


@team_pages.page("/t/{slug}/desk/play-offs", "event_desk_play_offs.html", DeskPlayOffsDocument)
def play_offs(context: AsArbiter) -> Answer:
    """The play-offs of the event."""
    return context.answer(
        lambda: {
            "event": context.slug,
            "n": context.state.n,
            "play_offs": [play_off_document.document() for play_off_document in play_offs_document(context.state)],
        }
    )
