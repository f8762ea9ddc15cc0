"""The rounds of a 001 record without oddity: kept as they are written, and taken apart at their first use.

Reading a file checks every character of them, but most of the time of making RoundResults is saved where nobody asks.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, total_ordering
from itertools import repeat
from struct import Struct
from typing import Any, overload

from arpad.domain import RoundResult
from arpad.domain.event import Colour, ResultCode
from arpad.reports.trf_numbers import NUMBERS
from arpad.reports.trf_rounds import RESULTS, WIDTH, column_of

MOST_REMEMBERED = 5_000
REMEMBERED_ROUNDS = 20
COLOURS: dict[str, Colour | None] = {"w": "w", "b": "b", "-": None, " ": None}
WRITTEN_RESULTS: dict[str, ResultCode] = {
    " ": "Z", **RESULTS, **{written.lower(): result for written, result in RESULTS.items()},
}  # fmt: skip
"""A round without opponent and result is an absence."""

_new: Any = tuple.__new__
_known: Any = dict.__getitem__
_remember: Any = dict.__setitem__


@total_ordering
class WrittenRounds(Sequence[RoundResult]):
    """Behaves as the tuple of its RoundResults. Made of text that has been checked (trf_cells), ten bytes a round.

    Two threads that use it first at the same time both make the same tuple, and one of them is kept.
    """

    __slots__ = ("_source",)

    def __init__(self, checked: bytes) -> None:
        self._source: bytes | tuple[RoundResult, ...] = checked

    def _all(self) -> tuple[RoundResult, ...]:
        source = self._source
        if isinstance(source, bytes):
            source = self._source = results_of(source)
        return source

    def __len__(self) -> int:
        source = self._source
        return len(source) // WIDTH if isinstance(source, bytes) else len(source)

    @overload
    def __getitem__(self, index: int) -> RoundResult: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RoundResult, ...]: ...
    def __getitem__(self, index: int | slice) -> RoundResult | tuple[RoundResult, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[RoundResult]:
        return iter(self._all())

    def __add__(self, other: Sequence[RoundResult]) -> tuple[RoundResult, ...]:
        return (*self, *other)

    def __radd__(self, other: Sequence[RoundResult]) -> tuple[RoundResult, ...]:
        return (*other, *self)

    def __eq__(self, other: object) -> bool:
        return self._all() == tuple(other) if isinstance(other, (tuple, WrittenRounds)) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._all() < tuple(other) if isinstance(other, (tuple, WrittenRounds)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (self._all(),)


_keep: Any = WrittenRounds.__dict__["_source"].__set__


def written(checked: Sequence[bytes]) -> list[WrittenRounds]:
    """The rounds of many lines: what the constructor does, without a call of Python for each."""
    made: list[WrittenRounds] = list(map(object.__new__, repeat(WrittenRounds, len(checked))))
    deque(map(_keep, made, checked), maxlen=0)
    return made


def results_of(checked: bytes) -> tuple[RoundResult, ...]:
    """The rounds of a line: looked up where earlier lines had the same ones, else made."""
    count = len(checked) // WIDTH
    if count > REMEMBERED_ROUNDS:
        return _made(checked, count)
    layout, _, memories, *_ = layout_of(count)
    cells = layout.unpack(checked)
    if cells[0] in memories[0]:
        try:
            return tuple(map(_known, memories, cells))
        except KeyError:
            pass
    made = _made(checked, count)
    if max(map(len, memories)) >= MOST_REMEMBERED:
        for memory in memories:
            memory.clear()
    deque(map(_remember, memories, cells, made), maxlen=0)
    return made


def _made(checked: bytes, count: int) -> tuple[RoundResult, ...]:
    _, opponents, _, numbers, columns = layout_of(count)
    text = checked.decode("ascii")
    fields = zip(
        numbers,
        map(NUMBERS.__getitem__, opponents.unpack(checked)),
        map(COLOURS.__getitem__, text[5::WIDTH]),
        map(WRITTEN_RESULTS.__getitem__, text[7::WIDTH]),
        columns,
        strict=True,
    )
    return tuple(map(_new, repeat(RoundResult), fields))


@cache
def memory_of(_round_number: int) -> dict[bytes, RoundResult]:
    """What the ten characters of a round said before: the same few thousand return in every report."""
    return {}


@lru_cache(maxsize=32)
def layout_of(count: int) -> tuple[Struct, Struct, tuple[dict[bytes, RoundResult], ...], range, tuple[int, ...]]:
    """How to cut so many rounds, their opponents, what is remembered of each, their numbers and columns."""
    numbers = range(1, count + 1)
    remembered = tuple(memory_of(number) for number in numbers if count <= REMEMBERED_ROUNDS)
    columns = tuple(column_of(number) for number in numbers)
    return Struct("10s" * count), Struct("4s6x" * count), remembered, numbers, columns
