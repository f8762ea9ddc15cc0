"""Chapter IV, 4: the Schiller system, a Scheveningen match of several teams.

Every player meets all players of the other teams and none of the same team. The manual prints no table. The teams, or
their halves, follow the Berger table, and in each of its rounds each player of one meets each player of the other.
That takes as few rounds as there are opponents, unless the number of teams and the number of players are both odd."""

from collections.abc import Iterator

from arpad.pairing.draws.alternation import alternate
from arpad.pairing.draws.berger import table_round
from arpad.pairing.draws.limits import MOST, MOST_TEAMS, within
from arpad.pairing.draws.model import Draw, DrawPairing, DrawRound, Player, team_player

LEAST_TEAMS, LEAST_PLAYERS = 3, 1

Unit = tuple[Player, ...]
"""The players who move through the Berger table together: a team, or half of it."""


def schiller(teams: int, players: int) -> Draw:
    """Return the rounds for a number of teams with a number of players each."""
    within("teams", teams, LEAST_TEAMS, MOST_TEAMS)
    within("players", players, LEAST_PLAYERS, MOST // teams)
    everybody: list[Unit] = [
        tuple(team_player(team, board) for board in range(1, players + 1)) for team in range(teams)
    ]
    flat = tuple(player for team in everybody for player in team)
    coloured = alternate(list(_rounds(everybody)))
    return Draw("schiller", flat, tuple(_round(flat, pairings) for pairings in map(tuple, coloured)))


def _round(everybody: Unit, pairings: tuple[DrawPairing, ...]) -> DrawRound:
    playing = {player for pairing in pairings for player in (pairing.white, pairing.black)}
    return DrawRound(pairings, tuple(player for player in everybody if player not in playing))


def _rounds(teams: list[Unit]) -> Iterator[list[tuple[Player, Player]]]:
    units, first = _units(teams)
    size = len(units) + len(units) % 2
    for number in range(first, size):
        meeting = [(one - 1, two - 1) for one, two in table_round(size, number) if max(one, two) <= len(units)]
        for step in range(len(units[0])):
            yield [pair for one, two in meeting for pair in _matched(units[one], units[two], step)]


def _units(teams: list[Unit]) -> tuple[list[Unit], int]:
    """The units, and the first round of the Berger table that is played.

    An odd number of teams of an even number of players goes in halves, those of a team on the numbers that meet in the
    first round; that round is left out, and no team rests.
    """
    players = len(teams[0])
    if len(teams) % 2 == 0 or players % 2:
        return teams, 1
    half = players // 2
    return [*(team[:half] for team in teams), *(team[half:] for team in reversed(teams))], 2


def _matched(one: Unit, two: Unit, step: int) -> list[tuple[Player, Player]]:
    return [(player, two[(place + step) % len(two)]) for place, player in enumerate(one)]
