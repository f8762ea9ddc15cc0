"""One reason: the article, what was done, with what, and what came of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from arpad.regulations import Article


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a computation. `what` is a message key; `inputs` and `value` fill the message; `steps` led here."""

    article: Article
    what: str
    inputs: Mapping[str, object]
    value: object
    steps: "Trail" = ()


Trail = Sequence[Step]
"""Steps in reading order: a tuple, or what behaves as one."""


class LaterTrail(Sequence[Step]):
    """A trail that is written when somebody first reads it, and behaves as the tuple of its steps.

    `write` gets no numbers of its own: it puts into words the values from which the result was added up. So the
    reasons tell the same story as the number, whenever they are read.
    """

    __slots__ = ("_source",)

    def __init__(self, write: Callable[[], Trail]) -> None:
        self._source: Callable[[], Trail] | tuple[Step, ...] = write

    def _steps(self) -> tuple[Step, ...]:
        source = self._source
        if not isinstance(source, tuple):
            source = self._source = tuple(source())
        return source

    def __len__(self) -> int:
        return len(self._steps())

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self._steps()[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps())

    def __eq__(self, other: object) -> bool:
        return self._steps() == tuple(other) if isinstance(other, (tuple, LaterTrail)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._steps())

    def __repr__(self) -> str:
        return repr(self._steps())

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (self._steps(),)


def walk(trail: Trail, depth: int = 0) -> Iterator[tuple[int, Step]]:
    """All steps in reading order, each with its depth."""
    for step in trail:
        yield depth, step
        yield from walk(step.steps, depth + 1)
