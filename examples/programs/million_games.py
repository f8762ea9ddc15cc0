"""A million games of a frame, rated at once."""

import numpy as np
import polars as pl

import arpad

many, chance = 1_000_000, np.random.default_rng(seed=7)
white = chance.integers(1, 20_000, many)
games = pl.DataFrame({
    "white": white, "black": white % 20_000 + chance.integers(1, 400, many),
    "result": chance.choice(["1-0", "1/2-1/2", "0-1"], many),
    "date": np.datetime64("2023-01-01") + np.sort(chance.integers(0, 360, many)),
})  # fmt: skip
start = {player: 1400 + player % 900 for player in range(1, 20_400)}
lists = arpad.rate_frame(games, start=start)
print(f"{len(games):,} games, {lists['period'].n_unique()} lists, {lists['player'].n_unique():,} players")
