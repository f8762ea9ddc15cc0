"""The chain of the log: every line has the hash of the one before it, and tells the rows that were written with it."""

import json
from importlib import import_module
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text

from arpad.office.accounts.people import add_account, add_token, drop_token, set_password, tokens_of
from arpad.office.storage import schema
from arpad.office.storage._log import (
    ANSWERED,
    BEFORE_FIRST,
    HASHED,
    LEFT_OUT,
    LINE_FIELDS,
    add_row,
    change_rows,
    hash_of_line,
    remove_rows,
)
from arpad.office.storage.database import Database
from arpad.office.storage.migrations.helpers import ROWS
from arpad.release import __version__
from office_rows import BY, MAY

PASSWORD = "una torre sobre otra"


def lines(database: Database) -> list[dict[str, Any]]:
    with database.reading() as connection:
        return [dict(row) for row in connection.execute(select(schema.log).order_by(schema.log.c.id)).mappings()]


def told(database: Database) -> list[list[list[Any]]]:
    return [json.loads(line["rows"]) for line in lines(database)]


def is_chained(database: Database) -> bool:
    head = BEFORE_FIRST
    for number, line in enumerate(lines(database), 1):
        if (line["id"], line["prev"], line["sha256"]) != (number, head, hash_of_line(line)):
            return False
        head = line["sha256"]
    return True


def test_a_line_hangs_on_the_one_before(database: Database) -> None:
    for name in ("Ana", "Eva"):
        add_account(database, name, PASSWORD, "officer", BY)
    set_password(database, "Eva", PASSWORD, BY)
    assert is_chained(database)
    first, second, third = lines(database)
    assert first["prev"] == BEFORE_FIRST
    assert (second["prev"], third["prev"]) == (first["sha256"], second["sha256"])
    for name in LINE_FIELDS:
        assert hash_of_line({**second, name: "another"}) != second["sha256"], name


def test_a_line_tells_the_rows_written_with_it(database: Database) -> None:
    with database.writing() as connection:
        add_row(connection, schema.systems, {"id": 1, "name": "fide", "federation": "ESP"})
        event = {"id": 7, "system_id": 1, "name": "Open", "city": "", "federation": "", "start": MAY, "end": None}
        add_row(connection, schema.events, {**event, "time_class": "rapid", "state": "registered", "facts": "{}"})
        BY.record(connection, "registered", "7")
        change_rows(connection, schema.events, [(7,)], {"state": "rated", "period": MAY})
        BY.record(connection, "closed", "2024-05")
        remove_rows(connection, schema.events, [(7,)])
        BY.record(connection, "withdrawn", "7")
    first, second, third = told(database)
    assert first[0] == ["systems", [[1]], {"name": "fide", "federation": "ESP"}]
    assert first[1][2]["start"] == "2024-05-01"
    assert second == [["events", [[7]], {"state": "rated", "period": "2024-05-01"}]]
    assert third == [["events", [[7]], None]]


def test_secrets_are_told_by_their_hash(database: Database) -> None:
    add_account(database, "Ana", PASSWORD, "officer", BY)
    add_token(database, "Ana", "the club", "a secret", BY)
    drop_token(database, "Ana", tokens_of(database, "Ana")[0].beginning, BY)
    account, token, gone = told(database)
    assert {name: value for name, value in account[0][2].items() if name != "hash"} == {
        "role": "officer", "active": True, "demo": False,
    }  # fmt: skip
    assert len(account[0][2]["hash"]) == 64
    assert {name: token[0][2][name] for name in ("account", "label")} == {"account": "Ana", "label": "the club"}
    assert "a secret" not in str(token)
    assert gone == [["tokens", token[0][1], None]]
    assert [line["action"] for line in lines(database)] == ["account-added", "token-added", "token-dropped"]


def test_rows_without_a_line_are_not_kept(database: Database) -> None:
    def forgetful() -> None:
        with database.writing() as connection:
            add_row(connection, schema.systems, {"id": 1, "name": "fide", "federation": ""})

    with pytest.raises(RuntimeError, match="systems"):
        forgetful()
    with database.reading() as connection:
        assert connection.execute(select(schema.systems)).all() == []


# ------------------------------------------------------------------ offices from before


def _before(connection: Connection) -> None:
    """Rows of an office whose log was not chained."""
    connection.execute(insert(schema.systems).values(id=1, name="fide", federation="ESP"))
    connection.execute(insert(schema.reports).values(sha256="a" * 64, data=b"report", size=6))
    row = {"id": 1, "system_id": 1, "name": "Open", "city": "", "federation": "", "start": MAY, "time_class": "rapid"}
    connection.execute(insert(schema.events).values(**row, state="accepted", facts="{}"))
    report = {"event_id": 1, "number": 1, "sha256": "a" * 64, "reason": "", "accepted": True, "findings": "[]"}
    connection.execute(insert(schema.revisions).values(report))
    account = {"name": "Clara", "hash": "argon2", "role": "officer", "active": True, "demo": False}
    connection.execute(insert(schema.accounts).values(account))
    line = "INSERT INTO log (id, at, who, action, system, subject, details) VALUES "
    for number in (1, 2):
        connection.execute(
            text(f"{line} ({number}, '2024-05-0{number}T12:00:00+00:00', 'Ana', 'x', 'fide', '', '{{}}')")
        )


def test_an_office_from_before_is_chained(bare_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("arpad.office.storage.database"), "REVISION", "0004")
    bare_database.create()
    with bare_database.writing() as connection:
        _before(connection)
    monkeypatch.undo()
    bare_database.upgrade()
    assert is_chained(bare_database)
    *_, last, key, upgraded = lines(bare_database)
    assert (last["id"], last["action"], last["at"]) == (3, "chained", "2024-05-02T12:00:00+00:00")
    assert (key["id"], key["action"], key["at"]) == (4, "key-begun", "2024-05-02T12:00:00+00:00")
    assert upgraded["action"] == "upgraded"
    assert json.loads(upgraded["details"]) == {"release": __version__, "before": "0004"}
    assert [entry[0] for entry in json.loads(last["rows"])] == ["systems", "reports", "events", "revisions", "accounts"]
    add_account(bare_database, "Ana", PASSWORD, "officer", BY)
    assert is_chained(bare_database)


def test_an_office_without_rows_needs_no_line(database: Database) -> None:
    assert lines(database) == []


def test_what_an_older_office_tells_is_what_is_written_now() -> None:
    """A column that came later has a value in rows of which the log does not tell it."""
    for name, (key, plain, hashed) in ROWS.items():
        table = ANSWERED[name]
        assert key == tuple(column.name for column in table.primary_key)
        assert not set(plain) & HASHED.get(name, frozenset())
        assert set(hashed) <= HASHED.get(name, frozenset())
        later = set(table.columns.keys()) - {*key, *plain, *hashed} - LEFT_OUT.get(name, frozenset())
        assert all(table.c[column].server_default is not None or table.c[column].nullable for column in later)
