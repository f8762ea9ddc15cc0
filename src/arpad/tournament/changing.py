"""A frozen value with something changed, as quickly as a log of many thousand lines wants it."""

from functools import cache, cached_property
from typing import Any, TypeVar

Value = TypeVar("Value")


def changed(value: Value, /, **changes: Any) -> Value:
    """Return a frozen dataclass without slots as it is, but for what is changed. The names are those of its fields;
    what was computed from them once (`cached_property`) is computed again."""
    kind: type = type(value)
    made: Value = object.__new__(kind)
    held = made.__dict__
    held.update(value.__dict__)
    for name in _computed_once(kind):
        held.pop(name, None)
    held.update(changes)
    return made


@cache
def _computed_once(kind: type) -> tuple[str, ...]:
    return tuple(name for name, one in vars(kind).items() if isinstance(one, cached_property))
