"""The history of a player over several lists; K follows from the rules."""

import arpad

games = [
    (1926, 1, "2024-05-11"), (1801, 0.5, "2024-05-12"), (2004, 0, "2024-05-12"),
    (1950, 1, "2024-06-22"), (1877, 1, "2024-06-23"), (2110, 0.5, "2024-09-07"),
]  # fmt: skip
history = arpad.history(1850, games, born=2007, games_played=41)
for line in history:
    print(line.period, line.rating, line.k, line.games, line.change)
