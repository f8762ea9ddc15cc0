"""Visitors and their rights: a session by its cookie, a program by its token; forms that only our pages can send."""

import hmac
from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from arpad.office.accounts import Account, Role, account_of_token, session_of
from arpad.web.site import Site

COOKIE = "arpad_session"
FORM_COOKIE = "arpad_form"
FIELD = "csrf"
MAY: dict[Role, tuple[Role, ...]] = {
    "officer": ("officer", "arbiter", "read-only"),
    "arbiter": ("arbiter", "read-only"),
    "read-only": ("read-only",),
}
"""What each role may do: an officer everything, an arbiter submit reports, read-only only look."""


class NotSignedIn(Exception):
    """Nobody is signed in. `typed` is what they typed, if it was read already."""

    def __init__(self, typed: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.typed = typed


class NotAllowed(Exception):
    """The account may not do this."""


class NotOurForm(NotAllowed):
    """The form did not come from one of our pages, or from one that is too old. `token` is what it should have had."""

    def __init__(self, token: str = "", typed: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.token, self.typed = token, typed


def recognise(request: Request) -> None:
    """Look who is asking, before any handler: `request.state.account` and `request.state.csrf`."""
    site: Site = request.app.state.site
    request.state.account, request.state.csrf, request.state.by_token = None, "", False
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and secret:
        request.state.account = account_of_token(site.database, secret.strip())
        request.state.by_token = request.state.account is not None
    elif COOKIE in request.cookies:
        session = session_of(site.database, request.cookies[COOKIE], site.settings.now())
        if session is not None:
            request.state.account, request.state.csrf = session.account, session.csrf


def _needs(request: Request, role: Role) -> Account:
    account: Account | None = request.state.account
    if account is None:
        raise NotSignedIn
    if role not in MAY[account.role]:
        raise NotAllowed
    return account


def officer(request: Request) -> Account:
    return _needs(request, "officer")


def arbiter(request: Request) -> Account:
    return _needs(request, "arbiter")


def reader(request: Request) -> Account:
    return _needs(request, "read-only")


Officer = Annotated[Account, Depends(officer)]
Arbiter = Annotated[Account, Depends(arbiter)]
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


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: int | None = None) -> None:
    """Set a cookie that scripts cannot read, and that is sent over https only if we are reached by https."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure, path="/")
