"""Keys, signed lists and bundles: checked anywhere by the public key; a changed byte is refused, and where."""

import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from answers import Arpad
from arpad.domain.values import canonical
from arpad.i18n import ArpadError
from arpad.lists.ledger import PLAYERS
from arpad.office.context import Desk
from arpad.office.lists import published_list
from arpad.office.proof.audit import examine
from arpad.office.proof.bundle import HASH, export_bundle, list_as_csv, put, verify_bundle, written
from arpad.office.proof.signatures import (
    change_key,
    office_keys,
    read_public_keys,
    signed_file,
    trusted_keys,
    verify_list,
)
from arpad.office.storage import _signing as office_signing
from arpad.office.storage._signing import OfficeKey, read_keys
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.regulations.rating_editions import regulations
from office_rows import NOON
from one_key import KEY
from places import PROJECT
from web_demo import NOW

FEBRUARY = "2023-02"
BY = Acting("Ana", NOON)


@pytest.fixture
def desk(demo_file: Path, tmp_path: Path) -> Desk:
    """The desk of a copy of the demo, whose key is a file of its own."""
    path = tmp_path / "office.db"
    shutil.copy(demo_file, path)
    return Desk(Database(f"sqlite:///{path}"), regulations(), "fide", "Ana", NOW)


@pytest.fixture(scope="module")
def bundle(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last list of the demo with all that it was made from. Nobody writes into it."""
    folder = tmp_path_factory.mktemp("bundle")
    desk = Desk(Database(f"sqlite:///{demo_file}"), regulations(), "fide", "Ana", NOW)
    export_bundle(desk, NOW.date().replace(month=2, day=1), None, folder / "list.zip")
    desk.database.dispose()
    return folder / "list.zip"


def listed(desk: Desk, folder: Path) -> Path:
    """The last list as a file, with its signature beside it."""
    found, content = published_list(desk, NOW.date().replace(month=2, day=1), None, None, published=True)
    path = folder / "list.csv"
    path.write_bytes(list_as_csv(content))
    (folder / "list.csv.sig").write_text(
        signed_file(desk, found.period, found.number, path.name, path.read_bytes()), "utf-8"
    )
    return path


def refused(call: Callable[[], object]) -> ArpadError:
    with pytest.raises(ArpadError) as error:
        call()
    return error.value


# ------------------------------------------------------------------ keys


def test_an_office_has_a_key_from_the_beginning(desk: Desk) -> None:
    keys, file = office_keys(desk.database)
    assert [(key.number, key.public, key.since, key.proof) for key in keys] == [(1, KEY.public, 1, "")]
    assert file == os.environ["ARPAD_KEY"]


def test_a_key_hands_on_to_the_next_and_one_leads_to_the_other(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    second = OfficeKey("6b" * 32)
    monkeypatch.setenv("ARPAD_KEY", str(desk.database.address.path) + ".key")
    desk.database.signer.file.write_text(f"ed25519 {KEY.public} {KEY.secret}\n", "ascii")
    desk.database.signer.file.chmod(0o600)
    monkeypatch.setattr(office_signing, "new_key", lambda: second)
    made = change_key(desk.database, BY)
    assert (made.number, made.public) == (2, second.public)
    assert list(read_keys(desk.database.signer.file)) == [second.public]
    assert examine(desk.database).wrong == ()
    keys, _ = office_keys(desk.database)
    both = {1: KEY.public, 2: second.public}
    assert trusted_keys(keys, KEY.public) == trusted_keys(keys, second.public) == both
    stranger = read_public_keys([key.document() | {"proof": f"{'0' * 128}:{'0' * 128}"} for key in keys])
    assert trusted_keys(stranger, KEY.public) == {1: KEY.public}
    assert trusted_keys(keys, "ab" * 32) == {}


def test_a_lost_key_is_told_until_another_is_begun(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARPAD_KEY", str(desk.database.address.path) + ".key")
    database = Database(f"sqlite:///{desk.database.address.path}")
    with database.writing() as connection:
        BY.record(connection, "published", "nothing")
    assert [wrong.code for wrong in examine(database).wrong] == ["unsigned", "key-away"]
    assert refused(lambda: change_key(database, BY)).key == "key-away"
    monkeypatch.setattr(office_signing, "new_key", lambda: OfficeKey("6b" * 32))
    change_key(database, BY, lost=True)
    assert examine(database).wrong == ()
    keys, _ = office_keys(database)
    assert trusted_keys(keys, KEY.public) == {1: KEY.public}
    monkeypatch.setenv("ARPAD_KEY", str(desk.database.address.path) + ".none")
    elsewhere = examine(Database(f"sqlite:///{desk.database.address.path}"))
    assert [wrong.code for wrong in elsewhere.wrong] == ["key-not-handed-on", "key-away"]
    database.dispose()


@pytest.mark.parametrize(
    ("content", "mode", "key"),
    [
        ("rsa 1 2\n", 0o600, "key-file-line"),
        (f"ed25519 {KEY.public} {'00' * 32}\n", 0o600, "key-file-halves"),
        ("", 0o644, "key-file-open"),
    ],
)
def test_a_file_of_keys_that_is_none_is_refused(
    content: str, mode: int, key: str, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "offices.key"
    file.write_text(content, "ascii")
    file.chmod(mode)
    monkeypatch.setenv("ARPAD_KEY", str(file))
    assert refused(lambda: desk.database.signer.key(KEY.public)).key == key


def test_a_new_key_is_in_a_private_file(tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_KEY")
    db = f"--db sqlite:///{tmp_path / 'new.db'}"
    assert arpad(f"office init {db} --who Ana").code == 0
    file = tmp_path / "new.db.key"
    assert file.stat().st_mode & 0o777 == 0o600
    shown = json.loads(arpad(f"office key show {db} --json").out)
    assert (shown["file"], shown["keys"][0]["public"]) == (str(file), KEY.public)
    monkeypatch.setattr(office_signing, "new_key", lambda: OfficeKey("6b" * 32))
    assert "Key 2: " in arpad(f"office key rotate {db} --who Ana").out
    assert arpad(f"office verify --quick {db}").code == 0
    assert "key changed" in arpad(f"office log {db}").out or KEY.public not in file.read_text("ascii")


# ------------------------------------------------------------------ a list and its signature


def test_a_list_is_verified_by_its_key_without_a_database(desk: Desk, tmp_path: Path, arpad: Arpad) -> None:
    path = listed(desk, tmp_path)
    answer = arpad(f"verify {path} --key {KEY.public}")
    assert answer.code == 0
    assert "the list of 2023-02-01, version 2" in " ".join(answer.out.split())
    spelled = tmp_path / "key.txt"
    spelled.write_text(KEY.public.upper() + "\n", "ascii")
    assert json.loads(arpad(f"verify {path} --key {spelled} --json").out)["signed"] is True


def test_a_byte_changed_in_a_list_is_refused_with_its_line(desk: Desk, tmp_path: Path, arpad: Arpad) -> None:
    path = listed(desk, tmp_path)
    lines = path.read_bytes().split(b"\n")
    lines[6] = lines[6].replace(b"1", b"2", 1)
    path.write_bytes(b"\n".join(lines))
    answer = arpad(f"verify {path} --key {KEY.public}")
    assert answer.code == 1
    said = " ".join(answer.out.split()).replace(f"{tmp_path}/", "")
    assert said == "list.csv: line 7: the file is not the one that was signed"
    assert said in (PROJECT / "docs" / "manuals" / "office" / "office.md").read_text("utf-8")
    assert json.loads(arpad(f"verify {path} --key {KEY.public} --json --lang es").out)["sound"] is False


def test_every_byte_of_a_signature_counts(desk: Desk, tmp_path: Path) -> None:
    path = listed(desk, tmp_path)
    signature = tmp_path / "list.csv.sig"
    data = signature.read_bytes()
    parts = data.index(b'"parts":')
    for place in range(0, len(data), 7):
        if place < parts or place > data.index(b"]", parts):  # the parts only say where a list was changed
            signature.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            refused(lambda: verify_list(path, signature, KEY.public))


def test_a_list_is_refused_by_another_key_and_without_a_signature(desk: Desk, tmp_path: Path, arpad: Arpad) -> None:
    path = listed(desk, tmp_path)
    other = OfficeKey("77" * 32).public
    assert arpad(f"verify {path} --key {other}").code == 1
    (tmp_path / "list.csv.sig").unlink()
    missing = arpad(f"verify {path} --key {KEY.public}")
    assert (missing.code, missing.err.count("\n")) == (2, 1)
    wrong = arpad(f"verify {path} --key nobody")
    assert (wrong.code, "is not a public key" in wrong.err) == (2, True)


def test_a_list_that_is_not_as_signed_is_not_signed_again(desk: Desk, tmp_path: Path) -> None:
    with sqlite3.connect(str(desk.database.address.path)) as connection:
        connection.execute("DROP TRIGGER versions_no_update")
        connection.execute("UPDATE versions SET digest = 'd' || substr(digest, 2) WHERE id = 5")
    connection.close()
    assert refused(lambda: listed(desk, tmp_path)).key == "list-not-as-signed"


# ------------------------------------------------------------------ bundles


def rewritten(bundle: Path, out: Path, change: Callable[[str, bytes], bytes | None], **more: bytes) -> Path:
    """A bundle with other members, whose hash at the end is right."""
    with zipfile.ZipFile(bundle) as good, out.open("w+b") as file, written(file) as archive:
        for name in good.namelist():
            data = change(name, good.read(name))
            if data is not None:
                put(archive, name, data)
        for name, data in more.items():
            put(archive, name, data)
    return out


def test_a_bundle_is_verified_in_a_fresh_folder(bundle: Path, tmp_path: Path, arpad: Arpad) -> None:
    shutil.copy(bundle, tmp_path / "list.zip")
    answer = arpad(f"verify {tmp_path / 'list.zip'} --key {KEY.public} --json")
    assert answer.code == 0
    assert [version["state"] for version in json.loads(answer.out)["versions"]] == ["kept", "proved"]
    assert [path.name for path in tmp_path.iterdir()] == ["list.zip"]


def test_a_byte_changed_anywhere_in_a_bundle_is_refused_and_where(bundle: Path, tmp_path: Path) -> None:
    data = bundle.read_bytes()
    with zipfile.ZipFile(bundle) as archive:
        spots = {info.filename: info.header_offset + 30 + len(info.filename) + 9 for info in archive.infolist()}
    bad = tmp_path / "bad.zip"
    for name, place in spots.items():
        bad.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        error = refused(lambda: verify_bundle(bad, regulations(), KEY.public))
        assert (error.key, error.values["place"]) == ("bundle-changed", name)
    for place in (*range(0, len(data), len(data) // 60), len(data) - HASH - 3, len(data) - 1):
        bad.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        refused(lambda: verify_bundle(bad, regulations(), KEY.public))
    bad.write_bytes(data[:-100])
    refused(lambda: verify_bundle(bad, regulations(), KEY.public))


def _reason(name: str, data: bytes) -> bytes:
    return canonical(json.loads(data) | {"reason": "a bribe"}).encode() if name == "bundle.json" else data


def _unsigned(name: str, data: bytes) -> bytes:
    return b'{"keys":[],"lists":{}}' if name == "signatures.json" else data


def _strange_key(name: str, data: bytes) -> bytes:
    return data.replace(KEY.public.encode(), OfficeKey("77" * 32).public.encode()) if "signatures" in name else data


def _deep(name: str, data: bytes) -> bytes:
    return b"[" * 100_000 if name == "bundle.json" else data


FORGERIES: dict[str, tuple[Callable[[str, bytes], bytes | None], str]] = {
    "the readable list": (lambda name, data: data.replace(b"1", b"2", 1) if name == "list.csv" else data, "bundle-csv"),
    "a report": (lambda name, data: data.replace(b" 1 ", b" 0 ", 1) if "reports/" in name else data, "bundle-member"),
    "an edition": (lambda name, data: data + b"\n" if name.startswith("editions/") else data, "bundle-member"),
    "a manifest": (lambda name, data: data.replace(b"ESP", b"FRA") if "manifests/" in name else data, "bundle-member"),
    "a list": (lambda name, data: data[:-1] + b"X" if name.endswith("players.parquet") else data, "bundle-member"),
    "the reason": (_reason, "bundle-member"),
    "no signatures": (_unsigned, "bundle-unsigned"),
    "another key": (_strange_key, "key-other"),
    "without reports": (lambda name, data: None if "reports/" in name else data, "bundle-member-missing"),
    "without the list": (lambda name, data: None if name == "list.csv" else data, "bundle-member-missing"),
    "without a head": (lambda name, data: None if name == "bundle.json" else data, "bundle-member-missing"),
    "deep JSON": (_deep, "bundle-member"),
    "another format": (
        lambda name, data: data.replace(b"arpad-bundle-2", b"arpad-bundle-9") if name == "bundle.json" else data,
        "bundle-format",
    ),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_bundle_is_refused(kind: str, bundle: Path, tmp_path: Path) -> None:
    change, key = FORGERIES[kind]
    bad = rewritten(bundle, tmp_path / "bad.zip", change)
    assert refused(lambda: verify_bundle(bad, regulations(), KEY.public)).key == key


@pytest.mark.parametrize(
    "name", ["../../outside.txt", "/etc/passwd", "list.exe", f"reports/{'0' * 64}", f"lists/{'0' * 64}/players.parquet"]
)
def test_an_unknown_member_is_refused(name: str, bundle: Path, tmp_path: Path) -> None:
    bad = rewritten(bundle, tmp_path / "bad.zip", lambda _, data: data, **{name: b"x"})
    assert refused(lambda: verify_bundle(bad, regulations())).key == "bundle-unknown"


def test_a_bundle_of_an_older_release_is_told_apart(bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as good, zipfile.ZipFile(tmp_path / "old.zip", "w") as old:
        for name in good.namelist():
            old.writestr(name, good.read(name))
    assert refused(lambda: verify_bundle(tmp_path / "old.zip", regulations())).key == "bundle-older"


def test_a_self_made_office_does_not_pass_for_another(desk: Desk, tmp_path: Path) -> None:
    """Somebody makes a good bundle with their own key: all of it is right, but it is not signed by the key I know."""
    export_bundle(desk, NOW.date().replace(month=2, day=1), None, tmp_path / "own.zip")
    verify_bundle(tmp_path / "own.zip", regulations())
    assert refused(lambda: verify_bundle(tmp_path / "own.zip", regulations(), "ab" * 32)).key == "key-other"


def _bomb(rows: int) -> bytes:
    columns = [
        pa.array(["1"] * rows if pa.types.is_string(field.type) else [0] * rows, field.type) for field in PLAYERS
    ]
    sink = pa.BufferOutputStream()
    head = {"date": "2023-02-01", "since": "2023-02-01"}
    pq.write_table(pa.table(columns, schema=PLAYERS.with_metadata(head)), sink, compression="zstd")
    return bytes(sink.getvalue())


def test_a_bomb_is_refused_before_it_is_unpacked(bundle: Path, tmp_path: Path) -> None:
    zipped = rewritten(bundle, tmp_path / "zip.zip", lambda n, data: b"0" * (150 << 20) if n == "list.csv" else data)
    assert zipped.stat().st_size < 1 << 20
    assert refused(lambda: verify_bundle(zipped, regulations())).key == "bundle-large"
    rows = _bomb(200_000)
    packed = rewritten(bundle, tmp_path / "rows.zip", lambda n, data: rows if n.endswith("players.parquet") else data)
    error = refused(lambda: verify_bundle(packed, regulations()))
    assert (error.key, error.values["problem"]) == ("bundle-member", "200000 rows")
