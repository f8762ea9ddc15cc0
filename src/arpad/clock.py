"""The clock. Nothing else reads it: the office writes the time into its log, and a run over many games says how long it
took.

No number of a list depends on it; `--at`, or `at=` in Python, replaces it in the log.
"""

import datetime as dt
import time


def instant() -> dt.datetime:
    """This moment, in UTC, to the second."""
    return dt.datetime.now(dt.UTC).replace(microsecond=0)


def milliseconds() -> int:
    """Return milliseconds since some moment; the difference of two is the time that something took."""
    return time.monotonic_ns() // 1_000_000
