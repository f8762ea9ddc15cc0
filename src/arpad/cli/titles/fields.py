"""The values of a TOML file that an officer writes, each of its kind; what does not fit is said in one line."""

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arpad.locale import ArpadError
from arpad.locale.formats import exact

Maker = Callable[[object], Any]
"""A value as the file gives it, made into one we use; ValueError where it does not fit."""

LENGTH_OF_A_FEDERATION = 3


@dataclass(frozen=True, slots=True)
class EntryField:
    """What a key takes, with an example; `needed` where it must be there."""

    maker: Maker
    example: str
    needed: bool = False


def read_fields(file: str, where: str, data: object, fields: Mapping[str, EntryField]) -> dict[str, Any]:
    """The values of one table of the file: known keys alone, the needed ones all, each of its kind."""
    if not isinstance(data, dict):
        raise ArpadError("title-file-table", file=file, where=where, keys=", ".join(fields))
    for key in data:
        if key not in fields:
            raise ArpadError("title-file-key", file=file, where=where, key=key, known=", ".join(sorted(fields)))
    for key, it in fields.items():
        if it.needed and key not in data:
            raise ArpadError("title-file-missing", file=file, where=where, key=key, example=f"{key} = {it.example}")
    return {key: _value(file, where, key, value, fields[key]) for key, value in data.items()}


def _value(file: str, where: str, key: str, value: object, field: EntryField) -> Any:
    try:
        return field.maker(value)
    except ValueError:
        raise ArpadError(
            "title-file-value", file=file, where=where, key=key, value=_typed(value), example=f"{key} = {field.example}"
        ) from None


def _typed(value: object) -> str:
    """A value as it was typed, near enough to be found."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction):
        return str(exact(value) if exact(value) is not None else value)
    return f'"{value}"' if isinstance(value, str) else str(value)


def _refuse(fits: bool) -> None:
    if not fits:
        raise ValueError


def words(value: object) -> str:
    _refuse(isinstance(value, str) and bool(value.strip()))
    return str(value).strip()


def federation(value: object) -> str:
    code = words(value).upper()
    _refuse(len(code) == LENGTH_OF_A_FEDERATION and code.isascii() and code.isalpha())
    return code


def identifier(value: object) -> str:
    """A FIDE ID, as a number or as text."""
    digits = str(value) if isinstance(value, int) and not isinstance(value, bool) else words(value)
    _refuse(digits.isascii() and digits.isdecimal())
    return digits


def day(value: object) -> dt.date:
    _refuse(isinstance(value, dt.date) and not isinstance(value, dt.datetime))
    assert isinstance(value, dt.date)
    return value


def flag(value: object) -> bool:
    _refuse(isinstance(value, bool))
    return bool(value)


def whole(least: int, most: int) -> Maker:
    def maker(value: object) -> int:
        _refuse(isinstance(value, int) and not isinstance(value, bool) and least <= value <= most)
        assert isinstance(value, int)
        return value

    return maker


def half_points(value: object) -> int:
    """Points, 6 or 6.5, as half points."""
    _refuse(isinstance(value, int | Fraction) and not isinstance(value, bool))
    assert isinstance(value, int | Fraction)
    halves = Fraction(value) * 2
    _refuse(halves.denominator == 1 and halves >= 0)
    return int(halves)


def one_of(known: Collection[str]) -> Maker:
    def maker(value: object) -> str:
        _refuse(isinstance(value, str) and value in known)
        return str(value)

    return maker


def some_of(known: Collection[str]) -> Maker:
    def maker(value: object) -> tuple[str, ...]:
        _refuse(isinstance(value, list) and all(isinstance(it, str) and it in known for it in value))
        assert isinstance(value, list)
        return tuple(dict.fromkeys(value))

    return maker
