"""An event as everybody may see it: no draft, no line-up before its time, no day of birth, no reason, no incident.

Public pages and files are made from this state alone, so none of them can show what it does not hold.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, NewType

from arpad.tournament.state import (
    Entry,
    EventBoard,
    EventRound,
    EventState,
    EventTeam,
    FileRemark,
    TeamLineUp,
    Told,
)

PublicState = NewType("PublicState", EventState)
"""A state without anything that is not public."""


class SeenBefore(NamedTuple):
    """An earlier state of an event, with what everybody saw of it."""

    state: EventState
    view: PublicState


PUBLIC_ORIGIN = ("format", "rounds", "virtual", "type", "line_ups")
"""What everybody may know of the file that an event was taken over from."""


def public_view(state: EventState, before: SeenBefore | None = None) -> PublicState:
    """Return the event as everybody may see it. What did not change since the view before is the same object again."""
    rounds = {number: _round(state, one, before) for number, one in state.rounds.items() if one.published_n is not None}
    view = replace(
        state,
        entries=_entries(state, before),
        teams=_teams(state, rounds),
        rounds=rounds,
        posted={},
        absences={key: kind for key, kind in state.absences.items() if key[1] in rounds},
        unexplained={},
        restrictions=(),
        penalties=tuple(one._replace(reason="") for one in state.penalties),
        presence={},
        presence_open=None,
        breaches=tuple(
            one._replace(reason="")
            for one in state.breaches
            if one.round in rounds or one.round not in state.rounds or one.kind == "recalled"
        ),
        remarks=tuple(
            _remark(one) for one in state.remarks if one.round in rounds and not _hidden(state, rounds[one.round])
        ),
        incidents=(),
        appeals=(),
        staff={},
        links={},
        claims={},
        lineups={key: one for key, one in state.lineups.items() if _shown(rounds, one)},
        play_offs={
            number: {board: _board(one) for board, one in boards.items()} for number, boards in state.play_offs.items()
        },
        imported=None
        if state.imported is None
        else {name: state.imported[name] for name in PUBLIC_ORIGIN if name in state.imported},
        handed_over=(),
    )
    if before is not None:
        known = {name: getattr(before.view, name) for name in COMPARED}
        view = replace(view, **{name: value for name, value in known.items() if value == getattr(view, name)})
    return PublicState(view)


COMPARED = ("absences", "teams", "penalties", "lineups", "play_offs")
"""Parts that are compared with those of the view before, to stay the same objects."""


def _teams(state: EventState, rounds: Mapping[int, EventRound]) -> Mapping[int, EventTeam]:
    """The teams; what they announced for rounds that are not published is for the arbiters, as with players."""
    if all(number in rounds for team in state.teams.values() for number, _ in team.away):
        return state.teams
    return {
        number: replace(team, away=tuple(one for one in team.away if one[0] in rounds))
        for number, team in state.teams.items()
    }


def _entries(state: EventState, before: SeenBefore | None) -> Mapping[int, Entry]:
    """The players, without what only the staff knows of them."""
    if before is not None and before.state.entries is state.entries:
        return before.view.entries
    known = {} if before is None else before.state.entries
    seen = {} if before is None else before.view.entries
    return {
        number: seen[number] if known.get(number) is one else _entry(one)
        for number, one in state.entries.items()
        if one.playing
    }


def _entry(entry: Entry) -> Entry:
    return replace(entry, birthday="", family="", labels={}, paid=Fraction(0), invited=False)


def _round(state: EventState, found: EventRound, before: SeenBefore | None) -> EventRound:
    """A published round. If the event does not show results as they come, it shows them once they are published."""
    hidden = _hidden(state, found)
    old = None if before is None else before.state.rounds.get(found.number)
    if before is None or old is None or found.number not in before.view.rounds or _hidden(before.state, old) != hidden:
        return replace(found, boards={number: _board(board, hidden=hidden) for number, board in found.boards.items()})
    seen = before.view.rounds[found.number]
    if old is found:
        return seen
    boards = {
        number: seen.boards[number] if old.boards.get(number) is board else _board(board, hidden=hidden)
        for number, board in found.boards.items()
    }
    return replace(found, boards=boards)


def _hidden(state: EventState, found: EventRound) -> bool:
    """Whether the results of a round are not shown yet. The pairings of the next round are made from them, and show
    them too."""
    if state.event_rules.live or found.results_n is not None:
        return False
    return state.event_rules.by_table or found.number >= state.last_published


def _board(board: EventBoard, *, hidden: bool = False) -> EventBoard:
    """A board without its history, but for the result that it has now."""
    if hidden:
        return replace(board, result=None, played=None, rated=None, history=())
    now = board.history[-1:]
    return replace(board, history=tuple(Told(one.n, board.result, "", "") for one in now))


def _remark(remark: FileRemark) -> FileRemark:
    return remark._replace(values={name: value for name, value in remark.values.items() if name != "reason"})


def _shown(rounds: Mapping[int, EventRound], line_up: TeamLineUp) -> bool:
    """Whether a line-up is public: both are in or the time is up, so that the match has its boards."""
    found = rounds.get(line_up.round)
    if found is None:
        return False
    own = {number for number, white, black in found.matches if line_up.team in (white, black)}
    return any(board.match in own for board in found.boards.values())
