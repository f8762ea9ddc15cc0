"""From TOML to a typed rule: the annotations of a group are the schema, and a file must fill them exactly.

The groups of the rating regulations stand in `rules.py`, those of the title regulations in `title_rules.py`.
"""

from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from arpad.locale import ArpadError
from arpad.regulations.rules import TOLD, Article, Rule

NONE = "none"
RULE_KEYS = {"value", "article", "source", "note"}


@cache
def group_schema(group: type) -> dict[str, Any]:
    """The parameters of a group, each with the type of its value."""
    return {name: get_args(hint)[0] for name, hint in get_type_hints(group).items()}


@cache
def told_only(group: type) -> frozenset[str]:
    """The parameters of a group that nothing is computed or checked by."""
    hints = get_type_hints(group, include_extras=True)
    return frozenset(name for name, hint in hints.items() if TOLD in getattr(hint, "__metadata__", ()))


def describe(kind: Any) -> str:
    """What a value of this type looks like in a file."""
    if get_origin(kind) is Literal:
        return " | ".join(f'"{name}"' for name in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(describe(part) for part in get_args(kind))
    if get_origin(kind) is tuple:
        return f"[{describe(get_args(kind)[0])}, ...]"
    return {int: "123", bool: "true | false", str: '"..."', Fraction: '12.5 | "1/3"', NoneType: f'"{NONE}"'}[kind]


class Unfit(Exception):
    """The value is not of the type."""


def convert(kind: Any, raw: Any) -> Any:
    """The value of a file as the type asks for it, or `Unfit`."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _first_fit(sorted(get_args(kind), key=lambda part: part is not NoneType), raw)
    if origin is Literal:
        if raw in get_args(kind) and isinstance(raw, str):
            return raw
        raise Unfit
    if origin is tuple:
        if not isinstance(raw, list):
            raise Unfit
        parts = get_args(kind)
        if parts[-1] is Ellipsis:
            return tuple(convert(parts[0], item) for item in raw)
        if len(raw) != len(parts):
            raise Unfit
        return tuple(convert(part, item) for part, item in zip(parts, raw, strict=True))
    return _scalar(kind, raw)


def _first_fit(kinds: list[Any], raw: Any) -> Any:
    for kind in kinds:
        try:
            return convert(kind, raw)
        except Unfit:
            continue
    raise Unfit


def _scalar(kind: type, raw: Any) -> Any:
    if kind is NoneType:
        if raw == NONE:
            return None
    elif kind is Fraction:
        if isinstance(raw, int | Fraction) and not isinstance(raw, bool):
            return Fraction(raw)
        if isinstance(raw, str) and raw.count("/") == 1 and raw.replace("/", "").isdecimal():
            return Fraction(raw)
    elif kind is int:
        if isinstance(raw, int) and not isinstance(raw, bool):
            return raw
    elif isinstance(raw, kind):
        return raw
    raise Unfit


def rule(file: str, name: str, kind: Any, raw: Any, source: str) -> Rule[Any]:
    """One parameter of a file: a value with its article, and nothing that does not belong."""
    if not isinstance(raw, dict) or "value" not in raw:
        raise ArpadError("edition.no-value", file=file, key=name)
    if not isinstance(raw.get("article"), str) or not raw["article"]:
        raise ArpadError("edition.no-article", file=file, key=name)
    unknown = sorted(set(raw) - RULE_KEYS)
    if unknown:
        raise ArpadError(
            "edition.unknown-key", file=file, key=f"{name}.{unknown[0]}", known=", ".join(sorted(RULE_KEYS))
        )
    note = raw.get("note")
    if note is not None and (not isinstance(note, dict) or set(note) != {"en", "es"}):
        raise ArpadError("edition.note", file=file, key=name)
    try:
        value = convert(kind, raw["value"])
    except Unfit:
        raise ArpadError(
            "edition.bad-value", file=file, key=name, value=str(raw["value"]), expected=describe(kind)
        ) from None
    return Rule(value, Article(raw["article"], raw.get("source", source)), note)
