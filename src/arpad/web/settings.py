"""What an application is started with. The clock and the source of secrets come from outside."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

UPLOAD_LIMIT = 20 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """`now` tells the time in UTC, `secret` makes a text that nobody can guess, `milliseconds` measures how long
    something takes. `demo` says that the office is the demo federation, whose password everybody knows."""

    db: str
    now: Callable[[], dt.datetime]
    secret: Callable[[], str]
    milliseconds: Callable[[], int]
    demo: bool = False
    regulations: Path | None = None
    upload_limit: int = UPLOAD_LIMIT
