"""What an application is started with. The clock and the source of secrets come from outside."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

UPLOAD_LIMIT = 20 * 1024 * 1024
LIST_LIMIT = 500 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """`now` tells the time in UTC, `secret` makes a text that nobody can guess, `milliseconds` measures how long
    something takes. `upload_limit` are the bytes that a form may bring, `list_limit` those of a list that an officer
    imports. `demo` says that the office is the demo federation, whose password everybody knows; `own_process`
    that the process does nothing else, so that what is loaded before the first visitor stays as long as it runs."""

    db: str
    now: Callable[[], dt.datetime]
    secret: Callable[[], str]
    milliseconds: Callable[[], int]
    demo: bool = False
    regulations: Path | None = None
    upload_limit: int = UPLOAD_LIMIT
    list_limit: int = LIST_LIMIT
    own_process: bool = False
    events: str = ""
    """The database of the events that are run here; the office's if none is named."""
    counters: Path | None = None
    """The folder in which all workers of a server count their requests."""
