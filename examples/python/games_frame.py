"""Games in a frame of polars, rated list after list; pandas and Arrow are alike."""

import polars as pl

import arpad

games = pl.read_csv("examples/games.csv")
start = arpad.read_list("examples/federation/list-2023-09.csv")
print(arpad.rate_frame(games, event="event", start=start).head(3))
counted = arpad.rate_frame(games, event="event", start=start, by="game")
print(counted.select("white", "black", "result", "white_change", "black_change").head(3))
