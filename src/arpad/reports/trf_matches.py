"""The records of team matches in TRF26: 300 (line-ups), 330 (forfeited matches), 362 (points of a match).

They are read by their words, not by their columns: programs disagree about the columns, and no field can be blank.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arpad.reports.report import Report
from arpad.reports.trf_fields import decimal, whole

MATCH_POINTS = re.compile(r"\b(T[WDL])\s*([\d.]+)")
DEFAULT_MATCH_POINTS: Mapping[str, Fraction] = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}
FORFEIT_SIGNS = frozenset("+-")


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """330: a match that was not played, and its winner, if any."""

    round: int
    teams: tuple[int, int]
    won: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class MatchRecords:
    """The matches of a report. `lineups` are starting ranks by round and team, None for an empty board."""

    lineups: Mapping[tuple[int, int], tuple[int | None, ...]]
    forfeited: tuple[ForfeitedMatch, ...]
    points: Mapping[str, Fraction]


def match_records(report: Report) -> MatchRecords:
    """The records 300, 330 and 362 of a report."""
    lineups: dict[tuple[int, int], tuple[int | None, ...]] = {}
    forfeited: list[ForfeitedMatch] = []
    points = dict(DEFAULT_MATCH_POINTS)
    for record in report.records:
        if record.code == "300":
            numbers = [whole(word) for word in record.text[4:].split()]
            if len(numbers) > 3 and numbers[0] and numbers[1]:
                lineups[numbers[0], numbers[1]] = tuple(number or None for number in numbers[3:])
        elif record.code == "330":
            forfeited += _forfeited(record.text[4:].split())
        elif record.code == "362":
            found = {name: decimal(value) for name, value in MATCH_POINTS.findall(record.text[4:].upper())}
            points |= {name: value for name, value in found.items() if value is not None}
    return MatchRecords(lineups, tuple(forfeited), points)


def _forfeited(words: list[str]) -> list[ForfeitedMatch]:
    numbers = [whole(word) for word in words[1:4]]
    if len(numbers) < 3 or None in numbers or len(words[0]) != 2 or not set(words[0]) <= FORFEIT_SIGNS:
        return []
    round_number, one, other = (number or 0 for number in numbers)
    return [ForfeitedMatch(round_number, (one, other), (words[0][0] == "+", words[0][1] == "+"))]


def team_totals(report: Report) -> dict[str, dict[int, tuple[Fraction | None, Fraction | None]]]:
    """802: match points and game points of each team, by its number. 801 of the same sample is only informative: its
    columns differ between programs."""
    found: dict[str, dict[int, tuple[Fraction | None, Fraction | None]]] = {}
    for record in report.records:
        if record.code == "802" and (team := whole(record.text[4:7])):
            points = decimal(record.text[14:18]), decimal(record.text[19:25])
            found.setdefault("802", {})[team] = points
    return found
