"""The matches of a team event, put together from the games of its players."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arpad.domain.event import Event, Game, Team
from arpad.reports.scores import Scores


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams in a round, the one with White on the first board first. Points are game points, including games that
    were won without an opponent. `second` is None for a team with the bye (320)."""

    round: int
    first: Team
    second: Team | None
    first_points: Fraction
    second_points: Fraction
    boards: tuple[Game, ...]


def team_matches(event: Event) -> list[TeamMatch]:
    """All matches, by round and by the order of the teams; byes at the end of their round."""
    return sorted(
        [*_played(event), *_byes(event)],
        key=lambda match: (match.round, match.second is None, event.teams.index(match.first)),
    )


def _played(event: Event) -> Iterator[TeamMatch]:
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    boards: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    for game in event.games():
        one, other = team_of.get(game.white), team_of.get(game.black)
        if one is not None and other is not None and one != other:
            boards[game.round, min(one, other), max(one, other)].append(game)
    points = _points(event, team_of)
    for (number, leading, _), games in boards.items():
        ordered = sorted(games, key=lambda game: _board(game, event.teams[leading]))
        first, second = team_of[ordered[0].white], team_of[ordered[0].black]
        yield TeamMatch(
            number,
            event.teams[first],
            event.teams[second],
            points[first, number],
            points[second, number],
            tuple(ordered),
        )


def _board(game: Game, team: Team) -> int:
    """The place of a game by the order of a team's players."""
    return team.players.index(game.white if game.white in team.players else game.black)


def _byes(event: Event) -> Iterator[TeamMatch]:
    if event.team_byes is None:
        return
    numbered = {team.number: team for team in event.teams if team.number is not None}
    for number, team in enumerate(event.team_byes.teams, 1):
        if team is not None and team in numbered:
            yield TeamMatch(number, numbered[team], None, event.team_byes.game_points, Fraction(0), ())


def _points(event: Event, team_of: dict[int, int]) -> dict[tuple[int, int], Fraction]:
    """The game points of every team in every round, by the results of its players."""
    scores = Scores(event)
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for player in event.players:
        if player.rank in team_of:
            for round_ in player.rounds:
                found[team_of[player.rank], round_.round] += scores.of_round(player.rank, round_)
    return found
