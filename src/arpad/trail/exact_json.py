"""JSON in which a decimal has exactly its digits: 56.4, never 56.400000000000006. No float passes through."""

import datetime as dt
import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from arpad.trail.render import json_value


def dumps(value: object, indent: int = 0) -> str:
    """A JSON document, indented for people."""
    if isinstance(value, Fraction | Decimal):
        value = json_value(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dt.date):
        return f'"{value.isoformat()}"'
    if isinstance(value, Mapping):
        return _block(
            "{", [f"{dumps(str(key))}: {dumps(item, indent + 2)}" for key, item in value.items()], "}", indent
        )
    if isinstance(value, list | tuple):
        return _block("[", [dumps(item, indent + 2) for item in value], "]", indent)
    if value is None or isinstance(value, bool | int | str):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"{type(value).__name__} has no place in a published document")


def _block(start: str, items: list[str], end: str, indent: int) -> str:
    if not items:
        return start + end
    line = start + ", ".join(items) + end
    if len(line) + indent <= 110 and "\n" not in line:
        return line
    pad = "\n" + " " * (indent + 2)
    return f"{start}{pad}{f',{pad}'.join(items)}\n{' ' * indent}{end}"
