"""TOML and JSON of others, read within bounds: they may be nested without end, or have numbers of any size.

In: a text. Out: its values, or a `ValueError`; `problem_words` gives it in the reader's language if it is one of ours.
"""

import json
import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from arpad.i18n import Words

DEEPEST = 60
"""How deep tables and lists may be nested."""
LARGEST_EXPONENT = 60
HALF = re.compile(r"\\u[dD][89a-fA-F]")
LONGEST = 20_000_000
"""Letters that a text may have."""


class OutOfBounds(ValueError):
    """A text goes beyond what is read."""

    def __init__(self, key: str, **values: object) -> None:
        self.words = Words(f"bounded.{key}", **values)
        super().__init__(self.words.text())


def problem_words(problem: Exception) -> object:
    """Return what is wrong with a text, for a message."""
    return problem.words if isinstance(problem, OutOfBounds) else str(problem)


def exact(typed: str) -> Fraction:
    """Return a number with a point exactly. One whose exponent is large would take all memory there is."""
    exponent = typed.lower().partition("e")[2].lstrip("+-").replace("_", "").lstrip("0") or "0"
    if not exponent.isdigit() or len(exponent) > 3 or int(exponent) > LARGEST_EXPONENT:
        raise OutOfBounds("number", number=typed[:20])
    return Fraction(typed)


def toml_tables(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text; numbers with a point are exact."""
    if len(text) > LONGEST:
        raise OutOfBounds("long", most=LONGEST)
    try:
        found = tomllib.loads(text, parse_float=_finite)
    except RecursionError:
        raise OutOfBounds("deep", most=DEEPEST) from None
    _check_depth(found)
    return found


def json_value(
    text: str | bytes, parse_float: Callable[[str], Any] = exact, parse_int: Callable[[str], Any] | None = None
) -> Any:
    """Return the value of a JSON text; numbers with a point are exact."""
    try:
        found = json.loads(text, parse_float=parse_float, parse_int=parse_int, parse_constant=_finite)
    except RecursionError:
        raise OutOfBounds("deep", most=DEEPEST) from None
    _check_depth(found)
    if HALF.search(text if isinstance(text, str) else text.decode("utf-8", "replace")):
        _check_letters(found)
    return found


def _check_letters(value: Any) -> None:
    """Refuse halves of letters, which no file can hold: JSON can write them."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        raise OutOfBounds("letter") from None


def _finite(typed: str) -> Fraction:
    """Read a finite number: TOML and JSON may also say infinite, or not a number."""
    if not typed.strip("+-")[:1].isdigit():
        raise OutOfBounds("number", number=typed[:20])
    return exact(typed)


def _check_depth(value: Any) -> None:
    """Refuse a value that is nested too deeply."""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise OutOfBounds("deep", most=DEEPEST)


def _inside(value: Any) -> list[Any]:
    """The tables and lists in a value."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [part for part in parts if isinstance(part, dict | list)]
