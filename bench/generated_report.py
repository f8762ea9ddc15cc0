"""A report to measure with: an event of random pairings and results, the same for every commit."""

import random
from datetime import date, timedelta
from fractions import Fraction

from arpad.domain.event import Event, Player, ResultCode, RoundResult

PLAYERS, ROUNDS = 500, 11
RESULTS: tuple[tuple[ResultCode, ResultCode], ...] = (("1", "0"), ("0", "1"), ("=", "="))
HALF_POINTS = {"1": 2, "=": 1, "0": 0}


def generated(players: int = PLAYERS, rounds: int = ROUNDS, seed: int = 1) -> Event:
    """An event of an even number of players with random pairings and results, every field filled in."""
    chance = random.Random(seed)
    start = date(2024, 5, 1)
    played: dict[int, list[RoundResult]] = {rank: [] for rank in range(1, players + 1)}
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, players + 1), players)
        for white, black in zip(order[::2], order[1::2], strict=True):
            one, other = chance.choice(RESULTS)
            played[white].append(RoundResult(number, black, "w", one, 0))
            played[black].append(RoundResult(number, white, "b", other, 0))
    entrants = [
        Player(
            rank, f"Surname{chance.randrange(10**6):06}, Name{rank}", chance.choice(("m", "f")),
            chance.choice(("", "", "", "FM", "IM", "GM")), 2700 - 2 * rank, chance.choice(("ESP", "FRA", "IND", "USA")),
            str(chance.randrange(10**6, 10**8)), birthday=start - timedelta(days=chance.randrange(4000, 25000)),
            points=Fraction(sum(HALF_POINTS[game.result or "0"] for game in games), 2), rounds=tuple(games),
        )
        for rank, games in played.items()
    ]  # fmt: skip
    standing = sorted(entrants, key=lambda player: (-(player.points or 0), player.rank))
    places = {player.rank: place for place, player in enumerate(standing, 1)}
    ranked = tuple(player._replace(final_rank=places[player.rank]) for player in entrants)
    return Event("Generated Open", "Madrid", "ESP", start, start + timedelta(days=rounds - 1), "Swiss", rounds=rounds,
                 chief_arbiter="Arbiter, Ana", time_control="90+30", players=ranked)  # fmt: skip
