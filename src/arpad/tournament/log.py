"""The log of an event: lines that only grow, each holding the hash of the one before.

A line is `{"at","data","kind","n","prev","sha256","who"}`; its hash is that of the canonical JSON of all other fields.
"""

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError

FIRST = "0" * 64
"""What stands before the first line."""
KEYS = frozenset({"at", "data", "kind", "n", "prev", "sha256", "who"})


class LogChange(NamedTuple):
    """What a command adds to the log, before it is given its place."""

    kind: str
    data: Mapping[str, Any]


Changes = Sequence[LogChange]
"""All that a command adds."""


class LogLine(NamedTuple):
    """One line of the log, as it is kept."""

    n: int
    at: str
    who: str
    kind: str
    data: Mapping[str, Any]
    prev: str
    sha256: str

    @property
    def reason(self) -> str:
        """The reason that was given, or an empty text."""
        return str(self.data.get("reason") or "")

    def document(self) -> dict[str, Any]:
        """The line as JSON has it."""
        return {**_hashed(self), "sha256": self.sha256}


def line_after(n: int, head: str, change: LogChange, who: str, at: dt.datetime) -> LogLine:
    """Return the line that a change becomes after line `n`, whose hash is `head`. `at` is an instant in UTC."""
    if at.utcoffset() != dt.timedelta(0):
        raise ValueError("an instant of the log is in UTC")
    line = LogLine(n + 1, at.isoformat(), who, change.kind, change.data, head, "")
    return line._replace(sha256=hash_of(line))


def hash_of(line: LogLine) -> str:
    """Return the hash that a line must have."""
    return sha256_of(canonical(_hashed(line)))


def _hashed(line: LogLine) -> dict[str, Any]:
    return {
        "at": line.at, "data": line.data, "kind": line.kind, "n": line.n, "prev": line.prev, "who": line.who,
    }  # fmt: skip


def broken_line(lines: Iterable[LogLine], n: int = 0, head: str = FIRST) -> int | None:
    """Return the number of the first line that does not continue the chain, None if all do."""
    for line in lines:
        if line.n != n + 1 or line.prev != head or hash_of(line) != line.sha256:
            return n + 1
        n, head = line.n, line.sha256
    return None


def write_lines(lines: Iterable[LogLine]) -> str:
    """Return a log as text, a line of JSON each."""
    return "".join(canonical(line.document()) + "\n" for line in lines)


def read_lines(text: str) -> Iterator[LogLine]:
    """Read a log that was written. Only the form is checked here, not the chain."""
    for number, row in enumerate(text.splitlines(), 1):
        try:
            document = json.loads(row)
        except (ValueError, RecursionError):
            raise ArpadError("event-log-line", line=number) from None
        if not isinstance(document, dict) or set(document) != KEYS or not _is_line(document):
            raise ArpadError("event-log-line", line=number)
        yield LogLine(**document)


def _is_line(document: Mapping[str, Any]) -> bool:
    """Whether every field is of its kind."""
    texts = [document[name] for name in ("at", "kind", "prev", "sha256", "who")]
    plain = all(isinstance(text, str) and text.isprintable() for text in texts)
    return plain and type(document["n"]) is int and isinstance(document["data"], dict)
