"""The hash of a line of the office's log. It has the hash of the line before, so a line cannot be changed alone."""

from collections.abc import Mapping
from typing import Any

from arpad.domain.canonical import canonical, sha256_of

BEFORE_FIRST = "0" * 64
"""What stands before the first line."""
LINE_FIELDS = ("id", "at", "who", "action", "system", "subject", "details", "rows", "prev")


def hash_of_line(line: Mapping[str, Any]) -> str:
    """Return the hash that a line must have, by its fields as they are kept: details and rows are texts."""
    return sha256_of(canonical({name: line[name] for name in LINE_FIELDS}))
