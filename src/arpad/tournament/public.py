"""An event as everybody may see it: no draft, no line-up before its time, no day of birth, no reason, no incident.

Public pages and files are made from this state alone, so none of them can show what it does not hold.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, NewType, TypeVar

from arpad.tournament.prizes import members_of
from arpad.tournament.state import Entry, EventBoard, EventRound, EventState, EventTeam, Mark, TeamLineUp, Told, markers

PublicState = NewType("PublicState", EventState)
"""A state without anything that is not public."""


class SeenBefore(NamedTuple):
    """An earlier state of an event, with what everybody saw of it."""

    state: EventState
    view: PublicState


PUBLIC_ORIGIN = ("format", "rounds", "virtual", "type", "line_ups")
"""What everybody may know of the file that an event was taken over from."""


Value = TypeVar("Value")


def public_part(value: Value, /, **parts: Any) -> Value:
    """Return a value of the state with its public fields, and with what everybody may see of others (`parts`). All the
    rest has its default."""
    kind: Any = type(value)
    public = {name: getattr(value, name) for name, marks in markers(kind).items() if Mark.PUBLIC in marks}
    view: Value = kind(**public | parts)
    return view


def public_view(state: EventState, before: SeenBefore | None = None) -> PublicState:
    """Return the event as everybody may see it. What did not change since the view before is the same object again."""
    rounds = {
        number: _round(state, event_round, before)
        for number, event_round in state.rounds.items()
        if event_round.published_n is not None
    }
    parts = {
        "entries": _entries(state, before),
        "teams": {number: _team(team, rounds) for number, team in state.teams.items()},
        "rounds": rounds,
        "absences": {key: kind for key, kind in state.absences.items() if key[1] in rounds},
        "penalties": tuple(penalty._replace(reason="") for penalty in state.penalties),
        "breaches": tuple(
            breach._replace(reason="")
            for breach in state.breaches
            if breach.round in rounds or breach.round not in state.rounds or breach.kind == "recalled"
        ),
        "remarks": tuple(
            remark._replace(values={name: value for name, value in remark.values.items() if name != "reason"})
            for remark in state.remarks
            if remark.round in rounds and not _hidden(state, rounds[remark.round])
        ),
        "lineups": {key: public_part(line_up) for key, line_up in state.lineups.items() if _shown(rounds, line_up)},
        "play_offs": {
            number: {place: _board(board) for place, board in boards.items()}
            for number, boards in state.play_offs.items()
        },
        "prize_members": members_of(state),
        "imported": state.imported and {name: state.imported[name] for name in PUBLIC_ORIGIN if name in state.imported},
    }
    if before is not None:
        known = {name: getattr(before.view, name) for name in COMPARED}
        parts |= {name: value for name, value in known.items() if value == parts[name]}
    return PublicState(public_part(state, **parts))


COMPARED = ("absences", "teams", "penalties", "lineups", "play_offs", "prize_members")
"""Parts that are compared with those of the view before, to stay the same objects."""


def _team(team: EventTeam, rounds: Mapping[int, EventRound]) -> EventTeam:
    """A team; what it announced for rounds that are not published is for the arbiters, as with players."""
    return public_part(team, away=tuple(round_ for round_ in team.away if round_[0] in rounds))


def _entries(state: EventState, before: SeenBefore | None) -> Mapping[int, Entry]:
    """The players, without what only the staff knows of them."""
    if before is not None and before.state.entries is state.entries:
        return before.view.entries
    return {number: public_part(player) for number, player in state.entries.items() if player.playing}


def _round(state: EventState, event_round: EventRound, before: SeenBefore | None) -> EventRound:
    """A published round. If the event does not show results as they come, it shows them once they are published."""
    hidden = _hidden(state, event_round)
    same = before is not None and before.state.rounds.get(event_round.number) is event_round
    if before is not None and same and _hidden(before.state, event_round) == hidden:
        return before.view.rounds[event_round.number]
    return public_part(
        event_round, boards={number: _board(board, hidden=hidden) for number, board in event_round.boards.items()}
    )


def _hidden(state: EventState, event_round: EventRound) -> bool:
    """Whether the results of a round are not shown yet. The pairings of the next round are made from them, and show
    them too."""
    if state.event_rules.live or event_round.results_n is not None:
        return False
    return state.event_rules.by_table or event_round.number >= state.last_published


def _board(board: EventBoard, *, hidden: bool = False) -> EventBoard:
    """A board without its history, but for the result that it has now."""
    if hidden:
        return public_part(board, result=None, played=None, rated=None, moves=())
    return public_part(board, history=tuple(Told(last.n, board.result, "", "") for last in board.history[-1:]))


def _shown(rounds: Mapping[int, EventRound], line_up: TeamLineUp) -> bool:
    """Whether a line-up is public: both are in or the time is up, so that the match has its boards."""
    event_round = rounds.get(line_up.round)
    if event_round is None:
        return False
    own = {number for number, white, black in event_round.matches if line_up.team in (white, black)}
    return any(board.match in own for board in event_round.boards.values())
