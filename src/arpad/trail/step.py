"""One reason: the article, what was done, with what, and what came of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arpad.regulations import Article


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a computation. `what` is a message key; `inputs` and `value` fill the message; `steps` led here."""

    article: Article
    what: str
    inputs: Mapping[str, object]
    value: object
    steps: tuple["Step", ...] = ()


Trail = tuple[Step, ...]


def walk(trail: Trail, depth: int = 0) -> Iterator[tuple[int, Step]]:
    """All steps in reading order, each with its depth."""
    for step in trail:
        yield depth, step
        yield from walk(step.steps, depth + 1)
