"""What many pages need and what takes time to make, kept in memory: tables, parts of pages, and their rows."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
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
        return self.grown(key, parts, lambda _: make())

    def grown(self, key: Hashable, parts: tuple[object, ...], make: Callable[[Made | None], Made]) -> Made:
        """Return a value as `of` does; what makes it gets the one made before of other parts, if there is one."""
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        with kept.making:
            if kept.parts is None or not _same(kept.parts, parts):
                kept.value, kept.parts = make(cast(Any, kept.value)), parts
            return cast(Any, kept.value)  # type: ignore[no-any-return]


def _same(known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
    return len(known) == len(parts) and all(one is other for one, other in zip(known, parts, strict=True))


class KeptRows:
    """The rows of a table as they were last made, by their names: one that is the same again is taken over. Several
    threads may use it."""

    def __init__(self) -> None:
        self._made: Mapping[Hashable, tuple[object, str]] = {}

    def of(self, rows: Mapping[Any, object], make: Callable[[], Callable[[Any], str]]) -> list[str]:
        """Return all rows in their order. `make` gives what makes one, and is called if there is a new one."""
        known, maker, made = self._made, None, {}
        for name, row in rows.items():
            old = known.get(name)
            if old is not None and (old[0] is row or old[0] == row):
                made[name] = old
            else:
                maker = maker or make()
                made[name] = row, str(maker(row))
        self._made = made
        return [text for _, text in made.values()]
