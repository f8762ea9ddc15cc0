"""A report of teams as a tournament of matches: records 300, 310, 320 and 330, and the boards of the players."""

import re
from fractions import Fraction
from math import lcm

from arpad.domain import RoundResult
from arpad.domain.event import ResultCode
from arpad.locale import ArpadError
from arpad.pairing.acceleration import baku
from arpad.pairing.history import Tournament, first_colour, late_entries
from arpad.pairing.matches.sides import TYPES
from arpad.pairing.records import read_records
from arpad.pairing.systems import SwissSystem
from arpad.reports import Report
from arpad.reports.tournament_types import BAKU, team_scores
from arpad.reports.trf_matches import match_records
from arpad.standings.model import Competition, RoundRecord
from arpad.standings.team_competition import team_competition, team_numbers

CODES: dict[str, ResultCode | None] = {
    "forfeit-win": "+", "forfeit-loss": "-", "pab": "U", "full-bye": "F", "half-bye": "H", "zero-bye": "Z",
    "free": "Z", "open": None,
}  # fmt: skip
PLAYED: tuple[ResultCode, ...] = ("0", "=", "1")
"""The result of a match that was played, by its half points."""


def team_tournament(report: Report, system: SwissSystem, rounds: int | None, asked: str | None) -> Tournament:
    """Return the tournament of the teams of a report."""
    records = read_records(report)
    if report.format == "feda" or not any(team.players for team in report.event.teams):
        raise ArpadError("pairing-without-boards")
    code = report.event.type_code.upper()
    primary, secondary = team_scores(code)
    played = max((cell.round for player in report.event.players for cell in player.rounds if cell.opponent), default=0)
    numbers = sorted(team_numbers(report.event))
    cells: dict[int, list[RoundResult]] = {number: [] for number in numbers}
    nothing: dict[int, tuple[int, ...]] = dict.fromkeys(numbers, (0,))
    scores = [nothing, nothing]
    worth = match_records(report).points["TW"]
    unit = lcm(2, worth.denominator)
    win = int(worth * unit)
    if played:
        competition = team_competition(report, played, "swiss")
        unit, win = competition.unit, competition.scales[primary].win
        for number, contestant in competition.contestants.items():
            cells[number] = [_cell(record) for record in contestant.records]
        scores = [_running(competition, place) for place in (0, 1)]
    known = rounds or records.rounds
    virtual = records.virtual
    if not virtual and code.endswith(BAKU):
        if primary:
            raise ArpadError("pairing-baku-game-points")
        late = late_entries(cells, records)
        virtual = baku(system, known, [number for number in numbers if number not in late], late, Fraction(win, unit))
    absent = {number for round_number, number in records.byes if round_number == played + 1} | records.absent
    return Tournament(
        cells=cells,
        scores=scores[primary],
        virtual={
            number: {team: int(points * unit) for team, points in teams.items()} for number, teams in virtual.items()
        },
        unit=unit,
        win=win,
        rounds=known,
        paired=played,
        announced=frozenset(absent),
        initial=records.initial or first_colour(cells),
        records=records,
        system=system,
        secondary=scores[secondary] if secondary is not None else {},
        colour_type=colour_type_of(code, asked),
    )


def colour_type_of(code: str, asked: str | None) -> str:
    """1.7: the kind of colour preferences. A code that names the scores but no type has none."""
    found = re.search(r"_TYPE([AB])", code)
    told = found[1] if found else "none" if re.search(r"_(MP|GP)", code) else None
    if asked is not None and asked not in TYPES:
        raise ArpadError("pairing-colour-type", value=asked, known=", ".join(TYPES))
    if told is not None and asked is not None and told != asked:
        raise ArpadError("pairing-colours-contradict", text=code, value=asked)
    return told or asked or TYPES[0]


def _cell(record: RoundRecord) -> RoundResult:
    result = PLAYED[record.half] if record.kind == "played" else CODES[record.kind]
    return RoundResult(record.round, record.opponent, record.colour, result)


def _running(competition: Competition, place: int) -> dict[int, tuple[int, ...]]:
    """A score before each round; penalties count from the first."""
    found: dict[int, tuple[int, ...]] = {}
    for number, contestant in competition.contestants.items():
        total = contestant.penalty[place] if len(contestant.penalty) > place else 0
        running = [total]
        for record in contestant.records:
            total += record.points[place]
            running.append(total)
        found[number] = tuple(running)
    return found
