"""Chapter IV, 6: matches (6.1) and knock-outs (6.2), whose whole bracket is known beforehand."""

from arpad.pairing.draws.limits import MOST_KNOCKOUT, within
from arpad.pairing.draws.model import Draw, DrawPairing, DrawRound, Player

LEAST = 2
WINNER = "W"


def match(games: int) -> Draw:
    """6.1: a number of games between two players, with White in turn."""
    within("games", games, 1)
    first = DrawPairing(1, 2)
    rounds = tuple(DrawRound((first.reversed if number % 2 else first,)) for number in range(games))
    return Draw("match", (1, 2), rounds)


def knockout(players: int) -> Draw:
    """6.2: the bracket. The players are numbered by strength, and the first two can meet only in the final.

    If their number is not a power of two, the strongest are free in the first round. `W3` is the winner of the third
    tie, counted through the rounds. The colours are for the first game of a tie.
    """
    within("players", players, LEAST, MOST_KNOCKOUT)
    line: list[Player | None] = [seed if seed <= players else None for seed in _seeds(players)]
    rounds: list[DrawRound] = []
    ties = 0
    while len(line) > 1:
        pairings: list[DrawPairing] = []
        byes: list[Player] = []
        following: list[Player | None] = []
        for upper, lower in zip(line[::2], line[1::2], strict=True):
            assert upper is not None
            if lower is None:
                byes.append(upper)
                following.append(upper)
                continue
            ties += 1
            pairings.append(DrawPairing(upper, lower) if len(pairings) % 2 == 0 else DrawPairing(lower, upper))
            following.append(f"{WINNER}{ties}")
        rounds.append(DrawRound(tuple(pairings), tuple(byes)))
        line = following
    return Draw("knockout", tuple(range(1, players + 1)), tuple(rounds))


def _seeds(players: int) -> list[int]:
    """The lines of the bracket from above: 1 8 4 5 2 7 3 6."""
    lines = [1]
    while len(lines) < players:
        lines = [seed for upper in lines for seed in (upper, 2 * len(lines) + 1 - upper)]
    return lines
