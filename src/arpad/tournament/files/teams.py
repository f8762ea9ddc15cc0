"""What a file says about teams: their lists and points, byes, line-ups out of order, forfeits, points of matches."""

from dataclasses import replace
from fractions import Fraction

from arpad.domain import Event, ExtraPoints, Team, TeamByes
from arpad.reports import Bye
from arpad.reports.trf_team_lines import NO_MATCHES, TeamRecords
from arpad.tournament.state import EventState
from arpad.tournament.team_play.drawing import strength_of
from arpad.tournament.team_play.lineups import wrong_boards
from arpad.tournament.team_play.matches import bye_points, colour_pattern, matches_of, points_for, team_totals

USUAL = (Fraction(2), Fraction(1), Fraction(0))


def with_teams(state: EventState, event: Event, last: int) -> Event:
    """Return the event with its teams, their points after a round, and their byes."""
    if not state.laws.team:
        return event
    totals = team_totals(state, last)
    rank = {entry: place for place, entry in enumerate(state.numbers, 1)}
    numbers = numbers_of(state)
    standing = sorted(numbers, key=lambda team: (-totals[team][0], -totals[team][1], numbers[team]))
    places = {team: place for place, team in enumerate(standing, 1)}
    teams = tuple(
        Team(
            state.teams[team].name,
            tuple(rank[entry] for entry in state.teams[team].players if entry in rank),
            number,
            nickname=state.teams[team].nick,
            strength=strength_of(state, state.teams[team]),
            match_points=totals[team][0],
            game_points=totals[team][1],
            rank=places[team],
        )
        for team, number in numbers.items()
    )
    return replace(
        event,
        teams=teams,
        team_byes=_byes(state, last),
        board_colours=colour_pattern(state),
        extra_points=tuple(_extra(state, last)),
    )


def numbers_of(state: EventState) -> dict[int, int]:
    """Return the number of each team."""
    return {team: place for place, team in enumerate(state.team_numbers, 1)}


def _byes(state: EventState, last: int) -> TeamByes | None:
    numbers = numbers_of(state)
    teams = tuple(None if (bye := state.rounds[number].bye) is None else numbers[bye] for number in range(1, last + 1))
    return TeamByes(*bye_points(state), teams) if any(teams) else None


def _extra(state: EventState, last: int) -> list[ExtraPoints]:
    """Points that the boards do not give: wrong boards, and penalties."""
    numbers = numbers_of(state)
    found = [
        ExtraPoints("", penalty.points, penalty.round, (numbers[penalty.team],), penalty.match_points)
        for penalty in state.penalties
        if penalty.team is not None and penalty.round <= last
    ]
    for number in range(1, last + 1):
        for match in matches_of(state, number):
            if match.raw == match.score or not match.complete:
                continue
            raw = points_for(state, match.raw)
            for side, team in enumerate((match.white, match.black)):
                game = match.score[side] - match.raw[side]
                found.append(ExtraPoints("", game, number, (numbers[team],), match.match_points[side] - raw[side]))
    return found


def team_records(state: EventState, last: int) -> TeamRecords:
    """Return the records of matches: line-ups that were not in the order of the list, and matches without play."""
    if not state.laws.team:
        return NO_MATCHES
    numbers = numbers_of(state)
    rank = {entry: place for place, entry in enumerate(state.numbers, 1)}
    lineups, forfeited = [], []
    for number in range(1, last + 1):
        for match in matches_of(state, number):
            white, black = numbers[match.white], numbers[match.black]
            if match.forfeit:
                forfeited.append((match.forfeit, number, white, black))
            for team, opponent in ((match.white, match.black), (match.black, match.white)):
                found = state.lineups.get((team, number))
                if found is not None and not match.forfeit and wrong_boards(state.teams[team], found.players):
                    ranks = tuple(rank.get(entry, 0) for entry in found.players)
                    lineups.append((number, numbers[team], numbers[opponent], ranks))
    points = state.laws.match_points
    told = {} if points == USUAL else dict(zip(("TW", "TD", "TL"), points, strict=True))
    return TeamRecords(lineups, forfeited, told)


def team_absences(state: EventState, last: int) -> tuple[Bye, ...]:
    """Return the rounds that teams do not play, the past ones too."""
    numbers = numbers_of(state)
    return tuple(
        Bye("Z", number, (numbers[team],))
        for number in range(1, state.laws.rounds + 1)
        for team in state.team_numbers
        if state.teams[team].out_in(number) or (number <= last and team in state.rounds[number].absent)
    )
