"""Pairing by each Swiss system: the whole command, and the pairing alone.

A round in the second half of a nine-round tournament made by lot, and the first round. Writes
docs/pairing-systems-bench.md.
"""

import os
import platform
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pairing import TURNS, whole_command

from arpad.pairing.engines import pair_round
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.matches.generate import generate_matches
from arpad.pairing.rounds import Pairing
from arpad.pairing.sources import read_source
from arpad.pairing.systems import systems

PAGE = Path(__file__).parent.parent / "docs" / "pairing-systems-bench.md"
ROUNDS, PLAYED, BOARDS = 9, 5, 4
SEEDS = (1, 2, 3)
MIDDLE = {
    "dutch-2017": 1000, "dutch-2026": 1000, "dubov-1997": 500, "dubov-2018": 500, "dubov-2026": 500,
    "burstein-manual": 500, "burstein-2018": 500, "burstein-2026": 500, "lim": 500,
    "team-2024": 200, "team-2026": 200, "double-2026": 200,
}  # fmt: skip
FIRST = ("dutch-2017", "dutch-2026", "dubov-1997", "dubov-2026", "burstein-2026", "lim")
FIRST_PLAYERS = 5000
CHANCES = Chances(Fraction(3, 10), Fraction(1, 100), Fraction(1, 100), Fraction(1, 100), Fraction(3, 100))


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
        return generate_matches(Wanted(players, ROUNDS, played, seed, system=system), BOARDS, "A")
    return generate(Wanted(players, ROUNDS, played, seed, CHANCES, system=system))


def measure(id_: str, players: int, played: int, folder: Path) -> MeasuredSystem:
    """The worst of some tournaments."""
    found = []
    for seed in SEEDS:
        data = made(id_, players, played, seed)
        file = folder / f"{id_}-{players}-{played}-{seed}"
        file.write_bytes(data)
        state = read_source(data, None, id_).state()
        times = []
        for _ in range(TURNS):
            start = time.perf_counter()
            answer = pair_round(state)
            times.append(time.perf_counter() - start)
        assert isinstance(answer, Pairing)
        whole, _ = whole_command(file, "--system", id_)
        found.append(MeasuredSystem(id_, players, played + 1, whole, min(times)))
    return max(found, key=lambda one: (one.alone, one.whole))


def page(measured: Sequence[MeasuredSystem]) -> str:
    """docs/pairing-systems-bench.md."""
    return "\n".join(
        [
            "# Swiss systems, measured",
            "",
            "Written by `make bench`, all in one run. The systems are described on [another page](pairing.md).",
            "",
            f"Measured on: {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
            f"Python {platform.python_version()}, a load of {os.getloadavg()[0]:.1f}.",
            "",
            "`arpad pair FILE --system ID --json`, from the start of Python to its end; and the pairing alone, from "
            "the state before the round to the boards. "
            f"The worst of {len(SEEDS)} tournaments made by lot ({ROUNDS} rounds), "
            f"each the best of {TURNS} runs. Of teams and of the Double-Swiss the number is that of teams or players.",
            "",
            "| system | players | round | whole command, s | pairing alone, ms |",
            "|---|---:|---:|---:|---:|",
            *(
                f"| {one.system} | {one.players:,} | {one.round} | {one.whole:.2f} | {one.alone * 1000:.1f} |"
                for one in measured
            ),
            "",
        ]
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measured = [measure(id_, players, PLAYED, folder) for id_, players in MIDDLE.items()]
        measured += [measure(id_, FIRST_PLAYERS, 0, folder) for id_ in FIRST]
    PAGE.write_text(page(measured), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
