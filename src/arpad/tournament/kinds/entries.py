"""Kinds of log lines about players and teams: entries, absences, presence, forbidden pairs, the list, penalties."""

from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, ClassVar

from arpad.tournament.kinds.kind import LineKind, Undoing, breached, remarked, without
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.roles import Role
from arpad.tournament.rules import plain
from arpad.tournament.state import Entry, EntryState, EventState, EventTeam, Payment, Penalty, Restriction

# Entries: players who apply, are entered, change, leave and come back.

MADE = {"version", "state", "withdrawn_from", "payments", "entered_at", "touched"}
"""Fields that follow from the lines, and are in none."""
NAMES = frozenset(field.name for field in fields(Entry)) - MADE


def with_entry(state: EventState, line: LogLine, /, **changes: Any) -> EventState:
    """Return the state with something changed about the player of a line."""
    number = line.data["entry"]
    before = state.entries[number]
    paid = changes.get("paid", before.paid) - before.paid
    if paid:
        changes["payments"] = (*before.payments, payment_of(line, paid))
    entry = replace(before, version=line.n, touched=(line.who, line.at), **changes)
    return replace(state, entries={**state.entries, number: entry})


def payment_of(line: LogLine, amount: Fraction) -> Payment:
    return Payment(line.n, amount, line.at, line.who, str(line.data.get("how") or ""), line.data.get("undoes"))


def kept(name: str, value: Any) -> Any:
    """A field of a player as the state keeps it."""
    if name == "paid" or (name == "fee" and value is not None):
        return Fraction(value)
    return tuple(value) if name in ("groups", "by_hand") else value


def _refuse_half_of_move(undoing: Undoing) -> None:
    """A player who was moved between tournaments is moved back, so that both logs tell of it."""
    if {"moved_to", "moved_from"} & set(undoing.data):
        undoing.instead("moved")


class NewEntry(LineKind):
    """An entry that was not there before."""

    def apply(self, state: EventState, line: LogLine) -> EventState:
        values = {name: kept(name, value) for name, value in line.data.items() if name in NAMES}
        entered_at = line.data.get("entered_at", line.at)  # a player who was moved here had entered before
        entry = Entry(**values, version=line.n, entered_at=entered_at, touched=(line.who, line.at))
        if entry.paid:
            entry = replace(entry, payments=(payment_of(line, entry.paid),))
        return replace(state, entries={**state.entries, entry.entry: entry})

    def undo(self, undoing: Undoing) -> Changes:
        """The entry is taken out again, and so is the number of a late one, as long as no round was drawn with it."""
        _refuse_half_of_move(undoing)
        entry = undoing.data["entry"]
        undoing.free_of(lambda line: entry in line.data.get("numbers", ()) and line.data.get("entry") != entry)
        return [undoing.change(EntryRemoved, entry=entry)]


class EntryApplied(NewEntry):
    key, role = "entry.applied", "public"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return with_entry(super().apply(state, line), line, state="applied")


class EntryAdded(NewEntry):
    key, role = "entry.added", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        event = super().apply(state, line)
        if not (state.closed and state.rounds):
            return event
        entry = event.entries[line.data["entry"]]
        return remarked(event, "Late entry", entry.from_round, "late", entry=entry.entry)

    def role_for(self, data: Mapping[str, Any]) -> Role:
        """Late entries are for the chief."""
        return "chief" if data.get("from_round", 1) > 1 else self.role


class EntryDecided(LineKind):
    """A player who is let in, refused or taken out: `becomes` is what they are then."""

    role = "arbiter"
    becomes: ClassVar[EntryState]

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return with_entry(state, line, state=self.becomes)

    def undo(self, undoing: Undoing) -> Changes:
        """The entry is what it was. A player who was removed has the pairing number again."""
        _refuse_half_of_move(undoing)
        entry = undoing.data["entry"]
        old, new = undoing.before.entries[entry].state, undoing.now.entries[entry].state
        changes = [undoing.change(EntryChanged, entry=entry, changes={"state": [new, old]})]
        if undoing.before.numbers != undoing.now.numbers and entry in undoing.before.numbers:
            changes.append(numbers_before(undoing))
        return changes


class EntryAccepted(EntryDecided):
    key, becomes = "entry.accepted", "accepted"


class EntryRefused(EntryDecided):
    key, becomes = "entry.refused", "refused"


class EntryRemoved(EntryDecided):
    key, becomes = "entry.removed", "removed"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        numbers = tuple(entry for entry in state.numbers if entry != line.data["entry"])
        return replace(super().apply(state, line), numbers=numbers)


LISTED = frozenset({"name", "federation", "sex", "title", "rating", "born"})
"""What a list says of a player, too."""


class EntryChanged(LineKind):
    key, role = "entry.changed", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        changes = {name: kept(name, new) for name, (_, new) in line.data["changes"].items()}
        before, touched = set(state.entries[line.data["entry"]].by_hand), changes.keys() & LISTED
        typed = not line.data.get("from_list") and "undoes" not in line.data
        by_hand = tuple(sorted(before | touched if typed else before - touched))
        return with_entry(state, line, **{**changes, "by_hand": by_hand})

    def undo(self, undoing: Undoing) -> Changes:
        return [undoing.change(EntryChanged, entry=undoing.data["entry"], changes=undoing.values_back())]


class EntryWithdrawn(LineKind):
    key, role = "entry.withdrawn", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        left = "expelled" if line.data.get("reason") == "expelled" else "withdrawn"
        event = with_entry(state, line, state=left, withdrawn_from=line.data["from_round"])
        return replace(event, unexplained=without(state.unexplained, line.data["entry"]))

    def undo(self, undoing: Undoing) -> Changes:
        entry, first = undoing.data["entry"], undoing.data["from_round"]
        undoing.free_of_rounds(first)
        undoing.free_of_publication(first)
        changes = [undoing.change(EntryReturned, entry=entry, from_round=first)]
        if entry in undoing.before.unexplained:
            silent = undoing.before.unexplained[entry]
            changes.append(undoing.change(AbsenceUnexplained, entry=entry, round=silent))
        return changes

    def role_for(self, data: Mapping[str, Any]) -> Role:
        """Expulsions are for the chief."""
        return "chief" if data.get("reason") == "expelled" else self.role


class EntryReturned(LineKind):
    key, role = "entry.returned", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """The player is in again; the rounds between are absences, so that they stay what they were."""
        entry = line.data["entry"]
        left, back = state.entries[entry].withdrawn_from or 1, line.data.get("from_round") or 1
        between = {(entry, number): "Z" for number in range(left, back)}
        event = with_entry(state, line, state="accepted", withdrawn_from=None)
        return replace(event, absences={**between, **state.absences})

    def undo(self, undoing: Undoing) -> Changes:
        """The player has left again, and the absences between are gone."""
        entry, player = undoing.data["entry"], undoing.before.entries[undoing.data["entry"]]
        undoing.free_of_rounds(undoing.data.get("from_round") or 1)
        new = sorted(key for key in undoing.now.absences if key[0] == entry and key not in undoing.before.absences)
        reason = "expelled" if player.state == "expelled" else "asked"
        return [
            *(undoing.change(AbsenceCleared, entry=entry, round=number) for _, number in new),
            undoing.change(EntryWithdrawn, entry=entry, from_round=player.withdrawn_from, reason=reason),
        ]


class FeePaid(LineKind):
    """Money that a player has paid; a negative amount was given back."""

    key, role = "fee.paid", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        paid = state.entries[line.data["entry"]].paid + Fraction(line.data["amount"])
        return with_entry(state, line, paid=paid)

    def undo(self, undoing: Undoing) -> Changes:
        """The same amount the other way."""
        data = {name: value for name, value in undoing.data.items() if name in ("entry", "how")}
        return [undoing.change(FeePaid, amount=plain(-Fraction(undoing.data["amount"])), **data)]


# Absences, and players of whom nobody has said why they did not come.


class AbsenceLine(LineKind):
    """An absence that was set or cleared."""

    role = "arbiter"

    def undo(self, undoing: Undoing) -> Changes:
        key = entry, number = undoing.data["entry"], undoing.data["round"]
        undoing.free_of_rounds(number)
        kind = undoing.before.absences.get(key)
        if kind is None:
            return [undoing.change(AbsenceCleared, entry=entry, round=number)]
        return [undoing.change(AbsenceSet, entry=entry, round=number, kind=kind)]


class AbsenceSet(AbsenceLine):
    key = "absence.set"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """A full-point bye, and a half-point bye beyond the rules (its `count`), are told in files."""
        data = line.data
        entry, number = data["entry"], data["round"]
        event = replace(state, absences={**state.absences, (entry, number): data["kind"]})
        if data["kind"] == "F":
            return remarked(event, "Full-point bye", number, "full-bye", entry=entry, reason=line.reason)
        if "count" not in data:
            return event
        values = {"entry": entry, "count": data["count"], "most": data["most"], "reason": line.reason}
        return remarked(event, "Half-point bye", number, "half-bye", **values)


class AbsenceCleared(AbsenceLine):
    key = "absence.cleared"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, absences=without(state.absences, (line.data["entry"], line.data["round"])))


class NoShow(LineKind):
    """Absent without a word, or excused."""

    role = "arbiter"

    def undo(self, undoing: Undoing) -> Changes:
        entry = undoing.data["entry"]
        undoing.free_of_rounds(undoing.data["round"] + 1)
        silent = undoing.before.unexplained.get(entry)
        if silent is None:
            return [undoing.change(AbsenceExcused, entry=entry, round=undoing.data["round"])]
        return [undoing.change(AbsenceUnexplained, entry=entry, round=silent)]


class AbsenceUnexplained(NoShow):
    key = "absence.unexplained"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, unexplained={**state.unexplained, line.data["entry"]: line.data["round"]})


class AbsenceExcused(NoShow):
    key = "absence.excused"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(state, unexplained=without(state.unexplained, line.data["entry"]))


# Who is in the hall before a round. No digest looks at it, so that later lines are looked for here.


def _free_of_presence(undoing: Undoing) -> None:
    """Refuse if the presence was opened later, or one of the same players marked."""
    entries = set(undoing.data.get("entries", ()))
    undoing.free_of(
        lambda line: (
            line.kind == PresenceOpened.key
            or (line.kind == PresenceMarked.key and not entries.isdisjoint(line.data["entries"]))
        )
    )


class PresenceOpened(LineKind):
    key, role = "presence.opened", "scorer"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number = line.data["round"]
        return replace(state, presence_open=number, presence={**state.presence, number: frozenset()})

    def undo(self, undoing: Undoing) -> Changes:
        _free_of_presence(undoing)
        return [undoing.change(PresenceClosed, round=undoing.data["round"])]


class PresenceMarked(LineKind):
    key, role = "presence.marked", "scorer"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number, named = line.data["round"], frozenset(line.data["entries"])
        known = state.presence.get(number, frozenset())
        now = known - named if line.data.get("absent") else known | named
        return replace(state, presence={**state.presence, number: now})

    def undo(self, undoing: Undoing) -> Changes:
        """Those who were marked, or unmarked, and had not been before."""
        _free_of_presence(undoing)
        number, gone = undoing.data["round"], bool(undoing.data.get("absent"))
        before = undoing.before.presence.get(number, frozenset())
        entries = [entry for entry in undoing.data["entries"] if (entry in before) == gone]
        marked = {"absent": True} if not gone else {}
        return [undoing.change(PresenceMarked, round=number, entries=entries, **marked)] if entries else []


class PresenceClosed(LineKind):
    key, role = "presence.closed", "scorer"

    def apply(self, state: EventState, _line: LogLine) -> EventState:
        return replace(state, presence_open=None)

    def undo(self, undoing: Undoing) -> Changes:
        _free_of_presence(undoing)
        number = undoing.before.presence_open
        if number is None:
            return []
        marked = sorted(undoing.now.presence.get(number, ()))
        return [
            undoing.change(PresenceOpened, round=number),
            undoing.change(PresenceMarked, round=number, entries=marked),
        ]


# Pairs who may not meet.


class PairsForbidden(LineKind):
    key, role = "pairs.forbidden", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data = line.data
        restriction = Restriction(
            data["id"],
            tuple(data.get("entries", ())),
            data.get("group", ""),
            data.get("first", 1),
            data.get("last"),
            data.get("hard", True),
        )
        event = replace(state, restrictions=(*state.restrictions, restriction))
        return breached(event, line, "forbidden", state.last_published) if state.last_published else event

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_rounds(undoing.data.get("first", 1), undoing.data.get("last"))
        return [undoing.change(PairsAllowed, id=undoing.data["id"])]


class PairsAllowed(LineKind):
    key, role = "pairs.allowed", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        others = tuple(restriction for restriction in state.restrictions if restriction.id != line.data["id"])
        event = replace(state, restrictions=others)
        return breached(event, line, "forbidden", state.last_published) if state.last_published else event

    def undo(self, undoing: Undoing) -> Changes:
        """The restriction holds again, in its old place: the order says which soft one gives way first."""
        if undoing.now.last_published:
            undoing.instead("forbid")
        before = undoing.before.restrictions
        place = next(at for at, restriction in enumerate(before) if restriction.id == undoing.data["id"])
        undoing.free_of_rounds(before[place].first, before[place].last)
        return [
            *(undoing.change(PairsAllowed, id=restriction.id) for restriction in before[place + 1 :]),
            *(undoing.change(PairsForbidden, **_restriction_data(restriction)) for restriction in before[place:]),
        ]


def _restriction_data(restriction: Restriction) -> dict[str, Any]:
    data = restriction._asdict() | {"entries": list(restriction.entries)}
    data.pop("group" if restriction.entries else "entries")
    return data


# The list and its numbers, and penalties.

RENUMBERING_ENDS = 4
"""C.04.2.B.4: once this round is drawn, corrected data no longer change the numbers."""


class ListClosed(LineKind):
    key, role = "list.closed", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return replace(
            state,
            closed=True,
            numbers=tuple(line.data["numbers"]),
            team_numbers=tuple(line.data.get("teams", ())),
            initial=line.data.get("initial"),
            seed=line.data.get("seed"),
        )

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_rounds(1)
        return [undoing.change(ListReopened)]


class ListReopened(LineKind):
    key, role = "list.reopened", "chief"

    def apply(self, state: EventState, _line: LogLine) -> EventState:
        return replace(state, closed=False, numbers=(), team_numbers=(), initial=None, seed=None)

    def undo(self, undoing: Undoing) -> Changes:
        before = undoing.before
        teams = {"teams": list(before.team_numbers)} if before.team_numbers else {}
        return [undoing.change(ListClosed, numbers=list(before.numbers), initial=before.initial, how="given", **teams)]


class NumbersGiven(LineKind):
    key, role = "numbers.given", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """Numbers are given again. That a late entry moves others down is no renumbering (C.04.2.C)."""
        event = replace(state, numbers=tuple(line.data["numbers"]))
        if state.rounds and tuple(entry for entry in event.numbers if entry in state.numbers) != state.numbers:
            values = {"numbers": state.numbers, "reason": line.reason}
            event = remarked(event, "Renumbering", state.last_drawn + 1, "numbers", **values)
        by_hand = line.data.get("by_hand")
        if by_hand == "weaker":
            return breached(event, line, "order", state.last_drawn)
        late = by_hand and state.last_drawn >= RENUMBERING_ENDS
        return breached(event, line, "numbers", state.last_drawn) if late else event

    def undo(self, undoing: Undoing) -> Changes:
        """The numbers are what they were. Those of a late entry go with the entry itself."""
        if "entry" in undoing.data:
            undoing.instead("late-entry")
        undoing.free_of_rounds(1)
        return [numbers_before(undoing)]


def numbers_before(undoing: Undoing) -> LogChange:
    """The pairing numbers as they were before a line."""
    return undoing.change(NumbersGiven, numbers=list(undoing.before.numbers), late=True)


class PenaltySet(LineKind):
    key, role = "penalty.set", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data = line.data
        penalty = Penalty(
            data.get("entry"),
            data.get("team"),
            data["round"],
            Fraction(data.get("points", 0)),
            Fraction(data.get("match_points", 0)),
            data.get("reason", ""),
        )
        if data.get("removed"):
            place = len(state.penalties) - 1 - state.penalties[::-1].index(penalty)
            return replace(state, penalties=(*state.penalties[:place], *state.penalties[place + 1 :]))
        return replace(state, penalties=(*state.penalties, penalty))

    def undo(self, undoing: Undoing) -> Changes:
        """A penalty is taken away; one that was taken away is there again."""
        data = {name: value for name, value in undoing.data.items() if name != "removed"}
        removed = {} if undoing.data.get("removed") else {"removed": True}
        return undoing.again([PenaltySet.change(data | removed)])


# Teams and their lists of players.

TUPLES = frozenset({"players", "away"})


def _with_team(state: EventState, team: EventTeam) -> EventState:
    """Return the state with a team as it is now; every player of its list knows it."""
    entries = {
        number: replace(entry, team=team.team) if number in team.players else entry
        for number, entry in state.entries.items()
    }
    return replace(state, teams={**state.teams, team.team: team}, entries=entries)


def _team_field(name: str, value: Any) -> Any:
    """A field of a team as the state has it: lists are tuples."""
    return tuple(tuple(item) if isinstance(item, list) else item for item in value) if name in TUPLES else value


class TeamAdded(LineKind):
    key, role, instead = "team.added", "chief", "team"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        values: dict[str, Any] = {
            name: _team_field(name, value) for name, value in line.data.items() if name != "reason"
        }
        return _with_team(state, EventTeam(**values, version=line.n))


class TeamChanged(LineKind):
    key, role = "team.changed", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        values: dict[str, Any] = {name: _team_field(name, new) for name, (_, new) in line.data["changes"].items()}
        return _with_team(state, replace(state.teams[line.data["team"]], version=line.n, **values))

    def undo(self, undoing: Undoing) -> Changes:
        return [undoing.change(TeamChanged, team=undoing.data["team"], changes=undoing.values_back())]
