"""The library of editions: those that come with Arpad, and those of a folder that the user names."""

import datetime as dt
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from arpad.i18n import ArpadError
from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.edition_files import EditionFiles
from arpad.regulations.loader import build
from arpad.regulations.rating_edition import Edition
from arpad.regulations.time_classes import TimeClass


@dataclass(frozen=True, slots=True)
class Erratum:
    """A misprint of a source: what is printed, what is right, and how we know."""

    source: str
    article: str
    where: Mapping[str, str]
    printed: str
    correct: Mapping[str, str]
    why: Mapping[str, str]


class Regulations(EditionFiles[Edition]):
    """All known editions, read when they are first needed."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(HERE / "editions", build)
        if folder is not None:
            self._add_folder(folder)

    def _add_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            raise ArpadError("regulations.no-folder", folder=str(folder))
        for path in sorted(folder.glob("*.toml")):
            if path.name == "sources.toml":
                self.sources.update(read_toml(path))
            else:
                self._add(path)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all editions, by system, time class and date."""
        return tuple(edition.id for edition in self.editions())

    def editions(self) -> list[Edition]:
        """All editions, by system, time class and date."""
        return list(self._sorted)

    @cached_property
    def _sorted(self) -> list[Edition]:
        return sorted(
            self.all(), key=lambda one: (one.system, one.time_class != "standard", one.time_class, one.effective)
        )

    def with_editions(self, editions: Iterable[Edition]) -> "Regulations":
        """The same regulations with these editions in the place of those with their ids."""
        other = copy(self)
        other.__dict__.pop("_sorted", None)
        other._editions = {**self._editions, **{edition.id: edition for edition in editions}}
        return other

    def with_file(self, file: Path) -> "Regulations":
        """The same regulations together with an edition of a file of its own; its name is its id."""
        known = self._files.get(file.stem)
        if isinstance(known, Path) and known.absolute() == file.absolute():
            return self
        other = self.with_editions(())
        other._files, other.sources = dict(self._files), dict(self.sources)
        other._add(file)
        return other

    def edition_for(self, system: str, time_class: TimeClass, date: dt.date) -> Edition:
        """0.1: the edition in force on the day an event starts. If we have none, the error names the gap."""
        line = [other for other in self.editions() if other.system == system and other.covers(time_class)]
        if not line:
            systems = ", ".join(sorted({f"{other.system} {other.time_class}" for other in self.editions()}))
            raise ArpadError("edition.no-system", system=system, time_class=time_class, known=systems)
        for one, two in pairwise(line):
            if one.effective == two.effective:
                raise ArpadError("edition.same-day", a=one.id, b=two.id, date=one.effective.isoformat())
        before = [other for other in line if other.effective <= date]
        after = [other for other in line if other.effective > date]
        if before and (before[-1].until is None or date <= before[-1].until):
            return before[-1]
        if not before:
            raise ArpadError(
                "edition.too-early",
                system=system,
                time_class=time_class,
                date=date.isoformat(),
                first=after[0].id,
                effective=after[0].effective.isoformat(),
            )
        raise self._gap(system, time_class, date, before[-1], after)

    @staticmethod
    def _gap(system: str, time_class: str, date: dt.date, last: Edition, after: list[Edition]) -> ArpadError:
        assert last.until is not None
        start = last.until + dt.timedelta(days=1)
        values = {
            "system": system,
            "time_class": time_class,
            "date": date.isoformat(),
            "start": start.isoformat(),
            "last": last.id,
        }
        if not after:
            return ArpadError("edition.ended", **values)
        end = after[0].effective - dt.timedelta(days=1)
        return ArpadError("edition.gap", **values, end=end.isoformat(), next=after[0].id)

    def errata(self) -> list[Erratum]:
        """The misprints of the sources."""
        found = []
        for entry in read_toml(HERE / "errata.toml")["erratum"]:
            correct = entry.pop("correct")
            both = correct if isinstance(correct, dict) else {"en": correct, "es": correct}
            found.append(Erratum(**entry, correct=both))
        return found


@cache
def regulations(folder: Path | None = None) -> Regulations:
    """Return the editions that come with Arpad, together with those of a folder."""
    return Regulations(folder)


def edition(name: str) -> Edition:
    """One of the editions that come with Arpad."""
    return regulations().edition(name)


def edition_for(system: str, time_class: TimeClass, date: dt.date) -> Edition:
    """The edition in force for an event that starts on a date."""
    return regulations().edition_for(system, time_class, date)
