"""TRF records for pairing programs: acceleration, forbidden pairs, byes, first colour (XXA, 250, 260 …)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Literal

from arpad.domain.event import Colour, Event, ExtraPoints
from arpad.formats.codes import is_team_event
from arpad.formats.report import (
    Acceleration,
    Bye,
    Forbidden,
    Notes,
    PairingRecords,
    Report,
    Unreadable,
    commented,
    spans,
    virtual_points,
)
from arpad.formats.scores import RESULTS_OF_KIND
from arpad.formats.trf_fields import MOST_ROUNDS, decimal, number_text, points_text, ranks_text, whole
from arpad.formats.trf_teams import NO_MATCHES, TeamRecords

# The records that tell a pairing program what to do: XXA and 250, XXP and 260, XXZ, XXC and 152, 299.

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


# Records of pairing in the other version: XXA and 250, XXP and 260, XXZ and 240.

VirtualPoints = Mapping[int, Mapping[int, Fraction]]


class PairingWriter:
    """The records of pairing of one report. Each method gives the lines for one record, or None if the
    other version cannot express it. Records that belong together are written in the place of the first.

    In a team event the records of TRF26 name teams and those of TRF16 players, so there is nothing to translate.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.teams = is_team_event(report.event)
        self.codes = {record.line: record.code for record in report.records if record.code in ("XXA", "250")}
        self.next_round = next_round(report.event)
        self._written: set[str] = set()

    def prohibition_26(self, line: int) -> list[str] | None:
        """XXP as 260: in all rounds."""
        ban = self._forbidden(line)
        return None if ban is None or self.teams else [f"260   1 {self._last_round:3} {ranks_text(ban.players)}"]

    def prohibition_16(self, line: int) -> list[str] | None:
        """Write 260 as XXP, which has no rounds: only if the pair may not meet in any round."""
        ban = self._forbidden(line)
        whole = ban is not None and ban.first == 1 and (ban.last is None or ban.last >= self._last_round)
        return [f"XXP {ranks_text(ban.players)}"] if ban is not None and whole and not self.teams else None

    def acceleration_26(self, _line: int) -> list[str] | None:
        """All XXA as 250: neighbours with the same points in one record."""
        if self.teams:
            return None
        return self._together("XXA", list(lines_250(self._virtual("XXA"))))

    def acceleration_16(self, _line: int) -> list[str] | None:
        """All 250 as XXA, a record for each player."""
        if self.teams:
            return None
        known = {player.rank for player in self.report.event.players}
        return self._together("250", list(lines_xxa(self._virtual("250"), known)))

    def absent_26(self, _line: int) -> list[str] | None:
        """Write all XXZ as 240 of the next round, if there is one."""
        absent = self.report.pairing.absent
        if self.teams or self.next_round > self._last_round or not absent:
            return None
        return self._together("XXZ", [f"240 Z {self.next_round:3} {ranks_text(absent)}"])

    def absent_16(self, line: int) -> list[str] | None:
        """240 as XXZ: players who are absent in the next round, and nothing else."""
        bye = next((bye for bye in self.report.byes if bye.line == line), None)
        if bye is None or self.teams or (bye.kind, bye.round) != ("Z", self.next_round):
            return None
        return [f"XXZ {ranks_text(bye.players)}"]

    @property
    def _last_round(self) -> int:
        return self.report.pairing.rounds or MOST_ROUNDS

    def _forbidden(self, line: int) -> Forbidden | None:
        return next((record for record in self.report.pairing.forbidden if record.line == line), None)

    def _virtual(self, code: str) -> VirtualPoints:
        return virtual_points(
            acceleration
            for acceleration in self.report.pairing.accelerations
            if self.codes.get(acceleration.line) == code
        )

    def _together(self, code: str, lines: list[str]) -> list[str]:
        if code in self._written:
            return []
        self._written.add(code)
        return lines


def next_round(event: Event) -> int:
    """The round after the last one that is paired."""
    paired = (cell.round for player in event.players for cell in player.rounds if cell.opponent or cell.result == "U")
    return 1 + max(paired, default=0)


def _by_rank(virtual: VirtualPoints) -> dict[int, dict[int, Fraction]]:
    found: dict[int, dict[int, Fraction]] = {}
    for number in sorted(virtual):
        for rank, points in virtual[number].items():
            if points:
                found.setdefault(rank, {})[number] = points
    return dict(sorted(found.items()))


def lines_250(virtual: VirtualPoints, *, teams: bool = False) -> Iterator[str]:
    """250: points (match points of teams), rounds and starting ranks from one to the other; ranks that follow each
    other and have the same points in the same rounds share a record."""
    own = _by_rank(virtual)
    alike = groupby(enumerate(own), key=lambda placed: (placed[1] - placed[0], sorted(own[placed[1]].items())))
    for _, group in alike:
        ranks = [rank for _, rank in group]
        for points, first, last in spans(own[ranks[0]]):
            worth = f"{points_text(points)}     " if teams else f"     {points_text(points)}"
            yield f"250 {worth} {first:3} {last:3} {ranks[0]:4} {ranks[-1]:4}"


def lines_xxa(virtual: VirtualPoints, known: set[int]) -> Iterator[str]:
    """XXA: a player's virtual points in every round, for the players of the report."""
    for rank, points in _by_rank(virtual).items():
        if rank in known:
            every = (points.get(number, Fraction(0)) for number in range(1, max(points) + 1))
            yield f"XXA {rank:>4}" + "".join(f" {points_text(points)}" for points in every)


# What a file of an event that goes on says besides its players: the first colour, byes to come, forbidden pairs,
# acceleration, points that no result gives, and comments.

TrfVersion = Literal["trf16", "trf26"]
MOST_IN_A_LINE = 20
"""How many players a record of byes names before another one begins."""


@dataclass(frozen=True, slots=True)
class TrfRecords:
    """`byes` are those to come; `virtual` are the points of the acceleration, by round and starting rank; `national`
    are ratings of the federation, by starting rank; `kept` are lines of another file, written as they were."""

    initial: Colour | None = None
    order: str = ""
    program: str = ""
    tie_breaks: tuple[str, ...] = ()
    byes: tuple[Bye, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    virtual: Mapping[int, Mapping[int, Fraction]] = field(default_factory=dict)
    national: Mapping[int, int] = field(default_factory=dict)
    comments: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    teams: TeamRecords = NO_MATCHES


NO_RECORDS = TrfRecords()


def head_26(records: TrfRecords, federation: str) -> Iterator[tuple[str, str]]:
    """The records of TRF26 about the event, each with its code."""
    if records.initial is not None:
        yield "152", records.initial.upper()
    if records.order:
        yield "172", f"{federation:<3.3} {records.order}"
    if records.program:
        yield "182", records.program
    yield from tie_break_lists(records)


def tie_break_lists(records: TrfRecords) -> Iterator[tuple[str, str]]:
    """202: the tie-breaks after the score; 212: the whole list."""
    if records.tie_breaks:
        yield "202", ",".join(records.tie_breaks)
        yield "212", ",".join(("PTS", *records.tie_breaks))


def tail(
    records: TrfRecords, extra: Iterable[ExtraPoints], ranks: set[int], next_round: int, version: TrfVersion
) -> Iterator[str]:
    """The records after the players. Those of TRF16 are about the next round, as it has no others."""
    yield from tail_26(records) if version == "trf26" else _tail_16(records, ranks, next_round)
    yield from after_tail(records, extra)


def team_tail_16(records: TrfRecords, of_teams: Iterable[str], extra: Iterable[ExtraPoints]) -> Iterator[str]:
    """The same of an event of teams in TRF16, which has no records for it: they are comments."""
    if records.initial is not None:
        yield line_xxc(records.initial)
    yield from map(commented, (*of_teams, *tail_26(records)))
    yield from _lists_16(records)
    yield from after_tail(records, extra)


def after_tail(records: TrfRecords, extra: Iterable[ExtraPoints]) -> Iterator[str]:
    """Extra points and comments, in both versions."""
    yield from records.kept
    yield from map(line_299, extra)
    yield from (f"### {comment}" for comment in records.comments)


def tail_26(records: TrfRecords) -> Iterator[str]:
    """240, 250 and 260."""
    for bye in records.byes:
        for at in range(0, len(bye.players), MOST_IN_A_LINE):
            yield f"240 {bye.kind} {bye.round:03} {ranks_text(bye.players[at : at + MOST_IN_A_LINE])}"
    yield from lines_250(records.virtual, teams=records.teams is not NO_MATCHES)
    for pair in records.forbidden:
        last = "   " if pair.last is None else f"{pair.last:03}"
        yield f"260 {pair.first:03} {last} {ranks_text(pair.players)}"


def _tail_16(records: TrfRecords, ranks: set[int], next_round: int) -> Iterator[str]:
    if records.initial is not None:
        yield line_xxc(records.initial)
    absent = [rank for bye in records.byes if (bye.kind, bye.round) == ("Z", next_round) for rank in bye.players]
    if absent:
        yield f"XXZ {ranks_text(absent)}"
    for pair in records.forbidden:
        yield f"XXP {ranks_text(pair.players)}"
    yield from lines_xxa(records.virtual, ranks)
    yield from _lists_16(records)


def _lists_16(records: TrfRecords) -> Iterator[str]:
    return (commented(f"{code} {codes}") for code, codes in tie_break_lists(records))


def line_xxc(initial: Colour) -> str:
    """XXC: the first colour."""
    return f"XXC {'white1' if initial == 'w' else 'black1'}"


def line_299(extra: ExtraPoints) -> str:
    """299: the kind at column 5, match points at 8-11, points at 14-17, the round at 20-22, ranks from column 24."""
    number = "   " if extra.round is None else f"{extra.round:03}"
    values = f"{points_text(extra.match_points)}  {points_text(extra.points)}  {number}"
    return f"299 {extra.kind:1}  {values} {ranks_text(extra.players)}".rstrip()


def national_line(code: str, static: str, rating: int) -> str:
    """A federation's own record: the static part of 001 with the national rating."""
    return f"{code:3.3}{static[3:48]}{number_text(rating, 4)}{static[52:79]}".rstrip()
