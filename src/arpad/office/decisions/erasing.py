"""What the office may forget of a person: contacts, and the day and month of birth. What was published stays.

A published list is proved by its digest, and reports, decisions and logs by their hashes: what is in them cannot go.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from arpad.office.decisions.asked import FirstList, PlayerId, Reason
from arpad.office.decisions.dated import DatedDecision
from arpad.office.decisions.decision import Taken
from arpad.office.desk import Desk, Shelf
from arpad.office.storage import remove_sealed, tournament_contacts, tournament_log

ENTERING = ("entry.added", "entry.applied", "entry.changed")
"""The lines of a tournament that may name the ID of a player."""


@dataclass(frozen=True, slots=True)
class ErasePerson(DatedDecision):
    """Erase what need not be kept of a player: mail and telephone in all tournaments at once, and the day and month of
    birth from a list on. The year of birth stays, and so do lists, reports and logs of the past."""

    command = "erase"
    id: PlayerId
    period: FirstList
    reason: Reason

    def data(self) -> Mapping[str, Any]:
        return {"id": self.id, "changes": {"birthday": 0}}

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        taken = DatedDecision.take(self, desk, shelf)
        erased = sum(_erase_contact(shelf.connection, *entry) for entry in entries_of(shelf.connection, self.id))
        desk.record(shelf.connection, "contacts-erased", self.id, count=erased)
        return taken


def entries_of(connection: Connection, id_: str) -> Iterator[tuple[int, int]]:
    """The entries of a player in the tournaments of this database: the number of the tournament, and of the entry."""
    table = tournament_log.c
    named = table.data.contains(id_, autoescape=True)
    asked = select(table.tournament_id, table.data).where(table.kind.in_(ENTERING), named)
    found = set()
    for tournament, text in connection.execute(asked):
        data = json.loads(text)
        if id_ in (data.get("id"), data.get("changes", {}).get("id")):
            found.add((tournament, int(data["entry"])))
    yield from sorted(found)


def _erase_contact(connection: Connection, tournament: int, entry: int) -> int:
    own = (tournament_contacts.c.tournament_id == tournament, tournament_contacts.c.subject == f"entry {entry}")
    return remove_sealed(connection, tournament_contacts, *own)
