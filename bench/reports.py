"""Reading a report of 500 players and 11 rounds: Arpad beside the PyPI package trf, in one run.

trf cuts the lines and checks little. Arpad returns frozen players, checks every field of every line and would name each
oddity with line and column. It takes a player's rounds apart when somebody first asks for them, so two times are shown:
that of reading alone, and that of reading and then looking at every round of every player, for trf too. And it
remembers what some fields say, so the first report of a process costs more than those after it: both are shown.
"""

import random
import timeit
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import trf

from arpad.domain import Event, Player, RoundResult
from arpad.domain.event import ResultCode
from arpad.reports import event_to_trf, read_report, trf_columns, trf_fields, trf_numbers, trf_written_rounds

PLAYERS, ROUNDS = 500, 11
TURNS = 25
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


def best(calls: Sequence[Callable[[], object]], rounds: int = TURNS, number: int = 3) -> list[float]:
    """Milliseconds of the best round of each call, the calls taking turns."""
    turns = [[timeit.timeit(call, number=number) / number * 1000 for call in calls] for _ in range(rounds)]
    return [min(times) for times in zip(*turns, strict=True)]


def forget() -> None:
    """What earlier reports taught the reader."""
    for known in (trf_columns.WHO, trf_columns.POINTS, trf_columns.BIRTHS, trf_numbers.NUMBERS):
        known.clear()
    for cached in (trf_written_rounds.memory_of, trf_written_rounds.layout_of, trf_fields.read_points):
        cached.cache_clear()


def walked(players: Iterable[Player]) -> int:
    """Every round of every player looked at: the half points of the games that had an opponent."""
    return sum(HALF_POINTS[it.result] for player in players for it in player.rounds if it.opponent and it.result)


def walked_trf(players: Iterable[Any]) -> int:
    return sum(HALF_POINTS[it.result] for player in players for it in player.games if it.startrank and it.result)


def main() -> None:
    data = event_to_trf(generated(), "trf16")
    text = data.decode("utf-8")
    report, other = read_report(data), trf.loads(text)
    assert not report.findings
    assert [len(player.rounds) for player in report.event.players] == [len(player.games) for player in other.players]
    assert walked(report.event.players) == walked_trf(other.players)

    def first(use: Callable[[bytes], object]) -> object:
        forget()
        return use(data)

    def read_and_walk(data: bytes) -> int:
        return walked(read_report(data).event.players)

    times = best([
        lambda: trf.loads(text), lambda: walked_trf(trf.loads(text).players),
        lambda: read_report(data), lambda: read_and_walk(data),
        lambda: first(read_report), lambda: first(read_and_walk),
    ])  # fmt: skip
    print(f"A report of {PLAYERS} players and {ROUNDS} rounds, {len(data)} bytes, best of {TURNS} rounds")
    for title, own in (("read", times[::2]), ("read, and every round of every player looked at", times[1::2])):
        print(f"  {title}")
        for name, time in zip(("trf", "Arpad, later reports", "Arpad, the first report"), own, strict=True):
            faster = "" if time == own[0] else f"   {own[0] / time:5.1f} times faster than trf"
            print(f"    {name:<25}{time:7.2f} ms{faster}")


if __name__ == "__main__":
    main()
