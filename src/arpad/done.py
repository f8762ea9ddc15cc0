"""How long work tells what is done: a caller who wants to know gives one of these functions."""

from collections.abc import Callable

CountDone = Callable[[int], None]
"""Told how much is done: the bytes of a file, the reports of a period."""

StepsDone = Callable[[int, int], None]
"""Told how much is done, and how much there is in all."""

RowsDone = Callable[[str, int], None]
"""Told a table, and how many of its rows are done."""
