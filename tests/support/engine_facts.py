"""Blocks of `tests/data/other-engines`: an event with what another engine answered."""

from collections.abc import Iterator
from typing import NamedTuple

from places import FIXTURES


class EngineFact(NamedTuple):
    """One event: its name, the answer in the engine's own numbers, and its lines."""

    name: str
    answer: str
    ranked: tuple[tuple[str, int, tuple[str, ...]], ...]
    """Place, number and values of each row of a table; empty for a pairing."""
    trf: bytes


def engine_facts(name: str) -> Iterator[EngineFact]:
    """The events of a file."""
    for block in (FIXTURES / "other-engines" / f"{name}.txt").read_text("utf-8").split("\n\n"):
        lines = block.splitlines()
        number, answer = lines[0].removeprefix("### ").split(": ", 1)
        rows = []
        for line in lines[1:]:
            if line.startswith("### rank"):
                place, values = line.split(": ")
                rows.append((place.split()[2], int(place.split()[-1]), tuple(values.split())))
        trf = "\n".join(line for line in lines if not line.startswith("###")) + "\n"
        yield EngineFact(f"{name} {number}", answer, tuple(rows), trf.encode())
