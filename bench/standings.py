"""Standings of 1,000 players and 11 rounds, with byes, forfeits and withdrawals: the order by five tie-breaks, every
code of the newest edition, and the whole command beside Gacrux's tie-break checker.

Gacrux is measured if ARPAD_GACRUX names the folder of its programs; both must then give the same ranks. All times are
processor time, the best of some turns.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from arpad.formats.read import read_report
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.regulations.tiebreak_editions import TieBreakEdition, tie_break_library
from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import column_of
from arpad.standings.codes import TieBreak, parse_code, parse_list
from arpad.standings.competition import competition
from arpad.standings.model import Competition
from arpad.standings.order import order

PLAYERS, ROUNDS, SEED, TURNS = 1000, 11, 1, 7
CHANCES = Chances(Fraction(3, 10), Fraction(2, 100), Fraction(1, 100), Fraction(1, 100), Fraction(3, 100))
FIVE = ("DE", "WIN", "BH/C1", "BH", "SB")
EDITION = "c07-2026"
GACRUX = os.environ.get("ARPAD_GACRUX", "")


def every_code(edition: TieBreakEdition) -> list[TieBreak]:
    """Every code for a Swiss of players, with every cut, with forfeits as games and with Fore Buchholz."""
    found = []
    for name, rule in edition.codes.items():
        if "swiss" not in (*rule.value.events, *rule.value.advised_against) or name == "DE":
            continue
        letters = rule.value.modifiers
        marks = ["", *(f"/{letter}{n}" for letter in "CM" if letter in letters for n in (1, 2))]
        marks += [f"{mark}/P" for mark in marks if "P" in letters]
        marks += ["/F"] if "F" in letters else []
        found += [parse_code(f"{name}{mark}") for mark in marks]
    return found


def best(call: Callable[[], object]) -> float:
    """Seconds of the best turn."""
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def whole_command(arguments: list[str]) -> tuple[float, str]:
    """Processor time of a command from its start to its end, and what it printed."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, arguments
        out.seek(0)
        return used.ru_utime + used.ru_stime, out.read().decode("utf-8")


def beside_gacrux(file: Path) -> None:
    """The whole command of both programs, and the same ranks."""
    own, printed = whole_command(
        [sys.executable, "-m", "arpad", "standings", str(file), "--edition", EDITION, "--tie-breaks",
         ",".join(FIVE), "--json"]
    )  # fmt: skip
    print(f"arpad standings --json, the whole command    {own * 1000:8.0f} ms")
    if not GACRUX:
        print("Gacrux is not at hand: set ARPAD_GACRUX to the folder of tiebreakchecker.py")
        return
    checker = [sys.executable, str(Path(GACRUX) / "tiebreakchecker.py"), "-i", str(file), "-f", "TRF", "-s", "-dT"]
    other, table = whole_command([*checker, "-t", "PTS", *FIVE])
    print(f"tiebreakchecker.py, the whole command        {other * 1000:8.0f} ms   ×{other / own:.1f}")
    ranks = {row["number"]: row["rank"] for row in json.loads(printed)["rows"]}
    lines = [line.split("\t") for line in table.splitlines()]
    head = lines[0]
    theirs = {int(line[head.index("StartNo")]): int(line[head.index("Rank")]) for line in lines[1:] if len(line) > 1}
    assert ranks == theirs
    print(f"all {len(ranks)} ranks are equal")


def measure(whole: Competition) -> None:
    edition = tie_break_library().edition(EDITION)
    codes = every_code(edition)
    five = parse_list(f"PTS,{','.join(FIVE)}")

    def all_columns() -> None:
        calculation = Calculation(whole, edition)
        for tie_break in codes:
            column_of(calculation, tie_break)

    ordered = best(lambda: order(Calculation(whole, edition), five))
    print(f"the order by {', '.join(FIVE)}: {ordered * 1000:14.1f} ms   (at most 60)")
    print(f"all {len(codes)} codes                                 {best(all_columns) * 1000:8.1f} ms   (at most 300)")


def main() -> None:
    data = generate(Wanted(PLAYERS, ROUNDS, ROUNDS, SEED, CHANCES))
    report = read_report(data)
    print(f"{PLAYERS} players, {ROUNDS} rounds")
    print(f"records from the report                      {best(lambda: competition(report)) * 1000:8.1f} ms")
    measure(competition(report))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "event.trf"
        file.write_bytes(data)
        beside_gacrux(file)


if __name__ == "__main__":
    main()
