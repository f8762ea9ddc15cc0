"""Glicko-2 beside the official ratings, over the games of a frame."""

import polars as pl

import arpad

games = pl.read_csv("examples/games.csv")
start = arpad.read_list("examples/federation/list-2023-09.csv")
official = arpad.rate_frame(games, event="event", start=start).select("period", "player", "rating")
glicko = arpad.baseline(games, "glicko-2", start=start).select("period", "player", pl.col("rating").round(1))
beside = official.join(glicko, on=("period", "player"), suffix="_glicko")
print(beside.sort("period", "rating", descending=True).head(5))
