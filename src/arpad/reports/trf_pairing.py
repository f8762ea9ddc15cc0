"""The records that tell a pairing program what to do: XXA and 250, XXP and 260, XXZ, XXC and 152, 299."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from arpad.domain.event import Colour, ExtraPoints
from arpad.reports.notes import Notes
from arpad.reports.pairing_records import Acceleration, Forbidden, PairingRecords, Unreadable, spans
from arpad.reports.scores import RESULTS_OF_KIND
from arpad.reports.trf_fields import decimal, whole
from arpad.reports.trf_rounds import MOST_ROUNDS

FIRST_VIRTUAL, VIRTUAL_STEP = 10, 5
HIGHEST_RANK = 9999
KINDS = frozenset({"", *RESULTS_OF_KIND})
COLOURS: dict[str, Colour] = {"white1": "w", "black1": "b", "W": "w", "B": "b", "w": "w", "b": "b"}


@dataclass
class PairingDraft:
    """The records of pairing while they are read."""

    forbidden: list[Forbidden] = field(default_factory=list)
    accelerations: list[Acceleration] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    extra_points: list[ExtraPoints] = field(default_factory=list)
    initial: Colour | None = None
    unreadable: list[Unreadable] = field(default_factory=list)

    def finished(self, rounds: int | None) -> PairingRecords:
        """Return the records at the end of the file."""
        return PairingRecords(
            tuple(self.forbidden), tuple(self.accelerations), tuple(self.absent), self.initial, rounds,
            tuple(self.unreadable),
        )  # fmt: skip


class _Fields:
    """The fields of one record. Of those that cannot be read, the first makes a finding."""

    def __init__(self, draft: PairingDraft, text: str, line: int, notes: Notes) -> None:
        self.draft, self.text, self.line, self.notes = draft, text, line, notes
        self.broken = False

    def refuse(self, column: int, text: str) -> None:
        if self.broken:
            return
        self.broken = True
        code = self.text[:3]
        self.notes.add("pairing-record-unreadable", "warning", self.line, column, code=code, text=text)
        self.draft.unreadable.append(Unreadable(code, text, self.line, column))

    def number(self, first: int, last: int, most: int, default: int | None = None) -> int:
        """A whole number from a column to a column; blank or 0 is the default, if there is one."""
        written = self.text[first - 1 : last].strip(" ")
        value = whole(written)
        if not written or value == 0:
            value = default
        if value is None or not 0 < value <= most:
            self.refuse(first, written)
            return 1
        return value

    def points(self, first: int, last: int, *, signed: bool = False) -> Fraction | None:
        """Points from a column to a column, `signed` if they may be negative; None if blank."""
        written = self.text[first - 1 : last].strip(" ")
        negative = signed and written.startswith("-")
        value = decimal(written.removeprefix("-") if negative else written) if written else None
        if written and value is None:
            self.refuse(first, written)
        return -value if value is not None and negative else value

    def ranks(self, column: int) -> tuple[int, ...]:
        """Read starting ranks, word by word from a column on; 0 means nobody."""
        found = []
        for word in self.text[column - 1 :].split():
            rank = whole(word)
            if rank is None or rank > HIGHEST_RANK:
                self.refuse(self.text.find(word, column - 1) + 1, word)
            elif rank:
                found.append(rank)
        return tuple(found)


def _extra_points(fields: _Fields) -> None:
    """299: the kind at column 5, match points at 8-11, points at 14-17, the round at 20-22, ranks from column 24."""
    kind = fields.text[4:5].strip(" ").upper()
    if kind not in KINDS:
        fields.refuse(5, kind)
    match_points, points = fields.points(8, 11, signed=True), fields.points(14, 17, signed=True)
    round_number = fields.number(20, 22, MOST_ROUNDS) if fields.text[19:22].strip(" 0") else None
    players = fields.ranks(24)
    if not fields.broken:
        fields.draft.extra_points.append(
            ExtraPoints(kind, points or Fraction(0), round_number, players, match_points, fields.line)
        )


def _accelerated_player(fields: _Fields) -> None:
    """XXA: the starting rank at columns 5-8, the virtual points of each round from column 10, five columns each."""
    rank = fields.number(5, 8, HIGHEST_RANK)
    starts = range(FIRST_VIRTUAL, len(fields.text) + 1, VIRTUAL_STEP)
    points = {number: fields.points(at, at + VIRTUAL_STEP - 2) or Fraction(0) for number, at in enumerate(starts, 1)}
    if not fields.broken:
        for value, first, last in spans(points):
            fields.draft.accelerations.append(Acceleration(value, first, last, rank, rank, line=fields.line))


def _accelerated_rounds(fields: _Fields) -> None:
    """250: match points at 5-8, game points at 10-13, first and last round at 15 and 19, first and last rank at 23
    and 28."""
    match_points, game_points = fields.points(5, 8), fields.points(10, 13)
    first = fields.number(15, 17, MOST_ROUNDS)
    last = fields.number(19, 21, MOST_ROUNDS, first)
    low = fields.number(23, 26, HIGHEST_RANK)
    high = fields.number(28, 31, HIGHEST_RANK, low)
    if not fields.broken:
        fields.draft.accelerations.append(Acceleration(game_points, first, last, low, high, match_points, fields.line))


def _forbidden_ever(fields: _Fields) -> None:
    """XXP: starting ranks that may never meet."""
    players = fields.ranks(4)
    if not fields.broken:
        fields.draft.forbidden.append(Forbidden(players, line=fields.line))


def _forbidden_rounds(fields: _Fields) -> None:
    """260: first and last round at 5-7 and 9-11, starting ranks at 13-16, 18-21 and so on."""
    first = fields.number(5, 7, MOST_ROUNDS, 1)
    last = fields.number(9, 11, MOST_ROUNDS) if fields.text[8:11].strip(" 0") else None
    players = fields.ranks(13)
    if not fields.broken:
        fields.draft.forbidden.append(Forbidden(players, first, last, fields.line))


def _absent(fields: _Fields) -> None:
    """XXZ: starting ranks that are not paired in the next round."""
    fields.draft.absent.extend(fields.ranks(4))


def _initial_colour(fields: _Fields) -> None:
    """XXC white1 or black1, among other words; 152 W or B."""
    for word in fields.text[3:].split():
        fields.draft.initial = COLOURS.get(word, fields.draft.initial)


READERS: dict[str, Callable[[_Fields], None]] = {
    "XXA": _accelerated_player, "250": _accelerated_rounds, "XXP": _forbidden_ever, "260": _forbidden_rounds,
    "299": _extra_points, "XXZ": _absent, "XXC": _initial_colour, "152": _initial_colour,
}  # fmt: skip


def read_pairing_record(draft: PairingDraft, code: str, text: str, line: int, notes: Notes) -> None:
    """One record of pairing."""
    READERS[code](_Fields(draft, text, line, notes))
