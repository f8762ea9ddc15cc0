"""Drawing a round of teams: matches by match points. The colour of a team is that of its first board."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from arpad.domain.event import ResultCode, RoundResult
from arpad.formats.pairing_records import Forbidden
from arpad.pairing.colours import other
from arpad.pairing.state import Records, Tournament
from arpad.pairing.systems import SwissSystem
from arpad.rating.results import half_up
from arpad.tournament.state import EventState
from arpad.tournament.team_play.matches import MatchScore, bye_code, matches_of, round_points, team_colour
from arpad.tournament.team_play.teams import EventTeam


def team_order(state: EventState) -> list[int]:
    """Return the teams by strength, name and entry: their numbers."""
    teams = state.teams.values()
    return [one.team for one in sorted(teams, key=lambda one: (-strength_of(state, one), one.name, one.team))]


def strength_of(state: EventState, team: EventTeam) -> int:
    """Return the strength of a team: as given, or the mean rating of the first of its list."""
    if team.strength is not None:
        return team.strength
    first = team.players[: state.laws.strength or state.laws.boards]
    ratings = [state.entries[entry].rating for entry in first]
    return half_up(sum(ratings), len(ratings)) if ratings else 0


def absent_teams(state: EventState, number: int) -> list[tuple[int, str]]:
    """Return the teams that are not paired in a round."""
    told = ((team, state.teams[team].absence_in(number)) for team in sorted(state.teams))
    return [(team, kind) for team, kind in told if kind is not None]


def team_tournament_before(
    state: EventState,
    system: SwissSystem,
    number: int,
    apart: Sequence[Forbidden] = (),
    virtual: Mapping[int, Mapping[int, Fraction]] | None = None,
) -> Tournament:
    """Return the tournament of the teams before a round, by their numbers. `apart` may not meet in it; `virtual` are
    match points of an acceleration."""
    known = state.side_numbers
    cells: dict[int, list[RoundResult]] = {place: [] for place in known.values()}
    running: dict[int, list[tuple[Fraction, Fraction]]] = {place: [] for place in known.values()}
    for past in range(1, number):
        told = _cells(state, past, known)
        for team, points in round_points(state, past, for_pairing=True).items():
            cells[known[team]].append(told.get(team) or RoundResult(past, None, None, "Z"))
            running[known[team]].append(points)
    values = [value for own in running.values() for points in own for value in points]
    values += [value for points in (virtual or {}).values() for value in points.values()]
    unit = lcm(2, *(value.denominator for value in values))
    return Tournament(
        cells=cells,
        scores={place: _summed(own, 0, unit) for place, own in running.items()},
        virtual={
            past: {place: int(value * unit) for place, value in points.items()}
            for past, points in (virtual or {}).items()
        },
        unit=unit,
        win=int(state.laws.match_points[0] * unit),
        draw=int(state.laws.match_points[1] * unit),
        rounds=state.laws.rounds,
        paired=number - 1,
        announced=frozenset(known[team] for team, _ in absent_teams(state, number)),
        initial=state.initial or "w",
        records=Records(
            forbidden=apart,
            initial=state.initial,
            rounds=state.laws.rounds,
            bye_kinds={(number, known[team]): kind for team, kind in absent_teams(state, number)},
        ),
        system=system,
        secondary={place: _summed(own, 1, unit) for place, own in running.items()},
        colour_type=state.laws.colours,
        ratings={known[team]: strength_of(state, state.teams[team]) for team in known},
    )


def _summed(own: list[tuple[Fraction, Fraction]], which: int, unit: int) -> tuple[int, ...]:
    total, found = 0, [0]
    for points in own:
        total += int(points[which] * unit)
        found.append(total)
    return tuple(found)


def _cells(state: EventState, number: int, known: Mapping[int, int]) -> dict[int, RoundResult]:
    cells: dict[int, RoundResult] = {}
    for match in matches_of(state, number, for_pairing=True):
        white, black = _results(match)
        colour = team_colour(state, match)
        cells[match.white] = RoundResult(number, known[match.black], colour, white)
        cells[match.black] = RoundResult(number, known[match.white], other(colour), black)
    found = state.rounds[number]
    for team, kind in found.absent.items():
        cells[team] = RoundResult(number, None, None, bye_code(kind))
    if found.bye is not None:
        cells[found.bye] = RoundResult(number, None, None, "U")
    return cells


def _results(match: MatchScore) -> tuple[ResultCode, ResultCode]:
    """A match won, drawn or lost as one game. One in which no game was played counts as not played."""
    if match.forfeit or not match.played:
        return ("+" if match.score[0] > match.score[1] else "-"), ("+" if match.score[1] > match.score[0] else "-")
    if match.score[0] == match.score[1]:
        return "=", "="
    return ("1", "0") if match.score[0] > match.score[1] else ("0", "1")
