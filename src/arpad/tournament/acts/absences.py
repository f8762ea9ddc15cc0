"""Absences, withdrawals, presence before a round, and forbidden pairs (C.05 5.2)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from arpad.i18n import ArpadError, Words
from arpad.inputs.declared import Input, one_of, whole, whole_numbers
from arpad.inputs.parse import choice
from arpad.tournament.acts.act import (
    MOST,
    Act,
    Flag,
    OfEntry,
    PerhapsRound,
    Reply,
    RoundNumber,
    at_fields,
    entries_input,
    first_round_input,
    mark,
    rounds_typed,
)
from arpad.tournament.acts.checks import (
    entry_at,
    need_round_to_come,
    need_single_players,
    need_state,
    need_unfinished,
    players_named,
    team_at,
)
from arpad.tournament.acts.results import draft_given_up
from arpad.tournament.drawing import label_of, members, second_game
from arpad.tournament.journal import Confirmations, Done, after_changes
from arpad.tournament.kinds import entries as kinds
from arpad.tournament.kinds.boards import ResultsSet
from arpad.tournament.kinds.rounds import RoundCleared
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.schedules import forfeits_of
from arpad.tournament.state import Entry, EventState

# Players who miss a round, leave the event, come back, or did not come without a word.

HALF, FULL = "H", "F"
KINDS = ("Z", "H", "F", "none")


def absence_kind(where: str, typed: str) -> str | None:
    """Read the kind of an absence; `none` takes it back."""
    word = typed.strip()
    kind = choice(where, word if word == "none" else word.upper(), ("H", "Z", "F", "none"))
    return None if kind == "none" else kind


AbsenceKind = Annotated[
    str | None,
    Input(
        absence_kind, "select", "H, Z, F or none.", KINDS, "event-kind.", flag="KIND", metavar="H|Z|F|none",
        help="cli.help.event-absence",
    ),
]  # fmt: skip
OutFrom = Annotated[int | None, first_round_input("out-from")]


def absence_reply(done: Done, key: str, side: int, number: int | None) -> Reply:
    """Return the answer about a player, or about a team."""
    team = done.state.event_rules.team
    name = done.state.teams[side].name if team else done.state.entries[side].name
    document = {"team" if team else "entry": side, "round": number}
    return Reply(key, {"entry": side, "name": name, "round": number}, document)


class SetAbsence(OfEntry, frozen=True):
    """Leave a player out of a round, or take that back."""

    name = "absent"
    writes = (kinds.AbsenceSet, kinds.AbsenceCleared)
    problems = at_fields(kind="event-half-bye", round="event-round-drawn event-round-none")

    round: RoundNumber
    kind: AbsenceKind

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Half a point, none, or a whole one; None takes the absence back."""
        need_single_players(state)
        entry, number = self.entry, self.round
        player = _playing(state, entry)
        need_round_to_come(state, number)
        if player.out_in(number) or player.from_round > number:
            raise ArpadError("event-not-there", name=player.name, round=number)
        if second_game(state, number) and self.kind is not None:
            raise ArpadError("event-bye-match", round=number, first=number - 1)
        if state.absences.get((entry, number)) == self.kind:
            return []
        place = {"entry": entry, "round": number}
        if self.kind is None:
            return [kinds.AbsenceCleared.change(place)]
        beyond: dict[str, int] = {}
        if self.kind == HALF:
            beyond = _beyond_the_rules(state, confirmations, player, number)
        if self.kind == FULL:
            confirmations.ask_reason("full-point-bye", name=player.name, round=number)
        return [kinds.AbsenceSet.change({**place, "kind": self.kind, **beyond, **confirmations.kept_reason})]


def _beyond_the_rules(state: EventState, confirmations: Confirmations, player: Entry, number: int) -> dict[str, int]:
    """One half-point bye more than the rules give is confirmed, with a reason (VCL 174); all else that stands against
    one is refused."""
    most, given = state.event_rules.half_point_byes, _other_half_byes(state, player, number)
    if not most or len(given) < most or len(list(against_half_point_bye(state, player, number))) > 1:
        refuse_half_point_bye(state, player, number)
        return {}
    beyond = {"count": len(given) + 1, "most": most}
    for ask in (confirmations.confirm, confirmations.ask_reason):
        ask("half-bye-beyond", name=player.name, round=number, **beyond)
    return beyond


def refuse_half_point_bye(state: EventState, player: Entry, number: int) -> None:
    """C.05 6.7 (4): a half-point bye if the rules give it, asked for before the draw, and not to players on
    conditions."""
    why = next(against_half_point_bye(state, player, number), None)
    if why is not None:
        raise ArpadError("event-half-bye", name=player.name, round=number, why=why)


def _other_half_byes(state: EventState, player: Entry, number: int) -> list[int]:
    """The other rounds in which a player has a half-point bye."""
    mine = (one for (entry, one), kind in state.absences.items() if entry == player.entry and kind == HALF)
    return sorted(one for one in mine if one != number)


def against_half_point_bye(state: EventState, player: Entry, number: int) -> Iterator[Words]:
    """The conditions that fail."""
    rules = state.event_rules
    given = _other_half_byes(state, player, number)
    if not rules.swiss:
        yield Words("tournament.half-bye.system")
    if rules.level == "L1":
        yield Words("tournament.half-bye.level")
    if not rules.half_point_byes:
        yield Words("tournament.half-bye.none")
    if player.invited:
        yield Words("tournament.half-bye.invited")
    if number > rules.half_byes_until:
        yield Words("tournament.half-bye.until", last=rules.half_byes_until)
    if len(given) >= rules.half_point_byes:
        rounds = ", ".join(map(str, given))
        yield Words("tournament.half-bye.most", most=rules.half_point_byes, rounds=rounds)


class WithdrawEntry(OfEntry, frozen=True):
    """Withdraw a player: not paired again, results stay."""

    name = "withdraw"
    writes = (kinds.EntryWithdrawn, ResultsSet)

    from_round: OutFrom = None
    expelled: Annotated[bool, mark("--expelled")] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """C.04.2.D.3: a board that is published stays too."""
        need_unfinished(state)
        need_single_players(state)
        entry = self.entry
        player = _playing(state, entry)
        first = _first_round_out(state, entry, self.from_round)
        if self.expelled:
            confirmations.ask_reason("expelled", name=player.name)
        for number, board in _open_boards(state, entry):
            if number < first:
                confirmations.note("board-stays", name=player.name, round=number, board=board)
        reason = "expelled" if self.expelled else "absent" if entry in state.unexplained else "asked"
        why = {"why": confirmations.reason} if confirmations.reason else {}
        gone = kinds.EntryWithdrawn.change({"entry": entry, "from_round": first, "reason": reason, **why})
        return [*(forfeits_of(state, entry, first) if state.event_rules.by_table else ()), gone]

    def reply(self, done: Done) -> Reply:
        first = done.state.entries[self.entry].withdrawn_from
        return absence_reply(done, "expelled" if self.expelled else "withdrawn", self.entry, first)


def _first_round_out(state: EventState, entry: int, given: int | None) -> int:
    """The first round that a player misses: never one that is drawn, but for tables, which are drawn as a whole, and
    for the draft that leaves out a player who gave no notice."""
    if not state.event_rules.by_table:
        draft = state.rounds.get(state.last_drawn)
        if draft is not None and draft.published_n is None and entry in state.unexplained and entry in draft.absent:
            return draft.number if given is None else given
        first = state.last_drawn + 1 if given is None else given
        if first <= state.last_drawn:
            raise ArpadError("event-round-drawn", round=first)
        return first
    over = [
        number
        for number, event_round in state.rounds.items()
        if _over(state, number, entry) and event_round.published_n
    ]
    after = max(over, default=0) + 1
    if given is not None and given < after:
        raise ArpadError("event-round-over", round=given, next=after)
    return given or after


def _over(state: EventState, number: int, entry: int) -> bool:
    return any(entry in board.seats and board.result is not None for board in state.rounds[number].games)


def _open_boards(state: EventState, entry: int) -> list[tuple[int, int]]:
    return [
        (number, board.number)
        for number, event_round in sorted(state.rounds.items())
        for board in event_round.games
        if entry in board.seats and board.result in (None, ADJOURNED)
    ]


class ReturnEntry(OfEntry, frozen=True):
    """Let a player who has left come back."""

    name = "return"
    writes = (kinds.EntryReturned, kinds.AbsenceCleared)

    from_round: OutFrom = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """From a round that is not drawn yet; of a player who has not left, take the absences from that round on
        back."""
        need_unfinished(state)
        need_single_players(state)
        player, given = entry_at(state, self.entry), self.from_round
        if not player.gone:
            return _absences_taken_back(state, player, given)
        first = max(state.last_drawn + 1, player.withdrawn_from or 1) if given is None else given
        need_round_to_come(state, first)
        if player.state == "expelled":
            confirmations.ask_reason("expelled-back", name=player.name, round=first)
        else:
            confirmations.confirm("back", name=player.name, round=first)
        return [kinds.EntryReturned.change({"entry": self.entry, "from_round": first, **confirmations.kept_reason})]


def _absences_taken_back(state: EventState, player: Entry, from_round: int | None) -> Changes:
    """The lines that take back every absence and bye of the rounds to come, or from a round on."""
    first = state.last_drawn + 1 if from_round is None else from_round
    need_round_to_come(state, first)
    away = sorted(number for entry, number in state.absences if entry == player.entry and number >= first)
    if not away:
        raise ArpadError("event-not-gone", entry=player.entry, name=player.name)
    return [kinds.AbsenceCleared.change({"entry": player.entry, "round": number}) for number in away]


class Excuse(OfEntry, frozen=True):
    """Accept the reason of a player who did not come."""

    name = "excuse"
    writes = (kinds.AbsenceExcused,)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """C.04.2.D.2: an absence is explained before the next pairing is published, so the player stays in."""
        entry, player = self.entry, entry_at(state, self.entry)
        if player.gone:
            raise ArpadError("event-excuse-late", entry=entry, name=player.name, round=player.withdrawn_from)
        if entry not in state.unexplained:
            raise ArpadError("event-nothing-unexplained", entry=entry, name=player.name)
        number = state.unexplained[entry]
        confirmations.ask_reason("excused", name=player.name, round=number)
        draft = state.rounds.get(number + 1)
        if draft is not None and draft.published_n is None:
            confirmations.note("excused-draft", name=player.name, round=number + 1)
        return [kinds.AbsenceExcused.change({"entry": entry, "round": number, "reason": confirmations.reason})]

    def reply(self, done: Done) -> Reply:
        return absence_reply(done, "excused", self.entry, done.lines[0].data["round"])


def _playing(state: EventState, entry: int) -> Entry:
    found = entry_at(state, entry)
    need_state(found, "accepted")
    return found


def next_round(state: EventState, player: Entry) -> Words | None:
    """Return what will happen to a player in the next round to be drawn; None if there is none, or it is drawn of
    teams or by a table."""
    rules, number = state.event_rules, state.last_drawn + 1
    if state.finished or rules.team or rules.by_table or (rules.rounds and number > rules.rounds):
        return None
    values: dict[str, object] = {"round": number}
    away = state.absences.get((player.entry, number))
    if player.state == "applied":
        key = "applied"
    elif player.gone or player.state != "accepted":
        key = "out"
    elif player.from_round > number:
        key, values = "later", {**values, "first": player.from_round}
    elif away is None and player.entry in state.unexplained:
        key, values = "unexplained", {**values, "missed": state.unexplained[player.entry]}
    else:
        key = away or "plays"
    return Words(f"tournament.next-round.{key}", **values)


# Players who may not meet (C.05 5.2): announced before round 1, later on it is outside the rules.

PAIR = 2


class ForbidPairs(Act, frozen=True):
    """Keep players apart: those named, or all who share a label."""

    name = "forbid"
    path = "desk/pairs"
    back = "desk/pairs"
    writes = (kinds.PairsForbidden, RoundCleared)
    problems = at_fields(
        players="event-forbid-whom event-entry-unknown", label="event-label-unknown", last="event-round-none"
    )

    players: Annotated[Sequence[int], entries_input("ENTRY", "[ENTRY]…", "apart")] = ()
    label: Annotated[
        str,
        Input(
            about="A label: club, family, federation or one of your own.", max_length=60, flag="--group",
            metavar="LABEL", help="cli.help.event-label",
        ),
    ] = ""  # fmt: skip
    rounds: Annotated[
        tuple[int, int] | None,
        Input(rounds_typed, "option", flag="--rounds", metavar="R-R", help="cli.help.event-span"),
    ] = None
    first: PerhapsRound = None
    last: PerhapsRound = None
    soft: Annotated[bool, mark("--soft")] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A label is a club, a family, a federation or one of their own; in an event of teams, teams are named. Soft
        ones give way if the round cannot be paired."""
        group = self.label
        named = sorted({_side(state, entry) for entry in self.players})
        if bool(named) == bool(group) or (named and len(named) < PAIR):
            raise ArpadError("event-forbid-whom")
        rounds, to_draw = state.event_rules.rounds, state.last_published + 1
        first, last = self.rounds or (self.first or 1, self.last)
        first = max(first, min(to_draw, last or rounds or to_draw))
        if not 1 <= first <= (last or rounds or first) <= (rounds or last or first):
            raise ArpadError("event-round-none", round=last or first, rounds=rounds)
        if group:
            need_single_players(state)
        if group and not any(label_of(state, entry, group) for entry in state.entries):
            raise ArpadError("event-label-unknown", group=group)
        if state.last_published:
            confirmations.breach("forbidden-late")
        elif not state.restrictions:
            confirmations.note("forbidden-announced")
        data = {
            "id": max((restriction.id for restriction in state.restrictions), default=0) + 1,
            **({"entries": named} if named else {"group": group}),
            "first": first,
            **({} if last is None else {"last": last}),
            "hard": not self.soft,
        }
        change = kinds.PairsForbidden.change(data | confirmations.kept_reason)
        return draft_given_up(state, confirmations, change) if _in_the_draft(state, change) else [change]

    def reply(self, done: Done) -> Reply:
        return Reply("forbidden", {"id": done.lines[-1].data["id"]})


def _in_the_draft(state: EventState, change: LogChange) -> bool:
    """Whether the draft of the next round has a pair that may not meet any more."""
    draft, restriction = state.rounds.get(state.last_drawn), after_changes(state, [change]).restrictions[-1]
    if draft is None or draft.published_n is not None or not state.event_rules.swiss:
        return False
    if not restriction.first <= draft.number <= (restriction.last or draft.number):
        return False
    return any(set(board.seats) <= set(group) for group in members(state, restriction) for board in draft.paired)


def _side(state: EventState, number: int) -> int:
    return team_at(state, number).team if state.event_rules.team else entry_at(state, number).entry


class AllowPairs(Act, frozen=True):
    """Let players meet who were kept apart."""

    name = "allow"
    back = "desk/pairs"
    writes = (kinds.PairsAllowed,)

    restriction: Annotated[
        int,
        Input(
            whole(1, MOST), "hidden", "The number of the restriction.", max_length=10, flag="ID",
            help="cli.help.event-restriction",
        ),
    ]  # fmt: skip

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        known = [restriction.id for restriction in state.restrictions]
        if self.restriction not in known:
            raise ArpadError("event-restriction-unknown", id=self.restriction, known=", ".join(map(str, known)) or "–")
        if state.last_published:
            confirmations.breach("forbidden-late")
        return [kinds.PairsAllowed.change({"id": self.restriction} | confirmations.kept_reason)]

    def reply(self, _done: Done) -> Reply:
        return Reply("allowed", {"id": self.restriction})


# Who is there before a round: the list is opened, names are marked, and it is closed with those who are missing.

THEN = ("pair", "absent", "wait")
Missing = Annotated[str, Input(one_of(*THEN), "select", "pair, absent or wait.", THEN, "event-then.")]
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


class OpenPresence(Act, frozen=True):
    """Open the list of presence for the next round."""

    name = "presence-open"
    path = "desk/presence/open"
    back = "desk/presence"
    writes = (kinds.PresenceOpened,)

    round: int | None = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        number = self.round or state.last_drawn + 1
        if number <= state.last_drawn:
            raise ArpadError("event-round-drawn", round=number)
        if state.presence_open is not None:
            raise ArpadError("event-presence-open", round=state.presence_open)
        return [kinds.PresenceOpened.change({"round": number})]

    def reply(self, done: Done) -> Reply:
        return Reply("presence-open", {"round": done.state.presence_open or 0})


class MarkPresent(Act, frozen=True):
    """Mark players as present, or take the mark back."""

    name = "present"
    path = "desk/presence"
    back = "desk/presence"
    writes = (kinds.PresenceMarked,)

    players: Annotated[Sequence[int], Input(whole_numbers, about="Players, by entry.", several=True, players=True)]
    gone: Flag = False

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        number = _open_round(state)
        marked, awaited = state.presence.get(number, frozenset()), set(expected(state, number))
        for entry in self.players:
            if entry_at(state, entry).entry not in awaited:
                raise ArpadError("event-not-there", name=state.entries[entry].name, round=number)
        changing = [entry for entry in dict.fromkeys(self.players) if (entry in marked) == self.gone]
        if not changing:
            return []
        data = {"round": number, "entries": changing} | ({"absent": True} if self.gone else {})
        return [kinds.PresenceMarked.change(data)]

    def reply(self, done: Done) -> Reply:
        document = {"round": done.state.presence_open, "marked": self.players}
        return Reply("not-marked" if self.gone else "marked", {}, document)

    def words(self, done: Done) -> Mapping[str, object]:
        return {"names": "; ".join(done.state.entries[entry].name for entry in self.players)}


class ClosePresence(Act, frozen=True):
    """Close the list of presence, and say what happens to players who are missing."""

    name = "presence-close"
    path = "desk/presence/close"
    back = "desk/presence"
    writes = (kinds.PresenceClosed, kinds.AbsenceSet, kinds.EntryChanged)

    then: Missing

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        number = _open_round(state)
        gone = missing(state, number)
        changes = [kinds.PresenceClosed.change({"round": number, "missing": gone})]
        if not gone:
            return changes
        names = players_named(state, gone)
        if self.then == "pair":
            confirmations.note("missing-paired", round=number, count=len(gone), names=names)
            return changes
        if number <= state.last_drawn:
            raise ArpadError("event-round-drawn", round=number)
        if self.then == "absent":
            confirmations.confirm("missing-absent", round=number, count=len(gone), names=names)
            return changes + [kinds.AbsenceSet.change({"entry": entry, "round": number, "kind": "Z"}) for entry in gone]
        if number + 1 > state.event_rules.rounds:
            raise ArpadError("event-rounds-over", rounds=state.event_rules.rounds)
        confirmations.confirm("missing-wait", round=number + 1, count=len(gone), names=names)
        return changes + [_later(state, entry, number) for entry in gone]

    def reply(self, done: Done) -> Reply:
        closed: dict[str, Any] = dict(done.lines[0].data)
        return Reply("presence-closed", {"count": len(closed["missing"])}, closed)


def _later(state: EventState, entry: int, number: int) -> LogChange:
    """A player who has not come yet comes in with the next round; one who has played misses this one."""
    if any(entry in event_round.players or entry == event_round.bye for event_round in state.rounds.values()):
        return kinds.AbsenceSet.change({"entry": entry, "round": number, "kind": "Z"})
    moved = {"from_round": [state.entries[entry].from_round, number + 1]}
    return kinds.EntryChanged.change({"entry": entry, "changes": moved})


def _open_round(state: EventState) -> int:
    if state.presence_open is None:
        raise ArpadError("event-presence-closed")
    return state.presence_open
