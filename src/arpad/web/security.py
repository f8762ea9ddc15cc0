"""Visitors and their rights: a session by its cookie, a program by its token; forms that only our pages can send."""

import hmac
from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from arpad.office.accounts.people import Account, Role, account_of_token, has_administrator, policy_of, token_has_ended
from arpad.office.accounts.sign_in import session_of
from arpad.web.site import Site

COOKIE = "arpad_session"
FORM_COOKIE = "arpad_form"
FIELD = "csrf"
OWN_FACTOR = "/office/me/second-factor"
FREE = (OWN_FACTOR, "/office/me", "/office/me/password")
"""Pages for people who still have to set up their second factor."""
MAY: dict[Role, tuple[Role, ...]] = {
    "administrator": ("administrator", "officer", "arbiter", "auditor", "read-only"),
    "officer": ("officer", "arbiter", "auditor", "read-only"),
    "arbiter": ("arbiter", "read-only"),
    "auditor": ("auditor", "read-only"),
    "read-only": ("read-only",),
}
"""What each role may do: an administrator everything, an officer all but accounts, an arbiter submit reports, an
auditor look at accounts and stored reports too, read-only look at the rest."""
SCOPE_OF: dict[Role, str] = {"arbiter": "reports", "officer": "office", "administrator": "accounts"}
"""What a token must be for, if a program sends a form for which this role is needed. Looking needs `read`. No token is
for accounts."""


class NotSignedIn(Exception):
    """Nobody is signed in. `typed` is what they typed, if it was read already."""

    def __init__(self, typed: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.typed = typed


class NotAllowed(Exception):
    """The account may not do this."""


class NeedsFactor(NotAllowed):
    """The office wants a second factor of this account, which has none yet."""


class NotOurForm(NotAllowed):
    """The form did not come from one of our pages, or from one that is too old. `token` is what it should have had."""

    def __init__(self, token: str = "", typed: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.token, self.typed = token, typed


def recognise(request: Request) -> None:
    """Look who is asking, before any handler: `request.state.account` and `request.state.csrf`."""
    site: Site = request.app.state.site
    request.state.account, request.state.csrf, request.state.by_token = None, "", False
    request.state.token_problem = ""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and secret:
        request.state.account = account_of_token(site.database, secret.strip(), site.settings.now())
        request.state.by_token = request.state.account is not None
        if not request.state.by_token:
            ended = token_has_ended(site.database, secret.strip(), site.settings.now())
            request.state.token_problem = "token-ended" if ended else "token-unknown"
    elif session_secret(request):
        session = session_of(site.database, session_secret(request), site.settings.now())
        if session is not None:
            request.state.account, request.state.csrf = session.account, session.csrf


def check_way_in(request: Request, account: Account, scope: str) -> None:
    """Refuse a program whose token is not for what it does, and an officer without the second factor that the office
    wants."""
    wanted = "read" if request.method in ("GET", "HEAD") else scope
    if account.scopes is not None:
        if wanted and wanted not in account.scopes:
            raise NotAllowed
    elif account.is_officer and not account.second_factor and request.url.path not in FREE and _wants_factor(request):
        raise NeedsFactor


def _wants_factor(request: Request) -> bool:
    return policy_of(request.app.state.site.database).second_factor == "officers"


def _stands_in(request: Request, account: Account) -> bool:
    """As long as an office has no administrator, its officers are."""
    return account.role == "officer" and not has_administrator(request.app.state.site.database)


def _needs(role: Role, scope: str = "") -> Callable[[Request], Account]:
    """Return what gives the account of a visitor who may act in a role, and refuses all others. A program needs a token
    for the scope of the role, or for the one named."""

    def account_of(request: Request) -> Account:
        account: Account | None = request.state.account
        if account is None:
            raise NotSignedIn
        if role not in MAY[account.role] and not (role == "administrator" and _stands_in(request, account)):
            raise NotAllowed
        check_way_in(request, account, scope or SCOPE_OF.get(role, ""))
        return account

    return account_of


administrator = _needs("administrator")
auditor = _needs("auditor")
officer = _needs("officer")
arbiter = _needs("arbiter")
runs_events = _needs("arbiter", "events")
reader = _needs("read-only")

Administrator = Annotated[Account, Depends(administrator)]
Auditor = Annotated[Account, Depends(auditor)]
Officer = Annotated[Account, Depends(officer)]
Arbiter = Annotated[Account, Depends(arbiter)]
EventArbiter = Annotated[Account, Depends(runs_events)]
Reader = Annotated[Account, Depends(reader)]


async def own_form(request: Request) -> None:
    """Refuse a form that is not one of ours."""
    if not await is_own_form(request):
        raise NotOurForm


async def is_own_form(request: Request) -> bool:
    """Whether a form is one of ours: it carries the token of its session; a program with a bearer token needs none."""
    if request.state.by_token:
        return True
    form = await request.form()
    return is_own_token(form.get(FIELD), request.state.csrf or request.cookies.get(FORM_COOKIE, ""))


async def is_sign_in_form(request: Request) -> bool:
    """Whether a form to sign in is one of ours, also if somebody has signed in since."""
    form = await request.form()
    return is_own_token(form.get(FIELD), request.cookies.get(FORM_COOKIE, ""))


def is_own_token(given: object, expected: str) -> bool:
    """Whether a form carries the token that it was given."""
    return bool(expected) and isinstance(given, str) and hmac.compare_digest(given.encode(), expected.encode())


OwnForm = Depends(own_form)


def session_cookie(request: Request) -> str:
    """Return the name of the cookie of a session. Over https the browser itself guards it: it is of this host alone."""
    return f"__Host-{COOKIE}" if request.url.scheme == "https" else COOKIE


def session_secret(request: Request) -> str:
    """Return the secret of the session that a browser sends, if it sends one."""
    return request.cookies.get(session_cookie(request), "")


def set_cookie(
    request: Request, response: Response, name: str, value: str, seconds: int | None = None, path: str = "/"
) -> None:
    """Set a cookie that scripts cannot read, and that is sent over https only if we are reached by https."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path=path)


def forget_cookie(response: Response, name: str, path: str = "/") -> None:
    """Let the browser forget a cookie."""
    response.delete_cookie(name, path=path, httponly=True, samesite="lax", secure=name.startswith("__Host-"))
