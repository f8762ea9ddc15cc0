"""001 records: a line of fixed columns to a Player.

The fields of all lines are read together, column by column (trf_columns). A line with any oddity is read again with
care, field by field, and each oddity becomes a finding.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from arpad.domain import Player, RoundResult, Severity
from arpad.reports import trf_fields as fields
from arpad.reports.notes import Notes
from arpad.reports.trf_block import SEPARATORS, SHORTEST
from arpad.reports.trf_columns import read_columns
from arpad.reports.trf_rounds import (
    MOST_ROUNDS,
    WIDTH,
    absent,
    column_of,
    is_round,
    read_round,
    rounds_in,
)  # fmt: skip

MOST_PLAYERS = 9999

ODDITIES: dict[str, tuple[Severity, bool]] = {
    "rank-missing": ("error", False), "rank-unreadable": ("error", False),
    "sex-form": ("info", True), "sex-unreadable": ("warning", False),
    "title-letter": ("info", True), "title-form": ("info", True), "title-unknown": ("warning", False),
    "title-misplaced": ("warning", False),
    "rating-unreadable": ("warning", False), "federation-form": ("warning", False),
    "federation-unknown": ("warning", False),
    "id-missing": ("warning", True), "id-unreadable": ("warning", False),
    "birth-form": ("info", True), "birth-unreadable": ("warning", True),
    "points-missing": ("warning", True), "points-unreadable": ("warning", False), "points-form": ("info", True),
    "final-rank-missing": ("warning", True), "final-rank-unreadable": ("warning", False),
    "opponent-unreadable": ("error", False), "colour-form": ("info", True), "colour-unreadable": ("warning", False),
    "result-unreadable": ("error", False), "result-missing": ("warning", True),
    "result-without-opponent": ("warning", True), "bye-with-opponent": ("warning", False),
    "bare-dash": ("info", True), "text-beyond": ("warning", False), "round-misaligned": ("warning", False),
}  # fmt: skip
"""How much each oddity weighs, and whether all of a kind make one finding."""

V = TypeVar("V")


def read_players(numbers: Sequence[int], lines: Sequence[str], notes: Notes) -> tuple[tuple[Player, ...], int]:
    """The players of the 001 lines, given with their line numbers, and the number of rounds they mention.

    A blank round is an absence where anybody's line goes on to that round, and is left out beyond it.
    """
    if not lines:
        return (), 0
    stripped, lengths = lines, set(map(len, lines))
    last = rounds_in(max(lengths))
    if not _has_round(lines, last):
        stripped = [line.rstrip(" ") for line in lines]
        lengths = set(map(len, stripped))
        last = _last_round(stripped, max(lengths))
    players, odd = read_columns(numbers, stripped, lengths, last)
    if odd:
        everywhere = tuple([absent(number) for number in range(1, last + 1)])
        for row in sorted(odd):
            players[row] = _read_with_care(lines[row], numbers[row], everywhere, notes)
    return tuple(players), last


def _last_round(lines: Sequence[str], longest: int) -> int:
    """The last round that any line has; other text behind the rounds makes none."""
    last = min(rounds_in(longest), MOST_ROUNDS)
    while last and not _has_round(lines, last):
        last -= 1
    return last


def _has_round(lines: Sequence[str], number: int) -> bool:
    start = column_of(number) - 1
    return 0 < number <= MOST_ROUNDS and any(is_round(line[start : start + 8]) for line in lines if len(line) > start)


class _Line:
    """A line that is read with care: its fields, and the findings about them."""

    def __init__(self, text: str, number: int, notes: Notes) -> None:
        self.text, self.number, self.notes = text, number, notes
        self.player: int | None = None

    def field(self, read: Callable[[str], tuple[V, str | None]], first: int, last: int) -> V:
        """What stands from a column to a column."""
        text = self.text[first - 1 : last]
        value, odd = read(text)
        if odd:
            self.note(odd, first, text.strip())
        return value

    def note(self, code: str, column: int, text: str, round_number: int | None = None) -> None:
        severity, grouped = ODDITIES[code]
        if not grouped:
            self.notes.add(
                code, severity, self.number, column, player=self.player, round_number=round_number, text=text
            )
        elif code == "result-missing":
            self.notes.count(
                code, severity, self.number, column, of=round_number, player=self.player, round_number=round_number
            )
        else:
            of = text if code == "result-without-opponent" else None
            self.notes.count(
                code, severity, self.number, column, of=of, player=self.player, round_number=round_number, text=text
            )


def _read_with_care(text: str, number: int, everywhere: tuple[RoundResult, ...], notes: Notes) -> Player:
    line = _Line(text, number, notes)
    rank = line.field(fields.read_rank, 5, 8)
    line.player = rank or None
    _check_line(line)
    sex = line.field(fields.read_sex, 10, 10)
    title = fields.misplaced_title(text) or line.field(fields.read_title, 11, 13)
    rating = line.field(fields.read_rating, 49, 52)
    federation = line.field(fields.read_federation, 54, 56)
    ident = line.field(fields.read_id, 58, 68)
    born, birthday = line.field(fields.read_birth, 70, 79)
    points = line.field(fields.read_points, 81, 84) if len(text) >= SHORTEST else None
    final_rank = line.field(fields.read_final_rank, 86, 89)
    rounds = _rounds_with_care(line, everywhere)
    return Player(
        rank,
        text[14:47].strip(" "),
        sex,
        title,
        rating,
        federation,
        ident,
        born,
        birthday,
        points,
        final_rank,
        rounds,
        number,
    )


def _check_line(line: _Line) -> None:
    """Tabs, a line that ends too early or too late, and text between the fields."""
    text, notes = line.text, line.notes
    if (tab := text.find("\t")) >= 0:
        notes.add("tab", "warning", line.number, tab + 1, player=line.player)
    if len(text) < SHORTEST:
        notes.add("line-short", "error", line.number, len(text) + 1, player=line.player, length=len(text))
    if rounds_in(len(text.rstrip(" "))) > MOST_ROUNDS:
        notes.add("line-long", "warning", line.number, column_of(MOST_ROUNDS + 1), player=line.player, most=MOST_ROUNDS)
    misplaced = fields.misplaced_title(text)
    if misplaced:
        line.note("title-misplaced", 11, misplaced)
    for column in SEPARATORS:
        if text[column - 1 : column].strip(" ") and not (misplaced and column == 14):
            notes.add("field-overflow", "warning", line.number, column, player=line.player, text=text[column - 1])
            break


def _rounds_with_care(line: _Line, everywhere: tuple[RoundResult, ...]) -> tuple[RoundResult, ...]:
    own = list(everywhere)
    for number in range(1, min(rounds_in(len(line.text)), MOST_ROUNDS) + 1):
        column = column_of(number)
        cell = line.text[column - 1 : column - 1 + WIDTH]
        if not cell.strip(" "):
            continue
        if number > len(own):
            line.note("text-beyond", column + len(cell) - len(cell.lstrip(" ")), line.text[column - 1 :].strip()[:40])
            break
        result, odd = read_round(cell, number)
        for code, at, text in odd:
            line.note(code, column + at, text, number)
        own[number - 1] = result
    return tuple(own)
