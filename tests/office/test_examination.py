"""The examination of an office: whatever is changed in its file is found, and the table and the row are named."""

import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from sqlalchemy import text

from answers import Arpad
from arpad.office.accounts.people import add_account
from arpad.office.context import Desk, found_system
from arpad.office.proof.audit import Kept, KeptHead, examine
from arpad.office.proof.audit_findings import Examination, Findings, WrongRow, readable
from arpad.office.proof.signatures import change_key
from arpad.office.storage import _signing as signing
from arpad.office.storage._dialects import address
from arpad.office.storage._seals import NEW_IN_NOTICES
from arpad.office.storage._signing import OfficeKey, add_key, head_file, new_key
from arpad.office.storage.database import Database
from arpad.office.storage.schema import REVISION, metadata
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.release import __version__
from arpad.tournament.acts.rounds import Publish
from forgeries import PASSWORD, Forged, examined, flip_bits, forge, try_forgeries, whole_office, write_again
from kept_events import SLUG
from office_databases import url_of
from office_rows import BY, NOON
from one_key import KEY
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
    assert all(table.rows and table.proved_by != "not" for table in found.tables)


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
    assert wrong.text("es").startswith("accounts, name Mallory: nadie introdujo esta fila")


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
    from arpad.office.storage._log import LINE_FIELDS, hash_of_line

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


@pytest.mark.parametrize(("table", "where", "which", "counts"), [
    ("sessions", "sha256 = (SELECT min(sha256) FROM sessions)", "", ("1", "2")),
    ("sign_ins", "number = 1", "numbers 1", ("1", "2")),
    ("attempts", "number > 0", "numbers 1-2", ("0", "2")),
    ("tournament_requests", "request = 'request 1'", "tournament_id 1", ("1", "2")),
    ("tournament_links", "link = 2", "tournament_id 1, numbers 2", ("1", "2")),
])  # fmt: skip
def test_rows_that_were_taken_out_are_counted(
    table: str, where: str, which: str, counts: tuple[str, str], whole: Path, tmp_path: Path
) -> None:
    wrong = only(after(whole, tmp_path, (f"DELETE FROM {table} WHERE {where}", ())), table)
    assert (wrong.code, wrong.row, (wrong.found, wrong.expected)) == ("rows-gone", which, counts)


def test_the_newest_tournament_that_was_taken_out_whole_is_missed(whole: Path, tmp_path: Path) -> None:
    rest = ("log", "requests", "links", "contacts")
    gone = [(f"DELETE FROM tournament_{name} WHERE tournament_id = 1", ()) for name in rest]
    gone += [("DELETE FROM tournaments", ()), ("DELETE FROM tallies WHERE of = 1", ())]
    wrong = only(after(whole, tmp_path, *gone), "tournaments")
    assert (wrong.code, wrong.row) == ("tournament-gone", f"id 1 ({SLUG})")
    assert "it was founded here on" in wrong.text("en")


def test_a_tournament_whose_log_was_cut_is_found_even_if_the_office_goes_on(whole: Path, tmp_path: Path) -> None:
    """Nobody can make the seal of the shorter log, and the office does not make it for them with its next line."""
    cut = ("DELETE FROM tournament_log WHERE n = (SELECT max(n) FROM tournament_log)", ())
    told_so = ("UPDATE tournaments SET lines = (SELECT max(n) FROM tournament_log),"
               " head = (SELECT sha256 FROM tournament_log ORDER BY n DESC LIMIT 1)", ())  # fmt: skip
    assert only(after(whole, tmp_path, cut, told_so), "tournaments").code == "seal"
    event_store = EventStore(Database(f"sqlite:///{tmp_path / 'copy.db'}"))
    event_store.act(SLUG, Publish(1), "Ana", NOON)
    event_store.close()
    found = examined(tmp_path / "copy.db")
    assert found is not None
    assert only(found, "tournaments").code == "seal"


def test_an_office_from_before_is_counted_when_it_is_upgraded(whole: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(whole, copy)
    before = (
        ("DROP TABLE event_games", ()),
        ("DROP TABLE tallies", ()),
        *((f"DROP TABLE {table}", ()) for table in NEW_IN_NOTICES),
        ("UPDATE arpad_revision SET version_num = '0008'", ()),
    )
    assert forge(copy, Forged("", "", before)) is None
    database = Database(f"sqlite:///{copy}")
    database.upgrade()
    found = examine(database)
    database.dispose()
    assert found.wrong == ()
    with sqlite3.connect(copy) as connection:
        last = connection.execute("SELECT action, subject FROM log ORDER BY id DESC LIMIT 2").fetchall()
        connection.execute("DELETE FROM sessions")
    connection.close()
    assert last == [("upgraded", REVISION), ("tournament-founded", SLUG)]
    assert found.release == __version__
    again = examined(copy)
    assert again is not None
    assert only(again, "sessions").code == "rows-gone"


def test_another_key_counts_on(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that is handed on seals the tallies again, and what was missing before is missing after it."""
    copy = tmp_path / "copy.db"
    shutil.copy(whole, copy)
    shutil.copy(os.environ["ARPAD_KEY"], tmp_path / "own.key")
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "own.key"))
    monkeypatch.setattr(signing, "new_key", new_key)
    database = Database(f"sqlite:///{copy}")
    change_key(database, BY)
    assert examine(database).wrong == ()
    with database.writing(0) as connection:
        connection.execute(text("DELETE FROM sign_ins WHERE number = 2"))
    change_key(database, BY)
    found = examine(database)
    database.dispose()
    assert (only(found, "sign_ins").code, only(found, "sign_ins").row) == ("rows-gone", "numbers 2")


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


# ------------------------------------------------------------------ what stands outside the database

MALLORY = OfficeKey("66" * 32)
GONE = None


@pytest.fixture
def kept(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """The head of a small office that was verified, on each database; its file of keys is its own."""
    add_key(tmp_path / "own.key", KEY)
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "own.key"))
    found_system(Desk(database, regulations(), "fide", "Ana", NOON), "ESP")
    add_account(database, "Ana", PASSWORD, "arbiter", BY)
    seen = examine(database, quick=True)
    assert seen.wrong == ()
    return {tmp_path / "office.head": KeptHead(seen.line, seen.head, seen.first, seen.keys)}


@pytest.mark.parametrize("key", [MALLORY, GONE], ids=["re-keyed", "stripped"])
def test_an_office_that_was_written_again_whole_is_named_from_outside(
    key: OfficeKey | None, database: Database, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arpad: Arpad
) -> None:
    """In itself it is sound. The file of the keys tells, and a known public key, and the head that was kept."""
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "mallory.key"))
    add_key(tmp_path / "mallory.key", MALLORY)
    forged = Database(url_of(database))
    write_again(forged, KEY.public, key)
    if key is None:
        monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "none.key"))
    assert examine(forged).wrong == (), "nothing in the database shows it"
    by_head = examine(forged, kept=kept).wrong
    assert [(wrong.code, wrong.table, wrong.row) for wrong in by_head] == [("state-other", "log", "office.head")]
    (by_pin,) = examine(forged, pinned=KEY.public).wrong
    assert (by_pin.code, by_pin.table, by_pin.expected) == ("key-pinned", "keys", KEY.public)
    forged.dispose()
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "own.key"))
    codes = [wrong.code for wrong in examine(database).wrong]
    assert codes == ["key-unknown", *(["key-away"] if key else [])]
    answer = arpad(f"office verify --quick --db {url_of(database)}")
    assert answer.code == 1
    assert f"keys, own.key: this file has the key {KEY.public}" in answer.out
    assert not list(tmp_path.glob("*.head"))


def test_who_has_the_key_too_is_named_by_the_head_that_was_kept(database: Database, kept: Kept) -> None:
    write_again(database, KEY.public, KEY)
    assert examine(database, pinned=KEY.public).wrong == ()
    ((file, head),) = kept.items()
    (wrong,) = examine(database, kept=kept).wrong
    assert (wrong.code, wrong.row, wrong.column) == ("state", f"id {head.line}", file.name)
    assert (wrong.found, wrong.expected) == (examine(database).head, head.sha256)


def test_an_office_that_was_put_back_is_named_by_the_head_beside_its_key(
    demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arpad: Arpad
) -> None:
    """The head is kept beside the key and where `--state` says, and only if all is well."""
    office, state = tmp_path / "office.db", tmp_path / "far" / "kept.head"
    state.parent.mkdir()
    add_key(tmp_path / "office.db.key", KEY)
    monkeypatch.delenv("ARPAD_KEY")
    shutil.copy(demo_file, office)
    asked = f"office verify --quick --db sqlite:///{office} --key {KEY.public} --state {state}"
    first = json.loads(arpad(f"{asked} --json").out)
    own = tmp_path / "office.db.head"
    assert first["state"] == [{"file": str(file), "written": True} for file in (state, own)]
    assert "that the office was not put back to an earlier day" in " ".join(first["unproved"])
    earlier = own.read_bytes()
    database = Database(f"sqlite:///{office}")
    with database.writing() as connection:
        BY.record(connection, "published", "nothing")
    database.dispose()
    answer = arpad(asked)
    assert (answer.code, "put back" in answer.out) == (0, False)
    assert "Not proved: the lists, which were not computed again." in " ".join(answer.out.split())
    assert state.read_bytes() == own.read_bytes() != earlier
    later = own.read_bytes()
    for left in tmp_path.glob("office.db-*"):
        left.unlink()
    shutil.copy(demo_file, office)
    answer = arpad(asked)
    assert answer.code == 1
    said = " ".join(answer.out.split())
    assert said.count("the office was put back to an earlier day") == 2, "by both files"
    assert (
        said.endswith(f"2 findings in {json.loads(arpad(f'{asked} --json').out)['line']} lines of the log.")
        or "2 findings" in said
    )
    assert state.read_bytes() == own.read_bytes() == later


def test_a_head_of_another_office_is_refused_and_stays(demo_file: Path, tmp_path: Path, arpad: Arpad) -> None:
    state = tmp_path / "kept.head"
    other = KeptHead(3, "1" * 64, "2" * 64, ("3" * 64,)).data()
    state.write_bytes(other)
    asked = f"office verify --quick --db sqlite:///{demo_file} --state {state}"
    answer = arpad(asked)
    assert answer.code == 1
    assert "log, kept.head: this file keeps the head of another office" in " ".join(answer.out.split())
    assert state.read_bytes() == other
    for damaged in (b"", b"[]", b'{"format":"arpad-head-2"}', b'{"format":"arpad-head-1","line":1}'):
        state.write_bytes(damaged)
        answer = arpad(asked)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert state.read_bytes() == damaged


def test_a_head_that_cannot_be_kept_is_told(
    demo_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arpad: Arpad
) -> None:
    add_key(tmp_path / "own.key", KEY)
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "own.key"))
    own = head_file(address(f"sqlite:///{demo_file}"))
    (tmp_path / f".{own.name}.part").mkdir()
    answer = arpad(f"office verify --quick --db sqlite:///{demo_file}")
    assert (answer.code, "could not be kept in" in " ".join(answer.out.split())) == (0, True)
    assert not own.exists()


def test_a_file_of_keys_of_several_offices_needs_one_key_of_this(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file beside a database is for it alone: there a key too many is named."""
    shutil.copy(whole, tmp_path / "office.db")
    add_key(tmp_path / "office.db.key", KEY)
    add_key(tmp_path / "office.db.key", MALLORY)
    monkeypatch.setenv("ARPAD_KEY", str(tmp_path / "office.db.key"))
    shared = examined(tmp_path / "office.db")
    monkeypatch.delenv("ARPAD_KEY")
    own = examined(tmp_path / "office.db")
    assert shared is not None
    assert own is not None
    assert shared.wrong == ()
    assert [(wrong.code, wrong.found) for wrong in own.wrong] == [("key-unknown", MALLORY.public)]


# ------------------------------------------------------------------ what the page shows


def test_the_page_shows_what_is_said_of_a_tampered_demo(demo_file: Path, tmp_path: Path) -> None:
    added = "INSERT INTO accounts (name, hash, role, active, demo, factor) VALUES ('mallory', 'x', 'officer', 1, 0, '')"
    born = "UPDATE players SET born = 1990 WHERE id = (SELECT min(id) FROM players)"
    reason = "UPDATE versions SET reason = 'as agreed' WHERE id = 5"
    found = after(demo_file, tmp_path, (added, ()), (born, ()), (reason, ()))
    page = (PROJECT / "docs" / "manuals" / "office" / "office.md").read_text("utf-8")
    assert len(found.wrong) == 4
    for wrong in found.wrong:
        assert wrong.text("en") in page


def test_a_list_that_cannot_be_read_at_all_is_named() -> None:
    """One flipped bit can make a list ask for a kind of number that nobody has."""
    findings = Findings()
    with readable(findings, "history"):
        raise pa.lib.ArrowNotImplementedError("integers of 7 bits")
    assert [(wrong.code, wrong.table, wrong.found) for wrong in findings.wrong] == [
        ("unreadable", "history", "integers of 7 bits")
    ]


def test_rules_that_are_no_text_are_a_fault_of_the_database(demo_file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    data = bytearray(demo_file.read_bytes())
    data[data.index(b"CREATE TABLE systems") + 3] |= 0x80
    copy.write_bytes(data)
    assert examined(copy) is None
