"""The clock. The only place that reads it: what the office writes into its log happened at some time.

No number depends on it, and `--at` takes its place.
"""

import datetime as dt


def instant() -> dt.datetime:
    """This moment, in UTC, to the second."""
    return dt.datetime.now(dt.UTC).replace(microsecond=0)
