"""Signing in and out: a name and a password, then the code of the second factor if the account has one."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.i18n import ArpadError, text
from arpad.office.accounts.sign_in import (
    CODE_MINUTES,
    SESSION_HOURS,
    Session,
    confirm_code,
    remember_device,
    session_of,
    sign_in,
    sign_out,
)
from arpad.web.answers import html
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.security import (
    FORM_COOKIE,
    OwnForm,
    forget_cookie,
    is_sign_in_form,
    session_cookie,
    session_secret,
    set_cookie,
)

signing = LaterRouter(include_in_schema=False)

DEVICE_COOKIE, CODE_COOKIE, LOGIN = "arpad_device", "arpad_code", "/login"
DEVICE_DAYS = 180


@dataclass(frozen=True, slots=True)
class LetIn:
    """The answer to somebody who signs in: a session and its secret, a session that waits for a code, or why there is
    none. `device` is what the browser is known by from now on."""

    session: Session | None
    secret: str = ""
    device: str = ""
    refusal: str = ""
    status: int = 200

    @property
    def waits(self) -> bool:
        """Whether a code is asked for."""
        return self.session is not None and self.session.waits

    @property
    def is_in(self) -> bool:
        return self.session is not None and not self.session.waits

    def keep(self, request: Request, response: Response) -> None:
        """Keep the session in the browser."""
        if self.waits:
            set_cookie(request, response, CODE_COOKIE, self.secret, CODE_MINUTES * 60, LOGIN)
        elif self.session is not None:
            set_cookie(request, response, session_cookie(request), self.secret, SESSION_HOURS * 3600)
            set_cookie(request, response, DEVICE_COOKIE, self.device, DEVICE_DAYS * 24 * 3600, LOGIN)
            forget_cookie(response, CODE_COOKIE, LOGIN)


def let_in(request: Request, name: str, password: str, code: str = "") -> LetIn:
    """Sign somebody in by name and password, or by the code that their session waits for."""
    site, language = request.app.state.site, language_of(request)
    secret, csrf, now = site.settings.secret(), site.settings.secret(), site.settings.now()
    where, device = request.client.host if request.client else "", request.cookies.get(DEVICE_COOKIE, "")
    pending = request.cookies.get(CODE_COOKIE, "")
    asked = bool(pending and code)
    try:
        if asked:
            session = confirm_code(site.database, pending, code, secret, csrf, now, where, device)
        else:
            session = sign_in(site.database, name, password, secret, csrf, now, where, device)
    except ArpadError as problem:
        return LetIn(None, refusal=problem.text(language), status=429)
    if session is None and asked and session_of(site.database, pending, now, waits=True) is not None:
        return LetIn(None, refusal=text("web.login.wrong-code", language), status=401)
    if session is None:
        return LetIn(None, refusal=text("web.login.late" if asked else "web.login.wrong", language), status=401)
    if session.waits:
        return LetIn(session, secret)
    device = device or site.settings.secret()
    remember_device(site.database, session.account.name, device, now)
    return LetIn(session, secret, device)


def code_is_asked(request: Request) -> bool:
    """Whether a session of this browser waits for a code."""
    site, pending = request.app.state.site, request.cookies.get(CODE_COOKIE, "")
    return bool(pending) and session_of(site.database, pending, site.settings.now(), waits=True) is not None


@signing.get(LOGIN)
def login_page(request: Request, next: str = "/office") -> Response:  # noqa: A002
    """The form to sign in."""
    return _form(request, next)


def _form(
    request: Request, after: str, message: str = "", status: int = 200, name: str = "", *, code: bool = False
) -> Response:
    site = request.app.state.site
    token = request.cookies.get(FORM_COOKIE) or site.settings.secret()
    values = {"after": inside(after), "message": message, "token": token, "name": name, "code": code}
    response = html(request, "login.html", values, status)
    set_cookie(request, response, FORM_COOKIE, token)
    return response


@signing.post(LOGIN)
def login(
    request: Request,
    own: Annotated[bool, Depends(is_sign_in_form)],
    name: Annotated[str, Form(max_length=200)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
    code: Annotated[str, Form(max_length=40)] = "",
    after: Annotated[str, Form()] = "/office",
) -> Response:
    """Name and password, then the code: in, or the form again with a message."""
    if not own:
        return _form(request, after, text("web.login.old", language_of(request)), 403, name)
    let = let_in(request, name, password, code)
    if let.is_in:
        response: Response = RedirectResponse(inside(after), 303)
    else:
        ask = let.waits or (bool(code) and code_is_asked(request))
        response = _form(request, after, let.refusal, let.status, name, code=ask)
    let.keep(request, response)
    return response


@signing.post("/logout", dependencies=[OwnForm])
def logout(request: Request) -> Response:
    """End the session. Pages that the browser has kept are thrown away too, as far as it obeys."""
    sign_out(request.app.state.site.database, session_secret(request))
    response = RedirectResponse("/", 303)
    response.headers["clear-site-data"] = '"cache"'
    forget_cookie(response, session_cookie(request))
    return response


def inside(address: str) -> str:
    """An address of this site; anything else leads to the office."""
    plain = address.startswith("/") and "//" not in address.partition("?")[0]
    return address if plain and "\\" not in address and address.isprintable() else "/office"
