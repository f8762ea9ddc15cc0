"""TOML files that people write: the keys of a table are declared, and a table is read by them.

An error is one line. A kind of file has its own words for a key that is not known and for a value
that does not fit: `words` names them, WORDS-key and WORDS-value.
"""

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib.resources.abc import Traversable
from typing import Any, Literal

from arpad import untrusted
from arpad.i18n import ArpadError, Words, exact
from arpad.untrusted import problem_words, toml_tables

Maker = Callable[[object], Any]
"""Turns a value of the file into one we use; ValueError if it does not fit."""

LENGTH_OF_A_FEDERATION = 3


@dataclass(frozen=True, slots=True)
class WithControl:
    """A maker that knows how its value is typed into a form: by which kind of control, one of which choices, in which
    limits. Rules of events have kinds of their own (`web/tournaments/controls.py`)."""

    maker: Maker
    kind: str = "text"
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None

    def __call__(self, value: object) -> Any:
        return self.maker(value)


def control_of(maker: Maker) -> WithControl:
    """Return a maker with its control; one that says nothing about it is typed as text."""
    return maker if isinstance(maker, WithControl) else WithControl(maker)


@dataclass(frozen=True, slots=True)
class TomlKey:
    """What a key takes, with an example; `needed` if it must be there."""

    maker: Maker
    example: str
    needed: bool = field(default=False, kw_only=True)

    @property
    def control(self) -> WithControl:
        return control_of(self.maker)


def load(file: Traversable) -> dict[str, Any]:
    """The content of a file; a number with a point is a `Fraction`."""
    try:
        return toml_tables(file.read_text("utf-8"))
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except (OSError, ValueError) as problem:
        raise ArpadError("file-unreadable", file=str(file), problem=problem_words(problem)) from None


@dataclass(frozen=True, slots=True)
class TomlTable:
    """Read a table of a file: only known keys, all required keys, each of the right kind."""

    words: str
    file: str
    where: str = "head"

    def read(self, data: object, keys: Mapping[str, TomlKey]) -> dict[str, Any]:
        """The values of the table."""
        if not isinstance(data, dict):
            raise ArpadError("file-table", file=self.file, where=self.where, keys=", ".join(keys))
        for key in data:
            if key not in keys:
                raise self.refusal("key", key=key, known=", ".join(sorted(keys)), near=nearest(key, keys))
        for name, key in keys.items():
            if key.needed and name not in data:
                raise self.missing(name, key.example)
        return {name: self.value(name, value, keys[name]) for name, value in data.items()}

    def value(self, name: str, value: object, key: TomlKey) -> Any:
        """A value of the table as its key takes it."""
        try:
            return key.maker(value)
        except ValueError:
            written, line = _typed(value), f"{name} = {key.example}"
            raise self.refusal(
                "value", key=name, value=written, plain=str(value), example=key.example, line=line
            ) from None

    def missing(self, key: str, example: str) -> ArpadError:
        """A key must be there."""
        line = f"{key} = {example}"
        return ArpadError("file-key-missing", file=self.file, where=self.where, key=key, example=line)

    def refusal(self, problem: Literal["key", "value"], **values: object) -> ArpadError:
        """Return the error for a key or a value, in the words of this kind of file."""
        return ArpadError(f"{self.words}-{problem}", file=self.file, where=self.where, **values)


def nearest(word: str, known: Collection[str]) -> str | Words:
    """Return a question about the word that was meant, if one that is known looks like it."""
    alike = get_close_matches(word, known, 1)
    return Words("typed.near", word=alike[0]) if alike else ""


def _typed(value: object) -> str:
    """A value as it was typed, near enough to be found."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction):
        return str(exact(value) if exact(value) is not None else value)
    return f'"{value}"' if isinstance(value, str) else str(value)


def refuse_unless(fits: bool) -> None:
    """Refuse a value that does not fit its key."""
    if not fits:
        raise ValueError


def anything(value: object) -> object:
    return value


def text(value: object) -> str:
    refuse_unless(isinstance(value, str))
    return str(value)


def one_line(value: object) -> str:
    return " ".join(text(value).split())


def _texts(value: object) -> tuple[str, ...]:
    refuse_unless(isinstance(value, list) and all(isinstance(item, str) for item in value))
    assert isinstance(value, list)
    return tuple(value)


def words(value: object) -> str:
    refuse_unless(isinstance(value, str) and bool(value.strip()))
    return str(value).strip()


def federation(value: object) -> str:
    code = words(value).upper()
    refuse_unless(len(code) == LENGTH_OF_A_FEDERATION and code.isascii() and code.isalpha())
    return code


def identifier(value: object) -> str:
    """A FIDE ID, as a number or as text."""
    digits = str(value) if isinstance(value, int) and not isinstance(value, bool) else words(value)
    refuse_unless(digits.isascii() and digits.isdecimal())
    return digits


def _day(value: object) -> dt.date:
    refuse_unless(isinstance(value, dt.date) and not isinstance(value, dt.datetime))
    assert isinstance(value, dt.date)
    return value


def _iso_day(value: object) -> dt.date:
    """A day, as TOML has it or as text."""
    return dt.date.fromisoformat(value) if isinstance(value, str) else _day(value)


def _flag(value: object) -> bool:
    refuse_unless(isinstance(value, bool))
    return bool(value)


def whole(least: int, most: int) -> WithControl:
    def maker(value: object) -> int:
        refuse_unless(isinstance(value, int) and not isinstance(value, bool) and least <= value <= most)
        assert isinstance(value, int)
        return value

    return WithControl(maker, "number", limits=(least, most))


def number(value: object) -> Fraction:
    """A number, exactly, as TOML has it or as text: 1, 0.5, "1/2"."""
    refuse_unless(isinstance(value, int | Fraction | str) and not isinstance(value, bool))
    assert isinstance(value, int | Fraction | str)
    try:
        return untrusted.exact(value) if isinstance(value, str) else Fraction(value)
    except ZeroDivisionError:
        raise ValueError from None


def half_points(value: object) -> int:
    """Points, 6 or 6.5, as half points."""
    refuse_unless(isinstance(value, int | Fraction) and not isinstance(value, bool))
    assert isinstance(value, int | Fraction)
    halves = Fraction(value) * 2
    refuse_unless(halves.denominator == 1 and halves >= 0)
    return int(halves)


def one_of(known: Collection[str]) -> WithControl:
    def maker(value: object) -> str:
        refuse_unless(isinstance(value, str) and value in known)
        return str(value)

    return WithControl(maker, "select", tuple(known))


def some_of(known: Collection[str]) -> WithControl:
    def maker(value: object) -> tuple[str, ...]:
        refuse_unless(isinstance(value, list) and all(isinstance(word, str) and word in known for word in value))
        assert isinstance(value, list)
        return tuple(dict.fromkeys(value))

    return WithControl(maker, "checkboxes", tuple(known))


def choice(known: Collection[str], *, needed: bool = False) -> TomlKey:
    """A key that takes one of a few words, which are its example."""
    return TomlKey(one_of(known), " | ".join(f'"{word}"' for word in known), needed=needed)


texts = WithControl(_texts, "area")
day, iso_day = WithControl(_day, "date"), WithControl(_iso_day, "date")
flag = WithControl(_flag, "checkbox")
ANYTHING = TomlKey(anything, "…")
TEXT = TomlKey(text, '"…"')
WORDS = TomlKey(words, '"…"')
DAY = TomlKey(day, "2024-05-01")
FEDERATION = TomlKey(federation, '"HUN"')
IDENTIFIER = TomlKey(identifier, "700001")
FLAG = TomlKey(flag, "true | false")
