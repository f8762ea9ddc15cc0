"""The hash of a line of the office's log, and the values of rows as a line tells them.

A line has the hash of the line before, so it cannot be changed alone.
"""

import datetime as dt
import hashlib
from collections.abc import Mapping
from typing import Any

from arpad.domain.values import canonical, sha256_of

BEFORE_FIRST = "0" * 64
"""What stands before the first line."""
LINE_FIELDS = ("id", "at", "who", "action", "system", "subject", "details", "rows", "prev")


def hash_of_line(line: Mapping[str, Any]) -> str:
    """Return the hash that a line must have, by its fields as they are kept: details and rows are texts."""
    return sha256_of(canonical({name: line[name] for name in LINE_FIELDS}))


def plain_value(value: Any) -> Any:
    """Return a value as JSON has it: a day as its text."""
    return value.isoformat() if isinstance(value, dt.date) else value


def sha256_of_value(value: Any) -> str:
    """Return the SHA-256 of a text or of bytes."""
    return hashlib.sha256(value.encode() if isinstance(value, str) else bytes(value)).hexdigest()
