"""A report of 500 players and 11 rounds: read, beside the PyPI package trf; and from file to table, read, checked and
rated.

trf cuts the lines and checks little. Arpad returns frozen players, checks every field of every line and names each
oddity with line and column. It remembers what fields and rounds say, so the first report of a process costs more than
those after it: both are shown. All times are processor time.
"""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import trf

from arpad.domain import Event, Player, RoundResult
from arpad.domain.event import ResultCode
from arpad.eligibility import Facts
from arpad.rating.reports import RatedReport, check_and_rate, report_system
from arpad.regulations import edition
from arpad.reports import event_to_trf, read_report, trf_fields, trf_rounds

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


def best(calls: Sequence[Callable[[], object]], rounds: int = TURNS) -> list[float]:
    """Milliseconds of the best round of each call, the calls taking turns."""
    turns = [[_milliseconds(call) for call in calls] for _ in range(rounds)]
    return [min(times) for times in zip(*turns, strict=True)]


def _milliseconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def forget() -> None:
    """What earlier reports taught the reader."""
    for reader in (
        trf_fields.whole, trf_fields.read_rank, trf_fields.read_title, trf_fields.read_rating,
        trf_fields.read_federation, trf_fields.read_birth, trf_fields.read_points, trf_fields.read_final_rank,
        trf_rounds.read_round,
    ):  # fmt: skip
        reader.cache_clear()


def from_file_to_table(data: bytes) -> RatedReport:
    """Read a report, check it and rate it, as `arpad rate` does."""
    report = read_report(data)
    return check_and_rate(report, edition("fide-2024"), Facts(system=report_system(report, None)))


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

    times = best([
        lambda: trf.loads(text), lambda: read_report(data), lambda: first(read_report),
        lambda: from_file_to_table(data), lambda: first(from_file_to_table),
    ])  # fmt: skip
    print(f"A report of {PLAYERS} players and {ROUNDS} rounds, {len(data)} bytes, best of {TURNS} turns")
    print("  read")
    for name, taken in zip(("trf", "Arpad, later reports", "Arpad, the first report"), times[:3], strict=True):
        faster = "" if taken == times[0] else f"   {times[0] / taken:5.1f} times faster than trf"
        print(f"    {name:<25}{taken:7.2f} ms{faster}")
    print("  from file to table: read, checked and rated")
    for name, taken in zip(("later reports", "the first report"), times[3:], strict=True):
        print(f"    {name:<25}{taken:7.2f} ms")


if __name__ == "__main__":
    main()
