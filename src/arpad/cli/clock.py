"""The clock. The only place that reads it: what the office writes into its log happened at some time, and a run over
many games says how long it took.

No number of a list depends on it, and `--at` takes its place in the log.
"""

import datetime as dt
import time


def instant() -> dt.datetime:
    """This moment, in UTC, to the second."""
    return dt.datetime.now(dt.UTC).replace(microsecond=0)


def milliseconds() -> int:
    """Milliseconds since some moment: the difference of two tells how long something took."""
    return time.monotonic_ns() // 1_000_000
