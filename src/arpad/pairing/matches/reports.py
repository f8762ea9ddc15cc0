"""A report of teams as a tournament of matches: records 300, 310, 320 and 330, and the boards of the players."""

import re
from collections.abc import Mapping
from fractions import Fraction

from arpad.domain.event import Event, ResultCode, RoundResult
from arpad.formats.codes import BAKU, team_scores
from arpad.formats.report import Report
from arpad.formats.trf_teams import last_match, match_records
from arpad.i18n import ArpadError
from arpad.pairing.acceleration import baku
from arpad.pairing.history import Tournament, common_unit, first_colour, in_units, late_entries
from arpad.pairing.matches.sides import TYPES
from arpad.pairing.records import read_records
from arpad.pairing.systems import SwissSystem
from arpad.standings.competition import corrected_points, team_competition, team_numbers
from arpad.standings.model import Competition, RoundRecord

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
    played = last_match(report)
    numbers = sorted(team_numbers(report.event))
    cells: dict[int, list[RoundResult]] = {number: [] for number in numbers}
    nothing: dict[int, tuple[int, ...]] = dict.fromkeys(numbers, (0,))
    scores = [nothing, nothing]
    worth = match_records(report).points
    unit = common_unit(worth.values())
    win, draw = int(worth["TW"] * unit), int(worth["TD"] * unit)
    if played:
        competition = team_competition(report, played, "swiss")
        unit, win, draw = competition.unit, competition.scales[primary].win, competition.scales[primary].draw
        for number, contestant in competition.contestants.items():
            cells[number] = [_cell(record) for record in contestant.records]
        added = added_points(report.event, corrected_points(report, played))
        scores = [_running(competition, place, added) for place in (0, 1)]
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
        virtual=in_units(virtual, unit),
        unit=unit,
        win=win,
        draw=draw,
        rounds=known,
        paired=played,
        announced=frozenset(absent),
        initial=records.initial or first_colour(cells),
        records=records,
        system=system,
        secondary=scores[secondary] if secondary is not None else {},
        colour_type=colour_type_of(code, asked),
        ratings={number: team.strength or 0 for number, team in team_numbers(report.event).items()},
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


def added_points(
    event: Event, counted: Mapping[tuple[int, int], tuple[Fraction, Fraction]] | None = None
) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
    """Return 299 without a kind: match points and game points given to a team in a round, or taken away; less those
    that are `counted` in the matches already."""
    found = {key: (-match, -game) for key, (match, game) in (counted or {}).items()}
    for extra in event.extra_points:
        for team in () if extra.kind else extra.players or team_numbers(event):
            key = extra.round or 1, team
            before = found.get(key, (Fraction(0), Fraction(0)))
            found[key] = before[0] + (extra.match_points or 0), before[1] + extra.points
    return found


def _running(
    competition: Competition, place: int, added: Mapping[tuple[int, int], tuple[Fraction, Fraction]]
) -> dict[int, tuple[int, ...]]:
    """A score before each round, with the points that were given or taken away in the rounds before it."""
    found: dict[int, tuple[int, ...]] = {}
    for number, contestant in competition.contestants.items():
        running = [0]
        for record in contestant.records:
            extra = added[record.round, number][place] if (record.round, number) in added else 0
            running.append(running[-1] + record.points[place] + int(extra * competition.unit))
        found[number] = tuple(running)
    return found
