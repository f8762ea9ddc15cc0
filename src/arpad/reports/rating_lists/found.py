"""What was odd in a list: the first thousand findings, and how many there were."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain import Finding, Severity

KEPT = 1000
HUGE = 1 << 31


@dataclass(slots=True)
class Found:
    """Collects findings while a list is read. `count` counts them all, `findings` keeps the first thousand."""

    findings: list[Finding] = field(default_factory=list)
    count: int = 0
    _ids: list[tuple[pa.Array, Sequence[int]]] = field(default_factory=list)

    def add(self, code: str, severity: Severity, line: int | None, column: int | None, **values: object) -> None:
        self.count += 1
        if len(self.findings) < KEPT:
            self.findings.append(Finding(code, severity, line=line, column=column, values=values))

    def add_rows(
        self, code: str, severity: Severity, bad: pa.Array, lines: Sequence[int] | None, column: int | None,
        shown: pa.Array, **values: object,
    ) -> None:  # fmt: skip
        """A finding for each row where `bad` is true; `shown` is what stands there."""
        places = pc.indices_nonzero(bad)
        room = max(0, KEPT - len(self.findings))
        for place in places.slice(0, room).to_pylist():
            self.add(code, severity, lines[place] if lines else None, column, text=str(shown[place].as_py()), **values)
        self.count += max(0, len(places) - room)

    def in_order(self) -> tuple[Finding, ...]:
        """The findings kept, as the lines come."""
        return tuple(sorted(self.findings, key=lambda it: (it.line or 0, it.column or 0)))

    def remember(self, ids: pa.Array, lines: Sequence[int]) -> None:
        """Keep the ids of a batch until all have been seen."""
        self._ids.append((ids, lines))

    def report_twice(self) -> None:
        """An id that stands a second time, wherever the first was."""
        everybody = pa.chunked_array([ids for ids, _ in self._ids], pa.string())
        twice = _twice(everybody)
        first: dict[str, int] = {}
        for ids, lines in self._ids if len(twice) else ():
            for place in pc.indices_nonzero(pc.is_in(ids, twice)).to_pylist():
                line, name = lines[place], ids[place].as_py()
                if name in first:
                    self.add("list-id-twice", "error", line, 1, id=name, first=str(first[name]))
                first.setdefault(name, line)
        self._ids.clear()


def _twice(ids: pa.ChunkedArray) -> pa.Array:
    """The ids that stand more than once. Counted by their last character in turn, which takes a tenth of the room."""
    found: list[str] = []
    tails = pc.utf8_slice_codeunits(ids, -1, HUGE)
    for tail in pc.unique(tails):
        some = ids.filter(pc.equal(tails, tail))
        if pc.count_distinct(some).as_py() != len(some):
            counts = pc.value_counts(some)
            found += counts.field("values").filter(pc.greater(counts.field("counts"), 1)).to_pylist()
    return pa.array(found, pa.string())


@dataclass(frozen=True, slots=True)
class Numbers(Sequence[int]):
    """Line numbers that lie in an array."""

    array: pa.Array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        return int(self.array[place].as_py())


def picked(lines: Sequence[int], places: pa.Array) -> Sequence[int]:
    """The line numbers of some rows."""
    if isinstance(lines, range):
        return Numbers(pc.add(pc.cast(places, pa.int64()), lines.start))
    return Numbers(pa.array(lines, pa.int64()).take(places))
