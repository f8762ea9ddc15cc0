"""The tournaments of the pairing tests, read once."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.pairing.files import report_tournament
from arpad.pairing.generate import Wanted, generate
from arpad.pairing.state import Tournament
from places import FIXTURES

FOLDER = FIXTURES / "pairing"
GIVEN = sorted((FOLDER / "dutch-2017").glob("*.trf"))


@cache
def tournament_of(path: Path) -> Tournament:
    """The tournament of a file."""
    return report_tournament(read_report(path.read_bytes()))


def lines_of(name: str) -> list[str]:
    """The lines of a data file without its comments."""
    return [line for line in (FOLDER / name).read_text("utf-8").splitlines() if not line.startswith("#")]


def trf(*rounds: str, head: tuple[str, ...] = ("XXR 9",), more: tuple[str, ...] = ()) -> bytes:
    """A small report: a player in each line, the rounds as `opponent colour result`, `H` for a bye, `.` for nothing."""
    lines = ["012 Small", *head]
    for rank, text in enumerate(rounds, 1):
        line = f"001 {rank:4}      {f'Player {rank}':<33} {2400 - 10 * rank:4}".ljust(89)
        for cell in text.split("|"):
            words = cell.split()
            if len(words) == 3:
                line += f"  {words[0]:>4} {words[1]} {words[2].replace('?', ' ')}"
            else:
                line += " " * 10 if words in ([], ["."]) else f"  0000 - {words[0]}"
        lines.append(line.rstrip())
    return "\n".join([*lines, *more, ""]).encode()


def made_as_far_as_possible(wanted: Wanted) -> bytes:
    """A tournament by lot, ended before the first round that has no legal pairing."""
    try:
        return generate(wanted)
    except ArpadError as problem:
        if problem.key != "pairing-generate-impossible":
            raise
        return made_as_far_as_possible(replace(wanted, played=wanted.played - 1))
