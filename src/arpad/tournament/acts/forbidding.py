"""Players who may not meet (C.05 5.2): announced before round 1, later on it is outside the rules."""

from collections.abc import Sequence

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import entry_at, need_single_players, team_at
from arpad.tournament.drawing import label_of
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.state import EventState

PAIR = 2


@command
def forbid(
    state: EventState,
    hearing: Hearing,
    entries: Sequence[int] = (),
    *,
    group: str = "",
    first: int = 1,
    last: int | None = None,
    hard: bool = True,
) -> Changes:
    """Keep players apart: those named, or all who share a label (club, family, federation or their own), for some
    rounds; in an event of teams, the teams named. Soft ones give way if the round cannot be paired."""
    named = sorted({_side(state, entry) for entry in entries})
    if bool(named) == bool(group) or (named and len(named) < PAIR):
        raise ArpadError("event-forbid-whom")
    rounds = state.laws.rounds
    if not 1 <= first <= (last or rounds or first) <= (rounds or last or first):
        raise ArpadError("event-round-none", round=last or first, rounds=rounds)
    if group:
        need_single_players(state)
    if group and not any(label_of(state, entry, group) for entry in state.entries):
        raise ArpadError("event-label-unknown", group=group)
    if state.last_published:
        hearing.breach("forbidden-late")
    elif not state.restrictions:
        hearing.note("forbidden-announced")
    data = {
        "id": max((one.id for one in state.restrictions), default=0) + 1,
        **({"entries": named} if named else {"group": group}),
        "first": first,
        **({} if last is None else {"last": last}),
        "hard": hard,
    }
    return [LogChange("pairs.forbidden", data | hearing.kept_reason)]


def _side(state: EventState, number: int) -> int:
    return team_at(state, number).team if state.laws.team else entry_at(state, number).entry


@command
def allow(state: EventState, hearing: Hearing, restriction: int) -> Changes:
    """Let players meet who were kept apart."""
    known = [one.id for one in state.restrictions]
    if restriction not in known:
        raise ArpadError("event-restriction-unknown", id=restriction, known=", ".join(map(str, known)) or "–")
    if state.last_published:
        hearing.breach("forbidden-late")
    return [LogChange("pairs.allowed", {"id": restriction} | hearing.kept_reason)]
