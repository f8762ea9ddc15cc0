"""Pairing by the Dutch system against the number of players: the whole command, and the pairing alone.

The next round in the middle of a nine-round tournament made by lot, with byes, forfeits, withdrawals and late entries;
and the first round. Writes docs/developers/measured/pairing-bench.md.
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

from arpad.formats.read import read_report
from arpad.pairing.dutch._engine import DutchPairing
from arpad.pairing.dutch._perfect import perfect
from arpad.pairing.engines import pair_round
from arpad.pairing.files import report_tournament
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.state import state_before

PAGE = Path(__file__).parent.parent / "docs" / "developers" / "measured" / "pairing-bench.md"
COMMAND = (sys.executable, "-m", "arpad", "pair")
ROUNDS, MIDDLE = 9, 4
SIZES = (100, 200, 500, 1000, 2000, 4000)
FIRST = (1000, 5000)
SEEDS = (1, 2, 3)
TURNS = 3
CHANCES = Chances(Fraction(3, 10), Fraction(1, 100), Fraction(1, 100), Fraction(1, 100), Fraction(3, 100))


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of the whole command and of the pairing alone, the most memory of the command in bytes, and how many of
    the brackets the bounds settled."""

    players: int
    round: int
    whole: float
    alone: float
    memory: int
    brackets: int
    settled: int


def whole_command(file: Path, *more: str) -> tuple[float, int]:
    """The best of some calls, from starting Python to its end, and the memory it took."""
    times, most = [], 0
    for _ in range(TURNS):
        start = time.perf_counter()
        process = subprocess.Popen([*COMMAND, str(file), *more, "--json"], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        times.append(time.perf_counter() - start)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        most = max(most, used.ru_maxrss * 1024)
    return min(times), most


def alone(data: bytes) -> tuple[float, DutchPairing]:
    """From the report in memory to the boards, without reading it."""
    whole = report_tournament(read_report(data))
    times = []
    for _ in range(TURNS):
        start = time.perf_counter()
        found = pair_round(state_before(whole, whole.paired + 1))
        times.append(time.perf_counter() - start)
    assert isinstance(found, DutchPairing)
    return min(times), found


def measure(players: int, played: int, folder: Path) -> Measured:
    """The worst of some tournaments of a size."""
    found = []
    for seed in SEEDS:
        data = generate(Wanted(players, ROUNDS, played, seed, CHANCES))
        file = folder / f"{players}-{played}-{seed}.trf"
        file.write_bytes(data)
        seconds, pairing = alone(data)
        whole, memory = whole_command(file)
        brackets = pairing.groups
        settled = sum(perfect(pairing.field, bracket.bracket) is not None for bracket in brackets)
        found.append(Measured(players, played + 1, whole, seconds, memory, len(brackets), settled))
    return max(found, key=lambda run: (run.whole, run.alone))


def exponent(measured: Sequence[Measured]) -> float:
    """The slope of the logarithms by least squares: 1 is linear, 2 is quadratic."""
    xs = [math.log(run.players) for run in measured]
    ys = [math.log(run.alone) for run in measured]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def page(middle: Sequence[Measured], first: Sequence[Measured]) -> str:
    """docs/developers/measured/pairing-bench.md."""
    load = os.getloadavg()[0]
    lines = [
        "# Pairing, measured",
        "",
        "Written by `make bench`, all in one run. "
        "How rounds are paired is on [another page](../../manuals/tournaments/pairing.md).",
        "",
        f"Measured on: {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, a load of {load:.1f}.",
        "",
        "`arpad pair FILE --json`, from the start of Python to its end; and the pairing alone, from the report in "
        f"memory to the boards. The worst of {len(SEEDS)} tournaments made by lot ({ROUNDS} rounds, with byes, "
        f"forfeits, withdrawals and late entries), each the best of {TURNS} runs. Settled: brackets whose first "
        "candidate the bounds proved perfect, without a search.",
        "",
        "| players | round | whole command, s | pairing alone, ms | most memory, MB | brackets | settled |",
        "|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {run.players:,} | {run.round} | {run.whole:.2f} | {run.alone * 1000:.1f} | {run.memory / 1e6:.0f} "
            f"| {run.brackets} | {run.settled} |"
            for run in (*middle, *first)
        ),
        "",
        f"The pairing alone grows with the number of players to the power of {exponent(middle):.2f} "
        f"(round {MIDDLE + 1}, {middle[0].players:,} to {middle[-1].players:,} players).",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        middle = [measure(players, MIDDLE, folder) for players in SIZES]
        first = [measure(players, 0, folder) for players in FIRST]
    PAGE.write_text(page(middle, first), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
