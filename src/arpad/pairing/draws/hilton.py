"""Chapter IX: Hilton's pairings, for many teams and three rounds.

An even number of teams, each with one player fewer than there are teams. On every board all teams play; in every round
each two teams meet on one board. On a board a team never meets another twice, and nobody has one colour three times.
"""

from arpad.pairing.draws.limits import MOST_TEAMS, even
from arpad.pairing.draws.model import Draw, DrawPairing, rounds_of, team_player
from arpad.pairing.draws.tables import printed

LEAST = 4
CENTRES = (0, 2, 3)
"""On the first board: the teams A, C and D meet the last team in rounds 1, 2 and 3; the next boards move on by one."""


def hilton(teams: int) -> Draw:
    """The three rounds, board after board."""
    boards = even("teams", teams, LEAST, MOST_TEAMS) - 1
    table = printed("hilton").get(str(teams))
    rounds = [
        [
            DrawPairing(team_player(white, board + 1), team_player(black, board + 1))
            for board in range(boards)
            for white, black in (_as_printed(table[board][number]) if table else _on_a_board(teams, board, number))
        ]
        for number in range(len(CENTRES))
    ]
    players = tuple(team_player(team, board + 1) for team in range(teams) for board in range(boards))
    return Draw("hilton", players, rounds_of(rounds), on_a_board=teams // 2)


def _as_printed(cell: str) -> list[tuple[int, int]]:
    """`CB DA`: two teams each, White first."""
    return [(ord(pair[0]) - ord("A"), ord(pair[1]) - ord("A")) for pair in cell.split()]


def _on_a_board(teams: int, board: int, number: int) -> list[tuple[int, int]]:
    """All teams but the last sit in a circle; those as far before as after the centre meet, the centre meets the last.

    In the first round the team an odd number of places before the centre has White, in the others the team as many
    places after it. The last team has White on the odd boards of the first round and on the even ones of the others.
    """
    last = teams - 1
    centre = (CENTRES[number] + board) % last
    found = []
    for away in range(1, teams // 2):
        before, after = (centre - away) % last, (centre + away) % last
        found.append((before, after) if away % 2 == (number == 0) else (after, before))
    return [*found, (last, centre) if board % 2 == (number > 0) else (centre, last)]
