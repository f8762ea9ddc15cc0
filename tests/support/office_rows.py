"""Rows for tests of an office: one of everything."""

import datetime as dt
from typing import Any

from sqlalchemy import Connection, func, insert, select

from arpad.office.storage import _tables as storage
from arpad.office.storage import schema
from arpad.office.storage._dialects import insert_rows
from arpad.office.storage.log_table import Acting, write_log

NOON = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)
MAY = dt.date(2024, 5, 1)
BY = Acting("officer", NOON)


def fill(connection: Connection, *, state: str = "published") -> None:
    """One of everything: a system, an event with its report, a version with one player, a decision, a log line."""
    connection.execute(insert(schema.systems).values(id=1, name="fide"))
    report = storage.put_report(connection, b"012 Little open\n\xff")
    about = {"name": "Little open", "city": "Gij\u00f3n", "federation": "ESP", "time_class": "standard"}
    connection.execute(
        insert(schema.events).values(id=1, system_id=1, start=MAY, state="accepted", facts="{}", **about)
    )
    received = {"received": MAY, "reason": "", "accepted": True, "findings": "[]"}
    connection.execute(insert(schema.revisions).values(event_id=1, number=1, sha256=report, **received))
    add_version(connection, 1, state)
    person = {"name": "Nadal, Zo\u00eb", "federation": "ESP", "sex": "w", "title": ""}
    connection.execute(insert(schema.players).values(system_id=1, id="2200001", born=1990, **person))
    decided = {"kind": "merge", "data": "{}", "reason": "one person"}
    connection.execute(insert(schema.decisions).values(id=1, system_id=1, period=MAY, **decided))
    storage.put_edition(connection, "fide-2024", "id = 'fide-2024'\n")
    write_log(connection, at=NOON, who="officer", action="init", system="fide", details={"b": 1, "a": MAY})


def add_version(connection: Connection, number: int, state: str) -> None:
    words = {"kind": "closed", "digest": "d", "manifest": "{}", "reason": "", "release": "0.1.0"}
    connection.execute(
        insert(schema.versions).values(
            id=number, system_id=1, period=MAY, number=number, state=state, parent_id=None, players=1, **words
        )
    )
    storage.put_contents(connection, number, {"list": b"PAR1", "trail": b""})
    row = (number, "standard", "2200001", 2345, 20, 9, -3)
    insert_rows(connection, schema.history, schema.history.columns.keys(), [row])


def count(connection: Connection, table: Any) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
