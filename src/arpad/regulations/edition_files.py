"""Editions in files: read when they are first needed, joined to what they extend, their sources known."""

import datetime as dt
from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, TypeVar

from arpad.i18n import ArpadError
from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.rules import DatedEdition, EditionHead

EditionT = TypeVar("EditionT", bound=EditionHead)
DatedT = TypeVar("DatedT", bound=DatedEdition)
Build = Callable[[str, Mapping[str, Any], EditionT | None], EditionT]
"""Makes an edition of a file's name and data, and of the edition that it extends."""


class EditionFiles(Generic[EditionT]):
    """The editions of a folder that comes with Arpad; more files may be added."""

    def __init__(self, folder: Traversable, build: Build[EditionT]) -> None:
        self.sources: dict[str, Mapping[str, str]] = dict(read_toml(HERE / "sources.toml"))
        self._files: dict[str, Traversable] = {
            file.name.removesuffix(".toml"): file for file in folder.iterdir() if file.name.endswith(".toml")
        }
        self._own = frozenset(self._files)
        self._editions = dict[str, EditionT]()
        self._build = build

    def _add(self, file: Path) -> None:
        """Add a file of the user."""
        if file.stem in self._files:
            raise ArpadError("regulations.twice", id=file.stem, folder=str(file.parent))
        self._files[file.stem] = file

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of all editions in the order of the alphabet, none of them read."""
        return tuple(sorted(self._files))

    def edition(self, name: str) -> EditionT:
        """The edition with this id. An unknown one is refused with a list of those there are."""
        if name not in self._files:
            raise ArpadError("edition.unknown", id=name, known=", ".join(sorted(self._files)))
        if name not in self._editions:
            self._editions[name] = self._load(name, ())
        return self._editions[name]

    def all(self) -> list[EditionT]:
        """All editions of the folder."""
        return [self.edition(name) for name in self._files]

    def _load(self, name: str, seen: tuple[str, ...]) -> EditionT:
        file = self._files[name]
        data = read_toml(file)
        parent = data.get("extends")
        if parent is not None and (parent not in self._files or parent in (*seen, name)):
            raise ArpadError("edition.extends", file=file.name, id=parent, known=", ".join(sorted(self._files)))
        if isinstance(data.get("source"), dict):
            data["source"] = self._own_source(file.name, data["source"])
        if parent is not None and parent not in self._editions:
            self._editions[parent] = self._load(parent, (*seen, name))
        edition = self._build(file.name, data, self._editions[parent] if parent else None)
        for source in {edition.source, *(parameter.article.source for _, parameter in edition.parameters())}:
            if source not in self.sources:
                raise ArpadError("edition.source", file=file.name, id=source, known=", ".join(self.sources))
        return edition

    def _own_source(self, file: str, source: Mapping[str, Any]) -> str:
        """A document that the edition file itself describes."""
        if set(source) != {"id", "en", "es"}:
            raise ArpadError("edition.own-source", file=file)
        self.sources[source["id"]] = {"en": source["en"], "es": source["es"]}
        return str(source["id"])


class DatedFiles(EditionFiles[DatedT]):
    """Editions that follow each other, each in force from a day on."""

    def editions(self) -> list[DatedT]:
        """All editions, by date."""
        return sorted(self.all(), key=lambda edition: edition.effective)

    def in_force(self, date: dt.date, too_early: str) -> DatedT:
        """Return the edition of Arpad's own in force on a day; a day before all of them is refused. Editions of the
        user are only taken by their name."""
        ours = [edition for edition in self.editions() if edition.id in self._own]
        in_force = [edition for edition in ours if edition.effective <= date]
        if not in_force:
            first = ours[0]
            raise ArpadError(too_early, date=date.isoformat(), first=first.id, effective=first.effective.isoformat())
        return in_force[-1]
