"""Message catalogues: one folder per language, one TOML file per subject, keys dotted across both."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from arpad.locale.formats import plain

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


def _flatten(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, str):
            yield key, value
        else:
            yield from _flatten(key, value)


@cache
def _catalogue(language: Language) -> Mapping[str, str]:
    messages: dict[str, str] = {}
    for file in sorted((files("arpad.locale") / language).iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            messages.update(_flatten("", tomllib.loads(file.read_text("utf-8"))))
    return messages


def keys(language: Language) -> frozenset[str]:
    """All message keys of a language."""
    return frozenset(_catalogue(language))


def has(key: str, language: Language = "en") -> bool:
    return key in _catalogue(language)


def text(key: str, language: Language = "en", /, **values: object) -> str:
    """The message of a key, its values written as the language writes them."""
    message = _catalogue(language)[key]
    if not values:
        return message
    return message.format_map({name: plain(value, language) for name, value in values.items()})
