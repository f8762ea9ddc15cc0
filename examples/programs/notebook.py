"""Results in a notebook: a table as HTML, and a plot of a player's history."""

import arpad

table = arpad.read("examples/open-2024.trf").standings()
print(table._repr_html_()[:70])  # pyright: ignore[reportPrivateUsage]  (what a notebook calls)
history = arpad.history(1850, [(1926, 1, "2024-05-11"), (1801, 0.5, "2024-06-12")], born=2007, games_played=41)
history.plot().save("history.svg")
print(history.plot())
