"""Reading a report of 500 players and 11 rounds, beside the PyPI package trf; and the whole way from file to table.

trf cuts the lines and checks little. Arpad returns frozen players, checks every field of every line and names each
oddity with line and column. It remembers what fields and rounds say, so the first report of a process costs more than
those after it: both are shown. All times are processor time.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import from_file_to_table
import trf
from generated_report import HALF_POINTS, PLAYERS, ROUNDS, generated

from arpad.domain.event import Player
from arpad.formats import trf_fields
from arpad.formats import trf_fields as trf_rounds
from arpad.formats.read import read_report
from arpad.formats.trf_event_lines import event_to_trf

TURNS = 25


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


def walked(players: Iterable[Player]) -> int:
    """Every round of every player looked at: the half points of the games that had an opponent."""
    return sum(
        HALF_POINTS[round_.result]
        for player in players
        for round_ in player.rounds
        if round_.opponent and round_.result
    )


def walked_trf(players: Iterable[Any]) -> int:
    return sum(
        HALF_POINTS[game.result] for player in players for game in player.games if game.startrank and game.result
    )


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

    times = best([lambda: trf.loads(text), lambda: read_report(data), lambda: first(read_report)])
    print(f"Reading a report of {PLAYERS} players and {ROUNDS} rounds, {len(data)} bytes, best of {TURNS} turns")
    for name, taken in zip(("trf", "Arpad, later reports", "Arpad, the first report"), times, strict=True):
        times_trf = "" if taken == times[0] else f"   {taken / times[0]:5.2f} times trf"
        print(f"    {name:<25}{taken:7.2f} ms{times_trf}")
    print(from_file_to_table.line(data))


if __name__ == "__main__":
    main()
