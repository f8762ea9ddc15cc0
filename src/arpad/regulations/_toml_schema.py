"""From TOML to a typed rule: the annotations of a group are the schema, and a file must fill them exactly.

The groups of the rating regulations are in `rating_rules`, those of the title regulations in `title_editions`.
"""

import re
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from arpad.i18n import ArpadError
from arpad.regulations.articles import Article, refuse_unknown
from arpad.regulations.rating_rules import ANY_NUMBER, INFO_ONLY, Ascending, Bounds, Rule

NONE = "none"
FRACTION = re.compile(r"[0-9]+/[0-9]*[1-9][0-9]*")
RULE_KEYS = {"value", "article", "unrated", "source", "note"}


@cache
def group_schema(group: type) -> dict[str, Any]:
    """The parameters of a group, each with the type of its value."""
    hints = get_type_hints(group, include_extras=True).items()
    return {name: get_args(_plain(hint))[0] for name, hint in hints}


@cache
def explanation_only(group: type) -> frozenset[str]:
    """The parameters of a group that nothing is computed or checked by."""
    hints = get_type_hints(group, include_extras=True)
    return frozenset(name for name, hint in hints.items() if INFO_ONLY in getattr(hint, "__metadata__", ()))


def _plain(kind: Any) -> Any:
    """Return a type without its annotations."""
    return kind.__origin__ if get_origin(kind) is Annotated else kind


def describe(kind: Any) -> str:
    """Return how a value of this type is written in a file."""
    ascending = Ascending() in getattr(kind, "__metadata__", ())
    kind = _plain(kind)
    if get_origin(kind) is Literal:
        return " | ".join(f'"{name}"' for name in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(describe(part) for part in get_args(kind))
    if get_origin(kind) is tuple:
        part = get_args(kind)[0]
        return "[1, 2, ...]" if ascending and get_origin(part) is not tuple else f"[{describe(part)}, ...]"
    return {int: "123", bool: "true | false", str: '"..."', Fraction: '12.5 | "1/3"', NoneType: f'"{NONE}"'}[kind]


class Unfit(Exception):
    """The value does not have the type, or is outside its limits."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        super().__init__()
        self.bounds = bounds


def convert(kind: Any, raw: Any, bounds: Bounds | Ascending = ANY_NUMBER) -> Any:
    """Return the value of a file in this type, or raise `Unfit`."""
    origin = get_origin(kind)
    if origin is Annotated:
        return convert(_plain(kind), raw, kind.__metadata__[0])
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
            found = tuple(convert(parts[0], item) for item in raw)
            if isinstance(bounds, Ascending) and (not found or list(found) != sorted(set(found))):
                raise Unfit
            return found
        if len(raw) != len(parts):
            raise Unfit
        return tuple(convert(part, item) for part, item in zip(parts, raw, strict=True))
    value = _scalar(kind, raw)
    if isinstance(bounds, Bounds) and kind in (int, Fraction) and not bounds.least <= value <= bounds.most:
        raise Unfit(bounds)
    return value


def _first_fit(kinds: list[Any], raw: Any) -> Any:
    bounds = None
    for kind in kinds:
        try:
            return convert(kind, raw)
        except Unfit as problem:
            bounds = bounds or problem.bounds
    raise Unfit(bounds)


def _scalar(kind: type, raw: Any) -> Any:
    if kind is NoneType:
        if raw == NONE:
            return None
    elif kind is Fraction:
        if isinstance(raw, int | Fraction) and not isinstance(raw, bool):
            return Fraction(raw)
        if isinstance(raw, str) and FRACTION.fullmatch(raw):
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
    refuse_unknown(file, raw, RULE_KEYS, name)
    if "unrated" in raw and (not isinstance(raw["unrated"], str) or not raw["unrated"]):
        raise ArpadError("edition.no-article", file=file, key=f"{name}.unrated")
    note = raw.get("note")
    if note is not None and (not isinstance(note, dict) or set(note) != {"en", "es"}):
        raise ArpadError("edition.note", file=file, key=name)
    try:
        value = convert(kind, raw["value"])
    except Unfit as problem:
        wrong = {"file": file, "key": name, "value": str(raw["value"])}
        if (bounds := problem.bounds) is not None:
            raise ArpadError("edition.out-of-bounds", **wrong, least=bounds.least, most=bounds.most) from None
        raise ArpadError("edition.bad-value", **wrong, expected=describe(kind)) from None
    document = raw.get("source", source)
    unrated = Article(raw["unrated"], document) if "unrated" in raw else None
    return Rule(value, Article(raw["article"], document), note, unrated)
