"""A sheet of clock checks as a CSV file: both clocks of each board, the moves made, and what they should add up to."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arpad.arbiters.clock_plan import TOLERANCE, ClockPlan
from arpad.bounded import exact
from arpad.documents.editions import plain_value
from arpad.i18n import ArpadError
from arpad.inputs import parse

COLUMNS = {
    "board": ("board", "tablero", "mesa"),
    "white": ("white", "time1", "time 1", "blancas"),
    "black": ("black", "time2", "time 2", "negras"),
    "moves": ("move", "moves", "jugada", "jugadas"),
}
"""The columns of the file, and the names they may have."""
MINUTES, SECONDS = 60, 60
MOST_BOARDS, MOST_MOVES = 9999, 500


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A board that was checked: both clocks in minutes, and the moves that were completed."""

    board: int
    white: Fraction
    black: Fraction
    moves: int


@dataclass(frozen=True, slots=True)
class CheckedClock:
    """A board with its sum. `look` None: near a time control, where it cannot be checked."""

    row: ClockRow
    found: Fraction
    expected: Fraction
    look: bool | None

    def document(self) -> dict[str, Any]:
        """The board as JSON has it."""
        return {
            "board": self.row.board,
            "white": plain_value(self.row.white),
            "black": plain_value(self.row.black),
            "moves": self.row.moves,
            "found": plain_value(self.found),
            "expected": plain_value(self.expected),
            "look": self.look,
        }


def clock_time(where: str, typed: str) -> Fraction:
    """Read the time of a clock in minutes: 80, 80.5, 1:20 (hours and minutes), 80:30 (minutes and seconds) or 1:20:30.

    With one colon a single figure before it is hours, as clocks show it."""
    parts = typed.strip().split(":")
    try:
        values = [exact(part.replace(",", ".")) for part in parts]
    except (ValueError, ZeroDivisionError):
        values = []
    if not 1 <= len(values) <= 3 or any(value < 0 for value in values):
        raise ArpadError("clocks-unreadable", where=where, value=typed)
    if any(value >= MINUTES for value in values[1:]):
        raise ArpadError("clocks-unreadable", where=where, value=typed)
    if len(values) == 1:
        return values[0]
    if len(values) == 3:
        return values[0] * MINUTES + values[1] + values[2] / SECONDS
    hours = len(parts[0].strip()) == 1
    return values[0] * MINUTES + values[1] if hours else values[0] + values[1] / SECONDS


def time_of_day(option: str, typed: str) -> int:
    """Read an hour of the day in minutes: 18:30."""
    hour, colon, minute = typed.partition(":")
    if not colon or not hour.isdecimal() or not minute.isdecimal() or int(hour) > 23 or int(minute) >= MINUTES:
        raise ArpadError("format-form", option=option, value=typed, example="18:30")
    return int(hour) * MINUTES + int(minute)


def minutes_between(start: str, check: str) -> int:
    """Return the minutes from the start of the round to the check of the clocks."""
    first, then = time_of_day("--start", start), time_of_day("--check", check)
    if then < first:
        raise ArpadError("clocks-before-start", start=start, check=check)
    return then - first


def read_clock_rows(text: str, file: str) -> list[ClockRow]:
    """Read a sheet; the first line names its columns."""
    try:
        lines = list(csv.reader(io.StringIO(text, newline=None), delimiter=_delimiter(text)))
    except csv.Error as problem:
        raise ArpadError("list-csv", file=file, problem=str(problem)) from None
    if not lines:
        raise ArpadError("clocks-columns", file=file, columns="board, white, black, moves")
    places = _places(lines[0], file)
    rows = [
        _row(cells, places, f"{file}, line {number}")
        for number, cells in enumerate(lines[1:], 2)
        if any(cell.strip() for cell in cells)
    ]
    seen: set[int] = set()
    for row in rows:
        if row.board in seen:
            raise ArpadError("clocks-board", file=file, board=row.board)
        seen.add(row.board)
    return rows


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return max((",", ";", "\t"), key=first.count)


def _places(headings: Iterable[str], file: str) -> dict[str, int]:
    names = [heading.strip().lower().lstrip("\ufeff") for heading in headings]
    found = {column: place for column, known in COLUMNS.items() for place, name in enumerate(names) if name in known}
    if set(found) != set(COLUMNS):
        raise ArpadError("clocks-columns", file=file, columns="board, white, black, moves")
    return found


def _row(cells: list[str], places: dict[str, int], where: str) -> ClockRow:
    def cell(name: str) -> str:
        return cells[places[name]].strip() if places[name] < len(cells) else ""

    return ClockRow(
        parse.whole(f"{where}, board", cell("board"), 1, MOST_BOARDS),
        clock_time(f"{where}, white", cell("white")),
        clock_time(f"{where}, black", cell("black")),
        parse.whole(f"{where}, moves", cell("moves"), 0, MOST_MOVES),
    )


def check_clocks(
    plan: ClockPlan, rows: Iterable[ClockRow], minutes_gone: Fraction | int, tolerance: Fraction | int = TOLERANCE
) -> list[CheckedClock]:
    """Check every board; a clock that shows more than it can is refused with its board."""
    checked = []
    for row in rows:
        for side, shown in (("white", row.white), ("black", row.black)):
            if shown > plan.most(row.moves):
                raise ArpadError("clocks-time", board=row.board, side=side, shown=shown, most=plan.most(row.moves))
        fits = plan.fits(row.white, row.black, row.moves, minutes_gone, tolerance)
        found, expected = plan.found(row.white, row.black, row.moves), plan.expected(minutes_gone, row.moves)
        look = None if not fits and plan.is_near_control(row.moves) else not fits
        checked.append(CheckedClock(row, found, expected, look))
    return checked
