"""Roles in an event, what each may do, and the badge codes with which players claim results."""

import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from arpad.tournament.log import LogChange
from arpad.tournament.results import PLAYED, UNUSUAL

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


# Who may what in an event: the roles, and the least one that each kind of line needs.

Role = Literal["public", "captain", "scorer", "arbiter", "pairer", "chief", "officer"]
ROLES: tuple[Role, ...] = get_args(Role)
"""From the least to the most: each may do what those before it may, but for what a captain does for their own team."""
ROLE_NEEDED: Mapping[str, Role] = {
    **dict.fromkeys(("entry.applied", "claim.made"), "public"),
    **dict.fromkeys(("lineup.set",), "captain"),
    **dict.fromkeys(("presence.opened", "presence.marked", "presence.closed", "result.set", "results.set"), "scorer"),
    **dict.fromkeys(
        (
            "entry.accepted", "entry.refused", "entry.added", "entry.changed", "entry.removed", "entry.withdrawn",
            "entry.returned", "absence.set", "absence.cleared", "absence.unexplained", "absence.excused",
            "result.cleared", "results.published", "colours.swapped", "table.set", "tie.lot", "tie.stage",
            "incident.noted", "appeal.noted", "team.changed",
        ),
        "arbiter",
    ),
    **dict.fromkeys(("round.drawn", "round.cleared", "round.amended"), "pairer"),
    **dict.fromkeys(
        (
            "event.created", "event.changed", "event.imported", "event.finished", "event.reopened", "event.moved",
            "event.handed-over", "pairs.forbidden", "pairs.allowed", "list.closed", "list.reopened", "numbers.given",
            "round.published", "round.recalled", "round.started", "round.locked", "round.unlocked",
            "board.substituted", "board.added", "correction.rated", "penalty.set", "team.added", "match.forfeited",
            "staff.added", "staff.removed", "link.made", "link.closed",
        ),
        "chief",
    ),
}  # fmt: skip
"""The least role for each kind of line."""
FOLLOWING: Mapping[str, frozenset[str]] = {
    "round.cleared": frozenset({"result.set", "results.set", "result.cleared", "colours.swapped"}),
    "result.set": frozenset({"claim.made"}),
}
"""Lines that follow from others by themselves, so that nobody decides them: a draft is given up when a result before it
changes, and two equal claims set a result."""


def role_needed(kind: str, data: Mapping[str, Any]) -> Role:
    """Return the least role that may write a line. Scorers enter results of games that were played; forfeits, adjourned
    games and changes are for arbiters; an arbiter's own scores, late entries and expulsions are for the chief."""
    if kind in ("result.set", "results.set"):
        return _result_role(data)
    chief = (kind == "entry.added" and data.get("from_round", 1) > 1) or (
        kind == "entry.withdrawn" and data.get("reason") == "expelled"
    )
    return "chief" if chief else ROLE_NEEDED[kind]


def _result_role(data: Mapping[str, Any]) -> Role:
    results = [result for _, result in data["results"]] if "results" in data else [data["result"]]
    if data.get("played") or any(result in UNUSUAL for result in results):
        return "chief"
    if data.get("was") is not None or any(result not in PLAYED for result in results):
        return "arbiter"
    return "scorer"


def may(role: Role, kind: str, data: Mapping[str, Any]) -> bool:
    """Whether a role may write a line. Line-ups are for captains and arbiters, not for scorers."""
    if kind == "lineup.set" and role == "scorer":
        return False
    return ROLES.index(role) >= ROLES.index(role_needed(kind, data))


def refused_change(role: Role, changes: Sequence[LogChange]) -> LogChange | None:
    """Return the first of the lines of a command that a role may not write, None if it may write all of them. What
    follows by itself from a line that it may write is no decision of its own."""
    own = {change.kind for change in changes if may(role, change.kind, change.data)}
    for change in changes:
        if not may(role, change.kind, change.data) and not FOLLOWING.get(change.kind, frozenset()) & own:
            return change
    return None
