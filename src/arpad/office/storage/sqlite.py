"""Cached reads of an office, detection of changes, stored findings and histories, and repeated forms.

Every change adds a line to the log, so a cached read is valid as long as the last line is the same.
"""

import datetime as dt
from collections.abc import Callable, Hashable
from dataclasses import asdict
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, bindparam, select

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError, Words
from arpad.office.storage._seals import change_sealed, put_sealed, remove_sealed
from arpad.office.storage.database import Database
from arpad.office.storage.schema import history, sent_forms

# The history of a player: the lists on which something changed for them.


class HistoryRow(NamedTuple):
    """A player's row of a list that differs from the list before."""

    version_id: int
    time_class: str
    rating: int
    k: int
    games: int
    change: int


HISTORY = select(*(history.c[name] for name in HistoryRow._fields)).where(history.c.player == bindparam("player"))


def history_of(connection: Connection, player: str) -> list[HistoryRow]:
    """Return the rows of a player, of all versions."""
    return [HistoryRow(*row) for row in connection.execute(HISTORY, {"player": player})]


# What was read from an office, kept as long as nothing has changed there: until its log has another line. Everything
# that changes the systems, the lists or the decisions of an office writes a line into the log, in the same
# transaction, and lines are only added. So two transactions that see the same last line see the same office.

NEWEST_LINE = "SELECT max(id) FROM log"
Read = TypeVar("Read")


class ChangeWatch:
    """What is known of an office as one line of its log left it. Several threads may use it."""

    def __init__(self) -> None:
        self._read: dict[Hashable, object] = {}

    def of(self, key: Hashable, read: Callable[[], Read]) -> Read:
        """Return what was read under a key before, or read it now. Nobody may change it."""
        if key not in self._read:
            self._read[key] = read()
        return cast(Read, self._read[key])


class UntilChanged:
    """What is known of an office as its newest line leaves it."""

    def __init__(self) -> None:
        self._newest: tuple[int, ChangeWatch] = (-1, ChangeWatch())

    def at(self, connection: Connection) -> ChangeWatch:
        """Return what is known of the office that a transaction sees."""
        number = newest_line(connection)
        known, office = self._newest
        if number == known:
            return office
        office = ChangeWatch()
        if number > known:
            self._newest = (number, office)
        return office


def newest_line(connection: Connection) -> int:
    """Return the number of the last line of the log; 0 if there is none."""
    found: Any = connection.exec_driver_sql(NEWEST_LINE).scalar()
    return found or 0


# Findings as they are kept beside a report: plain values, which become again what they were, in any language.


def finding_to_document(finding: Finding) -> dict[str, Any]:
    """A finding as plain values; what it does not say is left out."""
    document = asdict(finding) | {"values": {name: _plain(value) for name, value in finding.values.items()}}
    return {name: value for name, value in document.items() if value not in (None, {})}


def finding_from_document(document: dict[str, Any]) -> Finding:
    """The finding that was kept."""
    return Finding(**document | {"values": {name: _value(value) for name, value in document.get("values", {}).items()}})


def _plain(value: object) -> Any:
    if isinstance(value, dt.date):
        return {"date": value.isoformat()}
    if isinstance(value, Fraction):
        return {"number": str(value)}
    if isinstance(value, ArpadError | Words):
        kind = "error" if isinstance(value, ArpadError) else "words"
        return {kind: value.key, "values": {name: _plain(inner) for name, inner in value.values.items()}}
    return value if isinstance(value, int | str) else str(value)


def _value(document: Any) -> object:
    if not isinstance(document, dict):
        return document
    if "date" in document:
        return dt.date.fromisoformat(document["date"])
    if "number" in document:
        return Fraction(document["number"])
    values = {name: _value(inner) for name, inner in document["values"].items()}
    return Words(document["words"], **values) if "words" in document else ArpadError(document["error"], **values)


# Forms that were sent, so that one that comes twice is done once.

KEPT = dt.timedelta(days=1)


def begin_form(database: Database, key: str, now: dt.datetime) -> str | None:
    """Note that a form is being dealt with, and return None. If it was sent before, return what was answered: empty as
    long as it is being dealt with."""
    with database.writing() as connection:
        remove_sealed(connection, sent_forms, sent_forms.c.at < (now - KEPT).isoformat())
        known = connection.execute(select(sent_forms.c.answer).where(sent_forms.c.sha256 == key)).scalar_one_or_none()
        if known is None:
            put_sealed(connection, sent_forms, [{"sha256": key, "answer": "", "at": now.isoformat()}])
        return known


def end_form(database: Database, key: str, answer: str) -> None:
    """Keep what a form was answered with. One without an answer was not done: it may be sent again."""
    with database.writing() as connection:
        if answer:
            change_sealed(connection, sent_forms, [key], {"answer": answer})
        else:
            remove_sealed(connection, sent_forms, sent_forms.c.sha256 == key)
