"""Lines about players: entries, withdrawals, absences, presence, forbidden pairs, the list and its numbers."""

from dataclasses import fields
from fractions import Fraction
from typing import Any

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import breached, remarked, with_entry, without
from arpad.tournament.log import LogLine
from arpad.tournament.state import Entry, EventState, Penalty, Restriction

NAMES = frozenset(one.name for one in fields(Entry)) - {"version", "state", "withdrawn_from"}
RENUMBERING_ENDS = 4
"""C.04.2.B.4: once this round is drawn, corrected data no longer change the numbers."""


def _values(line: LogLine) -> dict[str, Any]:
    """The fields of a player that a line says."""
    return {name: kept(name, value) for name, value in line.data.items() if name in NAMES}


def kept(name: str, value: Any) -> Any:
    """A field of a player as the state keeps it."""
    if name == "paid":
        return Fraction(value)
    return tuple(value) if name == "groups" else value


def _applied(state: EventState, line: LogLine) -> EventState:
    entry = Entry(**_values(line), state="applied", version=line.n)
    return changed(state, entries={**state.entries, entry.entry: entry})


def _added(state: EventState, line: LogLine) -> EventState:
    entry = Entry(**_values(line), version=line.n)
    found = changed(state, entries={**state.entries, entry.entry: entry})
    if state.closed and state.rounds:
        found = remarked(found, "Late entry", entry.from_round, "late", entry=entry.entry)
    return found


def _accepted(state: EventState, line: LogLine) -> EventState:
    return with_entry(state, line.data["entry"], line, state="accepted")


def _refused(state: EventState, line: LogLine) -> EventState:
    return with_entry(state, line.data["entry"], line, state="refused")


def _changed(state: EventState, line: LogLine) -> EventState:
    changes = {name: kept(name, new) for name, (_, new) in line.data["changes"].items()}
    return with_entry(state, line.data["entry"], line, **changes)


def _removed(state: EventState, line: LogLine) -> EventState:
    found = with_entry(state, line.data["entry"], line, state="removed")
    return changed(found, numbers=tuple(entry for entry in state.numbers if entry != line.data["entry"]))


def _withdrawn(state: EventState, line: LogLine) -> EventState:
    entry, reason = line.data["entry"], line.data.get("reason")
    found = with_entry(
        state,
        entry,
        line,
        state="expelled" if reason == "expelled" else "withdrawn",
        withdrawn_from=line.data["from_round"],
    )
    return changed(found, unexplained=without(state.unexplained, entry))


def _returned(state: EventState, line: LogLine) -> EventState:
    """The player is in again; the rounds between are absences, so that they stay what they were."""
    entry = line.data["entry"]
    left, back = state.entries[entry].withdrawn_from or 1, line.data.get("from_round") or 1
    between = {(entry, number): "Z" for number in range(left, back)}
    found = with_entry(state, entry, line, state="accepted", withdrawn_from=None)
    return changed(found, absences={**between, **state.absences})


def _absence_set(state: EventState, line: LogLine) -> EventState:
    key = line.data["entry"], line.data["round"]
    return changed(state, absences={**state.absences, key: line.data["kind"]})


def _absence_cleared(state: EventState, line: LogLine) -> EventState:
    return changed(state, absences=without(state.absences, (line.data["entry"], line.data["round"])))


def _unexplained(state: EventState, line: LogLine) -> EventState:
    return changed(state, unexplained={**state.unexplained, line.data["entry"]: line.data["round"]})


def _excused(state: EventState, line: LogLine) -> EventState:
    return changed(state, unexplained=without(state.unexplained, line.data["entry"]))


def _presence_opened(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    return changed(state, presence_open=number, presence={**state.presence, number: frozenset()})


def _presence_marked(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    known = state.presence.get(number, frozenset())
    named = frozenset(line.data["entries"])
    now = known - named if line.data.get("absent") else known | named
    return changed(state, presence={**state.presence, number: now})


def _presence_closed(state: EventState, _line: LogLine) -> EventState:
    return changed(state, presence_open=None)


def _forbidden(state: EventState, line: LogLine) -> EventState:
    data = line.data
    new = Restriction(
        data["id"],
        tuple(data.get("entries", ())),
        data.get("group", ""),
        data.get("first", 1),
        data.get("last"),
        data.get("hard", True),
    )
    found = changed(state, restrictions=(*state.restrictions, new))
    return breached(found, line, "forbidden", state.last_published) if state.last_published else found


def _allowed(state: EventState, line: LogLine) -> EventState:
    found = changed(state, restrictions=tuple(one for one in state.restrictions if one.id != line.data["id"]))
    return breached(found, line, "forbidden", state.last_published) if state.last_published else found


def _closed(state: EventState, line: LogLine) -> EventState:
    return changed(
        state,
        closed=True,
        numbers=tuple(line.data["numbers"]),
        team_numbers=tuple(line.data.get("teams", ())),
        initial=line.data.get("initial"),
        seed=line.data.get("seed"),
    )


def _list_reopened(state: EventState, _line: LogLine) -> EventState:
    return changed(state, closed=False, numbers=(), team_numbers=(), initial=None, seed=None)


def _numbered(state: EventState, line: LogLine) -> EventState:
    """Numbers are given again. That a late entry moves others down is no renumbering (C.04.2.C)."""
    found = changed(state, numbers=tuple(line.data["numbers"]))
    if state.rounds and tuple(entry for entry in found.numbers if entry in state.numbers) != state.numbers:
        found = remarked(found, "Renumbering", state.last_drawn + 1, "numbers", reason=line.data.get("reason", ""))
    by_hand = line.data.get("by_hand") and state.last_drawn >= RENUMBERING_ENDS
    return breached(found, line, "numbers", state.last_drawn) if by_hand else found


def _penalty(state: EventState, line: LogLine) -> EventState:
    data = line.data
    new = Penalty(
        data.get("entry"),
        data.get("team"),
        data["round"],
        Fraction(data.get("points", 0)),
        Fraction(data.get("match_points", 0)),
        data.get("reason", ""),
    )
    if data.get("removed"):
        place = len(state.penalties) - 1 - state.penalties[::-1].index(new)
        return changed(state, penalties=(*state.penalties[:place], *state.penalties[place + 1 :]))
    return changed(state, penalties=(*state.penalties, new))


FOLDS = {
    "entry.applied": _applied,
    "entry.added": _added,
    "entry.accepted": _accepted,
    "entry.refused": _refused,
    "entry.changed": _changed,
    "entry.removed": _removed,
    "entry.withdrawn": _withdrawn,
    "entry.returned": _returned,
    "absence.set": _absence_set,
    "absence.cleared": _absence_cleared,
    "absence.unexplained": _unexplained,
    "absence.excused": _excused,
    "presence.opened": _presence_opened,
    "presence.marked": _presence_marked,
    "presence.closed": _presence_closed,
    "pairs.forbidden": _forbidden,
    "pairs.allowed": _allowed,
    "list.closed": _closed,
    "list.reopened": _list_reopened,
    "numbers.given": _numbered,
    "penalty.set": _penalty,
}
