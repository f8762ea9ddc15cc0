"""The examination of an office: whatever is changed in its file is found, and the table and the row are named."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from answers import Arpad
from arpad.office.accounts import add_account
from arpad.office.desk import Desk, found_system
from arpad.office.proof.examination import Examination, WrongRow, examine, told
from arpad.office.storage import Database
from arpad.office.storage.schema import metadata
from arpad.regulations import regulations
from forgeries import PASSWORD, Forged, examined, flip_bits, forge, try_forgeries, whole_office
from office_rows import BY, NOON
from places import PROJECT

FLIPS = 40


@pytest.fixture(scope="module")
def whole(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office with a row of every table. Nobody writes into it."""
    return whole_office(demo_file, tmp_path_factory.mktemp("whole") / "office.db")


def after(whole: Path, folder: Path, *statements: tuple[str, tuple[Any, ...]]) -> Examination:
    copy = folder / "copy.db"
    shutil.copy(whole, copy)
    assert forge(copy, Forged("", "", statements)) is None
    found = examined(copy)
    assert found is not None
    return found


def only(found: Examination, table: str) -> WrongRow:
    """What is wrong in a table."""
    (wrong,) = (one for one in found.wrong if one.table == table)
    return wrong


def test_every_row_of_every_table_is_proved(whole: Path) -> None:
    found = examined(whole)
    assert found is not None
    assert found.wrong == ()
    assert {table.table for table in found.tables} == set(metadata.tables)
    assert all(table.rows and table.how != "not" for table in found.tables)


def test_a_forged_row_of_any_table_is_found_and_named(whole: Path, tmp_path: Path) -> None:
    """Every column of every table is changed once, a row is removed, a row is added."""
    found, missed = try_forgeries(whole, tmp_path, together=True)
    assert missed == []
    assert found > 150


def test_a_flipped_bit_is_found_or_lies_in_unused_bytes(whole: Path, tmp_path: Path) -> None:
    tally, missed = flip_bits(whole, tmp_path, FLIPS, seed=21)
    assert missed == []
    assert tally.total() == FLIPS
    assert tally.total() > tally["unused"]


# ------------------------------------------------------------------ the forgeries that were once "all proved"


def test_a_deleted_newest_version_is_missed(whole: Path, tmp_path: Path) -> None:
    newest = "(SELECT max(id) FROM versions)"
    held = [(f"DELETE FROM {table} WHERE version_id = {newest}", ()) for table in ("contents", "history")]
    found = after(whole, tmp_path, *held, (f"DELETE FROM versions WHERE id = {newest}", ()))
    gone, signed = (one for one in found.wrong if one.table == "versions")
    assert (gone.code, gone.row) == ("missing", "id 6")
    assert "period 2023-02-01, number 3, kind closed, state published" in gone.expected
    assert (signed.code, signed.row) == ("signed-nothing", "id 6")


def test_an_added_decision_is_found(whole: Path, tmp_path: Path) -> None:
    row = "(2, 1, '2023-02-01', 'rating', '{}', 'because', NULL)"
    statement = f"INSERT INTO decisions (id, system_id, period, kind, data, reason, undoes) VALUES {row}"
    wrong = only(after(whole, tmp_path, (statement, ())), "decisions")
    assert (wrong.code, wrong.row) == ("added", "id 2")
    assert "kind rating" in wrong.found


def test_a_changed_reason_is_found_with_the_right_one(whole: Path, tmp_path: Path) -> None:
    wrong = only(after(whole, tmp_path, ("UPDATE decisions SET reason = 'a bribe'", ())), "decisions")
    assert (wrong.row, wrong.column, wrong.found, wrong.expected) == ("id 1", "reason", "a bribe", "a passport")


def test_an_added_officer_is_found(whole: Path, tmp_path: Path) -> None:
    row = "('Mallory', 'argon2', 'officer', 1, 0, '')"
    added = (f"INSERT INTO accounts (name, hash, role, active, demo, factor) VALUES {row}", ())
    wrong = only(after(whole, tmp_path, added), "accounts")
    assert (wrong.code, wrong.row) == ("added", "name Mallory")
    assert told(wrong, "es").startswith("accounts, name Mallory: nadie introdujo esta fila")


@pytest.mark.parametrize(("column", "value"), [("name", "Otra, Ada"), ("born", 1901)])
def test_a_changed_player_is_found_with_the_right_data(column: str, value: object, whole: Path, tmp_path: Path) -> None:
    change = f"UPDATE players SET {column} = ? WHERE id = (SELECT min(id) FROM players)"
    wrong = only(after(whole, tmp_path, (change, (value,))), "players")
    assert (wrong.column, wrong.found) == (column, str(value))
    with sqlite3.connect(whole) as connection:
        right = connection.execute(f"SELECT {column} FROM players ORDER BY id").fetchone()[0]
    connection.close()
    assert wrong.expected == str(right)


def test_a_past_that_was_rewritten_with_all_its_hashes_is_not_the_signed_one(whole: Path, tmp_path: Path) -> None:
    """A forger without the key changes a line, and gives it and all that follow their right hashes."""
    from arpad.office.storage.line_hash import LINE_FIELDS, hash_of_line

    copy = tmp_path / "copy.db"
    shutil.copy(whole, copy)
    with sqlite3.connect(copy) as connection:
        connection.row_factory = sqlite3.Row
        lines = [dict(row) for row in connection.execute("SELECT * FROM log ORDER BY id")]
    connection.close()
    lines[2]["who"] = "Mallory"
    statements, head = [], lines[1]["sha256"]
    for line in lines[2:]:
        line["prev"] = head
        head = hash_of_line({name: line[name] for name in LINE_FIELDS})
        values = (line["who"], line["prev"], head, line["id"])
        statements.append(("UPDATE log SET who = ?, prev = ?, sha256 = ? WHERE id = ?", values))
    found = after(whole, tmp_path, *statements)
    assert {wrong.code for wrong in found.wrong} == {"signed-other"}
    assert found.wrong[0].row == "id 3"
    assert found.wrong[0].expected.startswith("sha256 ")


def test_a_log_that_was_cut_is_told_by_who_kept_its_head(whole: Path, tmp_path: Path) -> None:
    before = examined(whole)
    assert before is not None
    lost = (f"DELETE FROM log WHERE id = {before.line}", ()), ("DELETE FROM signatures WHERE kind = 'head' "
                                                              f"AND number = {before.line}", ())  # fmt: skip
    copy = tmp_path / "copy.db"
    shutil.copy(whole, copy)
    assert forge(copy, Forged("", "", lost)) is None
    database = Database(f"sqlite:///{copy}")
    found = examine(database, witness={before.line: before.head})
    database.dispose()
    assert [(wrong.table, wrong.row) for wrong in found.wrong if wrong.code == "witness"] == [
        ("log", f"id {before.line}")
    ]


def test_the_command_names_the_table_the_row_and_what_it_should_be(whole: Path, tmp_path: Path, arpad: Arpad) -> None:
    after(whole, tmp_path, ("UPDATE decisions SET reason = 'a bribe'", ()))
    db = f"--db sqlite:///{tmp_path / 'copy.db'}"
    answer = arpad(f"office verify --quick {db}")
    assert answer.code == 1
    assert "decisions, id 1: reason is a bribe; it should be a passport" in answer.out
    document = json.loads(arpad(f"office verify --quick --json {db}").out)
    assert document["sound"] is False
    assert {"table": "decisions", "rows": 1, "proved_by": "log", "wrong": 1} in document["tables"]
    assert arpad(f"office verify --quick --db sqlite:///{whole}").code == 0


# ------------------------------------------------------------------ both databases


def test_both_databases_are_examined(database: Database) -> None:
    desk = Desk(database, regulations(), "fide", "Ana", NOON)
    found_system(desk, "ESP")
    add_account(database, "Ana", PASSWORD, "arbiter", BY)
    assert examine(database).wrong == ()
    with database.writing() as connection:
        connection.execute(text("UPDATE accounts SET role = 'administrator'"))
    (wrong,) = examine(database, quick=True).wrong
    assert (wrong.table, wrong.row, wrong.column) == ("accounts", "name Ana", "role")
    assert (wrong.found, wrong.expected) == ("administrator", "arbiter")


# ------------------------------------------------------------------ what the page shows


def test_the_page_shows_what_is_said_of_a_tampered_demo(demo_file: Path, tmp_path: Path) -> None:
    added = "INSERT INTO accounts (name, hash, role, active, demo, factor) VALUES ('mallory', 'x', 'officer', 1, 0, '')"
    born = "UPDATE players SET born = 1990 WHERE id = (SELECT min(id) FROM players)"
    reason = "UPDATE versions SET reason = 'as agreed' WHERE id = 5"
    found = after(demo_file, tmp_path, (added, ()), (born, ()), (reason, ()))
    page = (PROJECT / "docs" / "office.md").read_text("utf-8")
    assert len(found.wrong) == 4
    for wrong in found.wrong:
        assert told(wrong, "en") in page


def test_rules_that_are_no_text_are_a_fault_of_the_database(demo_file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    data = bytearray(demo_file.read_bytes())
    data[data.index(b"CREATE TABLE systems") + 3] |= 0x80
    copy.write_bytes(data)
    assert examined(copy) is None
