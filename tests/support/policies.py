"""The policies that the schema of an edition allows."""

from typing import Any, Literal, get_args, get_origin


def choices(kind: Any) -> tuple[str, ...]:
    """Return the policies a parameter may name; none if it holds no policy."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(name for part in get_args(kind) for name in choices(part))
