"""001 records: a line of fixed columns to a Player, field by field. Each oddity becomes a finding.

The value of a field or a round depends only on its text, and the same texts return in every report: the readers of
trf_fields and trf_rounds remember them.
"""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from arpad.domain.event import Player, RoundResult
from arpad.domain.findings import Severity
from arpad.formats import trf_fields as fields
from arpad.formats.report import Notes
from arpad.formats.trf_fields import (  # fmt: skip
    FIRST_COLUMN,
    MOST_ROUNDS,
    WIDTH,
    absent,
    column_of,
    is_round,
    read_round,
    rounds_in,
)

TOO_LONG = column_of(MOST_ROUNDS + 1)
"""The first column behind all rounds that a line may have."""

SHORTEST = 84
"""A line ends with the points, or later."""

SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns that are blank between two fields."""

BETWEEN = itemgetter(*(column - 1 for column in SEPARATORS))
BLANKS = (" ",) * len(SEPARATORS)

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

FIELDS: tuple[tuple[slice, Callable[[str], tuple[Any, str | None]]], ...] = (
    (slice(4, 8), fields.read_rank), (slice(9, 10), fields.read_sex), (slice(10, 13), fields.read_title),
    (slice(48, 52), fields.read_rating), (slice(53, 56), fields.read_federation), (slice(57, 68), fields.read_id),
    (slice(69, 79), fields.read_birth), (slice(80, 84), fields.read_points), (slice(85, 89), fields.read_final_rank),
)  # fmt: skip
"""The fields before the rounds, except the name: their columns, counted from 0, and their readers."""

RANK, TITLE, POINTS = 0, 2, 7
"""Their places among the fields."""


def read_players(numbers: Sequence[int], lines: Sequence[str], notes: Notes) -> tuple[tuple[Player, ...], int]:
    """The players of the 001 lines, given with their line numbers, and the number of rounds they mention.

    A blank round is an absence if anybody's line reaches that round; otherwise it is left out.
    """
    last = _last_round(lines)
    everywhere = tuple([absent(number) for number in range(1, last + 1)])
    players = [_read_player(text, number, everywhere, notes) for number, text in zip(numbers, lines, strict=True)]
    return tuple(players), last


def _last_round(lines: Sequence[str]) -> int:
    """The last round that any line has; other text behind the rounds makes none."""
    longest = max((len(line.rstrip(" ")) for line in lines), default=0)
    last = min(rounds_in(longest), MOST_ROUNDS)
    while last and not _has_round(lines, last):
        last -= 1
    return last


def _has_round(lines: Sequence[str], number: int) -> bool:
    start = column_of(number) - 1
    return 0 < number <= MOST_ROUNDS and any(is_round(line[start : start + 8]) for line in lines if len(line) > start)


class _Line(NamedTuple):
    """A line while it is read, and its player. Everything odd is noted."""

    text: str
    number: int
    player: int | None
    notes: Notes

    def note_field(self, place: int, code: str) -> None:
        columns, _ = FIELDS[place]
        self.note(code, columns.start + 1, self.text[columns].strip())

    def note(self, code: str, column: int, text: str, round_number: int | None = None) -> None:
        severity, grouped = ODDITIES[code]
        where: dict[str, Any] = {"player": self.player, "round_number": round_number}
        if not grouped:
            self.notes.add(code, severity, self.number, column, **where, text=text)
        elif code == "result-missing":
            self.notes.count(code, severity, self.number, column, of=round_number, **where)
        else:
            of = text if code == "result-without-opponent" else None
            self.notes.count(code, severity, self.number, column, of=of, **where, text=text)


def _read_player(text: str, number: int, everywhere: tuple[RoundResult, ...], notes: Notes) -> Player:
    """The player of a line. `everywhere` are the rounds of a player who was always absent."""
    values = [read(text[columns]) for columns, read in FIELDS]
    line = _Line(text, number, values[RANK][0] or None, notes)
    if no_rank := values[RANK][1]:
        line.note_field(RANK, no_rank)
    _check_line(line, values)
    for place, (_, odd) in enumerate(values):
        if odd and place != RANK:
            line.note_field(place, odd)
    rank, sex, title, rating, federation, ident, (born, birthday), points, final_rank = [value for value, _ in values]
    name, rounds = text[14:47].strip(" "), _read_rounds(line, everywhere)
    return Player(
        rank, name, sex, title, rating, federation, ident, born, birthday, points, final_rank, rounds, number
    )  # fmt: skip


def _check_line(line: _Line, values: list[tuple[Any, str | None]]) -> None:
    """Find tabs, a line that ends too early or too late, and text between the fields."""
    text, notes = line.text, line.notes
    if "\t" in text:
        notes.add("tab", "warning", line.number, text.find("\t") + 1, player=line.player)
    if len(text) < SHORTEST:
        notes.add("line-short", "error", line.number, len(text) + 1, player=line.player, length=len(text))
        values[POINTS] = None, None
    if len(text) >= TOO_LONG and text[TOO_LONG - 1 :].strip(" "):
        notes.add("line-long", "warning", line.number, TOO_LONG, player=line.player, most=MOST_ROUNDS)
    if BETWEEN(text.ljust(SEPARATORS[-1])) != BLANKS:
        _check_separators(line, values)


def _check_separators(line: _Line, values: list[tuple[Any, str | None]]) -> None:
    """Find text between the fields: a title one column too far, or a field that is too long."""
    text = line.text
    misplaced = fields.misplaced_title(text)
    if misplaced:
        line.note("title-misplaced", 11, misplaced)
        values[TITLE] = misplaced, None
    for column in SEPARATORS:
        if text[column - 1 : column].strip(" ") and not (misplaced and column == 14):
            line.notes.add("field-overflow", "warning", line.number, column, player=line.player, text=text[column - 1])
            break


def _read_rounds(line: _Line, everywhere: tuple[RoundResult, ...]) -> tuple[RoundResult, ...]:
    """The rounds of a line. Blank ones are absences, also those that the line is too short for."""
    text, stop = line.text, column_of(len(everywhere) + 1) - 1
    starts = range(FIRST_COLUMN - 1, min(len(text), stop), WIDTH)
    rounds = [read_round(text[at : at + WIDTH], number) for number, at in enumerate(starts, 1)]
    results, oddities = zip(*rounds, strict=True) if rounds else ((), ())
    if any(oddities):
        for number, odd in enumerate(oddities, 1):
            for code, at, of in odd:
                line.note(code, column_of(number) + at, of, number)
    if beyond := text[stop : TOO_LONG - 1].lstrip(" "):
        first = min(len(text), TOO_LONG - 1) - len(beyond)
        line.note("text-beyond", first + 1, text[first:].strip()[:40])
    return results + everywhere[len(results) :]
