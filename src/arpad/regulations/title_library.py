"""The library of the title regulations: the editions of B.01, each in force from a date on."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from typing import Any

from arpad.locale import ArpadError
from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.loader import grouped, head, inherited, stated
from arpad.regulations.title_rules import TITLE_GROUPS, TitleEdition

FOLDER = HERE / "titles"
REQUIRED = ("id", "effective", "source", "name")
HEADER = {*REQUIRED, "until", "extends", "restates", "beyond_seeds"}


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".toml") for file in FOLDER.iterdir() if file.name.endswith(".toml")))


def build_titles(file: str, data: Mapping[str, Any], parent: TitleEdition | None) -> TitleEdition:
    """An edition of the title regulations from its file and the edition it extends."""
    head(file, data, HEADER | set(TITLE_GROUPS), REQUIRED)
    own = stated(file, data, TITLE_GROUPS)
    rules = inherited(parent, data["source"], data.get("restates", False)) | own
    return TitleEdition(
        id=data["id"],
        effective=data["effective"],
        until=data.get("until"),
        extends=data.get("extends"),
        source=data["source"],
        name=data["name"],
        beyond_seeds=data.get("beyond_seeds", False),
        own=frozenset(own),
        **grouped(file, rules, TITLE_GROUPS),
    )


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
    everything = title_editions()
    in_force = [edition for edition in everything if edition.effective <= date]
    if not in_force:
        first = everything[0]
        raise ArpadError(
            "titles.too-early", date=date.isoformat(), first=first.id, effective=first.effective.isoformat()
        )
    return in_force[-1]
