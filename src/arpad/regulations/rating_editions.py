"""Load the editions of the rating regulations from TOML files, check them, and change single values."""

import datetime as dt
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from arpad.i18n import ArpadError
from arpad.regulations.articles import HERE, Article, TimeClass, read_toml, refuse_unknown
from arpad.regulations.rating_edition import (
    COVERS,
    GROUPS,
    NONE,
    Coverage,
    Edition,
    Unfit,
    convert,
    describe,
    group_schema,
    rule,
)
from arpad.regulations.rating_rules import DatedEdition, EditionHead, Rule, groups_of

# An edition with other values: what a rule would give if a number were another one.

CHANGED = "*"
"""Marks the number of an article whose value somebody has changed."""


def with_values(edition: Edition, values: Mapping[str, object]) -> Edition:
    """Return the edition with other values, by the full names of their parameters: {"k.junior": 30}.

    Each keeps the article that it replaces, marked with *. The id and the name of the new edition say what was changed.
    """
    groups: dict[str, Any] = {}
    changed = []
    for name, value in values.items():
        group, _, field = name.partition(".")
        rule = find_rule(edition, name)
        made = _value(name, group_schema(GROUPS[group])[field], value)
        number = rule.article.number.removesuffix(CHANGED) + CHANGED
        held = groups.get(group) or getattr(edition, group)
        groups[group] = replace(held, **{field: Rule(made, Article(number, rule.article.source), rule.note)})
        changed.append(f"{name}={NONE if value is None else value}")
    edition_id = "+".join((edition.id, *changed))
    names = {language: f"{words}, {', '.join(changed)}" for language, words in edition.name.items()}
    if not changed:
        return edition
    return _agreeing(
        edition_id, replace(edition, id=edition_id, name=names, own=edition.own | frozenset(values), **groups)
    )


def find_rule(edition: Edition, name: str) -> Rule[Any]:
    """Return a parameter by its full name; an unknown one is refused, with those that may be meant."""
    group, _, field = name.partition(".")
    held = getattr(edition, group) if group in GROUPS else None
    if held is None or field not in group_schema(GROUPS[group]):
        raise ArpadError("edition.no-parameter", name=name, edition=edition.id, near=_near(edition, name))
    found: Rule[Any] = getattr(held, field)
    return found


def _value(name: str, kind: Any, value: object) -> Any:
    """A value of Python in the type of its parameter, within the same bounds as in a file."""
    raw = NONE if value is None else [*value] if isinstance(value, tuple) else value
    if isinstance(raw, float):
        raw = Fraction(str(raw))
    try:
        return convert(kind, raw)
    except Unfit as problem:
        if (bounds := problem.bounds) is not None:
            limits = {"least": bounds.least, "most": bounds.most}
            raise ArpadError("surface.number-range-write", option=name, value=str(value), **limits) from None
        raise ArpadError("edition.value", name=name, value=str(value), expected=_described(kind)) from None


def _described(kind: Any) -> str:
    """Return how a value is written in Python, which has None for no value."""
    return describe(kind).replace(f'"{NONE}"', "None")


def _near(edition: Edition, name: str) -> str:
    """Return the names of parameters that may be meant."""
    known = [parameter for parameter, _ in edition.parameters()]
    return ", ".join(get_close_matches(name, known, 3, 0) or known[:3])


# Editions in files: read when they are first needed, joined to what they extend, their sources known.

EditionT = TypeVar("EditionT", bound=EditionHead)
DatedT = TypeVar("DatedT", bound=DatedEdition)
Build = Callable[[str, Mapping[str, Any], EditionT | None], EditionT]
"""Makes an edition of a file's name and data, and of the edition that it extends."""


class Head(NamedTuple):
    """What an edition is chosen by. Only those of the rating regulations have a system and a time class."""

    id: str
    effective: dt.date
    until: dt.date | None = None
    system: str = ""
    time_class: Coverage = "standard"


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

    def editions(self) -> list[EditionT]:
        """All editions, in the order of their heads."""
        return [self.edition(head.id) for head in self._heads]

    @cached_property
    def _heads(self) -> list[Head]:
        """The heads of all editions, by system, time class and date."""
        heads = [self._head(name) for name in self._files]
        return sorted(
            heads, key=lambda head: (head.system, head.time_class != "standard", head.time_class, head.effective)
        )

    def _head(self, name: str) -> Head:
        """In a file that comes with Arpad the keys above the first table are enough; others are read and checked."""
        if name in self._own and name not in self._editions:
            parts = tomllib.loads(self._files[name].read_text("utf-8").partition("\n[")[0])
            return Head(**{part: parts[part] for part in Head._fields if part in parts})
        edition = self.edition(name)
        return Head(**{part: getattr(edition, part) for part in Head._fields if hasattr(edition, part)})

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

    def in_force(self, date: dt.date, too_early: str) -> DatedT:
        """Return the edition of Arpad's own in force on a day; a day before all of them is refused. Editions of the
        user are only taken by their name."""
        ours = [head for head in self._heads if head.id in self._own]
        in_force = [head for head in ours if head.effective <= date]
        if not in_force:
            first = ours[0]
            raise ArpadError(too_early, date=date.isoformat(), first=first.id, effective=first.effective.isoformat())
        return self.edition(in_force[-1].id)


# Edition files: read, checked against the schema, and joined to what they extend.

REQUIRED = ("id", "system", "time_class", "effective", "source", "name")
HEADER = {*REQUIRED, "until", "extends", "restates"}
NOT_INHERITED = "transition"
NUMBERED = "numbered"
BY_NUMBERS = ("numbered-games", "by-number", "raised")
"""The methods of change, of K and of the floor in an edition that numbers the games."""
DATED = ("id", "effective", "source", "name")
DATED_HEADER = {*DATED, "until", "extends", "restates", "beyond_seeds"}
"""What the head of an edition without a rating system has: of titles, of tie-breaks, of arbiters."""


def head(file: str, data: Mapping[str, Any], known: set[str], required: Iterable[str]) -> None:
    """The head of an edition file has all it needs, and nothing else."""
    refuse_unknown(file, data, known)
    for key in required:
        if key not in data:
            raise ArpadError("edition.missing-key", file=file, key=key)
    if file != f"{data['id']}.toml":
        raise ArpadError("edition.file-name", file=file, id=data["id"])
    for key in ("effective", "until"):
        if key in data and type(data[key]) is not dt.date:
            raise ArpadError("edition.bad-value", file=file, key=key, value=str(data[key]), expected="2024-03-01")
    if not isinstance(data["name"], dict) or set(data["name"]) != {"en", "es"}:
        raise ArpadError("edition.note", file=file, key="name")


def _time_class(file: str, data: Mapping[str, Any]) -> None:
    """An edition of the rating regulations says what it covers."""
    if data["time_class"] not in COVERS:
        raise ArpadError(
            "edition.bad-value",
            file=file,
            key="time_class",
            value=str(data["time_class"]),
            expected=" | ".join(COVERS),
        )


def stated(file: str, data: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Rule[Any]]:
    """The parameters the file states itself."""
    rules = {}
    for group, kind in kinds.items():
        schema = group_schema(kind)
        for field, raw in data.get(group, {}).items():
            name = f"{group}.{field}"
            if field not in schema:
                raise ArpadError("edition.unknown-key", file=file, key=name, known=", ".join(schema))
            rules[name] = rule(file, name, schema[field], raw, data["source"])
    return rules


def inherited(parent: EditionHead | None, source: str, restates: bool) -> dict[str, Rule[Any]]:
    """Return the parameters of the extended edition. If the new document restates the whole text, it is cited."""
    if parent is None:
        return {}
    rules = {name: value for name, value in parent.parameters() if not name.startswith(f"{NOT_INHERITED}.")}
    if not restates:
        return rules
    return {
        name: replace(
            value,
            article=Article(value.article.number, source),
            unrated=Article(value.unrated.number, source) if value.unrated else None,
        )
        for name, value in rules.items()
    }


def grouped(file: str, rules: Mapping[str, Rule[Any]], kinds: Mapping[str, type]) -> dict[str, Any]:
    """The parameters in their groups, none missing."""
    groups: dict[str, Any] = {}
    for group, kind in kinds.items():
        missing = [field for field in group_schema(kind) if f"{group}.{field}" not in rules]
        if missing:
            raise ArpadError("edition.missing-key", file=file, key=f"{group}.{missing[0]}")
        groups[group] = kind(**{field: rules[f"{group}.{field}"] for field in group_schema(kind)})
    return groups


def rule_groups(file: str, data: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the groups of a file that no other extends; it may hold other tables too."""
    return grouped(file, stated(file, data, kinds), kinds)


def dated_edition(kind: type[DatedT], file: str, data: Mapping[str, Any], parent: DatedT | None) -> DatedT:
    """Make an edition of titles, of players or of arbiters, of its file and of the edition that it extends."""
    return kind(**dated_parts(kind, file, data, parent))


def dated_parts(
    kind: type[DatedT], file: str, data: Mapping[str, Any], parent: DatedT | None, more: Collection[str] = ()
) -> dict[str, Any]:
    """Return all that an edition without a rating system is made of. `more` are further keys that its file may have."""
    head(file, data, DATED_HEADER.union(groups_of(kind), more), DATED)
    return _parts(file, data, groups_of(kind), parent) | {"beyond_seeds": data.get("beyond_seeds", False)}


def _parts(file: str, data: Mapping[str, Any], kinds: Mapping[str, type], parent: EditionHead | None) -> dict[str, Any]:
    own = stated(file, data, kinds)
    rules = inherited(parent, data["source"], data.get("restates", False)) | own
    return {
        "id": data["id"],
        "effective": data["effective"],
        "until": data.get("until"),
        "extends": data.get("extends"),
        "source": data["source"],
        "name": data["name"],
        "own": frozenset(own),
        **grouped(file, rules, kinds),
    }


def build(file: str, data: Mapping[str, Any], parent: Edition | None) -> Edition:
    """An edition from its file and the edition it extends."""
    head(file, data, HEADER | set(GROUPS), REQUIRED)
    _time_class(file, data)
    optional = {NOT_INHERITED: None, NUMBERED: None if parent is None else parent.numbered}
    present = {group: kind for group, kind in GROUPS.items() if optional.get(group, group) or group in data}
    parts = optional | _parts(file, data, present, parent)
    return _agreeing(file, Edition(**parts, system=data["system"], time_class=data["time_class"]))


def _agreeing(file: str, edition: Edition) -> Edition:
    """An edition whose games are numbered has the group and the methods for it; another has none of them."""
    methods = (edition.change.method.value, edition.k.method.value, edition.lists.below_floor.value)
    numbered = [method in BY_NUMBERS for method in methods]
    if any(numbered) != all(numbered) or all(numbered) != (edition.numbered is not None):
        raise ArpadError("edition.numbered", file=file)
    return edition


# The library of editions: those that come with Arpad, and those of a folder that the user names.


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
        return tuple(head.id for head in self._heads)

    def with_editions(self, editions: Iterable[Edition]) -> "Regulations":
        """The same regulations with these editions in the place of those with their ids."""
        other = copy(self)
        other.__dict__.pop("_heads", None)
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
        line = [head for head in self._heads if head.system == system and time_class in COVERS[head.time_class]]
        if not line:
            systems = ", ".join(sorted({f"{head.system} {head.time_class}" for head in self._heads}))
            raise ArpadError("edition.no-system", system=system, time_class=time_class, known=systems)
        for one, two in pairwise(line):
            if one.effective == two.effective:
                raise ArpadError("edition.same-day", a=one.id, b=two.id, date=one.effective.isoformat())
        before = [head for head in line if head.effective <= date]
        after = [head for head in line if head.effective > date]
        if before and (before[-1].until is None or date <= before[-1].until):
            return self.edition(before[-1].id)
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
    def _gap(system: str, time_class: str, date: dt.date, last: Head, after: list[Head]) -> ArpadError:
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
        erratums = []
        for entry in read_toml(HERE / "errata.toml")["erratum"]:
            correct = entry.pop("correct")
            both = correct if isinstance(correct, dict) else {"en": correct, "es": correct}
            erratums.append(Erratum(**entry, correct=both))
        return erratums


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
