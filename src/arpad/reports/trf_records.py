"""What a file of an event that goes on says besides its players: the first colour, byes to come, forbidden pairs,
acceleration, points that no result gives, and comments."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from arpad.domain.event import Colour, ExtraPoints
from arpad.reports.pairing_records import Forbidden
from arpad.reports.report import Bye, commented
from arpad.reports.trf_columns import number_text, points_text, ranks_text
from arpad.reports.trf_team_lines import NO_MATCHES, TeamRecords
from arpad.reports.trf_write_pairing import lines_250, lines_xxa

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
