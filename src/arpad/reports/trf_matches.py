"""The records of team matches in TRF26: 300 (line-ups), 330 (forfeited matches), 362 (points of a match).

They are read by their words, not by their columns: programs disagree about the columns, and no field can be blank.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arpad.domain.event import Colour
from arpad.reports.report import Report
from arpad.reports.trf_fields import decimal, whole

MATCH_POINTS = re.compile(r"\b(T[WDL])\s*([\d.]+)")
DEFAULT_MATCH_POINTS: Mapping[str, Fraction] = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}
FORFEIT_SIGNS = frozenset("+-")
ROUNDS_802, WIDTH_802 = 27, 13
COLOURS: Mapping[str, Colour] = {"w": "w", "b": "b"}


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """330: a match that was not played, and its winner, if any."""

    round: int
    teams: tuple[int, int]
    won: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class MatchRecords:
    """The matches of a report. `lineups` are starting ranks by round and team, None for an empty board, and `opponents`
    the teams that they met (300). `told` are the opponents and colours that 802 says, which is only informative."""

    lineups: Mapping[tuple[int, int], tuple[int | None, ...]]
    forfeited: tuple[ForfeitedMatch, ...]
    points: Mapping[str, Fraction]
    opponents: Mapping[tuple[int, int], int] = field(default_factory=dict)
    told: Mapping[tuple[int, int], tuple[int, Colour | None]] = field(default_factory=dict)


def match_records(report: Report) -> MatchRecords:
    """The records 300, 330 and 362 of a report."""
    lineups: dict[tuple[int, int], tuple[int | None, ...]] = {}
    forfeited: list[ForfeitedMatch] = []
    points = dict(DEFAULT_MATCH_POINTS)
    opponents: dict[tuple[int, int], int] = {}
    told: dict[tuple[int, int], tuple[int, Colour | None]] = {}
    for record in report.told_records:
        if record.code == "300":
            numbers = [whole(word) for word in record.text[4:].split()]
            if len(numbers) > 3 and numbers[0] and numbers[1]:
                lineups[numbers[0], numbers[1]] = tuple(number or None for number in numbers[3:])
                opponents[numbers[0], numbers[1]] = numbers[2] or 0
        elif record.code == "802":
            told |= _told_rounds(record.text)
        elif record.code == "330":
            forfeited += _forfeited(record.text[4:].split())
        elif record.code == "362":
            found = {name: decimal(value) for name, value in MATCH_POINTS.findall(record.text[4:].upper())}
            points |= {name: value for name, value in found.items() if value is not None}
    return MatchRecords(lineups, tuple(forfeited), points, opponents, told)


def _told_rounds(text: str) -> dict[tuple[int, int], tuple[int, Colour | None]]:
    """802: the opponent and the colour of every round, every 13 columns from 28."""
    team, found = whole(text[4:7]), {}
    for number, at in enumerate(range(ROUNDS_802, len(text), WIDTH_802), 1):
        opponent = whole(text[at : at + 3])
        if team and opponent:
            found[number, team] = opponent, COLOURS.get(text[at + 4 : at + 5].lower())
    return found


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
    for record in report.told_records:
        if record.code == "802" and (team := whole(record.text[4:7])):
            points = decimal(record.text[14:18]), decimal(record.text[19:25])
            found.setdefault("802", {})[team] = points
    return found


def last_match(report: Report) -> int:
    """Return the last round with a match: of boards, of line-ups without an opponent, forfeited, or a bye."""
    records = match_records(report)
    rounds = [cell.round for player in report.event.players for cell in player.rounds if cell.opponent]
    rounds += [match.round for match in records.forfeited] + [number for number, _ in records.opponents]
    byes = report.event.team_byes
    rounds += [number for number, team in enumerate(byes.teams if byes is not None else (), 1) if team]
    return max(rounds, default=0)
