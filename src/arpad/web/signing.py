"""Signing in and out."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arpad.locale import ArpadError, text
from arpad.office.accounts import SESSION_HOURS, sign_in, sign_out
from arpad.web.language import language_of
from arpad.web.security import COOKIE, FORM_COOKIE, OwnForm, set_cookie

signing = APIRouter(include_in_schema=False)


@signing.get("/login")
def login_page(request: Request, next: str = "/office") -> Response:  # noqa: A002
    """The form to sign in."""
    return _form(request, next)


def _form(request: Request, after: str, message: str = "", status: int = 200) -> Response:
    site = request.app.state.site
    token = request.cookies.get(FORM_COOKIE) or site.settings.secret()
    values = {"after": inside(after), "message": message, "token": token}
    response = HTMLResponse(site.render(request, "login.html", values), status)
    set_cookie(request, response, FORM_COOKIE, token)
    return response


@signing.post("/login", dependencies=[OwnForm])
def login(
    request: Request,
    name: Annotated[str, Form(max_length=200)],
    password: Annotated[str, Form(max_length=1000)],
    after: Annotated[str, Form()] = "/office",
) -> Response:
    """Name and password: in, or the form again with a message."""
    site = request.app.state.site
    secret, language = site.settings.secret(), language_of(request)
    where = request.client.host if request.client else ""
    try:
        session = sign_in(site.database, name, password, secret, site.settings.secret(), site.settings.now(), where)
    except ArpadError as problem:
        return _form(request, after, problem.text(language), 429)
    if session is None:
        return _form(request, after, text("web.login.wrong", language), 401)
    response = RedirectResponse(inside(after), 303)
    set_cookie(request, response, COOKIE, secret, SESSION_HOURS * 3600)
    return response


@signing.post("/logout", dependencies=[OwnForm])
def logout(request: Request) -> Response:
    sign_out(request.app.state.site.database, request.cookies.get(COOKIE, ""))
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE, path="/")
    return response


def inside(address: str) -> str:
    """An address of this site; anything else leads to the office."""
    plain = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if plain else "/office"
