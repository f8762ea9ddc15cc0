"""Many games, measured in one run: one period from memory beside DuckDB, elote and elochess; years from Parquet.

    python bench/bulk.py [--full] [--worlds DIR]

Every measurement has a process of its own. `--full` replays 25 years: 75 and 150 million games of 1.9 million players.
Worlds that stand in DIR are not generated again.
Writes docs/developers/measured/bulk-bench.md and docs/images/bulk-bench.svg.
"""

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from bulk_pages import page, picture

from arpad.bulk.replay import by_date
from arpad.bulk.run import run
from arpad.rating.game_by_game import Games, rate_games
from arpad.regulations.rating_editions import edition, regulations
from arpad.regulations.rating_rules import pd

GAMES, PLAYERS, ROUNDS = 20_000_000, 500_000, 5
SAMPLE_GAMES = 50_000
SMALL = (200_000, 5_000_000, 24)
LARGE = (1_900_000, 75_000_000, 300)
RULES = edition("fide-2024")
DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "developers" / "measured" / "bulk-bench.md"
QUERY = """
    with g as (
        select white, black, score, pd.value as p from games
        join players w on w.id = white join players b on b.id = black
        join pd on pd.difference = least(greatest(w.rating - b.rating, -400), 400))
    select player, sum(result)::bigint as result, count(*) as games from (
        select white as player, 50 * score - p as result from g
        union all select black, 50 * (2 - score) - (100 - p) from g)
    group by player order by player"""


def world() -> tuple[Games, Any]:
    """The games of one period and the ratings, from a seed."""
    draw = np.random.default_rng(1)
    ratings = draw.integers(1400, 2600, PLAYERS).astype(np.int32)
    white = draw.integers(0, PLAYERS, GAMES).astype(np.int32)
    black = ((white + draw.integers(1, PLAYERS, GAMES)) % PLAYERS).astype(np.int32)
    score = draw.integers(0, 3, GAMES).astype(np.int32)
    return Games((np.arange(GAMES) // 25).astype(np.int32), white, black, score), ratings


def best(call: Callable[[], Any], rounds: int = ROUNDS) -> tuple[float, Any]:
    """Seconds of the best round, and what it found."""
    times, found = [], None
    for _ in range(rounds):
        begun = time.perf_counter()
        found = call()
        times.append(time.perf_counter() - begun)
    return min(times), found


# -------------------------------------------------------------------------------- what the processes do


def kernel() -> dict[str, Any]:
    """The kernel, with numba or without as ARPAD_NUMBA says. The first round, which loads it, is not the best one."""
    games, ratings = world()
    seconds, sums = best(lambda: rate_games(RULES, games, ratings, ratings))
    return {"rate": GAMES / seconds, "check": [int((sums.result * np.arange(PLAYERS)).sum()), int(sums.games.sum())]}


def duckdb() -> dict[str, Any]:
    """The same sums by a query over tables in memory."""
    import duckdb as engine  # noqa: PLC0415
    import pyarrow as pa  # noqa: PLC0415

    games, ratings = world()
    base = engine.connect()
    known = {
        "games": pa.table({"white": games.white, "black": games.black, "score": games.score}),
        "players": pa.table({"id": np.arange(PLAYERS, dtype=np.int32), "rating": ratings}),
        "pd": pa.table(
            {"difference": list(range(-400, 401)), "value": [pd(difference) for difference in range(-400, 401)]}
        ),
    }
    for name, table in known.items():
        base.register("incoming", table)
        base.execute(f"create table {name} as select * from incoming")
        base.unregister("incoming")
    seconds, found = best(lambda: base.sql(QUERY).to_arrow_table(), 3)
    result, players = found["result"].to_numpy(), found["player"].to_numpy().astype(np.int64)
    return {"rate": GAMES / seconds, "check": [int((result * players).sum()), int(found["games"].to_numpy().sum())]}


def elote() -> dict[str, Any]:
    """Objects that play each other, on a sample of the games."""
    from elote import EloCompetitor  # noqa: PLC0415

    games, ratings = world()
    some = [value[:SAMPLE_GAMES].tolist() for value in (games.white, games.black, games.score)]
    people = {player: EloCompetitor(int(ratings[player]), 20) for player in {*some[0], *some[1]}}

    def play() -> None:
        for white, black, score in zip(*some, strict=True):
            one, other = people[white], people[black]
            if score == 1:
                one.tied(other)
            elif score:
                one.beat(other)
            else:
                other.beat(one)

    return {"rate": SAMPLE_GAMES / best(play)[0]}


def elochess(way: str) -> dict[str, Any]:
    """On a sample with as many games a player: a player's games at a time, gathered from the games ("games") or at hand
    ("calls"); or one game a call, as elote takes them ("single")."""
    from elochess.elo.elo_calculator import EloCalculator  # noqa: PLC0415

    games, ratings = world()
    crowd = SAMPLE_GAMES * PLAYERS // GAMES
    some = [column[:SAMPLE_GAMES].tolist() for column in (games.white % crowd, games.black % crowd, games.score)]
    rating = ratings[:crowd].tolist()

    def gather() -> tuple[list[list[int]], list[int]]:
        opponents: list[list[int]] = [[] for _ in range(crowd)]
        scores = [0] * crowd
        for white, black, score in zip(*some, strict=True):
            opponents[white].append(rating[black])
            opponents[black].append(rating[white])
            scores[white] += score
            scores[black] += 2 - score
        return opponents, scores

    def play(opponents: list[list[int]], scores: list[int]) -> None:
        for mine, others, score in zip(rating, opponents, scores, strict=True):
            EloCalculator.update_rating(mine, others, score / 2, birth_year=1980, evaluation_year=2024, games_played=50)

    def play_singly() -> None:
        known = {"birth_year": 1980, "evaluation_year": 2024, "games_played": 50}
        for white, black, score in zip(*some, strict=True):
            EloCalculator.update_rating(rating[white], [rating[black]], score / 2, **known)
            EloCalculator.update_rating(rating[black], [rating[white]], 1 - score / 2, **known)

    ready = gather()
    ways = {"games": lambda: play(*gather()), "calls": lambda: play(*ready), "single": play_singly}
    return {"rate": SAMPLE_GAMES / best(ways[way])[0]}


def copying() -> dict[str, Any]:
    """Bytes a second that numpy copies in one thread, read and written."""
    column = np.ones(1 << 26, dtype=np.int32)
    other = column.copy()
    return {"rate": 2 * column.nbytes / best(lambda: np.copyto(other, column))[0]}


def replay(folder: str, out: str) -> dict[str, Any]:
    """A whole run from Parquet to Parquet."""
    begun = time.perf_counter()
    Path(out).mkdir()
    ran = run(Path(folder), Path(out), by_date(regulations()))
    seconds = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    processor = time.process_time()
    return {"seconds": seconds, "processor": processor, "peak": peak, "digest": ran.digest, "games": ran.games}


PROCESSES: dict[str, Callable[..., dict[str, Any]]] = {
    value.__name__: value for value in (kernel, duckdb, elote, elochess, copying, replay)
}


def measured(name: str, *arguments: str, numba: bool = True) -> dict[str, Any]:
    environment = {**os.environ, "ARPAD_NUMBA": str(int(numba))}
    done = subprocess.run(
        [sys.executable, __file__, "--process", name, *arguments], check=True, capture_output=True, env=environment
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def replays(sizes: tuple[int, int, int], worlds: Path | None) -> list[dict[str, Any]]:
    """So many games and twice as many, with numba; and the former without."""
    players, games, periods = sizes
    found = []
    with tempfile.TemporaryDirectory() as place:
        for times, ways in ((1, (True, False)), (2, (True,))):
            folder = str((worlds or Path(place)) / f"world-{players}-{times * games}-{periods}")
            size = ["--players", players, "--games", times * games, "--periods", periods, "--seed", 1]
            command = [sys.executable, "-m", "arpad", "bulk", "generate", *map(str, size), "-o", folder, "--json"]
            if not Path(folder).exists():
                subprocess.run(command, check=True, capture_output=True)
            for numba in ways:
                replay = measured("replay", folder, str(Path(place) / f"out{times}{numba}"), numba=numba)
                found.append({**replay, "numba": numba, "players": players, "periods": periods})
                print(f"  {replay['games']:>11,} games, {players:,} players, {periods} lists, numba {numba!s:5}"
                      f"{replay['seconds']:8.1f} s {replay['peak'] / 1e9:6.2f} GB", flush=True)  # fmt: skip
    assert found[0]["digest"] == found[1]["digest"]
    return found


def machine() -> str:
    """What the numbers were measured on, without its name."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    packages = ", ".join(
        f"{library} {version(library)}" for library in ("numpy", "numba", "pyarrow", "duckdb", "elote", "elochess")
    )
    kind = f"{platform.system()} {platform.machine()}"
    return f"{os.cpu_count()} cores, {memory:.0f} GB, {kind}, Python {platform.python_version()}, {packages}"


def main(full: bool, worlds: Path | None) -> None:
    print("Many games, fide-2024 for one period; the editions by their dates for the years")
    years = replays(LARGE if full else SMALL, worlds)
    print(f"  twice the games take {years[2]['seconds'] / years[0]['seconds']:.2f} times as long")
    found = {"numpy alone": measured("kernel", numba=False), "with numba": measured("kernel")}
    found |= {"duckdb": measured("duckdb"), "elote": measured("elote"), "elochess": measured("elochess", "games")}
    found["elochess, calls"] = measured("elochess", "calls")
    found["elochess, one game a call"] = measured("elochess", "single")
    assert found["numpy alone"]["check"] == found["with numba"]["check"] == found["duckdb"]["check"]
    rates = {name: measured["rate"] for name, measured in found.items()}
    for name, rate in rates.items():
        print(f"  {name:25} {rate / 1e6:10.3f} million games/s   numpy alone {rates['numpy alone'] / rate:8.1f} times,"
              f" with numba {rates['with numba'] / rate:8.1f} times")  # fmt: skip
    copied = measured("copying")["rate"]
    print(f"  copying      {copied / 1e9:10.1f} GB/s, read and written")
    PAGE.write_text(page(machine(), rates, years, copied), encoding="utf-8")
    (DOCS / "images" / "bulk-bench.svg").write_text(picture(rates), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--process"]:
        print(json.dumps(PROCESSES[sys.argv[2]](*sys.argv[3:])))
    else:
        where = sys.argv[sys.argv.index("--worlds") + 1] if "--worlds" in sys.argv else None
        main("--full" in sys.argv[1:], Path(where) if where else None)
