"""Message catalogues: which file has a key, and all of them as gettext files, and back."""

import tomllib
from pathlib import Path
from shutil import copytree

import pytest
from tools.catalogues import CATALOGUES, export_catalogues, import_catalogues, messages

from arpad.i18n import Catalogue, has_line


def test_an_export_is_imported_and_only_a_changed_text_changes(tmp_path: Path) -> None:
    copy = tmp_path / "i18n"
    for language in ("en", "es"):
        copytree(CATALOGUES / language, copy / language)
    files = {file: file.read_bytes() for file in copy.rglob("*.toml")}
    export_catalogues(tmp_path / "po", copy)
    assert import_catalogues(tmp_path / "po", copy) == []
    assert {file: file.read_bytes() for file in files} == files
    web, key = tmp_path / "po/web.po", 'msgctxt "cli.command.serve"\n'
    before, _, after = web.read_text("utf-8").partition(key)
    english, _, *rest = after.split("\n")
    web.write_text("\n".join([before + key + english, 'msgstr "Abre \\"la oficina\\"."', *rest]), "utf-8")
    assert import_catalogues(tmp_path / "po", copy) == ["cli.command.serve"]
    assert [file.name for file, data in files.items() if file.read_bytes() != data] == ["web.toml"]
    web.write_text("\n".join([before + key + english, 'msgstr "{lost}"', *rest]), "utf-8")
    with pytest.raises(SystemExit, match="placeholders"):
        import_catalogues(tmp_path / "po", copy)


def test_a_file_that_has_a_key_is_seen_to_have_it_before_it_is_parsed() -> None:
    for file in CATALOGUES.rglob("*.toml"):
        words = file.read_text("utf-8")
        for key, _ in messages(tomllib.loads(words)):
            assert has_line(words, key), f"{file.name}: write {key} as a line of its own below its table in brackets"


def test_of_a_message_that_nobody_wrote_no_file_is_parsed() -> None:
    catalogue = Catalogue(CATALOGUES / "en")
    everything = len(catalogue._unread)
    assert catalogue.find("table.Ra") is None
    assert len(catalogue._unread) == everything
    assert catalogue.find("cli.error") == "error"
    assert len(catalogue._unread) == everything - 1
