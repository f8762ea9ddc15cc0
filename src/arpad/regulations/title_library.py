"""The library of the title regulations: the editions of B.01, each in force from a date on."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from typing import Any

from arpad.locale import ArpadError
from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.edition_files import edition_on
from arpad.regulations.loader import dated_parts
from arpad.regulations.title_rules import TITLE_GROUPS, TitleEdition

FOLDER = HERE / "titles"


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".toml") for file in FOLDER.iterdir() if file.name.endswith(".toml")))


def build_titles(file: str, data: Mapping[str, Any], parent: TitleEdition | None) -> TitleEdition:
    """An edition of the title regulations from its file and the edition it extends."""
    return TitleEdition(**dated_parts(file, data, TITLE_GROUPS, parent))


@cache
def title_edition(name: str) -> TitleEdition:
    """The edition with this id. An unknown one is refused with a list of those there are."""
    if name not in _names():
        raise ArpadError("edition.unknown", id=name, known=", ".join(_names()))
    data = read_toml(FOLDER / f"{name}.toml")
    parent = data.get("extends")
    return build_titles(f"{name}.toml", data, title_edition(parent) if parent else None)


def title_editions() -> list[TitleEdition]:
    """All editions, by date."""
    return sorted((title_edition(name) for name in _names()), key=lambda edition: edition.effective)


def title_edition_for(date: dt.date) -> TitleEdition:
    """0.2, 1.5.4: the edition in force on the day an event starts."""
    return edition_on(title_editions(), date, "titles.too-early")
