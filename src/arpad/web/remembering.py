"""What many pages need and what takes time to make, kept in memory: tables, and parts of pages."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar, cast

Made = TypeVar("Made")
MOST = 600
"""Values that are kept at most; those that nobody has asked for the longest are forgotten."""


@dataclass(slots=True)
class _Kept:
    """A value with what it was made of. Only one thread makes it, all others wait for it."""

    making: Lock = field(default_factory=Lock)
    parts: tuple[object, ...] | None = None
    value: object = None


class Remembered:
    """Values by their keys, each kept as long as it would be made of the same objects. Several threads may use it."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Hashable, parts: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return a value made of `parts`, which never change: the one made before if it was made of these objects."""
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        with kept.making:
            if kept.parts is None or not _same(kept.parts, parts):
                kept.value, kept.parts = make(), parts
            return cast(Any, kept.value)  # type: ignore[no-any-return]


def _same(known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
    return len(known) == len(parts) and all(one is other for one, other in zip(known, parts, strict=True))
