"""The people a decision is about: as they are on the newest list, and what of them becomes different."""

from dataclasses import dataclass
from typing import Any

from arpad.lists.ledger import Row
from arpad.office.decisions.asked import questions
from arpad.office.decisions.deciding import ChangePerson
from arpad.office.decisions.decision import Decision
from arpad.office.desk import Desk, Shelf, looking
from arpad.office.storage import all_decisions


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A field of a person that a decision changes, before and after."""

    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class ConcernedPerson:
    """Somebody a decision is about: their row on the newest list, and the fields that become different."""

    row: Row
    changes: tuple[ChangedField, ...] = ()


def persons_of(desk: Desk, decision: Decision) -> tuple[ConcernedPerson, ...]:
    """Return the players that a decision names, in the order of its fields."""
    ids = [str(getattr(decision, question.name)) for question in questions(type(decision)) if question.is_player]
    if not ids:
        return ()
    with looking(desk) as shelf:
        last = shelf.last()
        rows = {} if last is None else shelf.ledger(last).rows(ids)
        return tuple(ConcernedPerson(rows[id_], _changes(shelf, rows[id_], decision)) for id_ in ids if id_ in rows)


def _changes(shelf: Shelf, row: Row, decision: Decision) -> tuple[ChangedField, ...]:
    if not isinstance(decision, ChangePerson):
        return ()
    known = row._asdict() | _waiting(shelf, decision)
    wanted = decision.data()["changes"]
    return tuple(
        ChangedField(field, known[field], value) for field, value in wanted.items() if (known[field] or "") != value
    )


def _waiting(shelf: Shelf, decision: ChangePerson) -> dict[str, Any]:
    """Return the fields that decisions change which count from a later list than the newest, up to this one."""
    last = shelf.last()
    return {
        field: value
        for earlier in all_decisions(shelf.connection, shelf.system.id)
        if earlier.kind == ChangePerson.command and not earlier.undone and earlier.data["id"] == decision.id
        if last is not None and last.period < earlier.period <= decision.period
        for field, value in earlier.data["changes"].items()
    }
