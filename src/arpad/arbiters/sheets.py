"""Working papers of arbiters: clock checks, the envelope of a sealed move, notes of the chief arbiter."""

import csv
import datetime as dt
import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

from arpad.documents.document import Document, extended
from arpad.domain.event import TimeControl
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, WORDS, TomlKey, TomlTable
from arpad.untrusted import exact

# What a chief arbiter adds to the report of an event: incidents, appeals, what the future should know, breaches.

NONE = "none"
Notes = tuple[str, ...] | None
"""Notes on one subject: None if the arbiter wrote nothing about it, empty if there was nothing to report."""


@dataclass(frozen=True, slots=True)
class ChiefNotes:
    """The notes. `arbiters` are the others who worked, each with the norm they had; `link` leads to the pairings."""

    incidents: Notes = None
    appeals: Notes = None
    future: Notes = None
    breaches: Notes = None
    certificates: Notes = None
    arbiters: tuple[str, ...] = ()
    link: str = ""


def read_notes(value: object) -> Notes:
    """Read some texts, or the word none."""
    if value == NONE:
        return ()
    return tuple(f.words(text) for text in f.texts(value))


NOTES = TomlKey(read_notes, '["round 3, board 2: …"] | "none"')
CHIEF_NOTE_KEYS = {
    "incidents": NOTES,
    "appeals": NOTES,
    "future": NOTES,
    "breaches": NOTES,
    "certificates": NOTES,
    "link": WORDS,
    "arbiter": ANYTHING,
}
ARBITER = {"name": replace(WORDS, needed=True), "title": WORDS, "role": WORDS, "norm": WORDS}


def read_chief_notes(file: Path) -> ChiefNotes:
    """Read the notes of a file."""
    table = TomlTable("arbiter-file", str(file))
    values = table.read(f.load(file), CHIEF_NOTE_KEYS)
    rows = values.pop("arbiter", [])
    arbiters = []
    for place, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        one = TomlTable("arbiter-file", str(file), f"[[arbiter]] {place}").read(row, ARBITER)
        name = " ".join(part for part in (one.get("title"), one["name"]) if part)
        arbiters.append(", ".join(part for part in (name, one.get("role"), one.get("norm")) if part))
    return ChiefNotes(**values, arbiters=tuple(arbiters))


# Clocks checked during a round (Arbiters' Manual, checking of clocks). Time that both clocks show, less the increments
# of the moves made, is the time both began with, less the minutes gone: t1 + t2 − moves × 2 × increment / 60 = 2 ×
# base − minutes gone. If the two differ by more than two minutes, the clock is looked at.

TOLERANCE = 2
"""Minutes by which a clock may differ."""
SECONDS_PER_MINUTE = 60
NEAR = 1
"""Moves before and after a control at which a clock may or may not have given the time of the next period."""


@dataclass(frozen=True, slots=True)
class ClockPlan:
    """What the clocks of a round begin with: the minutes of the first period, and the increment in seconds. `later` are
    the further periods: the move after which each begins, and its minutes."""

    base: Fraction
    increment: Fraction
    later: tuple[tuple[int, Fraction], ...] = ()

    @property
    def per_move(self) -> Fraction:
        """The minutes that a move of both players adds."""
        return 2 * self.increment / SECONDS_PER_MINUTE

    def given(self, moves: int = 0) -> Fraction:
        """Return the minutes that a player has been given after some moves, without the increments."""
        return self.base + sum((minutes for after, minutes in self.later if moves >= after), Fraction(0))

    def expected(self, minutes_gone: Fraction | int, moves: int = 0) -> Fraction:
        """Return what the sum of both clocks, less the increments, should be some minutes after the start."""
        return 2 * self.given(moves) - minutes_gone

    def found(self, white: Fraction | int, black: Fraction | int, moves: int) -> Fraction:
        """Return the sum of both clocks in minutes, less the increments of the moves made."""
        return white + black - moves * self.per_move

    def fits(
        self,
        white: Fraction | int,
        black: Fraction | int,
        moves: int,
        minutes_gone: Fraction | int,
        tolerance: Fraction | int = TOLERANCE,
    ) -> bool:
        """Return whether a clock is right, two minutes more or less."""
        return abs(self.found(white, black, moves) - self.expected(minutes_gone, moves)) <= tolerance

    def most(self, moves: int) -> Fraction:
        """Return the most minutes that a clock can show: all that was given, and nothing used."""
        return self.given(moves) + (moves + 1) * self.increment / SECONDS_PER_MINUTE

    def is_near_control(self, moves: int) -> bool:
        """Return whether the clock may or may not have given the time of the next period yet."""
        return any(abs(moves - after) <= NEAR for after, _ in self.later)


def clock_plan(control: TimeControl) -> ClockPlan:
    """Return how clocks are checked under a time control."""
    later = []
    moves = 0
    for period, following in zip(control.periods, control.periods[1:], strict=False):
        moves += period.moves or 0
        later.append((moves, following.minutes))
    return ClockPlan(control.periods[0].minutes, control.increment, tuple(later))


# A sheet of clock checks as a CSV file: both clocks of each board, the moves made, and what they should add up to.

COLUMNS = {
    "board": ("board", "tablero", "mesa"),
    "white": ("white", "time1", "time 1", "blancas"),
    "black": ("black", "time2", "time 2", "negras"),
    "moves": ("move", "moves", "jugada", "jugadas"),
}
"""The columns of the file, and the names they may have."""
MINUTES, SECONDS = 60, 60
MOST_BOARDS, MOST_MOVES = 9999, 500


class ClockRow(Document, frozen=True):
    """A board that was checked: both clocks in minutes, and the moves that were completed."""

    board: int
    white: Fraction
    black: Fraction
    moves: int


class CheckedClock(ClockRow, frozen=True, kw_only=True):
    """A board with its sum. `look` None: near a time control, where it cannot be checked."""

    found: Fraction
    expected: Fraction
    look: bool | None


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
    places = {column: place for column, known in COLUMNS.items() for place, name in enumerate(names) if name in known}
    if set(places) != set(COLUMNS):
        raise ArpadError("clocks-columns", file=file, columns="board, white, black, moves")
    return places


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
        checked.append(extended(CheckedClock, row, found=found, expected=expected, look=look))
    return checked


# The envelope of a sealed move (Guidelines I.2): the seven things that are written on it.

MEN = "KQRBNPkqrbnp"
ROWS = FILES = 8
SIDES = {"w": "white", "b": "black"}
Side = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class SealedMove:
    """What stands on an envelope. `used` are the times that the players have used; `draw_offer` "" if there is none."""

    white: str
    black: str
    fen: str
    white_used: str
    black_used: str
    sealed_by: Side
    move: int
    draw_offer: str
    day: dt.date
    hour: str
    place: str
    event: str = ""
    round: str = ""
    board: str = ""

    @property
    def position(self) -> list[list[str]]:
        """The men of the position, from the eighth row down; "" for an empty square."""
        return position_of(self.fen)


ENVELOPE_KEYS = {
    "white": replace(WORDS, needed=True),
    "black": replace(WORDS, needed=True),
    "fen": TomlKey(f.words, '"8/8/4k3/8/8/4K3/4P3/8 w - - 0 61"', needed=True),
    "white_used": TomlKey(f.words, '"1:58"', needed=True),
    "black_used": TomlKey(f.words, '"2:01"', needed=True),
    "sealed_by": f.choice(("white", "black"), needed=True),
    "move": TomlKey(f.whole(1, 500), "61", needed=True),
    "draw_offer": f.choice(("none", "white", "black"), needed=True),
    "day": TomlKey(f.iso_day, "2024-05-04", needed=True),
    "hour": TomlKey(f.words, '"10:00"', needed=True),
    "place": replace(WORDS, needed=True),
    "event": WORDS,
    "round": WORDS,
    "board": WORDS,
}


def read_sealed_move(file: Path) -> SealedMove:
    """Read an envelope; a thing that is missing is named."""
    name = str(file)
    values = TomlTable("arbiter-file", name).read(f.load(file), ENVELOPE_KEYS)
    offer = values.pop("draw_offer")
    sealed = SealedMove(**values, draw_offer="" if offer == "none" else offer)
    _fits(name, sealed)
    return sealed


def position_of(fen: str) -> list[list[str]]:
    """Return the men of a FEN, row by row."""
    rows = []
    for row in fen.split(maxsplit=1)[0].split("/"):
        squares: list[str] = []
        for sign in row:
            squares += [""] * int(sign) if sign.isdecimal() else [sign]
        rows.append(squares)
    return rows


def _fits(name: str, sealed: SealedMove) -> None:
    """Refuse a position that is none, and a side or a number that contradicts it."""
    fields = sealed.fen.split()
    signs = set(fields[0]) if fields else {"?"}
    rows = position_of(sealed.fen) if signs <= {*MEN, *"12345678/"} else []
    if len(rows) != ROWS or any(len(row) != FILES for row in rows):
        raise ArpadError("envelope-fen", file=name, fen=sealed.fen)
    side = SIDES.get(fields[1]) if len(fields) > 1 else None
    if side is not None and side != sealed.sealed_by:
        raise ArpadError("envelope-side", file=name, fen=sealed.fen, side=sealed.sealed_by)
    number = fields[5] if len(fields) > 5 else ""
    if number.isdecimal() and int(number) != sealed.move:
        raise ArpadError("envelope-move", file=name, fen=sealed.fen, move=sealed.move)
