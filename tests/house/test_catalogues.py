"""Message catalogues as gettext files, and back."""

from pathlib import Path
from shutil import copytree

import pytest
from tools.catalogues import CATALOGUES, export_catalogues, import_catalogues


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
