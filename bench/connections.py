"""Files of other programs: sheets of 20,000 players, a file of Swiss-Manager, forensics of 229 players and 10 rounds,
and the engine command. All times are processor time, the best of five turns. It writes
docs/developers/measured/connections-bench.md.
"""

import csv
import datetime as dt
import io
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.sheets import WrittenSheet, read_book, write_book
from arpad.pairing.forensics import examine_rounds
from arpad.pairing.generate import Wanted, generate
from arpad.pairing.systems import systems

PROJECT = Path(__file__).parent.parent
PAGE = PROJECT / "docs" / "developers" / "measured" / "connections-bench.md"
SWISS_MANAGER = PROJECT / "examples" / "swiss-manager" / "rapid.TUNX"
POSITION = PROJECT / "tests" / "data" / "engine" / "e01-editions-differ.trf"
ROWS, PLAYERS, ROUNDS, SEED, TURNS = 20_000, 229, 10, 1, 5
HEADINGS = ("No", "Title", "Name", "FIDE ID", "Fed", "Rtg", "National", "Born", "Sex", "Club", "Category", "State")
SYLLABLES = ("ba", "co", "du", "fe", "gi", "la", "mo", "nu", "re", "si", "ta", "vo")
ONE_BOARD = 3
"""The round in which two boards are exchanged, so that no edition gives it."""


def best(call: Callable[[], object]) -> float:
    """Seconds of the best turn."""
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def rows() -> list[list[object]]:
    """Invented players."""
    lot = Random(SEED)

    def word() -> str:
        return "".join(lot.choice(SYLLABLES) for _ in range(3)).capitalize()

    return [
        [place, lot.choice(("", "", "FM", "WFM")), f"{word()}, {word()}", 99_000_000 + place, "ESP",
         lot.randint(1400, 2500), lot.randint(1400, 2500), dt.date(lot.randint(1940, 2015), lot.randint(1, 12), 1),
         lot.choice("MF"), f"Club {lot.randint(1, 50)}", lot.choice("AB"), "accepted"]
        for place in range(1, ROWS + 1)
    ]  # fmt: skip


def sheets() -> dict[str, bytes]:
    """The same players as a workbook and as a text."""
    players, text = rows(), io.StringIO()
    csv.writer(text).writerows([HEADINGS, *players])
    book = write_book([WrittenSheet("Entries", HEADINGS, players)], dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    return {".xlsx": book, ".csv": text.getvalue().encode()}


def read_sheet(data: bytes) -> None:
    assert len(read_entry_sheet(read_book(data).sheet()).entries) > ROWS - 1000, "some names are twice"


def tournament() -> Report:
    return read_report(generate(Wanted(PLAYERS, ROUNDS, ROUNDS, SEED, system=systems()["dutch-2026"])))


def changed(report: Report) -> Report:
    """The tournament with two boards of a round exchanged: no edition gives it, and changes of the file are tried."""
    game, other = [game for game in report.event.games() if game.round == ONE_BOARD][:2]
    opponents = {game.white: other.black, game.black: other.white, other.white: game.black, other.black: game.white}
    players = tuple(
        player._replace(
            rounds=tuple(
                cell._replace(opponent=opponents[player.rank]) if cell.round == ONE_BOARD else cell
                for cell in player.rounds
            )
        )
        if player.rank in opponents
        else player
        for player in report.event.players
    )
    return replace(report, event=replace(report.event, players=players))


def command(*words: str) -> float:
    """Processor time of the engine command from its start to its end, the best turn."""
    times = []
    for _ in range(TURNS):
        before = os.times()
        subprocess.run([sys.executable, "-m", "arpad", "engine", *words], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(times)


def main() -> None:
    bytes_ = SWISS_MANAGER.read_bytes()
    report = tournament()
    measured = [
        (f"entry sheet of {ROWS:,} players and {len(HEADINGS)} columns, {name}", best(partial(read_sheet, data)), "1")
        for name, data in sheets().items()
    ]
    measured += [
        ("Swiss-Manager's file of 71 players and 5 rounds", best(lambda: read_report(bytes_)), "0.05"),
        (f"forensics of {PLAYERS} players, {ROUNDS} rounds, all fit", best(lambda: examine_rounds(report)), "5"),
        ("the same, one round exchanged by hand", best(lambda: examine_rounds(changed(report))), "20"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out.txt")
        measured += [
            ("`arpad-engine -r`, from start to end", command("-r"), "–"),
            ("`arpad-engine --dutch-2026 FILE -p OUT`", command("--dutch-2026", str(POSITION), "-p", out), "–"),
        ]
    lines = [f"| {what} | {seconds:.3f} | {most} |" for what, seconds, most in measured]
    PAGE.write_text(
        "# Files of other programs, measured\n\nWritten by `make bench`, all in one run. "
        "The files are in [file formats](../../reference/file-formats.md).\n\n"
        f"Measured on: {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, a load of {os.getloadavg()[0]:.1f}.\n\n"
        f"Processor time, the best of {TURNS} turns.\n\n"
        "| | seconds | at most |\n|---|---:|---:|\n" + "\n".join(lines) + "\n",
        encoding="utf-8",
    )
    print("\n".join(lines))


if __name__ == "__main__":
    main()
