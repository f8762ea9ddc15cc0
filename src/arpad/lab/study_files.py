"""A study in a folder: `study.toml` asks a question and says how it is answered, `study.json` holds the answer."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from arpad.bulk.world import A_CLUB, FEDERATIONS, Causes
from arpad.i18n import ArpadError, Language
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, load, one_line, one_of, some_of, texts, whole, words

HERE = files("arpad.lab") / "studies"
QUESTION, ANSWER = "study.toml", "study.json"
LARGEST = 100_000_000
RELATIONS = ("=", "<", ">")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
BOTH = ("en", "es")


@dataclass(frozen=True, slots=True)
class StudyWorld:
    """A world that a study is made on, with its name in the study."""

    name: str
    players: int
    games: int
    periods: int
    seed: int
    start: dt.date
    causes: Causes
    label: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StudyEdition:
    """An edition of a study: one that is known, with other values perhaps, and its name in the study."""

    name: str
    base: str
    values: Mapping[str, Any]
    label: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must come out: a number, world/edition/name, in relation to another or to a value."""

    number: str
    relation: str
    than: str | Fraction


@dataclass(frozen=True, slots=True)
class Study:
    """A question with all that its answer needs. The texts are in both languages."""

    id: str
    title: Mapping[str, str]
    question: Mapping[str, str]
    reading: Mapping[str, str]
    limits: Mapping[str, str]
    articles: tuple[str, ...]
    worlds: tuple[StudyWorld, ...]
    editions: tuple[StudyEdition, ...]
    expectations: tuple[Expectation, ...]
    shown: tuple[str, ...]

    def world_label(self, name: str, language: Language) -> str:
        """Return what people read for a world."""
        return next((world.label[language] for world in self.worlds if world.name == name), name)

    def edition_label(self, name: str, language: Language) -> str:
        """Return what people read for an edition."""
        return next((edition.label[language] for edition in self.editions if edition.name == name), name)


def shipped_studies() -> tuple[str, ...]:
    """Return the names of the studies that come with Arpad."""
    return tuple(sorted(folder.name for folder in HERE.iterdir() if folder.joinpath(QUESTION).is_file()))


def study_folder(named: str) -> Traversable:
    """Return the folder of a study: one that comes with Arpad, by its name, or a folder of the user."""
    if named in shipped_studies():
        return HERE / named
    folder = Path(named)
    if not (folder / QUESTION).is_file():
        raise ArpadError("lab-no-study", folder=named, known=", ".join(shipped_studies()))
    return folder


def _whole(least: int, most: int = LARGEST) -> TomlKey:
    return TomlKey(whole(least, most), str(max(least, 1)), needed=least > 0)


def _both(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or set(value) != set(BOTH):
        raise ValueError
    return {language: one_line(value[language]) for language in BOTH}


def _name(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ValueError
    return value


def _month(value: object) -> dt.date:
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d", value):
        raise ValueError
    return dt.date.fromisoformat(f"{value}-01")


def _slope(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction) or not 0 < value <= 2:
        raise ValueError
    return Fraction(value)


def _values(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


def _than(value: object) -> str | Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError
    return value if isinstance(value, str) else Fraction(value)


BOTH_KEY = TomlKey(_both, '{ en = "…", es = "…" }', needed=True)
LABEL_KEY = TomlKey(_both, '{ en = "…", es = "…" }')
HEAD = {
    "title": BOTH_KEY,
    "question": BOTH_KEY,
    "reading": BOTH_KEY,
    "limits": BOTH_KEY,
    "articles": TomlKey(texts, '["8.3.3"]'),
    "shown": TomlKey(texts, '["created_per_game", "deviance10"]', needed=True),
    "world": ANYTHING,
    "edition": ANYTHING,
    "expect": ANYTHING,
}
CAUSES = {
    "white": _whole(-400, 400),
    "slope": TomlKey(_slope, "0.8"),
    "junior_share": _whole(0, 100),
    "improve": _whole(-200, 300),
    "isolated": TomlKey(some_of(FEDERATIONS), '["ESP"]'),
}
WORLD = {
    "name": TomlKey(_name, '"usual"', needed=True),
    "label": LABEL_KEY,
    "players": _whole(A_CLUB),
    "games": _whole(1),
    "periods": _whole(1, 1200),
    "seed": _whole(0),
    "start": TomlKey(_month, '"2024-03"', needed=True),
    **CAUSES,
}
EDITION = {
    "name": TomlKey(_name, '"floor-1400"', needed=True),
    "label": LABEL_KEY,
    "base": TomlKey(words, '"fide-2024"', needed=True),
    "set": TomlKey(_values, '{ "k.middle" = 15 }'),
}
EXPECT = {
    "number": TomlKey(words, '"usual/floor-1400/mean"', needed=True),
    "is": TomlKey(one_of(RELATIONS), '">"', needed=True),
    "than": TomlKey(_than, '0 | "usual/floor-1000/mean"', needed=True),
}


def read_study(folder: Traversable) -> Study:
    """Read the question of a study."""
    file = folder / QUESTION
    head = TomlTable("lab-study", str(file)).read(load(file), HEAD)
    worlds = [_world(row) for row in _rows(file, head, "world", WORLD)]
    editions = [
        StudyEdition(row["name"], row["base"], row.get("set", {}), _label(row))
        for row in _rows(file, head, "edition", EDITION)
    ]
    expected = [Expectation(row["number"], row["is"], row["than"]) for row in _rows(file, head, "expect", EXPECT)]
    if not worlds or not editions:
        raise ArpadError("lab-study-empty", file=str(file))
    return Study(
        folder.name,
        head["title"],
        head["question"],
        head["reading"],
        head["limits"],
        tuple(head.get("articles", ())),
        tuple(worlds),
        tuple(editions),
        tuple(expected),
        tuple(head["shown"]),
    )


def _rows(file: Traversable, head: dict[str, Any], name: str, keys: Mapping[str, TomlKey]) -> list[dict[str, Any]]:
    rows = head.get(name, [])
    if not isinstance(rows, list):
        rows = [rows]
    return [TomlTable("lab-study", str(file), f"[[{name}]]").read(row, keys) for row in rows]


def _world(row: dict[str, Any]) -> StudyWorld:
    causes = Causes(**{name: row[name] for name in CAUSES if name in row})
    size = {name: row.get(name, 0) for name in ("players", "games", "periods", "seed", "start")}
    return StudyWorld(row["name"], **size, causes=causes, label=_label(row))


def _label(row: dict[str, Any]) -> Mapping[str, str]:
    """Return what people read for a world or an edition; its name, if nothing else is given."""
    found: Mapping[str, str] = row.get("label", dict.fromkeys(BOTH, row["name"]))
    return found
