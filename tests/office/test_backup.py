"""Backup and restore: from each database into each, and every way in which a file can be wrong."""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from sqlalchemy import Connection, insert, select

from arpad.i18n import ArpadError, StorageFault
from arpad.office.storage import _tables as storage
from arpad.office.storage import backups, schema
from arpad.office.storage import backups as backup_module
from arpad.office.storage._dialects import insert_rows
from arpad.office.storage.backups import backup, restore
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries, write_log
from arpad.release import __version__
from office_databases import BOTH, NewDatabase
from office_rows import BY, MAY, add_version, fill


def furnished(database: Database) -> Database:
    """An office with rows in every table, more than one batch of reports, and a version that follows another."""
    with database.writing() as connection:
        fill(connection)
        add_version(connection, 2, "provisional")
        for number in range(40):
            storage.put_report(connection, bytes([number]) * 1000)
        people = [(1, str(at), f"Player {at}", "ESP", "", "", 1950 + at % 50) for at in range(3000)]
        insert_rows(connection, schema.players, schema.players.columns.keys(), people)
        words = {"kind": "import", "state": "published", "digest": "", "manifest": "{}", "reason": "", "release": "0"}
        version = {"id": 3, "system_id": 1, "period": MAY, "number": 3, "parent_id": 2, "players": 0}
        connection.execute(insert(schema.versions).values(**version, **words))
        undone = {"id": 2, "system_id": 1, "period": MAY, "kind": "unmerge", "data": "{}", "reason": "two people"}
        connection.execute(insert(schema.decisions).values(undoes=1, **undone))
        connection.execute(insert(schema.event_games).values(event_id=1, game=-(2**63)))
        _somebody_signed_in(connection)
        _an_event_is_run(connection)
        connection.execute(insert(schema.keys).values(number=1, public="ed25519:0", since=1, proof=""))
        signed = {"kind": "head", "number": 1, "key": 1, "statement": "{}", "signature": "0"}
        connection.execute(insert(schema.signatures).values(signed))
        award = {"arbiter": "A1", "at": "2024-05-01", "data": "{}", "reason": ""}
        connection.execute(insert(schema.arbiter_records).values(id=1, kind="award", **award))
        connection.execute(insert(schema.arbiter_records).values(id=2, kind="revoke", revokes=1, **award))
        BY.record(connection, "furnished", "")
    return database


def _somebody_signed_in(connection: Connection) -> None:
    account = {"name": "Clara", "hash": "argon2", "role": "officer", "active": True, "demo": False}
    connection.execute(insert(schema.accounts).values(account))
    connection.execute(insert(schema.sessions).values(sha256="s", account="Clara", csrf="c", ends="2024-05-02"))
    connection.execute(insert(schema.tokens).values(sha256="t", account="Clara", label="import"))
    connection.execute(insert(schema.sent_forms).values(sha256="7" * 64, answer="/office", at="2024-05-01"))
    connection.execute(insert(schema.attempts).values(number=1, key="name x", at="2024-05-01"))
    connection.execute(insert(schema.recovery_codes).values(sha256="r", account="Clara"))
    connection.execute(insert(schema.devices).values(sha256="d", account="Clara", at="2024-05-01"))
    connection.execute(insert(schema.last_uses).values(key="token t", at="2024-05-01"))
    signed_in = {"number": 1, "account": "Clara", "at": "2024-05-01", "network": "192.0.2.0/24", "outcome": "in"}
    connection.execute(insert(schema.sign_ins).values(signed_in))
    connection.execute(insert(schema.policies).values(name="sign_in_days", value="90"))


def _an_event_is_run(connection: Connection) -> None:
    connection.execute(insert(schema.tournaments).values(id=1, slug="open", secret="x"))
    line = {"at": "2024-05-01T12:00:00+00:00", "who": "Clara", "kind": "event.created", "data": "{}"}
    connection.execute(insert(schema.tournament_log).values(tournament_id=1, n=1, prev="0", sha256="1", **line))
    request = {"request": "7f3a", "command": "c", "lines": "[1,1]", "warnings": "[]"}
    connection.execute(insert(schema.tournament_requests).values(tournament_id=1, **request))
    connection.execute(insert(schema.tournament_links).values(tournament_id=1, link=1, sha256="l", name="Ana"))
    contact = {"subject": "entry 1", "mail": "ana@example.org", "telephone": "600"}
    connection.execute(insert(schema.tournament_contacts).values(tournament_id=1, **contact))
    picture = {"name": "logo", "sha256": "p", "media": "image/png", "about": "", "width": 1, "height": 1}
    connection.execute(insert(schema.tournament_pictures).values(tournament_id=1, data=b"\x89PNG", **picture))
    asked = {"mail": "ana@example.org", "topics": "pairings", "language": "en", "asked": "2024-05-01", "confirmed": ""}
    connection.execute(
        insert(schema.tournament_subscriptions).values(tournament_id=1, number=1, entry=0, since=1, **asked)
    )
    mail = {"topic": "confirm", "subject": "s", "body": "b", "state": "waiting", "due": "d", "at": "a", "problem": ""}
    connection.execute(insert(schema.tournament_mails).values(tournament_id=1, subscription=1, tries=0, **mail))


def everything(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    with database.reading() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in schema.metadata.sorted_tables
        }


@pytest.mark.parametrize("target", BOTH)
@pytest.mark.parametrize("source", BOTH)
def test_a_backup_restores_into_each_database(
    new_database: NewDatabase, tmp_path: Path, source: str, target: str
) -> None:
    """Every row is equal, and the backup of the restored office is the same file, byte for byte."""
    first, second = furnished(new_database(source)), new_database(target, office=False)
    told: list[tuple[str, int]] = []
    head = backup(first, tmp_path / "office.zip", lambda table, rows: told.append((table, rows)))
    assert restore(tmp_path / "office.zip", second) == head
    assert everything(first) == everything(second)
    assert all(everything(second).values())
    backup(second, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "office.zip").read_bytes()
    assert ("players", 3001) in told
    second.check()


def test_a_restored_office_still_only_grows(new_database: NewDatabase, tmp_path: Path) -> None:
    backup(furnished(new_database("sqlite")), tmp_path / "office.zip")
    second = new_database("postgresql", office=False)
    restore(tmp_path / "office.zip", second)
    with pytest.raises(Exception, match="log only grows"), second.writing() as connection:
        connection.execute(schema.log.delete())


def test_the_head_tells_what_is_inside(database: Database, tmp_path: Path) -> None:
    backup(furnished(database), tmp_path / "office.zip")
    with zipfile.ZipFile(tmp_path / "office.zip") as archive:
        head = json.loads(archive.read("head.json"))
        names = archive.namelist()
        with archive.open("players.parquet") as member:
            assert pa.parquet.read_table(member).num_rows == 3001
    assert (head["format"], head["revision"], head["release"]) == (
        "arpad-office-backup-1",
        schema.REVISION,
        __version__,
    )
    assert names == [*(f"{table.name}.parquet" for table in schema.metadata.sorted_tables), "head.json"]
    assert {member["table"]: member["rows"] for member in head["members"]} == {
        name: len(rows) for name, rows in everything(database).items()
    }


def test_a_backup_is_of_one_moment(database: Database, tmp_path: Path) -> None:
    """Another officer registers a system while the backup is being written."""

    def meanwhile(table: str, _rows: int) -> None:
        if table == "reports":
            with database.writing() as connection:
                connection.execute(insert(schema.systems).values(id=2, name="feda"))

    furnished(database)
    order = [table.name for table in schema.metadata.sorted_tables]
    assert order.index("reports") < order.index("systems")
    head = backup(database, tmp_path / "office.zip", meanwhile)
    assert {member.table: member.rows for member in head.members}["systems"] == 1
    assert len(everything(database)["systems"]) == 2


def test_big_cells_are_written_in_small_batches(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(backup_module, "BYTES", 8000)
    backup(furnished(database), tmp_path / "office.zip")
    with zipfile.ZipFile(tmp_path / "office.zip") as archive, archive.open("reports.parquet") as member:
        parquet = pa.parquet.ParquetFile(member)
        sizes = [parquet.metadata.row_group(group).num_rows for group in range(parquet.num_row_groups)]
    assert sum(sizes) == 41
    assert max(sizes) <= 16


# ------------------------------------------------------------------ what is refused


def test_a_file_is_not_replaced_unasked(new_database: NewDatabase, tmp_path: Path) -> None:
    database, out = new_database("sqlite"), tmp_path / "office.zip"
    out.write_text("precious")
    with pytest.raises(ArpadError, match="--force"):
        backup(database, out)
    assert out.read_text() == "precious"
    backup(database, out, overwrite=True)
    assert zipfile.is_zipfile(out)
    assert database.address.path is not None
    with pytest.raises(ArpadError, match="the database itself"):
        backup(database, database.address.path, overwrite=True)
    database.check()


def test_a_backup_that_fails_leaves_nothing(database: Database, tmp_path: Path) -> None:
    def stop(_table: str, _rows: int) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "backups"
    out.mkdir()
    (out / "office.zip").write_text("the one before")
    with pytest.raises(KeyboardInterrupt):
        backup(furnished(database), out / "office.zip", stop, overwrite=True)
    assert [path.name for path in out.iterdir()] == ["office.zip"]
    assert (out / "office.zip").read_text() == "the one before"


@pytest.mark.parametrize("place", ["", "none/office.zip"])
def test_a_place_that_cannot_be_written(new_database: NewDatabase, tmp_path: Path, place: str) -> None:
    with pytest.raises(ArpadError) as error:
        backup(new_database("sqlite"), tmp_path / place, overwrite=True)
    assert error.value.key == "file-unwritable"


def test_only_an_office_is_backed_up(bare_database: Database, tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match="no office"):
        backup(bare_database, tmp_path / "office.zip")
    assert not (tmp_path / "office.zip").exists()


def test_an_office_is_not_overwritten_by_a_restore(
    database: Database, new_database: NewDatabase, tmp_path: Path
) -> None:
    backup(furnished(new_database("sqlite")), tmp_path / "office.zip")
    with database.writing() as connection:
        fill(connection)
    before = everything(database)
    with pytest.raises(ArpadError, match="there is already an office in it"):
        restore(tmp_path / "office.zip", database)
    assert everything(database) == before


def test_a_restore_that_is_stopped_leaves_no_office(
    bare_database: Database, new_database: NewDatabase, tmp_path: Path
) -> None:
    def stop(table: str, _rows: int) -> None:
        if table == "players":
            raise KeyboardInterrupt

    backup(furnished(new_database("sqlite")), tmp_path / "office.zip")
    with pytest.raises(KeyboardInterrupt):
        restore(tmp_path / "office.zip", bare_database, stop)
    assert bare_database.is_empty()
    restore(tmp_path / "office.zip", bare_database)
    bare_database.check()


def _rewritten(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """The archive with other members."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def _with_head(path: Path, **changes: Any) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["head.json"] = json.dumps(json.loads(members["head.json"]) | changes).encode()

    _rewritten(path, change)


def _flipped(path: Path) -> None:
    """One bit of the first member is another."""
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)


def _without_a_table(path: Path) -> None:
    head = json.loads(zipfile.ZipFile(path).read("head.json"))
    _with_head(path, members=[member for member in head["members"] if member["table"] != "history"])


def _with_another_parquet(members: dict[str, bytes]) -> None:
    """The hash fits, and the table is another one."""
    head = json.loads(members["head.json"])
    members["editions.parquet"] = members["log.parquet"]
    digest = {member["table"]: member for member in head["members"]}
    digest["editions"] |= {"sha256": digest["log"]["sha256"], "rows": digest["log"]["rows"]}
    members["head.json"] = json.dumps(head).encode()


def _with_a_row_twice(members: dict[str, bytes]) -> None:
    """The hash fits, and the rows contradict each other."""
    from io import BytesIO

    table = pa.parquet.read_table(BytesIO(members["systems.parquet"]))
    sink = BytesIO()
    pa.parquet.write_table(pa.concat_tables([table, table]), sink)
    head = json.loads(members["head.json"])
    members["systems.parquet"] = sink.getvalue()
    for member in head["members"]:
        if member["table"] == "systems":
            member |= {"sha256": storage.sha256(sink.getvalue()), "rows": 2}
    members["head.json"] = json.dumps(head).encode()


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a missing file": (lambda path: path.unlink(), "backup-unreadable"),
    "an empty file": (lambda path: path.write_bytes(b""), "backup-foreign"),
    "a text": (lambda path: path.write_text("012 Little open\n"), "backup-foreign"),
    "another zip": (lambda path: _rewritten(path, lambda members: members.pop("head.json")), "backup-foreign"),
    "a head of something else": (lambda path: _with_head(path, format="something"), "backup-foreign"),
    "a head without members": (lambda path: _with_head(path, members=7), "backup-foreign"),
    "a later format": (lambda path: _with_head(path, format="arpad-office-backup-2"), "backup-newer"),
    "a later revision": (lambda path: _with_head(path, revision="9999"), "backup-newer"),
    "half a file": (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "backup-damaged"),
    "a file without its last byte": (lambda path: path.write_bytes(path.read_bytes()[:-1]), "backup-damaged"),
    "one bit": (_flipped, "backup-damaged"),
    "a missing member": (lambda path: _rewritten(path, lambda members: members.pop("log.parquet")), "backup-damaged"),
    "a missing table": (_without_a_table, "backup-damaged"),
    "no Parquet": (
        lambda path: _rewritten(path, lambda members: members.update({"log.parquet": b"PAR1"})),
        "backup-damaged",
    ),
    "another table": (lambda path: _rewritten(path, _with_another_parquet), "backup-damaged"),
    "a row twice": (lambda path: _rewritten(path, _with_a_row_twice), "backup-damaged"),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Path:
    """A backup with rows in every table."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copy(sqlite_template, folder / "office.db")
    database = furnished(Database(f"sqlite:///{folder / 'office.db'}"))
    backup(database, folder / "office.zip")
    database.dispose()
    return folder / "office.zip"


@pytest.mark.parametrize("case", DAMAGE)
def test_a_file_that_is_not_whole_is_refused(bare_database: Database, whole: Path, tmp_path: Path, case: str) -> None:
    damage, key = DAMAGE[case]
    path = tmp_path / "damaged.zip"
    shutil.copy(whole, path)
    damage(path)
    with pytest.raises(ArpadError) as error:
        restore(path, bare_database)
    assert error.value.key == key
    assert error.value.values["file"] == str(path)
    assert bare_database.is_empty()


def test_any_byte_counts(whole: Path, tmp_path: Path, new_database: NewDatabase) -> None:
    """Wherever a byte of a member is another, the backup is refused; and cut anywhere, too."""
    data = whole.read_bytes()
    path, database = tmp_path / "damaged.zip", new_database("sqlite", office=False)
    with zipfile.ZipFile(whole) as archive:
        members = [(data.index(b"PAR1", member.header_offset), member.file_size) for member in archive.infolist()[:-1]]
        members.append((data.index(b'{"format"'), archive.getinfo("head.json").file_size))
    places = [start + size * part // 5 for start, size in members for part in range(5)]
    for place in places:
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        with pytest.raises(ArpadError, match="damaged"):
            restore(path, database)
    for size in range(0, len(data), len(data) // 40):
        path.write_bytes(data[:size])
        with pytest.raises(ArpadError):
            restore(path, database)
    assert database.is_empty()


def test_a_member_is_told_from_its_rows(whole: Path) -> None:
    with backups.opened(whole) as archive:
        archive.check()
        member = next(one for one in archive.head.members if one.table == "log")
        columns = schema.log.columns.keys()
        assert [row[:4] for row in archive.rows(member, columns, None)] == [
            (1, "2024-05-01T12:00:00+00:00", "officer", "init"),
            (2, "2024-05-01T12:00:00+00:00", "officer", "furnished"),
        ]


def test_the_log_of_a_restored_office_goes_on(whole: Path, bare_database: Database) -> None:
    restore(whole, bare_database)
    with bare_database.writing() as connection:
        last = list(log_entries(connection))[-1]
        assert write_log(connection, at=last.at, who="officer", action="restore") == last.id + 1
