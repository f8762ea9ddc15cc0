"""Commands about absences, withdrawals, presence before a round, and forbidden pairs (C.05 5.2)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from arpad.i18n import ArpadError, Words
from arpad.tournament.acts.checks import (
    entry_at,
    need_round_to_come,
    need_single_players,
    need_state,
    need_unfinished,
    players_named,
    team_at,
)
from arpad.tournament.drawing import label_of, second_game
from arpad.tournament.journal import Confirmations, command
from arpad.tournament.kinds import entries as kinds
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.schedules import forfeits_of
from arpad.tournament.state import Entry, EventState

# Players who miss a round, leave the event, come back, or did not come without a word.

Kind = Literal["H", "Z", "F"]
HALF, FULL = "H", "F"


@command
def absent(state: EventState, confirmations: Confirmations, entry: int, number: int, kind: Kind | None) -> Changes:
    """Leave a player out of a round: half a point, none, or a whole one; None takes the absence back."""
    need_single_players(state)
    found = _playing(state, entry)
    need_round_to_come(state, number)
    if found.out_in(number) or found.from_round > number:
        raise ArpadError("event-not-there", name=found.name, round=number)
    if second_game(state, number) and kind is not None:
        raise ArpadError("event-bye-match", round=number, first=number - 1)
    current = state.absences.get((entry, number))
    if current == kind:
        return []
    place = {"entry": entry, "round": number}
    if kind is None:
        return [kinds.AbsenceCleared.change(place)]
    if kind == HALF:
        refuse_half_point_bye(state, found, number)
    if kind == FULL:
        confirmations.ask_reason("full-point-bye", name=found.name, round=number)
    return [kinds.AbsenceSet.change({**place, "kind": kind, **confirmations.kept_reason})]


def refuse_half_point_bye(state: EventState, player: Entry, number: int) -> None:
    """C.05 6.7 (4): a half-point bye if the rules give it, asked for before the draw, and not to players on
    conditions."""
    why = next(_against_half_point_bye(state, player, number), None)
    if why is not None:
        raise ArpadError("event-half-bye", name=player.name, round=number, why=why)


def _against_half_point_bye(state: EventState, player: Entry, number: int) -> Iterator[Words]:
    """The conditions that fail."""
    rules = state.event_rules
    given = [one for (entry, one), kind in state.absences.items() if entry == player.entry and kind == HALF]
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
    if len([one for one in given if one != number]) >= rules.half_point_byes:
        rounds = ", ".join(map(str, sorted(given)))
        yield Words("tournament.half-bye.most", most=rules.half_point_byes, rounds=rounds)


@command
def withdraw(
    state: EventState,
    confirmations: Confirmations,
    entry: int,
    from_round: int | None = None,
    *,
    expelled: bool = False,
) -> Changes:
    """Withdraw a player: not paired again, results stay (C.04.2.D.3). A board that is published stays too."""
    need_unfinished(state)
    need_single_players(state)
    found = _playing(state, entry)
    first = _first_round_out(state, entry, from_round)
    if expelled:
        confirmations.ask_reason("expelled", name=found.name)
    for number, board in _open_boards(state, entry):
        if number < first:
            confirmations.note("board-stays", name=found.name, round=number, board=board)
    reason = "expelled" if expelled else "absent" if entry in state.unexplained else "asked"
    why = {"why": confirmations.reason} if confirmations.reason else {}
    gone = kinds.EntryWithdrawn.change({"entry": entry, "from_round": first, "reason": reason, **why})
    return [*(forfeits_of(state, entry, first) if state.event_rules.by_table else ()), gone]


def _first_round_out(state: EventState, entry: int, given: int | None) -> int:
    """The first round that a player misses: never one that is drawn, but for tables, which are drawn as a whole."""
    if not state.event_rules.by_table:
        first = state.last_drawn + 1 if given is None else given
        if first <= state.last_drawn:
            raise ArpadError("event-round-drawn", round=first)
        return first
    over = [number for number, one in state.rounds.items() if _over(state, number, entry) and one.published_n]
    after = max(over, default=0) + 1
    if given is not None and given < after:
        raise ArpadError("event-round-over", round=given, next=after)
    return given or after


def _over(state: EventState, number: int, entry: int) -> bool:
    return any(entry in board.seats and board.result is not None for board in state.rounds[number].games)


def _open_boards(state: EventState, entry: int) -> list[tuple[int, int]]:
    return [
        (number, board.number)
        for number, one in sorted(state.rounds.items())
        for board in one.games
        if entry in board.seats and board.result in (None, ADJOURNED)
    ]


@command
def return_entry(state: EventState, confirmations: Confirmations, entry: int, from_round: int | None = None) -> Changes:
    """Let a player who has left come back, from a round that is not drawn yet; of a player who has not left, take the
    absences from that round on back."""
    need_unfinished(state)
    need_single_players(state)
    found = entry_at(state, entry)
    if not found.gone:
        return _absences_taken_back(state, found, from_round)
    first = max(state.last_drawn + 1, found.withdrawn_from or 1) if from_round is None else from_round
    need_round_to_come(state, first)
    if found.state == "expelled":
        confirmations.ask_reason("expelled-back", name=found.name, round=first)
    else:
        confirmations.confirm("back", name=found.name, round=first)
    return [kinds.EntryReturned.change({"entry": entry, "from_round": first, **confirmations.kept_reason})]


def _absences_taken_back(state: EventState, player: Entry, from_round: int | None) -> Changes:
    """The lines that take back every absence and bye of the rounds to come, or from a round on."""
    first = state.last_drawn + 1 if from_round is None else from_round
    need_round_to_come(state, first)
    away = sorted(number for entry, number in state.absences if entry == player.entry and number >= first)
    if not away:
        raise ArpadError("event-not-gone", entry=player.entry, name=player.name)
    return [kinds.AbsenceCleared.change({"entry": player.entry, "round": number}) for number in away]


@command
def excuse(state: EventState, confirmations: Confirmations, entry: int) -> Changes:
    """C.04.2.D.2: an absence is explained before the next pairing is published, so the player stays in."""
    found = entry_at(state, entry)
    if found.gone:
        raise ArpadError("event-excuse-late", entry=entry, name=found.name, round=found.withdrawn_from)
    if entry not in state.unexplained:
        raise ArpadError("event-nothing-unexplained", entry=entry, name=found.name)
    number = state.unexplained[entry]
    confirmations.ask_reason("excused", name=found.name, round=number)
    draft = state.rounds.get(number + 1)
    if draft is not None and draft.published_n is None:
        confirmations.note("excused-draft", name=found.name, round=number + 1)
    return [kinds.AbsenceExcused.change({"entry": entry, "round": number, "reason": confirmations.reason})]


def _playing(state: EventState, entry: int) -> Entry:
    found = entry_at(state, entry)
    need_state(found, "accepted")
    return found


# Players who may not meet (C.05 5.2): announced before round 1, later on it is outside the rules.

PAIR = 2


@command
def forbid(
    state: EventState,
    confirmations: Confirmations,
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
    rounds = state.event_rules.rounds
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
        "id": max((one.id for one in state.restrictions), default=0) + 1,
        **({"entries": named} if named else {"group": group}),
        "first": first,
        **({} if last is None else {"last": last}),
        "hard": hard,
    }
    return [kinds.PairsForbidden.change(data | confirmations.kept_reason)]


def _side(state: EventState, number: int) -> int:
    return team_at(state, number).team if state.event_rules.team else entry_at(state, number).entry


@command
def allow(state: EventState, confirmations: Confirmations, restriction: int) -> Changes:
    """Let players meet who were kept apart."""
    known = [one.id for one in state.restrictions]
    if restriction not in known:
        raise ArpadError("event-restriction-unknown", id=restriction, known=", ".join(map(str, known)) or "–")
    if state.last_published:
        confirmations.breach("forbidden-late")
    return [kinds.PairsAllowed.change({"id": restriction} | confirmations.kept_reason)]


# Who is there before a round: the list is opened, names are marked, and it is closed with those who are missing.

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
def open_presence(state: EventState, _confirmations: Confirmations, number: int | None = None) -> Changes:
    """Open the list of presence for a round that is not drawn."""
    wanted = number or state.last_drawn + 1
    if wanted <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=wanted)
    if state.presence_open is not None:
        raise ArpadError("event-presence-open", round=state.presence_open)
    return [kinds.PresenceOpened.change({"round": wanted})]


@command
def mark_present(
    state: EventState, _confirmations: Confirmations, entries: Sequence[int], *, there: bool = True
) -> Changes:
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
    return [kinds.PresenceMarked.change(data)]


@command
def close_presence(state: EventState, confirmations: Confirmations, then: Missing = "pair") -> Changes:
    """Close the list of presence, and say what happens to those who are missing."""
    number = _open_round(state)
    gone = missing(state, number)
    changes = [kinds.PresenceClosed.change({"round": number, "missing": gone})]
    if not gone:
        return changes
    names = players_named(state, gone)
    if then == "pair":
        confirmations.note("missing-paired", round=number, count=len(gone), names=names)
        return changes
    if number <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=number)
    if then == "absent":
        confirmations.confirm("missing-absent", round=number, count=len(gone), names=names)
        return changes + [kinds.AbsenceSet.change({"entry": entry, "round": number, "kind": "Z"}) for entry in gone]
    if number + 1 > state.event_rules.rounds:
        raise ArpadError("event-rounds-over", rounds=state.event_rules.rounds)
    confirmations.confirm("missing-wait", round=number + 1, count=len(gone), names=names)
    return changes + [_later(state, entry, number) for entry in gone]


def _later(state: EventState, entry: int, number: int) -> LogChange:
    """A player who has not come yet comes in with the next round; one who has played misses this one."""
    if any(entry in one.players or entry == one.bye for one in state.rounds.values()):
        return kinds.AbsenceSet.change({"entry": entry, "round": number, "kind": "Z"})
    moved = {"from_round": [state.entries[entry].from_round, number + 1]}
    return kinds.EntryChanged.change({"entry": entry, "changes": moved})


def _open_round(state: EventState) -> int:
    if state.presence_open is None:
        raise ArpadError("event-presence-closed")
    return state.presence_open
