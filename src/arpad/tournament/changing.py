"""A frozen value with something changed, as quickly as a log of many thousand lines wants it."""

from typing import Any, TypeVar

Value = TypeVar("Value")


def changed(value: Value, /, **changes: Any) -> Value:
    """Return a frozen dataclass without slots as it is, but for what is changed. The names are those of its fields."""
    made = object.__new__(type(value))
    made.__dict__.update(value.__dict__)
    made.__dict__.update(changes)
    return made
