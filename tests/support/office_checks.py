"""What must hold in an office whatever happened to it: nothing lost, nothing twice, nothing in between."""

import hashlib
import json
from collections import Counter

from sqlalchemy import Connection, select

from arpad.office.context import Desk
from arpad.office.storage.schema import events, metadata, revisions, versions

IN_A_LIST = ("rated", "corrected")
WAITING = "accepted"


def fingerprint(connection: Connection) -> str:
    """Everything that the office holds, every row of every table, as one hash: the same on every database."""
    digest = hashlib.sha256()
    for table in metadata.sorted_tables:
        digest.update(table.name.encode())
        for row in connection.execute(select(table).order_by(*table.primary_key.columns)):
            digest.update(repr(tuple(row)).encode())
    return digest.hexdigest()


def misplaced(connection: Connection) -> list[str]:
    """Reports that are not where they belong: each one rated stands in the newest version of its own list and of no
    other, one that waits in none; and none is there twice."""
    newest = {
        row.period: json.loads(row.manifest)
        for row in connection.execute(select(versions).order_by(versions.c.period, versions.c.number))
    }
    places = [(report["sha256"], period) for period, found in newest.items() for report in found.get("reports", ())]
    current = (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision)
    rows = connection.execute(select(events, revisions.c.sha256).join(revisions, current)).all()
    expected = [(row.sha256, row.period) for row in rows if row.state in IN_A_LIST]
    problems = [f"{what[0][:12]} {what[1]}: {count} too many" for what, count in _more(places, expected)]
    problems += [f"{what[0][:12]} {what[1]}: {count} missing" for what, count in _more(expected, places)]
    alive = Counter(row.sha256 for row in rows if row.state in (*IN_A_LIST, WAITING))
    problems += [f"{key[:12]} is there {count} times" for key, count in alive.items() if count > 1]
    problems += [f"event {row.id} waits in a list" for row in rows if row.state == WAITING and row.period is not None]
    return problems


def _more(some: list[tuple[str, object]], others: list[tuple[str, object]]) -> list[tuple[tuple[str, object], int]]:
    return list((Counter(some) - Counter(others)).items())


def damaged(connection: Connection) -> list[str]:
    """SQLite looks through its own file; PostgreSQL has no such question."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
    return found + [str(tuple(row)) for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]


def problems_in(desk: Desk) -> list[str]:
    """All of it, seen in one view."""
    with desk.database.reading() as connection:
        return misplaced(connection) + damaged(connection)
