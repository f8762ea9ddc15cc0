"""The people a decision is about, before it and after it: every field that becomes different is shown."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import pyarrow.compute as pc

from arpad.documents.document import Document, ShownAs
from arpad.documents.schema import Anything
from arpad.inputs.declared import inputs_of
from arpad.lists.ledger import LedgerRow
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.decisions.decision import Decision
from arpad.office.decisions.decisions import AboutFederation, ChangePerson, ErasePerson, SetRating, Undo
from arpad.office.list_tables import read_transaction
from arpad.office.records import KeptDecision
from arpad.office.storage._tables import all_decisions, decisions_for
from arpad.regulations.articles import TIME_CLASSES

NAMING = ("id", "keep", "drop")
"""The data of a decision that name a player."""
FIELDS = ("name", "federation", "sex", "title", "born", "birthday", "absent")
LISTED = ("", "excluded")
"""How members of a federation are marked if they are listed as soon as it is."""


OrNone = Annotated[Any, ShownAs(Anything, lambda value: value or None)]


class ChangedField(Document, frozen=True):
    """A field of a person that becomes different."""

    field: str
    before: OrNone
    after: OrNone


@dataclass(frozen=True, slots=True)
class ConcernedPerson:
    """Somebody a decision is about: their row on the newest list, and the fields that become different."""

    row: LedgerRow
    changes: tuple[ChangedField, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPeople:
    """The people of a decision at one moment: their `rows` on the newest list; their `fields` on the list from which it
    counts; how many players of a federation are `listed` there, if it is about one; and the decision that is
    `taken_back`, if it takes one back."""

    rows: Mapping[str, LedgerRow] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    listed: Mapping[str, int] = field(default_factory=dict)
    taken_back: KeptDecision | None = None


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a decision is about: players, a rating of theirs, a federation; and the list from which it counts."""

    ids: Sequence[str]
    period: dt.date | None = None
    federation: str = ""
    rating: str = ""
    taken_back: KeptDecision | None = None


def people_seen(desk: Desk, decision: Decision) -> SeenPeople:
    """Look at the people of a decision, or of the one that it takes back, as a desk has them now."""
    with read_transaction(desk) as repository:
        last, subject = repository.last(), _subject(repository, decision)
        if last is None:
            return SeenPeople(taken_back=subject.taken_back)
        newest = repository.ledger(last)
        rows = newest.rows(subject.ids)
        fields = {id_: _fields(repository, subject, last.period, rows[id_]) for id_ in subject.ids if id_ in rows}
        listed = {subject.federation: _listed(repository, subject, newest.players)} if subject.federation else {}
        known = {id_: rows[id_] for id_ in subject.ids if id_ in rows}
        return SeenPeople(known, fields, listed, subject.taken_back)


def people_between(before: SeenPeople, after: SeenPeople) -> tuple[ConcernedPerson, ...]:
    """Return the people with what becomes different. If an identity appears only afterwards, all are shown as then."""
    rows = after.rows if len(after.rows) > len(before.rows) else before.rows
    return tuple(
        ConcernedPerson(row, tuple(_changes(before.fields.get(id_, {}), after.fields.get(id_, {}))))
        for id_, row in rows.items()
    )


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ChangedField]:
    return [
        ChangedField(name, value, after[name])
        for name, value in before.items()
        if name in after and (value or "") != (after[name] or "")
    ]


def _subject(repository: ListRepository, decision: Decision) -> _Subject:
    if isinstance(decision, Undo):
        known = {one.id: one for one in all_decisions(repository.connection, repository.system.id)}
        return _Subject(()) if decision.decision not in known else _of_kept(known[decision.decision])
    ids = [str(getattr(decision, question.name)) for question in inputs_of(type(decision)) if question.kind == "player"]
    if isinstance(decision, AboutFederation):
        return _Subject((), decision.period, decision.federation)
    if isinstance(decision, SetRating):
        return _Subject(ids, decision.period, rating=decision.time_class)
    return _Subject(ids, decision.period if isinstance(decision, ChangePerson | ErasePerson) else None)


def _of_kept(kept: KeptDecision) -> _Subject:
    """What a decision that is kept is about."""
    ids = [kept.data[name] for name in NAMING if name in kept.data]
    return _Subject(ids, kept.period, kept.data.get("federation", ""), kept.data.get("time_class", ""), kept)


def _fields(repository: ListRepository, subject: _Subject, last: dt.date, row: LedgerRow) -> dict[str, Any]:
    """The fields of a person on the list from which a decision counts; if that list is still to come, those of the
    newest one with what is decided until then."""
    period = subject.period
    if period is not None and period <= last:
        row = repository.past(period).rows([row.id]).get(row.id, row)
    known = {name: getattr(row, name) for name in FIELDS}
    ratings = {name: row.standings[place].rating for place, name in enumerate(TIME_CLASSES) if name == subject.rating}
    if period is None or period <= last:
        return known | ratings
    waiting = decisions_for(repository.connection, repository.system.id, last, period)
    known |= {change.field: change.value for change in waiting.persons if change.id == row.id}
    decided = {one.time_class: one.rating for one in waiting.ratings if one.id == row.id}
    return known | {name: decided.get(name, 0) for name in ratings}


def _listed(repository: ListRepository, subject: _Subject, players: Any) -> int:
    """How many players of a federation are listed: none as long as it is excluded."""
    assert subject.period is not None
    standing = decisions_for(repository.connection, repository.system.id, subject.period, subject.period)
    if subject.federation in standing.excluded:
        return 0
    there = pc.or_(*(pc.equal(players["absent"], one) for one in LISTED))
    own = pc.and_(pc.equal(players["federation"], subject.federation), there)
    return int(pc.sum(own).as_py() or 0)
