"""Several tournaments of one festival: all players in one list, shared tables, and players moved between them."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.documents.document import Document, TextOrNone, extended, shows
from arpad.documents.schema import Exact
from arpad.formats.entry_columns import folded
from arpad.i18n import ArpadError, Words
from arpad.tournament.acts.absences import HALF, refuse_half_point_bye
from arpad.tournament.acts.act import Act
from arpad.tournament.acts.checks import entry_at, need_state
from arpad.tournament.acts.players import Enter, OtherEvents, RemoveEntry
from arpad.tournament.entries import admits
from arpad.tournament.fees import money, owed
from arpad.tournament.journal import Confirmations, after_changes
from arpad.tournament.kinds import entries as kinds
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.rules import plain, slug_from
from arpad.tournament.schedules import plain_name, round_tables
from arpad.tournament.standings import RatingOrNone, current_round, stage_of
from arpad.tournament.state import Entry, EventState

WORD = re.compile(r"\w+")

# Which tournaments belong together, in which order, and at which tables they play.


def festival_of(state: EventState) -> str:
    """Return the short name of the festival that a tournament is part of, empty if it is part of none."""
    return slug_from(state.event_rules.festival)


def in_festival_order(states: Iterable[EventState]) -> list[EventState]:
    """Return tournaments by their first tables, those of the same table in the order in which they come."""
    return sorted(states, key=lambda state: state.event_rules.first_table)


class TableRange(NamedTuple):
    """The tables of a tournament. `first` is the one of its rules."""

    event: str
    name: str
    first: int
    last: int


class SharedTables(NamedTuple):
    """Tables that two tournaments use. `free` is the first table after those of the first tournament."""

    one: TableRange
    other: TableRange
    free: int


def table_range(state: EventState) -> TableRange:
    """Return the tables that a tournament needs: those of its rounds, or one for every two players."""
    rules = state.event_rules
    players = sum(player.playing for player in state.entries.values())
    used = [table for number in state.rounds for table in round_tables(state, number).values()]
    last = max([rules.first_table + max(players // 2, 1) - 1, *used])
    return TableRange(rules.slug, rules.name, rules.first_table, last)


def shared_tables(states: Sequence[EventState]) -> list[SharedTables]:
    """Return the pairs of tournaments that use the same tables on the same days."""
    ranges = [(state, table_range(state)) for state in in_festival_order(states)]
    return [
        SharedTables(one, other, one.last + 1)
        for at, (state, one) in enumerate(ranges)
        for later, other in ranges[at + 1 :]
        if other.first <= one.last and _same_days(state, later)
    ]


def _same_days(one: EventState, other: EventState) -> bool:
    """Whether two tournaments may be played on the same day: one without days may."""
    first, second = one.event_rules, other.event_rules
    if None in (first.start, second.start):
        return True
    assert first.start is not None
    assert second.start is not None
    return first.start <= (second.end or second.start) and second.start <= (first.end or first.start)


# Who is entered twice, and where a player belongs.

WORD = re.compile(r"[^\W_]+")
UNKNOWN = 2
"""The order of a tournament of which it is not known whether a player may play."""


class FestivalEntry(NamedTuple):
    """A player of one of the tournaments."""

    event: str
    player: Entry


def festival_entries(states: Sequence[EventState]) -> list[FestivalEntry]:
    """Return the entries of all tournaments by name, without those that were removed or refused."""
    found = [
        FestivalEntry(state.event_rules.slug, player)
        for state in states
        for player in state.entries.values()
        if player.state not in ("removed", "refused")
    ]
    return sorted(found, key=lambda entry: (plain_name(entry.player.name), entry.event, entry.player.entry))


def entered_twice(entries: Sequence[FestivalEntry]) -> list[list[FestivalEntry]]:
    """Return players who are in more than one tournament: by the same id, or by the same name in any order of its
    words, unless their ids or their years of birth differ."""
    groups: dict[tuple[str, ...], list[FestivalEntry]] = {}
    for entry in entries:
        groups.setdefault(tuple(sorted(WORD.findall(plain_name(entry.player.name)))), []).append(entry)
    by_id: dict[str, list[FestivalEntry]] = {}
    for entry in entries:
        if entry.player.id:
            by_id.setdefault(entry.player.id, []).append(entry)
    same = [group for group in by_id.values() if len({entry.event for entry in group}) > 1]
    known = {(entry.event, entry.player.entry) for group in same for entry in group}
    for group in groups.values():
        left = [entry for entry in group if (entry.event, entry.player.entry) not in known]
        if len({entry.event for entry in left}) > 1 and _may_be_one(left):
            same.append(left)
    return sorted(same, key=lambda group: plain_name(group[0].player.name))


def _may_be_one(entries: Sequence[FestivalEntry]) -> bool:
    ids = {entry.player.id for entry in entries if entry.player.id}
    years = {entry.player.born for entry in entries if entry.player.born}
    return len(ids) < 2 and len(years) < 2


def suggested_event(states: Sequence[EventState], player: Mapping[str, Any]) -> str:
    """Return the tournament for a player, empty if none takes them: the first with a condition that they fulfil, else
    one that is open to all, else one of which it is not known whether they may play."""
    found = [
        (not state.event_rules.admits if fits else UNKNOWN, at, state.event_rules.slug)
        for at, state in enumerate(states)
        if not state.last_published and (fits := admits(state.event_rules, player)) is not False
    ]
    return min(found)[2] if found else ""


def named_event(states: Sequence[EventState], typed: str) -> str:
    """Return the tournament that a cell of a sheet names: by its name, its short name, or words that only its name
    has; empty if that is none, or several."""
    wanted = frozenset(WORD.findall(folded(typed)))
    names = {state.event_rules.slug: frozenset(WORD.findall(folded(state.event_rules.name))) for state in states}
    same = [slug for slug, words in names.items() if wanted == words or slug == slug_from(typed)]
    found = same or [slug for slug, words in names.items() if wanted and wanted <= words]
    return found[0] if len(found) == 1 else ""


# A festival for people and programs: where each tournament stands, and all players in one list.


class FestivalLeader(Document, frozen=True):
    """A player, or a team, in front of the standings."""

    rank: int
    name: str
    points: Exact


class FestivalTournament(Document, frozen=True):
    """A tournament of a festival: where it stands, and at which tables it plays."""

    event: str
    name: str
    start: dt.date | None
    end: dt.date | None
    time_control: TextOrNone
    rounds: int
    round: int
    state: str
    players: int
    first_table: int
    last_table: int
    leaders: tuple[FestivalLeader, ...] = ()


class FestivalPlayer(Document, frozen=True):
    """A player with the tournament that they play in."""

    shown = shows(
        "name", "title", "rating", "federation", "id", "club", "born", "event", "tournament", "entry", "number"
    )
    name: str
    title: TextOrNone
    rating: RatingOrNone
    federation: TextOrNone
    id: TextOrNone
    club: TextOrNone
    born: int | None
    event: str
    tournament: str
    entry: int
    number: int | None


class FestivalDocument(Document, frozen=True):
    """A festival: its tournaments, and all players by name."""

    festival: str
    name: str
    tournaments: tuple[FestivalTournament, ...]
    players: tuple[FestivalPlayer, ...]


def festival_tournament(state: EventState, leaders: Iterable[FestivalLeader] = ()) -> FestivalTournament:
    """Return where a tournament of a festival stands."""
    rules, tables = state.event_rules, table_range(state)
    return FestivalTournament(
        rules.slug,
        rules.name,
        rules.start,
        rules.end,
        rules.time_control,
        rules.rounds,
        current_round(state),
        stage_of(state),
        sum(player.playing for player in state.entries.values()),
        tables.first,
        tables.last,
        tuple(leaders),
    )


def festival_players(states: Sequence[EventState]) -> list[FestivalPlayer]:
    """Return the players of all tournaments by name."""
    named = {state.event_rules.slug: state for state in states}
    return [
        extended(
            FestivalPlayer,
            player,
            event=slug,
            tournament=named[slug].event_rules.name,
            number=named[slug].number_of(player.entry),
        )
        for slug, player in festival_entries(states)
        if player.playing
    ]


# A player is moved: taken out of one tournament and entered in another, before round 1 of either is published.

STAYS = ("entry", "team", "groups")
"""What a moved player does not take along as it is."""


def moving_fields(player: Entry) -> dict[str, Any]:
    """Return what is known of a player, as the log keeps it, without what belongs to the tournament."""
    own = [field for field in fields(Entry) if field.name in kinds.NAMES and field.name not in STAYS]
    return {
        field.name: plain(value)
        for field in own
        if (value := getattr(player, field.name))
        != (field.default if field.default_factory is MISSING else field.default_factory())
    }


class MoveOut(Act, frozen=True):
    """Take a player out of a tournament, who goes to another one of the festival."""

    writes = (kinds.EntryRemoved,)

    entry: int
    to: str

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        player = entry_at(state, self.entry)
        need_state(player, "accepted", "applied")
        _refuse_late(state, player)
        if player.team is not None:
            raise ArpadError("event-move-team", name=player.name, team=state.teams[player.team].name)
        (removed,) = RemoveEntry(self.entry)(state, confirmations)
        return [LogChange(removed.kind, {**removed.data, "moved_to": self.to})]


class MoveIn(Act, frozen=True):
    """Enter a player who comes from another tournament of the festival, with everything that was known there.
    `absences` are the rounds that they asked not to play, with H, Z or F; `listed` is what the list says for this
    tournament, if it is of another time class; `owed` is what they owed before."""

    writes = (kinds.EntryAdded, kinds.EntryApplied, kinds.NumbersGiven, kinds.AbsenceSet)

    player: Entry
    origin: str
    absences: Mapping[int, str] = {}
    listed: Mapping[str, Any] = {}
    others: OtherEvents | None = None
    owed: Fraction = Fraction(0)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        rules, player = state.event_rules, self.player
        _refuse_late(state, player)
        values = {**moving_fields(player), **self.listed}
        lost = [group for group in player.groups if group not in rules.groups]
        if lost:
            confirmations.note("moved-groups", name=player.name, groups=", ".join(lost))
        if groups := [group for group in player.groups if group in rules.groups]:
            values["groups"] = groups
        if state.closed:
            values.setdefault("from_round", 1)
        changes = [*Enter(values, others=self.others)(state, confirmations)]
        kind = kinds.EntryApplied.key if player.state == "applied" else changes[0].kind
        if player.state == "applied":
            changes = changes[:1]
        entered = {"entered_at": player.entered_at} if player.entered_at else {}
        changes[0] = LogChange(kind, {**changes[0].data, **entered, "moved_from": self.origin})
        after = after_changes(state, changes)
        left = owed(after.entries[max(after.entries)], rules)
        if rules.fees and left != self.owed:
            confirmations.note("moved-fee", name=player.name, amount=money(left, rules))
        return [*changes, *self._absences(after, confirmations)]

    def _absences(self, state: EventState, confirmations: Confirmations) -> list[LogChange]:
        """The rounds that the player misses here too; a bye that these rules do not give is not taken along."""
        entry = state.entries[max(state.entries)]
        changes = []
        for number, kind in sorted(self.absences.items()):
            if number > state.event_rules.rounds or state.event_rules.team:
                continue
            try:
                if kind == HALF:
                    refuse_half_point_bye(state, entry, number)
            except ArpadError:
                confirmations.note("moved-bye", name=entry.name, round=number)
                continue
            changes.append(kinds.AbsenceSet.change({"entry": entry.entry, "round": number, "kind": kind}))
            state = after_changes(state, changes[-1:])
        return changes


def _refuse_late(state: EventState, player: Entry) -> None:
    if state.last_published:
        raise ArpadError("event-move-late", name=player.name, event=state.event_rules.name)


def move_refused(problems: Sequence[ArpadError]) -> ArpadError:
    """Return one problem for all players who cannot be moved, with the reason of each."""
    if len(problems) == 1:
        return problems[0]
    reasons = [Words(f"error.{problem.key}", **problem.values) for problem in problems]
    why = reasons[-1]
    for reason in reversed(reasons[:-1]):
        why = Words("tournament.festival.reasons", first=reason, more=why)
    return ArpadError("event-move-several", count=len(problems), why=why)
