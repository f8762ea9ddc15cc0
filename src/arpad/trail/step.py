"""One reason: the article, what was done, with which inputs, and the result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from arpad.regulations.articles import Article


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a computation. `what` is a message key; `inputs` and `value` fill the message; `steps` led here."""

    article: Article
    what: str
    inputs: Mapping[str, object]
    value: object
    steps: "Trail" = ()


Trail = Sequence[Step]
"""Steps in reading order: a tuple, or something that behaves like one."""


class LaterTrail(Sequence[Step]):
    """A trail that is written when somebody first reads it, and behaves like the tuple of its steps.

    `write` gets the values from which the result was added up and puts them into words; it computes nothing itself.
    So the reasons always agree with the number, whenever they are read.
    """

    __slots__ = ("_of", "_told", "_write")

    def __init__(self, write: Callable[..., Iterable[Step]], *of: object) -> None:
        self._write, self._of = write, of
        self._told: tuple[Step, ...] | None = None

    def _steps(self) -> tuple[Step, ...]:
        if self._told is None:
            self._told = tuple(self._write(*self._of))
        return self._told

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
