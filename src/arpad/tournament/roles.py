"""Roles in an event, and the badge codes with which players claim results."""

import hmac
from typing import Literal, get_args

# The codes on players' badges, by which they tell the result of their own board (claims). A code is made of the secret
# of the event and the entry. It stands in no log, and is the same whenever it is printed.

FIGURES = 6
TAKEN = 8
"""The bytes of the digest that a code is made of: enough of them to make all codes equally likely."""


def badge_code(secret: str, entry: int) -> str:
    """Return the code of a player: six figures of the HMAC (SHA-256) of the event's secret and the entry."""
    digest = hmac.digest(secret.encode(), str(entry).encode(), "sha256")
    return f"{int.from_bytes(digest[:TAKEN]) % 10**FIGURES:0{FIGURES}}"


def is_badge_code(secret: str, entry: int, typed: str) -> bool:
    """Return whether somebody typed the code of a player; blanks between the figures do not matter. An event without a
    secret is a copy, and has no codes."""
    code = "".join(typed.split()).encode()
    return bool(secret) and hmac.compare_digest(code, badge_code(secret, entry).encode())


# Who may what in an event. Each kind of log line names the least role that may write it.

Role = Literal["public", "door", "captain", "scorer", "arbiter", "pairer", "chief", "officer"]
ROLES: tuple[Role, ...] = get_args(Role)
"""From the least to the most: each may do what those before it may, but for what a captain does for their own team, and
what a tablet at the door does: it marks players as present, and nothing else."""
