"""Going on with what was typed: after a session that ended, after a form that is too old, after a wrong value."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import text
from arpad.web.answers import html
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.security import FORM_COOKIE, is_sign_in_form, set_cookie
from arpad.web.signing import code_is_asked, inside, let_in
from arpad.web.waiting import WaitingForm, carried_form, label_of

signing_again = LaterRouter(include_in_schema=False)

AGAIN = "/login/again"


def comes_from_here(request: Request) -> bool:
    """Whether a form was sent by one of our pages, as far as the browser tells (the Origin header)."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def sign_in_page(
    request: Request, form: WaitingForm, message: str = "", status: int = 401, name: str = "", *, code: bool = False
) -> Response:
    """Ask somebody to sign in, or for the code, and carry along what they had typed."""
    token = request.cookies.get(FORM_COOKIE) or request.app.state.site.settings.secret()
    values = {"carried": form.carried(), "form": form, "message": message, "token": token, "to": AGAIN, "name": name}
    values["code"] = code
    return _private(request, html(request, "sign_in_again.html", values, status), token)


def again_page(
    request: Request,
    form: WaitingForm,
    message: str,
    status: int,
    token: str = "",
    wrong: Mapping[str, str] | None = None,
) -> Response:
    """Show a form that waits to be sent, with what has to be typed or chosen again. `wrong` are sentences about fields
    by their names, which can be mended here."""
    language = language_of(request)
    own = token or request.state.csrf or request.cookies.get(FORM_COOKIE) or request.app.state.site.settings.secret()
    typed, bad = dict(form.kept), wrong or {}
    names = dict.fromkeys((*bad, *typed, *dict(form.files)))
    values: dict[str, Any] = {
        "form": form.without(bad), "message": message, "token": own, "wrong": bad, "typed": typed,
        "labels": {name: label_of(form.address, name, language) or name for name in names},
    }  # fmt: skip
    response = html(request, "again.html", values, status)
    return response if form.method == "get" else _private(request, response, "" if request.state.csrf or token else own)


def _private(request: Request, response: Response, token: str) -> Response:
    """An answer that nobody keeps, with the token of its form."""
    if token:
        set_cookie(request, response, FORM_COOKIE, token)
    response.headers["cache-control"] = "no-store"
    return response


@signing_again.post(AGAIN)
async def sign_in_again(request: Request) -> Response:
    """Sign in, and show what waits to be sent."""
    own = await is_sign_in_form(request)
    form = await request.form()
    typed = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    return await run_in_threadpool(_signed_in, request, typed, own)


def _signed_in(request: Request, typed: list[tuple[str, str]], own: bool) -> Response:
    language, said = language_of(request), dict(typed)
    waiting = carried_form(typed, inside(said.get("address", "")))
    if not own:
        return sign_in_page(request, waiting, text("web.login.old", language), 403, said.get("name", ""))
    let = let_in(request, said.get("name", ""), said.get("password", ""), said.get("code", ""))
    if let.session is None or let.waits:
        ask = let.waits or (bool(said.get("code")) and code_is_asked(request))
        page = sign_in_page(request, waiting, let.refusal, let.status, said.get("name", ""), code=ask)
        let.keep(request, page)
        return page
    request.state.account, request.state.csrf = let.session.account, let.session.csrf
    response = again_page(request, waiting, text("web.again.done", language), 200)
    let.keep(request, response)
    return response
