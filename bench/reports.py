"""Reading a report of 500 players and 11 rounds: Arpad beside the PyPI package trf, in one run.

trf cuts the lines and checks nothing. Arpad returns frozen players and rounds, checks every field of every line and
would name each oddity with line and column. It remembers what a round's eight characters mean, so the first report of
a process costs more than those after it: both are shown.
"""

import random
import timeit
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from fractions import Fraction

import trf

from arpad.domain import Event, Player, RoundResult
from arpad.domain.event import ResultCode
from arpad.reports import event_to_trf, read_report, trf_players, trf_rounds

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
            points=Fraction(sum(HALF_POINTS[it.result or "0"] for it in games), 2), rounds=tuple(games),
        )
        for rank, games in played.items()
    ]  # fmt: skip
    standing = sorted(entrants, key=lambda player: (-(player.points or 0), player.rank))
    places = {player.rank: place for place, player in enumerate(standing, 1)}
    ranked = tuple(player._replace(final_rank=places[player.rank]) for player in entrants)
    return Event("Generated Open", "Madrid", "ESP", start, start + timedelta(days=rounds - 1), "Swiss", rounds=rounds,
                 chief_arbiter="Arbiter, Ana", time_control="90+30", players=ranked)  # fmt: skip


def best(calls: Sequence[Callable[[], object]], rounds: int = 15, number: int = 3) -> list[float]:
    """Milliseconds of the best round of each call, the calls taking turns."""
    turns = [[timeit.timeit(call, number=number) / number * 1000 for call in calls] for _ in range(rounds)]
    return [min(times) for times in zip(*turns, strict=True)]


def forget() -> None:
    """What earlier reports taught the reader."""
    for remembered in (trf_rounds.clean_rounds, trf_rounds.one_clean_round, trf_players.memory):
        remembered.cache_clear()


def main() -> None:
    data = event_to_trf(generated(), "trf16")
    text = data.decode("utf-8")
    report, other = read_report(data), trf.loads(text)
    assert not report.findings
    assert [len(player.rounds) for player in report.event.players] == [len(player.games) for player in other.players]

    def first() -> object:
        forget()
        return read_report(data)

    fresh, again, theirs = best([first, lambda: read_report(data), lambda: trf.loads(text)])
    print(f"A report of {PLAYERS} players and {ROUNDS} rounds, {len(data)} bytes, best of 15 rounds")
    print(f"  trf                        {theirs:7.2f} ms")
    print(f"  Arpad, later reports       {again:7.2f} ms   {theirs / again:5.1f} times faster than trf")
    print(f"  Arpad, the first report    {fresh:7.2f} ms   {theirs / fresh:5.1f} times faster than trf")


if __name__ == "__main__":
    main()
