"""Who is asking, and what they are in an event: by their account, by the staff of its log, or by a link."""

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.office.accounts.people import Account
from arpad.office.tournaments.store import find_link
from arpad.tournament.roles import ROLES, Role
from arpad.tournament.state import EventState
from arpad.web.security import FORM_COOKIE

COOKIE = "arpad_link"
"""The cookie of somebody with a link: its secret and the name that was given. It is sent to its event only."""
LONGEST_NAME = 60
PARTED = "|"


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who asks: with an account, with a link and a name, or with neither."""

    account: Account | None = None
    link: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """What somebody is in an event: the role, the name in the log, the boards of a scorer, the team of a captain."""

    role: Role
    who: str = ""
    boards: tuple[int, int] | None = None
    team: int | None = None

    def may_be(self, role: Role) -> bool:
        """Whether the seat is at least this one."""
        return ROLES.index(self.role) >= ROLES.index(role)

    def has_board(self, board: int) -> bool:
        """Whether a board is in the sector of the seat."""
        return self.boards is None or self.boards[0] <= board <= self.boards[1]


def seat_in(state: EventState, caller: Caller, now: dt.datetime) -> Seat:
    """Return the seat of a caller in an event as it is now. An officer acts as chief in every event."""
    account = caller.account
    if account is not None and account.is_officer:
        return Seat("officer", account.name)
    if account is not None and account.name in state.staff:
        return _seated(state.staff[account.name], account.name)
    told = None if caller.link is None else state.links.get(caller.link)
    if told is not None and dt.datetime.fromisoformat(told["ends"]) > now and _still_on(state, told):
        return _seated(told, f"{caller.name} (link {caller.link})")
    return Seat("public", "" if account is None else account.name)


def _still_on(state: EventState, told: Any) -> bool:
    """A captain's link ends with the event."""
    return not (told["role"] == "captain" and state.finished)


def _seated(told: Any, who: str) -> Seat:
    boards = told.get("boards")
    return Seat(told["role"], who, None if boards is None else (boards[0], boards[1]), told.get("team"))


def caller_of(request: Request, slug: str) -> Caller:
    """Look who is asking for an event."""
    secret, name = link_cookie(request)
    link = find_link(request.app.state.site.events, slug, secret) if secret else None
    return Caller(request.state.account, link, name)


def link_cookie(request: Request) -> tuple[str, str]:
    """Return the secret and the name in the cookie of a link; both are empty without a cookie. A name that the log
    cannot take is refused here too, because a browser can send anything."""
    secret, _, coded = request.cookies.get(COOKIE, "").partition(PARTED)
    try:
        return secret, link_name(bytes.fromhex(coded).decode())
    except (ValueError, ArpadError):
        return "", ""


def keep_link(request: Request, response: Response, slug: str, secret: str, name: str, ends: dt.datetime) -> None:
    """Keep a link in the browser until it ends; it goes to the pages of its event only, and no script reads it."""
    seconds = max(0, int((ends - request.app.state.site.settings.now()).total_seconds()))
    response.set_cookie(
        COOKIE,
        f"{secret}{PARTED}{name.encode().hex()}",
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=f"/t/{slug}",
    )


def link_name(typed: str) -> str:
    """Return the name that somebody with a link gives; refuse one that could not stand in the log."""
    name = " ".join(typed.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or "(" in name:
        raise ArpadError("event-link-name", most=LONGEST_NAME)
    return name


def form_token(request: Request) -> str:
    """What a form must carry: the token of the session, one made of the link's secret, or that of a cookie."""
    secret, _ = link_cookie(request)
    of_link = hashlib.sha256(f"form {secret}".encode()).hexdigest() if secret else ""
    return request.state.csrf or of_link or request.cookies.get(FORM_COOKIE, "")
