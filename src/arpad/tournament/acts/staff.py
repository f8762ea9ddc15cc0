"""The staff of an event, and links for people without an account."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from arpad.i18n import ArpadError
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.roles import Role
from arpad.tournament.state import EventState

STAFF_ROLES: tuple[Role, ...] = ("captain", "scorer", "arbiter", "pairer", "chief")
LINK_ROLES: tuple[Role, ...] = ("captain", "scorer", "arbiter")
LONGEST_LINK = dt.timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class LinkWanted:
    """A link that is wanted: what it is called, what may be done with it, on which boards or for which team, and until
    when."""

    label: str
    role: str
    ends: dt.datetime
    boards: tuple[int, int] | None = None
    team: int | None = None


@command
def add_staff(
    state: EventState,
    _hearing: Hearing,
    account: str,
    role: str,
    boards: tuple[int, int] | None = None,
    team: int | None = None,
) -> Changes:
    """Give somebody a role in the event. The same again writes nothing; another role takes the place of the old one."""
    data = {"account": account, "role": role, **_sector(state, role, boards, team)}
    known = state.staff.get(account, {})
    if {name: value for name, value in known.items() if name != "undoes"} == data:
        return []
    return [LogChange("staff.added", data)]


@command
def remove_staff(state: EventState, _hearing: Hearing, account: str) -> Changes:
    """Take somebody's role away."""
    if account not in state.staff:
        raise ArpadError("event-staff-unknown", account=account, known=", ".join(sorted(state.staff)) or "–")
    return [LogChange("staff.removed", {"account": account})]


@command
def make_link(state: EventState, _hearing: Hearing, wanted: LinkWanted, now: dt.datetime) -> Changes:
    """Make a link. Its number is that of its line. It ends within a day; that of a captain when the event does."""
    if wanted.ends <= now:
        raise ArpadError("event-link-past", ends=wanted.ends.isoformat())
    if wanted.role != "captain" and wanted.ends - now > LONGEST_LINK:
        raise ArpadError("event-link-long", hours=LONGEST_LINK.days * 24)
    data: dict[str, Any] = {"link": state.n + 1, "label": wanted.label, "role": wanted.role}
    data |= _sector(state, wanted.role, wanted.boards, wanted.team) | {"ends": wanted.ends.isoformat()}
    return [LogChange("link.made", data)]


@command
def close_link(state: EventState, _hearing: Hearing, link: int) -> Changes:
    """Close a link before its end."""
    if link not in state.links:
        raise ArpadError("event-link-unknown", link=link, known=", ".join(map(str, sorted(state.links))) or "–")
    return [LogChange("link.closed", {"link": link})]


def _sector(state: EventState, role: str, boards: tuple[int, int] | None, team: int | None) -> dict[str, Any]:
    """The boards of a scorer, the team of a captain."""
    if role == "captain" and team not in state.teams:
        raise ArpadError("event-captain-team", known=", ".join(map(str, sorted(state.teams))) or "–")
    if boards is not None and boards[0] > boards[1]:
        raise ArpadError("event-boards-order", first=boards[0], last=boards[1])
    found: dict[str, Any] = {} if boards is None else {"boards": list(boards)}
    return found | ({"team": team} if role == "captain" else {})
