"""The library of the tie-break regulations: those that come with Arpad, and those of the folder `tiebreaks` in a
folder the user names."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from arpad.i18n import ArpadError
from arpad.regulations.article import Article
from arpad.regulations.data_files import HERE, refuse_unknown
from arpad.regulations.edition_files import DatedFiles
from arpad.regulations.loader import dated_parts, inherited
from arpad.regulations.rules import Rule
from arpad.regulations.tiebreak_rules import (
    EVENT_KINDS,
    MODIFIERS,
    TEAM_SCORES,
    TieBreakCode,
    TieBreakEdition,
)

FOLDER = "tiebreaks"
CODES = "codes"
GONE = "gone"
CODE_KEYS: Mapping[str, tuple[str, ...]] = {
    "for": EVENT_KINDS,
    "advised_against": EVENT_KINDS,
    "modifiers": MODIFIERS,
    "scores": TEAM_SCORES,
}


class TieBreakLibrary(DatedFiles[TieBreakEdition]):
    """All tie-break editions known, read when they are asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(HERE / FOLDER, build_tie_breaks)
        if folder is not None:
            for file in sorted((folder / FOLDER).glob("*.toml")):
                self._add(file)

    def has(self, name: str) -> bool:
        return name in self._files

    def edition_for(self, date: dt.date) -> TieBreakEdition:
        """The edition in force on the day an event starts. Own editions are only taken by their name."""
        return self.in_force(date, "standings.too-early")

    def also_used(self, date: dt.date) -> list[TieBreakEdition]:
        """The editions not yet in force on a day that FIDE's own events already used."""
        return [
            edition
            for edition in self.editions()
            if edition.first_use is not None and edition.first_use <= date < edition.effective
        ]


def build_tie_breaks(file: str, data: Mapping[str, Any], parent: TieBreakEdition | None) -> TieBreakEdition:
    """An edition of the tie-break regulations from its file and the edition it extends."""
    parts = dated_parts(TieBreakEdition, file, data, parent, (CODES, "first_use"))
    rules = inherited(parent, data["source"], data.get("restates", False))
    codes = {name.removeprefix(f"{CODES}."): rule for name, rule in rules.items() if name.startswith(f"{CODES}.")}
    said = {name: _code(file, name, raw, data["source"]) for name, raw in data.get(CODES, {}).items()}
    codes |= {name: rule for name, rule in said.items() if rule is not None}
    parts["own"] |= {f"{CODES}.{name}" for name in said}
    codes = {name: rule for name, rule in codes.items() if said.get(name, rule) is not None}
    return TieBreakEdition(**parts, first_use=data.get("first_use"), codes=codes)


def _code(file: str, name: str, raw: Any, source: str) -> Rule[TieBreakCode] | None:
    """A code of a file; None for one that the edition no longer has."""
    if raw == GONE:
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("article"), str) or not raw["article"]:
        raise ArpadError("edition.no-article", file=file, key=f"{CODES}.{name}")
    refuse_unknown(file, raw, {"article", "source", *CODE_KEYS}, f"{CODES}.{name}")
    for key, allowed in CODE_KEYS.items():
        told = raw.get(key, [])
        if not isinstance(told, list) or not set(told) <= set(allowed) or (key == "for" and not told):
            raise ArpadError(
                "edition.bad-value",
                file=file,
                key=f"{CODES}.{name}.{key}",
                value=str(told),
                expected=" | ".join(allowed),
            )
    parts = (tuple(raw.get(key, ())) for key in CODE_KEYS)
    return Rule(TieBreakCode(*parts), Article(raw["article"], raw.get("source", source)))


@cache
def tie_break_library(folder: Path | None = None) -> TieBreakLibrary:
    """The editions that come with Arpad, and with them those of a folder."""
    return TieBreakLibrary(folder)
