"""Who is there before a round: the list is opened, names are marked, and it is closed with those who are missing."""

from collections.abc import Sequence
from typing import Literal

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import entry_at, players_named
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.state import EventState

Missing = Literal["pair", "absent", "wait"]
"""What happens to players who are missing: they are paired all the same, miss this round, or come in a round later."""


def expected(state: EventState, number: int) -> list[int]:
    """Return the entries that should be there for a round."""
    return [
        player.entry
        for player in state.accepted
        if player.from_round <= number and not player.out_in(number) and (player.entry, number) not in state.absences
    ]


def missing(state: EventState, number: int) -> list[int]:
    """Return the entries that should be there and are not marked."""
    there = state.presence.get(number, frozenset())
    return [entry for entry in expected(state, number) if entry not in there]


@command
def open_presence(state: EventState, _hearing: Hearing, number: int | None = None) -> Changes:
    """Open the list of presence for a round that is not drawn."""
    wanted = number or state.last_drawn + 1
    if wanted <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=wanted)
    if state.presence_open is not None:
        raise ArpadError("event-presence-open", round=state.presence_open)
    return [LogChange("presence.opened", {"round": wanted})]


@command
def mark_present(state: EventState, _hearing: Hearing, entries: Sequence[int], *, there: bool = True) -> Changes:
    """Mark players as present; or take the mark back."""
    number = _open_round(state)
    marked, awaited = state.presence.get(number, frozenset()), set(expected(state, number))
    for entry in entries:
        if entry_at(state, entry).entry not in awaited:
            raise ArpadError("event-not-there", name=state.entries[entry].name, round=number)
    changing = [entry for entry in dict.fromkeys(entries) if (entry in marked) != there]
    if not changing:
        return []
    data = {"round": number, "entries": changing} | ({} if there else {"absent": True})
    return [LogChange("presence.marked", data)]


@command
def close_presence(state: EventState, hearing: Hearing, then: Missing = "pair") -> Changes:
    """Close the list of presence, and say what happens to those who are missing."""
    number = _open_round(state)
    gone = missing(state, number)
    changes = [LogChange("presence.closed", {"round": number, "missing": gone})]
    if not gone:
        return changes
    names = players_named(state, gone)
    if then == "pair":
        hearing.note("missing-paired", round=number, count=len(gone), names=names)
        return changes
    if number <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=number)
    if then == "absent":
        hearing.confirm("missing-absent", round=number, count=len(gone), names=names)
        return changes + [LogChange("absence.set", {"entry": entry, "round": number, "kind": "Z"}) for entry in gone]
    if number + 1 > state.laws.rounds:
        raise ArpadError("event-rounds-over", rounds=state.laws.rounds)
    hearing.confirm("missing-wait", round=number + 1, count=len(gone), names=names)
    return changes + [_later(state, entry, number) for entry in gone]


def _later(state: EventState, entry: int, number: int) -> LogChange:
    """A player who has not come yet comes in with the next round; one who has played misses this one."""
    if any(entry in one.players or entry == one.bye for one in state.rounds.values()):
        return LogChange("absence.set", {"entry": entry, "round": number, "kind": "Z"})
    moved = {"from_round": [state.entries[entry].from_round, number + 1]}
    return LogChange("entry.changed", {"entry": entry, "changes": moved})


def _open_round(state: EventState) -> int:
    if state.presence_open is None:
        raise ArpadError("event-presence-closed")
    return state.presence_open
