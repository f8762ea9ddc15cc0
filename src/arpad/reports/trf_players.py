"""001 records: a line of fixed columns to a Player.

A line without oddity is cut at one stroke, and what its fields say is looked up; any other is read with care, field by
field, and each oddity becomes a finding.
"""

from collections.abc import Callable
from functools import cache
from itertools import repeat
from struct import Struct
from typing import Any, Generic, TypeVar

from arpad.domain import Player, RoundResult, Severity
from arpad.reports import trf_fields as fields
from arpad.reports.notes import Notes
from arpad.reports.trf_rounds import (
    FIRST_COLUMN,
    MOST_ROUNDS,
    WIDTH,
    absent,
    clean_rounds,
    column_of,
    is_round,
    read_round,
    rounds_in,
)  # fmt: skip

MOST_PLAYERS = 9999
MOST_REMEMBERED = 20_000
MOST_CLEAN_ROUNDS = 40
STATIC = FIRST_COLUMN - 1
SHORTEST = 84
BLANK = ord(" ")
SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns that are blank between two fields."""

ODDITIES: dict[str, tuple[Severity, bool]] = {
    "rank-missing": ("error", False), "rank-unreadable": ("error", False),
    "sex-form": ("info", True), "sex-unreadable": ("warning", False),
    "title-letter": ("info", True), "title-form": ("info", True), "title-unknown": ("warning", False),
    "title-misplaced": ("warning", False),
    "rating-unreadable": ("warning", False), "federation-form": ("warning", False),
    "id-missing": ("warning", True), "id-unreadable": ("warning", False),
    "birth-form": ("info", True), "birth-unreadable": ("warning", True),
    "points-missing": ("warning", True), "points-unreadable": ("warning", False), "points-form": ("info", True),
    "final-rank-missing": ("info", True), "final-rank-unreadable": ("warning", False),
    "opponent-unreadable": ("error", False), "colour-form": ("info", True), "colour-unreadable": ("warning", False),
    "result-unreadable": ("error", False), "result-missing": ("warning", True),
    "result-without-opponent": ("warning", True), "bye-with-opponent": ("warning", False),
    "bare-dash": ("info", True), "text-beyond": ("warning", False), "round-misaligned": ("warning", False),
}  # fmt: skip
"""How much each oddity weighs, and whether all of a kind make one finding."""

V = TypeVar("V")


class Clean(dict[bytes, V], Generic[V]):
    """What fields without oddity say, by their bytes. A KeyError tells that the line must be read with care."""

    def __init__(self, read: Callable[[str], tuple[V, str | None]], start: int, stop: int) -> None:
        super().__init__()
        self.read, self.start, self.stop = read, start, stop

    def __missing__(self, key: bytes) -> V:
        text = key.decode("latin-1")
        value, odd = self.read(text[self.start : self.stop])
        if odd or (text[: self.start] + text[self.stop :]).strip(" "):
            raise KeyError(key)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[key] = value
        return value


def _sex_and_title(text: str) -> tuple[tuple[fields.Sex, str], str | None]:
    sex, odd = fields.read_sex(text[:1])
    title, odd_title = fields.read_title(text[1:])
    return (sex, title), odd or odd_title


@cache
def memory() -> tuple[Any, ...]:
    """The fields of the static part with the blanks around them, in their order; the name and the ID aside."""
    return (
        Clean(fields.read_rank, 1, 5), Clean(_sex_and_title, 0, 4), Clean(fields.read_rating, 1, 5),
        Clean(fields.read_federation, 0, 3), Clean(fields.read_birth, 0, 10), Clean(fields.read_points, 0, 4),
        Clean(fields.read_final_rank, 0, 4),
    )  # fmt: skip


@cache
def _layout(rounds: int) -> Struct:
    return Struct("3x6s5s33s6s4s12s11s5s6s" + "10s" * rounds)


def read_players(lines: list[tuple[int, str]], notes: Notes) -> tuple[tuple[Player, ...], int]:
    """The players of the 001 lines in the order of the file, and the number of rounds they mention.

    A blank round is an absence where anybody's line goes on to that round, and is left out beyond it.
    """
    lengths = [min(rounds_in(len(line.rstrip(" "))), MOST_ROUNDS) for _, line in lines]
    last = _last_round(lines, lengths)
    known = memory()
    clean = _read_all_clean(lines, last, known)
    if clean is not None:
        return clean, last
    everywhere = tuple([absent(number) for number in range(1, last + 1)])
    players = []
    for (number, line), rounds in zip(lines, lengths, strict=True):
        player = None
        if rounds <= last and rounds <= MOST_CLEAN_ROUNDS and "\t" not in line:
            player = _read_clean(line, number, rounds, everywhere, known)
        players.append(player or _read_with_care(line, number, everywhere, notes))
    return tuple(players), last


def _read_all_clean(lines: list[tuple[int, str]], last: int, known: tuple[Any, ...]) -> tuple[Player, ...] | None:
    """All players at one stroke, column by column, where no line has any oddity; else None."""
    width = STATIC + WIDTH * last
    texts = [text.rstrip(" ") for _, text in lines]
    if not lines or last > MOST_CLEAN_ROUNDS or max(map(len, texts)) > width:
        return None
    try:
        block = "".join(map(str.ljust, texts, repeat(width))).encode("latin-1")
        columns = tuple(zip(*_layout(last).iter_unpack(block), strict=True))
        rank, sex_title, name, rating, federation, ident, birth, score, final, *cells = columns
        ids = list(map(bytes.strip, ident, repeat(b" ")))
        plain = all(map(bytes.isdigit, ids)) and all(map(bytes.strip, ids, repeat(b"0")))
        if not plain or b"\t" in block or {field[11] for field in ident} != {BLANK}:
            return None
        ranks, sexes_and_titles, ratings, federations, births, points, final_ranks = known
        rounds = [map(memory_of.__getitem__, cell) for memory_of, cell in zip(clean_rounds(last), cells, strict=True)]
        sex, title = zip(*map(sexes_and_titles.__getitem__, sex_title), strict=True)
        born, birthday = zip(*map(births.__getitem__, birth), strict=True)
        fields_ = zip(
            map(ranks.__getitem__, rank),
            map(str.strip, map(bytes.decode, name, repeat("latin-1")), repeat(" ")),
            sex,
            title,
            map(ratings.__getitem__, rating),
            map(federations.__getitem__, federation),
            map(bytes.decode, ids),
            born,
            birthday,
            map(points.__getitem__, score),
            map(final_ranks.__getitem__, final),
            zip(*rounds, strict=True) if rounds else repeat(()),
            [number for number, _ in lines],
            strict=bool(rounds),
        )
        return tuple(map(Player._make, fields_))
    except (KeyError, UnicodeEncodeError):
        return None


def _last_round(lines: list[tuple[int, str]], lengths: list[int]) -> int:
    """The last round that any line has; other text behind the rounds makes none."""
    last = max(lengths, default=0)
    while last:
        start = column_of(last) - 1
        if any(
            is_round(line[start : start + 8])
            for (_, line), rounds in zip(lines, lengths, strict=True)
            if rounds >= last
        ):
            return last
        last -= 1
    return 0


def _read_clean(
    line: str, number: int, rounds: int, everywhere: tuple[RoundResult, ...], known: tuple[Any, ...]
) -> Player | None:
    """The player of a line without oddity, None where there is any."""
    ranks, sexes_and_titles, ratings, federations, births, points, final_ranks = known
    try:
        data = line.encode("latin-1").rstrip(b" ").ljust(STATIC + WIDTH * rounds)
        rank, sex_title, name, rating, federation, ident, birth, score, final, *cells = _layout(rounds).unpack(data)
        own = tuple([known_round[cell] for known_round, cell in zip(clean_rounds(rounds), cells, strict=True)])
        sex, title = sexes_and_titles[sex_title]
        born, birthday = births[birth]
        digits = ident.strip(b" ")
        if not digits.isdigit() or ident[11] != BLANK or not digits.strip(b"0"):
            return None
        return Player(
            ranks[rank],
            name.decode("latin-1").strip(" "),
            sex,
            title,
            ratings[rating],
            federations[federation],
            digits.decode("ascii"),
            born,
            birthday,
            points[score],
            final_ranks[final],
            own + everywhere[rounds:],
            number,
        )
    except (KeyError, UnicodeEncodeError):
        return None


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
