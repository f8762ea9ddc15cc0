"""JSON in which a decimal has exactly its digits: 56.4, never 56.400000000000006. No float passes through."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from json.encoder import encode_basestring

from arpad.i18n import exact, has

WORDS = {None: "null", True: "true", False: "false"}


def dumps(value: object, indent: int = 0) -> str:
    """A JSON document, indented for people. The kinds of values are asked for in the order of how many there are."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None or isinstance(value, bool):
        return WORDS[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return _block("[", [dumps(item, indent + 2) for item in value], "]", indent)
    if isinstance(value, dict | Mapping):
        items = [f"{encode_basestring(str(key))}: {dumps(item, indent + 2)}" for key, item in value.items()]
        return _block("{", items, "}", indent)
    return _scalar(value)


def _block(start: str, items: list[str], end: str, indent: int) -> str:
    if not items:
        return start + end
    line = start + ", ".join(items) + end
    if len(line) + indent <= 110 and "\n" not in line:
        return line
    pad = "\n" + " " * (indent + 2)
    return f"{start}{pad}{f',{pad}'.join(items)}\n{' ' * indent}{end}"


def _scalar(value: object) -> str:
    if isinstance(value, dt.date):
        return f'"{value.isoformat()}"'
    plain = json_value(value)
    if isinstance(plain, Decimal):
        return f"{plain:f}"
    if isinstance(value, Fraction):
        return f'"{plain}"'
    raise TypeError(f"{type(value).__name__} has no place in a published document")


def json_value(value: object) -> object:
    """A value for JSON: exact decimals as numbers, fractions whose digits never end as text."""
    if isinstance(value, Fraction):
        decimal = exact(value)
        return str(value) if decimal is None else decimal
    if isinstance(value, Decimal):
        return value.normalize() + 0
    if isinstance(value, str) and value.startswith("@") and has(value[1:]):
        return value[1:].rpartition(".")[2]
    if isinstance(value, tuple):
        return [json_value(item) for item in value]
    return value
