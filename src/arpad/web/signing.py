"""Signing in and out."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arpad.locale import ArpadError, text
from arpad.office.accounts import SESSION_HOURS, Session, sign_in, sign_out
from arpad.web.language import language_of
from arpad.web.security import COOKIE, FORM_COOKIE, OwnForm, is_sign_in_form, set_cookie

signing = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class LetIn:
    """The answer to a name and a password: a session and its secret, or why there is none."""

    session: Session | None
    secret: str = ""
    refusal: str = ""
    status: int = 200

    def keep(self, request: Request, response: Response) -> None:
        """Keep the session in the browser."""
        set_cookie(request, response, COOKIE, self.secret, SESSION_HOURS * 3600)


def let_in(request: Request, name: str, password: str) -> LetIn:
    """Sign somebody in by name and password."""
    site = request.app.state.site
    secret, language = site.settings.secret(), language_of(request)
    where = request.client.host if request.client else ""
    try:
        session = sign_in(site.database, name, password, secret, site.settings.secret(), site.settings.now(), where)
    except ArpadError as problem:
        return LetIn(None, refusal=problem.text(language), status=429)
    if session is None:
        return LetIn(None, refusal=text("web.login.wrong", language), status=401)
    return LetIn(session, secret)


@signing.get("/login")
def login_page(request: Request, next: str = "/office") -> Response:  # noqa: A002
    """The form to sign in."""
    return _form(request, next)


def _form(request: Request, after: str, message: str = "", status: int = 200, name: str = "") -> Response:
    site = request.app.state.site
    token = request.cookies.get(FORM_COOKIE) or site.settings.secret()
    values = {"after": inside(after), "message": message, "token": token, "name": name}
    response = HTMLResponse(site.render(request, "login.html", values), status)
    set_cookie(request, response, FORM_COOKIE, token)
    return response


@signing.post("/login")
def login(
    request: Request,
    own: Annotated[bool, Depends(is_sign_in_form)],
    name: Annotated[str, Form(max_length=200)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
    after: Annotated[str, Form()] = "/office",
) -> Response:
    """Name and password: in, or the form again with a message."""
    if not own:
        return _form(request, after, text("web.login.old", language_of(request)), 403, name)
    let = let_in(request, name, password)
    if let.session is None:
        return _form(request, after, let.refusal, let.status, name)
    response = RedirectResponse(inside(after), 303)
    let.keep(request, response)
    return response


@signing.post("/logout", dependencies=[OwnForm])
def logout(request: Request) -> Response:
    sign_out(request.app.state.site.database, request.cookies.get(COOKIE, ""))
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE, path="/")
    return response


def inside(address: str) -> str:
    """An address of this site; anything else leads to the office."""
    plain = address.startswith("/") and "//" not in address.partition("?")[0]
    return address if plain and "\\" not in address and address.isprintable() else "/office"
