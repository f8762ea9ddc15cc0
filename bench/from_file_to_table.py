"""A report of 500 players and 11 rounds from file to table: read, checked and rated, in processor time.

It calls only what every commit has, so `make bench AGAINST=commit` measures an older one beside it.
"""

import time

from generated_report import PLAYERS, ROUNDS, generated

import arpad
from arpad.formats.trf_event_lines import event_to_trf

TURNS = 25


def milliseconds(data: bytes) -> float:
    """Read a report, check it and rate it, as `arpad rate` does; the processor time of it."""
    start = time.process_time()
    arpad.read(data).rate(edition="fide-2024")
    return (time.process_time() - start) * 1000


def line(data: bytes) -> str:
    """What the bench prints: the first report of a process, and the best of those after it."""
    first, *later = (milliseconds(data) for _ in range(TURNS))
    return f"From file to table, {PLAYERS} players and {ROUNDS} rounds: {min(later):.1f} ms (the first {first:.1f} ms)"


if __name__ == "__main__":
    print(line(event_to_trf(generated(), "trf16")))
