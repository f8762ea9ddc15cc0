"""A million games of a polars frame: rated by `arpad.rate_frame`, beside the kernel on the same columns.

    python bench/frame.py

The kernel gets the games as whole numbers and gives the same lists; the frame has ids, results and days as people write
them. Both are the least of several rounds, in turn, in processor time, so that other programs do not matter.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

import arpad
from arpad.bulk.replay import by_date
from arpad.bulk.run import DayGames, GamesInMemory, StartColumns
from arpad.regulations.rating_editions import regulations

GAMES, PLAYERS, DAYS, ROUNDS = 1_000_000, 50_000, 364, 5
FIRST_ID = 2_200_000
FIRST_DAY = np.datetime64("2024-05-01")
MOST = 2
"""How many times as long as the kernel a frame of numbers may take."""


def world() -> dict[str, Any]:
    """The games of a year, from a seed."""
    draw = np.random.default_rng(1)
    white = draw.integers(0, PLAYERS, GAMES)
    return {
        "white": white,
        "black": (white + draw.integers(1, PLAYERS, GAMES)) % PLAYERS,
        "score": draw.integers(0, 3, GAMES),
        "day": np.sort(draw.integers(0, DAYS, GAMES)),
        "rating": draw.integers(1400, 2500, PLAYERS).astype(np.int32),
    }


def kernel(made: dict[str, Any]) -> list[Any]:
    """The lists from whole numbers."""
    nothing = np.zeros(PLAYERS, np.int32)
    start = StartColumns(made["rating"], nothing, nothing, nothing)
    white, black, score, event = (made[name].astype(np.int32) for name in ("white", "black", "score", "day"))
    day = made["day"] + FIRST_DAY.astype(object).toordinal()
    games = DayGames(white, black, score, np.ones(GAMES, np.bool_), event, day)
    return list(GamesInMemory(start, games, by_date(regulations())).lists())


def frames(made: dict[str, Any]) -> dict[str, tuple[pl.DataFrame, pl.DataFrame]]:
    """The same games as people have them: ids as numbers and points, or names and results as texts."""
    ids = pl.Series("id", np.arange(PLAYERS) + FIRST_ID)
    names = ("Player " + ids.cast(pl.String)).alias("id")
    days = pl.Series("date", FIRST_DAY + made["day"])
    points = pl.Series("result", np.array([0, 0.5, 1])[made["score"]])
    words = pl.Series("result", np.array(["0-1", "1/2-1/2", "1-0"])[made["score"]])
    found = {}
    for kind, known, result in (("numbers", ids, points), ("texts", names, words)):
        games = pl.DataFrame([known[made["white"]].alias("white"), known[made["black"]].alias("black"), result, days])
        found[kind] = games, pl.DataFrame([known, pl.Series("rating", made["rating"])])
    return found


def main() -> None:
    made = world()
    calls: dict[str, Callable[[], Any]] = {"kernel": lambda: kernel(made)}
    for kind, (games, start) in frames(made).items():
        calls[kind] = lambda games=games, start=start: arpad.rate_frame(games, start=start)  # type: ignore[misc]
        calls[f"{kind}, by game"] = lambda games=games, start=start: arpad.rate_frame(  # type: ignore[misc]
            games, start=start, by="game"
        )
    best = dict.fromkeys(calls, float("inf"))
    answers = {}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            begun = time.process_time()
            answers[name] = call()
            best[name] = min(best[name], time.process_time() - begun)
    assert sum(len(rows.player) for rows in answers["kernel"]) == answers["numbers"].height == answers["texts"].height
    assert answers["numbers"]["rating"].equals(answers["texts"]["rating"])
    print(f"{GAMES:,} games of {PLAYERS:,} players in a year, least of {ROUNDS} rounds, processor time")
    for name, seconds in best.items():
        bound = f" (at most {MOST})" if name == "numbers" else ""
        print(f"{name:<18}{seconds * 1000:8.0f} ms {seconds / best['kernel']:6.2f} times{bound}")


if __name__ == "__main__":
    main()
