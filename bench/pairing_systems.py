"""Pairing by each Swiss system: the whole command, the pairing alone, how it grows, and py4swiss beside it.

A round in the second half of a nine-round tournament made by lot, the same at twice the size, and the first round.
Writes docs/developers/measured/pairing-systems-bench.md.
"""

import math
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pairing import TURNS, whole_command

from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.systems import systems

PAGE = Path(__file__).parent.parent / "docs" / "developers" / "measured" / "pairing-systems-bench.md"
OTHER = Path(__file__).with_name("pairing_py4swiss.py")
ROUNDS, PLAYED, BOARDS = 9, 5, 4
SEEDS = (1, 2, 3)
MIDDLE = {"dutch": 1000, "dubov": 500, "burstein": 500, "lim": 500, "team": 200, "double": 200}
FIRST_PLAYERS = 5000
CHANCES = Chances(Fraction(3, 10), Fraction(1, 100), Fraction(1, 100), Fraction(1, 100), Fraction(3, 100))
PY4SWISS = ("dutch-2017", "dubov-2026", "burstein-2026")
"""The editions that py4swiss says it pairs by."""
FEW_PLAYERS = 200
"""With a thousand players py4swiss takes minutes."""


@dataclass(frozen=True, slots=True)
class MeasuredSystem:
    """Seconds of the whole command and of the pairing alone."""

    system: str
    players: int
    round: int
    whole: float
    alone: float


def made(id_: str, players: int, played: int, seed: int) -> bytes:
    """A tournament by lot: of players with all chances, of matches with draws."""
    system = systems()[id_]
    if system.engine == "matches":
        return generate(Wanted(players, ROUNDS, played, seed, system=system), BOARDS, "A")
    return generate(Wanted(players, ROUNDS, played, seed, CHANCES, system=system))


def alone(id_: str, data: bytes) -> float:
    """From the state before the round to the boards, the best of some runs, in seconds of the processor."""
    state = read_source(data, None, id_).state()
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        answer = pair_round(state)
        times.append(time.process_time() - start)
    assert isinstance(answer, Pairing)
    return min(times)


def measure(id_: str, players: int, played: int, folder: Path, seeds: Sequence[int] = SEEDS) -> MeasuredSystem:
    """The worst of some tournaments."""
    found = []
    for seed in seeds:
        data = made(id_, players, played, seed)
        file = folder / f"{id_}-{players}-{played}-{seed}"
        file.write_bytes(data)
        found.append((alone(id_, data), whole_command(file, "--system", id_)[0]))
    seconds, whole = max(found)
    return MeasuredSystem(id_, players, played + 1, whole, seconds)


def power(id_: str, players: int) -> float:
    """The power of the number of players with which the pairing alone grows, from half the size to twice the size."""
    sums = [sum(alone(id_, made(id_, size, PLAYED, seed)) for seed in SEEDS) for size in (players // 2, 2 * players)]
    return math.log2(sums[1] / sums[0]) / 2


def py4swiss(id_: str, folder: Path) -> str:
    """A row: Arpad and py4swiss pair the same report."""
    data = made(id_, FEW_PLAYERS, PLAYED, SEEDS[0])
    file = folder / f"{id_}-beside"
    file.write_bytes(data)
    own = whole_command(file, "--system", id_)[0]
    start = time.perf_counter()
    command = [sys.executable, str(OTHER), systems()[id_].name, str(file)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    whole, theirs = time.perf_counter() - start, float(done.stdout)
    mine = alone(id_, data)
    return (
        f"| {id_} | {FEW_PLAYERS} | {own:.2f} | {whole:.2f} | {mine * 1000:.1f} | {theirs * 1000:.1f} "
        f"| {theirs / mine:.0f} |"
    )


def row(one: MeasuredSystem, grown: str) -> str:
    """A row of the table."""
    return f"| {one.system} | {one.players:,} | {one.round} | {one.whole:.2f} | {one.alone * 1000:.1f} | {grown} |"


def page(rows: Sequence[str], beside: Sequence[str]) -> str:
    """docs/developers/measured/pairing-systems-bench.md."""
    return "\n".join(
        [
            "# Swiss systems, measured",
            "",
            "Written by `make bench`, all in one run. "
            "The systems are described on [another page](../../manuals/tournaments/pairing.md).",
            "",
            f"Measured on: {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
            f"Python {platform.python_version()}, a load of {os.getloadavg()[0]:.1f}.",
            "",
            "`arpad pair FILE --system ID --json`, from the start of Python to its end; and the pairing alone, from "
            "the state before the round to the boards, in time of the processor. "
            f"The worst of {len(SEEDS)} tournaments made by lot ({ROUNDS} rounds; one for the first round), "
            f"each the best of {TURNS} runs. Of teams and of the Double-Swiss the number is that of teams or players. "
            "Power: the power of the number of players with which the pairing alone grows, from half as many to twice "
            "as many.",
            "",
            "| system | players | round | whole command, s | pairing alone, ms | power |",
            "|---|---:|---:|---:|---:|---:|",
            *rows,
            "",
            "The PyPI package py4swiss pairs by three of these texts. The same report, the whole command and the "
            "pairing alone; py4swiss does not always come to the pairing that the text asks for.",
            "",
            "| system | players | arpad, s | py4swiss, s | arpad alone, ms | py4swiss alone, ms | times |",
            "|---|---:|---:|---:|---:|---:|---:|",
            *beside,
            "",
        ]
    )


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for id_ in systems():
            players = MIDDLE[systems()[id_].name]
            rows.append(row(measure(id_, players, PLAYED, folder), f"{power(id_, players):.2f}"))
        for id_ in systems():
            if systems()[id_].name != "team":
                rows.append(row(measure(id_, FIRST_PLAYERS, 0, folder, SEEDS[:1]), "–"))
        beside = [py4swiss(id_, folder) for id_ in PY4SWISS]
    PAGE.write_text(page(rows, beside), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
