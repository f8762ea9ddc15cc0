"""Entries: players come into the event, and what is known of them changes."""

from collections.abc import Collection, Mapping
from typing import Any

from arpad.domain.rating_list import RatingList
from arpad.i18n import ArpadError, Words
from arpad.tournament.acts.checks import entry_at, need_state, need_unfinished
from arpad.tournament.acts.listing import renumbered
from arpad.tournament.entering.csv_file import EntryFile
from arpad.tournament.entering.fields import LABEL, RATINGS, read_field
from arpad.tournament.entering.findings import say_findings
from arpad.tournament.entering.listed import differing
from arpad.tournament.fold import after_changes
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.order import inserted
from arpad.tournament.rules import plain
from arpad.tournament.state import EventState

OtherEvents = Mapping[str, Collection[str]]
"""The ids of the players of other events, by slug: those in which nobody of this event may play."""
SHOWN = ("name", "id", "federation", "title", "rating", "born", "birthday", "sex", "club", "family", "groups")
"""What findings on entry look at."""


@command
def enter(
    state: EventState,
    hearing: Hearing,
    fields: Mapping[str, Any],
    *,
    ratings: RatingList | None = None,
    others: OtherEvents | None = None,
) -> Changes:
    """Enter a player: `fields` are those of an entry, without its number of entry. `ratings` is the list in force at
    the start, with which they are compared."""
    need_unfinished(state)
    if not fields.get("name"):
        raise ArpadError("event-name-missing")
    _refuse_twice(state, fields, others or {})
    first = fields.get("from_round")
    _check_first_round(state, first or 1, told=first is not None, hearing=hearing, name=fields["name"])
    say_findings(state, fields, hearing, ratings)
    number = max(state.entries, default=0) + 1
    return _with_number(state, [LogChange("entry.added", {"entry": number, **fields})], number)


@command
def enter_file(
    state: EventState,
    hearing: Hearing,
    file: EntryFile,
    *,
    ratings: RatingList | None = None,
    others: OtherEvents | None = None,
) -> Changes:
    """Enter all players of a file, or none."""
    for column in file.unknown:
        hearing.note("csv-column", column=column)
    made: list[LogChange] = []
    for line, fields in file.rows:
        try:
            new = enter(fields, ratings=ratings, others=others)(state, hearing)
        except ArpadError as problem:
            why = Words(f"error.{problem.key}", **problem.values)
            raise ArpadError("event-csv-line", line=line, why=why) from None
        state = after_changes(state, new)
        made += new
    return made


@command
def apply_for(
    state: EventState, _hearing: Hearing, fields: Mapping[str, Any], *, others: OtherEvents | None = None
) -> Changes:
    """Ask to be entered, if the event takes applications."""
    if not state.laws.open:
        raise ArpadError("event-not-open")
    _refuse_twice(state, fields, others or {})
    return [LogChange("entry.applied", {"entry": max(state.entries, default=0) + 1, **fields})]


@command
def accept(state: EventState, hearing: Hearing, entry: int, from_round: int | None = None) -> Changes:
    """Take an application, also one that was refused. With the list closed it is a late entry."""
    found = entry_at(state, entry)
    need_state(found, "applied", "refused")
    fields = {name: plain(getattr(found, name)) for name in SHOWN}
    _refuse_twice(state, fields, {}, but=entry)
    say_findings(state, fields, hearing, None, but=entry)
    first = found.from_round if from_round is None else from_round
    _check_first_round(state, first, told=first > 1, hearing=hearing, name=found.name)
    changes = [LogChange("entry.accepted", {"entry": entry})]
    if first != found.from_round:
        moved = {"from_round": [found.from_round, first]}
        changes.append(LogChange("entry.changed", {"entry": entry, "changes": moved}))
    return _with_number(state, changes, entry)


@command
def refuse(state: EventState, hearing: Hearing, entry: int) -> Changes:
    """Refuse an application."""
    need_state(entry_at(state, entry), "applied")
    return [LogChange("entry.refused", {"entry": entry, **hearing.kept_reason})]


@command
def remove(state: EventState, _hearing: Hearing, entry: int) -> Changes:
    """Take an entry out: never one that has been paired."""
    found = entry_at(state, entry)
    for number, one in sorted(state.rounds.items()):
        if entry in one.players or entry == one.bye:
            raise ArpadError("event-entry-paired", entry=entry, name=found.name, round=number)
    if found.team is not None and state.rounds:
        raise ArpadError("event-entry-paired", entry=entry, name=found.name, round=min(state.rounds))
    return [LogChange("entry.removed", {"entry": entry})]


@command
def change(state: EventState, hearing: Hearing, entry: int, told: Mapping[str, Any]) -> Changes:
    """Change what is known of a player. Numbers are given again as long as that is allowed (C.04.2.B.3)."""
    found = entry_at(state, entry)
    changes = {name: [plain(getattr(found, name)), new] for name, new in told.items()}
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if not changes:
        return []
    if told.get("id"):
        _refuse_twice(state, told, {}, but=entry)
    if "name" in changes and not told["name"]:
        raise ArpadError("event-name-missing")
    if "from_round" in changes and min(changes["from_round"]) <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=min(changes["from_round"]))
    fields = {name: plain(getattr(found, name)) for name in SHOWN} | dict(told)
    if {"groups", "federation", "id"} & set(changes):
        say_findings(state, fields, hearing, None, but=entry)
    return _changed(state, hearing, {entry: changes})


@command
def change_typed(state: EventState, hearing: Hearing, entry: int, name: str, typed: str) -> Changes:
    """Change a field of a player as somebody typed it. A rating of a list, or a label, is a part of a table."""
    value = read_field(name, name, typed)
    found = entry_at(state, entry)
    if name in RATINGS:
        table = {**found.ratings, name: value}
        return change(entry, {"ratings": {key: one for key, one in table.items() if one}})(state, hearing)
    if name.startswith(LABEL):
        table = {**found.labels, name.removeprefix(LABEL): value}
        return change(entry, {"labels": {key: one for key, one in table.items() if one}})(state, hearing)
    return change(entry, {name: value})(state, hearing)


@command
def refresh(state: EventState, hearing: Hearing, ratings: RatingList) -> Changes:
    """Take what a list says of all entries that are on it."""
    found = {number: differing(one, ratings, state.laws) for number, one in state.entries.items() if one.playing}
    changes = {number: differences for number, differences in found.items() if differences}
    for number, differences in changes.items():
        for name, (old, new) in differences.items():
            if name != "ratings":
                hearing.confirm(
                    "refreshed",
                    entry=number,
                    name=state.entries[number].name,
                    field=Words(f"tournament.field.{name}"),
                    old=old or "–",
                    new=new or "–",
                )
    return _changed(state, hearing, changes) if changes else []


def _refuse_twice(state: EventState, fields: Mapping[str, Any], others: OtherEvents, but: int | None = None) -> None:
    """An id is entered once, in this event and in those that exclude each other."""
    id_ = fields.get("id")
    if not id_:
        return
    for one in state.entries.values():
        if one.id == id_ and one.entry != but and (one.playing or one.state == "applied"):
            raise ArpadError("event-entry-twice", id=id_, entry=one.entry, name=one.name)
    for slug, ids in others.items():
        if id_ in ids:
            raise ArpadError("event-exclusive", id=id_, name=fields["name"], slug=slug)


def _check_first_round(state: EventState, first: int, *, told: bool, hearing: Hearing, name: str) -> None:
    """C.04.2.C: with the list closed, a player comes in late, from a round that is not drawn yet."""
    rules = state.laws
    if rules.rounds and first > rules.rounds:
        raise ArpadError("event-rounds-over", rounds=rules.rounds)
    if not state.closed:
        return
    if (rules.by_table and not rules.team) or rules.system == "knockout":
        raise ArpadError("event-table-closed")
    if not told:
        raise ArpadError("event-list-closed")
    if first <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=first)
    hearing.note("late-entry", name=name, round=first)


def _with_number(state: EventState, changes: list[LogChange], entry: int) -> list[LogChange]:
    """The changes, and the numbers with a late entry among them; in an event of teams the last one."""
    if not state.closed:
        return changes
    after = after_changes(state, changes)
    numbers = [*state.numbers, entry] if state.laws.team else inserted(after, after.entries[entry])
    return [*changes, LogChange("numbers.given", {"numbers": numbers, "late": True, "entry": entry})]


def _changed(state: EventState, hearing: Hearing, changes: Mapping[int, Mapping[str, Any]]) -> list[LogChange]:
    """The changes of entries, and their numbers, if they get other ones."""
    made = [LogChange("entry.changed", {"entry": entry, "changes": dict(told)}) for entry, told in changes.items()]
    return [*made, *renumbered(after_changes(state, made), hearing)]
