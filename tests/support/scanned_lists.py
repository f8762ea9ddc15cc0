"""Rating lists read for what is odd about them."""

from dataclasses import dataclass
from pathlib import Path

from arpad.domain.findings import Finding
from arpad.formats.rating_lists._tables import ListFormat
from arpad.formats.rating_lists.columns import Found
from arpad.formats.rating_lists.files import opened, stream
from arpad.progress import CountDone


@dataclass(frozen=True, slots=True)
class Scan:
    """What a list is and what is odd about it: the first thousand findings of each kind, and how many there are."""

    format: ListFormat
    combined: bool
    players: int
    findings: tuple[Finding, ...]
    findings_count: int


def scan(path: Path, *, progress: CountDone | None = None) -> Scan:
    """Read a list for what is odd about it."""
    source = opened(path)
    found = Found()
    players = sum(len(batch) for batch in stream(source, progress=progress, found=found))
    return Scan(source.format, source.combined, players, found.in_order(), found.count)
