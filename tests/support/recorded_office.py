"""New offices on SQLite from what the first one of a process was made of: to run all revisions takes a tenth of a
second, and hundreds of tests make an office."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, text

from arpad.office.storage import database, schema
from arpad.office.storage.migrations import migrate

_MADE: list[str] = []
"""The statements that make an office."""


@contextmanager
def offices_as_recorded() -> Iterator[None]:
    """Let the first office be made by its revisions and the others by what came of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", _make)
        yield


def _make(connection: Connection, revision: str) -> None:
    new = connection.dialect.name == "sqlite" and not _objects(connection) and revision == schema.REVISION
    if new and _MADE:
        for statement in _MADE:
            connection.exec_driver_sql(statement)
        return
    migrate(connection, revision)
    if new:
        _MADE.extend(_objects(connection))
        _MADE.append(f"INSERT INTO {schema.REVISION_TABLE} VALUES ('{revision}')")
        filled = [name for name in schema.metadata.tables if connection.execute(text(f"SELECT 1 FROM {name}")).first()]
        assert not filled, f"a new office has rows in {filled}"


def _objects(connection: Connection) -> list[str]:
    """Tables first, then their indexes and triggers, as they were made."""
    found = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"))
    return [row.sql for row in found]
