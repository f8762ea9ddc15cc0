"""Actions on an event as classes: each gives a form, a route and a command; their fields and callers."""

import datetime as dt
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any, ClassVar

from fastapi import Form, Path
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError, Language
from arpad.inputs.declared import Input, inputs_of, whole
from arpad.office.accounts.people import Account
from arpad.office.context import Desk
from arpad.office.tournaments.notices import MailServer
from arpad.office.tournaments.pushes import PushPlace
from arpad.office.tournaments.store import EventStore, find_link
from arpad.office.tournaments.writer import EventRequest
from arpad.tournament.acts.act import Act
from arpad.tournament.entries import read_field
from arpad.tournament.journal import Confirmation, Decide, Done
from arpad.tournament.roles import ROLES, Role
from arpad.tournament.state import EventState
from arpad.web.routes import parameter
from arpad.web.security import FORM_COOKIE

# The fields of actions.


def of_player(name: str, about: str, longest: int = 80) -> Input:
    """What is known of a player, as files of players have it."""
    return Input(lambda where, typed: read_field(where, name, typed), about=about, max_length=longest)


LineNumber = Annotated[int, Input(whole(1, 2**31), "number", "The number of a line of the log.", max_length=10)]


# Who is asking, and what they are in an event: by their account, by the staff of its log, or by a link.

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
class Access:
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


def seat_in(state: EventState, caller: Caller, now: dt.datetime) -> Access:
    """Return the seat of a caller in an event as it is now. An officer acts as chief in every event."""
    account = caller.account
    if account is not None and account.is_officer:
        return Access("officer", account.name)
    if account is not None and account.name in state.staff:
        return _seated(state.staff[account.name], account.name)
    grant = None if caller.link is None else state.links.get(caller.link)
    if grant is not None and dt.datetime.fromisoformat(grant["ends"]) > now and _still_on(state, grant):
        return _seated(grant, f"{caller.name} (link {caller.link})")
    return Access("public", "" if account is None else account.name)


def _still_on(state: EventState, grant: Any) -> bool:
    """A captain's link ends with the event."""
    return not (grant["role"] == "captain" and state.finished)


def _seated(grant: Any, who: str) -> Access:
    boards = grant.get("boards")
    return Access(grant["role"], who, None if boards is None else (boards[0], boards[1]), grant.get("team"))


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


# What an act is done with, and acts that are more than one command.


@dataclass(frozen=True, slots=True)
class ActionContext:
    """What an action is done with. `event_store` lets only lines pass that the visitor may write;
    `office` opens the desk of the office that rates the event and has the lists, if an action needs it; `site` is
    the address of the pages, `network` that of the visitor; `mail` sends notices and `push` takes games, if the office
    has set it."""

    event_store: EventStore
    office: Callable[[], Desk]
    slug: str
    seat: Access
    at: dt.datetime
    consent: Confirmation
    request: EventRequest | None = None
    site: str = ""
    language: Language = "en"
    network: str = ""
    mail: MailServer | None = None
    push: PushPlace | None = None

    def act(self, command: Decide, who: str = "") -> Done:
        """Give a command to the event."""
        timed = command.at_time(self.at) if isinstance(command, Act) else command
        return self.event_store.act(self.slug, timed, who or self.seat.who, self.at, self.consent, request=self.request)


class EventAction(Act, frozen=True):
    """An act that needs more than the state of the event: a list of the office, a file, a link, a contact. Its form may
    be on a page of its own, the `template`, with further values."""

    template: ClassVar[str] = "event_form.html"

    @classmethod
    def page_values(cls, _context: Any, _typed: Mapping[str, str], /) -> Mapping[str, Any]:
        """Return what the page shows besides the form."""
        return {}

    def do(self, context: ActionContext, /) -> Done:
        """Do the act."""
        raise NotImplementedError


def form_inputs(kind: type[Act]) -> list[Input]:
    """Return the fields of the form of an act."""
    return [given for given in inputs_of(kind) if given.kind != "option"]


# What an address that takes an action asks for, as FastAPI and the OpenAPI read it: the fields of the action, and what
# may be said with every command.

LONGEST_REASON = 2000
InPath = Annotated[int, Path(ge=1, le=999_999)]


def _said(about: str, longest: int = 10) -> Any:
    """A field of a form. How long it may be is told to programs, and looked at later, so that the form comes back."""
    return Annotated[str, Form(description=about, json_schema_extra={"maxLength": longest})]


def _file(about: str) -> Any:
    """A file, as a browser sends it, or its text, as programs may."""
    return Annotated[Any, Form(description=about, json_schema_extra={"type": "string"})]


SAID: Mapping[str, Any] = {
    "yes": _said("1: what has to be confirmed is right."),
    "reason": _said("The reason, which is kept in the log.", LONGEST_REASON),
    "outside_rules": _said("1: do it although it leaves the rules; a reason is needed too."),
    "request_id": Annotated[
        str, Form(alias="request", max_length=64, description="An id of your own: sent again, it is answered the same.")
    ],
    "replace": _said("1: the version is the one that is to be replaced."),
    "csrf": _said("The token of the form; a program with a bearer token needs none.", 200),
}
"""What may be said with every command."""


def form_parameters(kind: type[Act], in_path: Sequence[str] = ()) -> list[Parameter]:
    """Return the parameters of an action: its fields, those of the address apart, and what is said with it."""
    own = [parameter(one.name, InPath) if one.name in in_path else _field(one) for one in form_inputs(kind)]
    return own + [parameter(name, said, "") for name, said in SAID.items()]


def _field(one: Input) -> Parameter:
    if one.kind == "file":
        return parameter(one.name, _file(one.about), "")
    if one.several:
        return parameter(one.name, Annotated[list[str], Form(description=one.about)], [])
    return parameter(one.name, _said(one.about, one.max_length), "")
