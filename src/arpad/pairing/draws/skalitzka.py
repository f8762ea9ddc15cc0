"""Chapter IV, 5: the Skalitzka system. Three teams of an even number of players, two rounds, and no team rests."""

from arpad.pairing.draws.limits import even
from arpad.pairing.draws.model import Draw, DrawPairing, letters, rounds_of, team_player

LEAST = 2

TeamSeat = tuple[int, int]
"""Team from 0, and which of the two players of a block, from 0."""

CLASSIC: tuple[tuple[tuple[TeamSeat, TeamSeat], ...], ...] = (
    (((0, 0), (1, 0)), ((1, 1), (2, 0)), ((2, 1), (0, 1))),
    (((2, 0), (0, 0)), ((1, 0), (2, 1)), ((0, 1), (1, 1))),
)
"""A-a, b-1, 2-B and 1-A, a-2, B-b: the two rounds of two players of each team. The others follow in the same way."""

BALANCED: tuple[tuple[tuple[TeamSeat, TeamSeat], ...], ...] = (
    (((0, 0), (1, 0)), ((2, 0), (0, 1)), ((1, 1), (2, 1))),
    (((1, 0), (2, 0)), ((2, 1), (0, 0)), ((0, 1), (1, 1))),
)
"""A1-B1, C1-A2, B2-C2 and B1-C1, C2-A1, A2-B2; for the next two players of each team with the other colours."""


def skalitzka(players: int) -> Draw:
    """The first table. Team 1 is A, B, C; team 2 is a, b, c; team 3 is 1, 2, 3, as the manual names them. One team
    always has White against the next."""
    even("players", players, LEAST)
    names = [
        [letters(place) for place in range(players)],
        [letters(place).lower() for place in range(players)],
        [str(place + 1) for place in range(players)],
    ]
    return _draw(names, CLASSIC, reversing=False)


def balanced_skalitzka(players: int) -> Draw:
    """The second table, better in colours: with a multiple of four players two teams have White equally often."""
    even("players", players, LEAST)
    names = [[team_player(team, place + 1) for place in range(players)] for team in range(3)]
    return _draw(names, BALANCED, reversing=True)


def _draw(names: list[list[str]], table: tuple[tuple[tuple[TeamSeat, TeamSeat], ...], ...], reversing: bool) -> Draw:
    rounds = []
    for round_ in table:
        pairings = []
        for block in range(len(names[0]) // 2):
            for (team, place), (other, other_place) in round_:
                pairing = DrawPairing(names[team][2 * block + place], names[other][2 * block + other_place])
                pairings.append(pairing.reversed if reversing and block % 2 else pairing)
        rounds.append(pairings)
    return Draw("skalitzka", tuple(player for team in names for player in team), rounds_of(rounds))
