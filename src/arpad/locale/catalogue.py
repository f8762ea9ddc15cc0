"""Message catalogues: one folder per language, one TOML file per subject, keys dotted across both."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import Any, Literal, get_args

from arpad.locale.formats import plain

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
TABLE = re.compile(r"^\[([^\]]+)\]$", re.MULTILINE)
"""The heading of a table in a catalogue file."""


def _flatten(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, str):
            yield key, value
        else:
            yield from _flatten(key, value)


class Catalogue:
    """The messages of a language. A table of a file is parsed when one of its messages is first needed, by one thread:
    others that need it wait."""

    def __init__(self, folder: Traversable) -> None:
        self._messages: dict[str, str] = {}
        self._reading = Lock()
        self._unread: dict[str, list[str]] = {}
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if not file.name.endswith(".toml"):
                continue
            parts = TABLE.split(file.read_text("utf-8"))
            for name, body in zip(parts[1::2], parts[2::2], strict=True):
                self._unread.setdefault(name, []).append(body)

    def find(self, key: str) -> str | None:
        """Return the message of a key, or None if there is none."""
        if key not in self._messages:
            with self._reading:
                self._read(key)
        return self._messages.get(key)

    def keys(self) -> frozenset[str]:
        with self._reading:
            for name in list(self._unread):
                self._read(f"{name}.")
            return frozenset(self._messages)

    def _read(self, key: str) -> None:
        """Parse the tables that may hold the key: those whose name begins it."""
        for end in (place for place, letter in enumerate(key) if letter == "."):
            for body in self._unread.pop(key[:end], ()):
                self._messages.update(_flatten(key[:end], tomllib.loads(body)))


@cache
def _catalogue(language: Language) -> Catalogue:
    return Catalogue(files("arpad.locale") / language)


def keys(language: Language) -> frozenset[str]:
    """All message keys of a language."""
    return _catalogue(language).keys()


def has(key: str, language: Language = "en") -> bool:
    return _catalogue(language).find(key) is not None


def spoken(value: object, language: Language = "en") -> object:
    """A value that names a message by `@` and its key, as that message; any other as it is."""
    if isinstance(value, str) and value.startswith("@") and has(value[1:], language):
        return text(value[1:], language)
    return value


def text(key: str, language: Language = "en", /, **values: object) -> str:
    """The message of a key, its values written as the language writes them."""
    message = _catalogue(language).find(key)
    if message is None:
        raise KeyError(key)
    if not values:
        return message
    return message.format_map({name: plain(value, language) for name, value in values.items()})
