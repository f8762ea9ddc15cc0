"""Findings about a list: the first thousand of each kind, and how many there were."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.findings import Finding, Severity

KEPT = 1000
HUGE = 1 << 31


@dataclass(slots=True)
class Tally:
    """Something found so often that one finding reports all: the first place, and the number."""

    severity: Severity
    line: int
    column: int | None
    count: int = 0


@dataclass(slots=True)
class Found:
    """Collects findings while a list is read. `count` counts them all, `findings` keeps a thousand of each kind.

    `twice` are the ids that appear more than once, known after the whole list was read.
    """

    findings: list[Finding] = field(default_factory=list)
    count: int = 0
    twice: tuple[str, ...] = ()
    _kinds: Counter[str] = field(default_factory=Counter)
    _tallies: dict[str, Tally] = field(default_factory=dict)
    _ids: list[tuple[pa.Array, Sequence[int]]] = field(default_factory=list)

    def add(self, code: str, severity: Severity, line: int | None, column: int | None, **values: object) -> None:
        self.count += 1
        self._kinds[code] += 1
        if self._kinds[code] <= KEPT:
            self.findings.append(Finding(code, severity, line=line, column=column, values=values))

    def add_rows(
        self, code: str, severity: Severity, bad: pa.Array, lines: Sequence[int] | None, column: int | None,
        shown: pa.Array, **values: object,
    ) -> None:  # fmt: skip
        """Add a finding for each row where `bad` is true; `shown` is the text there."""
        places = pc.indices_nonzero(bad)
        room = max(0, KEPT - self._kinds[code])
        for place in places.slice(0, room).to_pylist():
            self.add(code, severity, lines[place] if lines else None, column, text=str(shown[place].as_py()), **values)
        self.count += max(0, len(places) - room)

    def tally(self, code: str, severity: Severity, bad: pa.Array, lines: Sequence[int], column: int | None) -> None:
        """Add one finding for all rows of the list where `bad` is true: how many, and the first line."""
        places = pc.indices_nonzero(bad)
        first = lines[places[0].as_py()]
        self._tallies.setdefault(code, Tally(severity, first, column)).count += len(places)

    def finish(self) -> None:
        """Add what is known only at the end of a list: ids that appear twice, and counted findings."""
        self._report_twice()
        for code, told in self._tallies.items():
            self.add(code, told.severity, told.line, told.column, count=told.count)
        self._tallies.clear()

    def in_order(self) -> tuple[Finding, ...]:
        """The findings kept, as the lines come."""
        return tuple(sorted(self.findings, key=lambda finding: (finding.line or 0, finding.column or 0)))

    def remember(self, ids: pa.Array, lines: Sequence[int]) -> None:
        """Keep the ids of a batch until all have been seen."""
        self._ids.append((ids, lines))

    def _report_twice(self) -> None:
        """Add a finding for an id that appears a second time."""
        everybody = pa.chunked_array([ids for ids, _ in self._ids], pa.string())
        twice = _twice(everybody)
        self.twice = tuple(twice.to_pylist())
        first: dict[str, int] = {}
        for ids, lines in self._ids if len(twice) else ():
            for place in pc.indices_nonzero(pc.is_in(ids, twice)).to_pylist():
                line, name = lines[place], ids[place].as_py()
                if name in first:
                    self.add("list-id-twice", "error", line, 1, id=name, first=str(first[name]))
                first.setdefault(name, line)
        self._ids.clear()


def _twice(ids: pa.ChunkedArray) -> pa.Array:
    """Return the ids that appear more than once. They are counted by last character in turn, which takes a tenth of
    the memory."""
    found: list[str] = []
    tails = pc.utf8_slice_codeunits(ids, -1, HUGE)
    for tail in pc.unique(tails):
        some = ids.filter(pc.equal(tails, tail))
        if pc.count_distinct(some).as_py() != len(some):
            counts = pc.value_counts(some)
            found += counts.field("values").filter(pc.greater(counts.field("counts"), 1)).to_pylist()
    return pa.array(found, pa.string())


@dataclass(frozen=True, slots=True)
class LineNumbers(Sequence[int]):
    """Line numbers in an array."""

    array: pa.Array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        return int(self.array[place].as_py())


def picked(lines: Sequence[int], places: pa.Array) -> Sequence[int]:
    """The line numbers of some rows."""
    if isinstance(lines, range):
        return LineNumbers(pc.add(pc.cast(places, pa.int64()), lines.start))
    return LineNumbers(pa.array(lines, pa.int64()).take(places))
