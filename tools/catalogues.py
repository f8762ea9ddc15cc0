"""Message catalogues as gettext files for translators, and back: one .po file for each subject.

    python -m tools.catalogues export DIR
    python -m tools.catalogues import DIR

msgctxt is the key, msgid the English text, msgstr the Spanish one. An import changes the Spanish catalogues alone.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import tomlkit

CATALOGUES = Path(__file__).parents[1] / "src/arpad/i18n"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: es\\n"\n'


def messages(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """The messages of a catalogue file by their keys."""
    for name, value in table.items():
        if isinstance(value, str):
            yield before + name, str(value)
        else:
            yield from messages(value, f"{before}{name}.")


def export_catalogues(folder: Path, catalogues: Path = CATALOGUES) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted((catalogues / "en").glob("*.toml")):
        spanish = dict(messages(tomlkit.parse((catalogues / "es" / file.name).read_text("utf-8"))))
        entries = [HEAD]
        for key, english in messages(tomlkit.parse(file.read_text("utf-8"))):
            parts = {"msgctxt": key, "msgid": english, "msgstr": spanish[key]}
            entries.append("".join(f"{name} {_quoted(words)}\n" for name, words in parts.items()))
        (folder / f"{file.stem}.po").write_text("\n".join(entries), "utf-8")


def import_catalogues(folder: Path, catalogues: Path = CATALOGUES) -> list[str]:
    """Write changed translations into the Spanish catalogues. Returns their keys; if a placeholder is missing or new,
    nothing is written."""
    changed, written = [], {}
    for file in sorted(folder.glob("*.po")):
        path = catalogues / "es" / f"{file.stem}.toml"
        document = tomlkit.parse(path.read_text("utf-8"))
        known = dict(messages(document))
        for entry in read_po(file.read_text("utf-8")):
            key, words = entry.get("msgctxt", ""), entry["msgstr"]
            if not key or not words or known.get(key) == words:
                continue
            if key not in known:
                raise SystemExit(f"{file.name}: {key}: there is no such message")
            if placeholders(words) != placeholders(entry["msgid"]):
                raise SystemExit(f"{file.name}: {key}: the placeholders are not those of the English text")
            *tables, name = _path(document, key)
            table: Any = document
            for part in tables:
                table = table[part]
            table[name] = words
            changed.append(key)
            written[path] = document
    for path, document in written.items():
        path.write_text(tomlkit.dumps(document), "utf-8")
    return changed


def _path(table: Mapping[str, Any], key: str) -> list[str]:
    """The names of the tables that lead to a key."""
    for name, value in table.items():
        if name == key and isinstance(value, str):
            return [name]
        if key.startswith(f"{name}.") and not isinstance(value, str):
            return [name, *_path(value, key.removeprefix(f"{name}."))]
    raise KeyError(key)


def read_po(words: str) -> list[dict[str, str]]:
    """The entries of a .po file; a text may be in several quoted lines."""
    entries: list[dict[str, str]] = []
    for block in words.replace("\r\n", "\n").split("\n\n"):
        entry: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if not line.startswith('"'):
                name, _, line = line.partition(" ")  # noqa: PLW2901
            entry[name] = entry.get(name, "") + json.loads(line)
        if "msgid" in entry:
            entries.append(entry)
    return entries


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name is not None}


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["export", folder]:
            export_catalogues(Path(folder))
        case ["import", folder]:
            print(*import_catalogues(Path(folder)), sep="\n")
        case _:
            raise SystemExit(__doc__)
