"""Sessions that ended while somebody was typing: they sign in, and go on with what they had typed."""

from collections.abc import Mapping

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arpad.locale import ArpadError, text
from arpad.office.accounts import SESSION_HOURS, sign_in
from arpad.web.answers import html
from arpad.web.security import COOKIE, FORM_COOKIE, OwnForm, set_cookie
from arpad.web.tournaments.place import EventPlace, Slug, event_place

signing_again = APIRouter(include_in_schema=False)

KEPT = "kept-"
"""What begins the names of the fields that wait."""
LONGEST = 100_000
"""Letters of a field that can wait."""


def sign_in_page(
    place: EventPlace, kept: Mapping[str, str], address: str = "", message: str = "", status: int = 401
) -> Response:
    """Ask somebody to sign in, and carry along what they had typed."""
    request = place.request
    token = request.cookies.get(FORM_COOKIE) or request.app.state.site.settings.secret()
    waiting = {f"{KEPT}{name}": value for name, value in kept.items() if len(value) <= LONGEST}
    values = {
        "frame": place.frame, "rules": place.state.laws, "kept": waiting, "address": address or request.url.path,
        "message": message, "token": token,
    }  # fmt: skip
    response = html(request, "event_sign_in.html", values, status)
    set_cookie(request, response, FORM_COOKIE, token)
    response.headers["cache-control"] = "no-store"
    return response


async def _fields(request: Request) -> dict[str, str]:
    form = await request.form()
    return {name: value for name, value in form.items() if isinstance(value, str)}


@signing_again.post("/t/{slug}/sign-in", dependencies=[OwnForm])
async def sign_in_again(request: Request, slug: Slug) -> Response:
    """Sign in, and show what waits to be sent."""
    typed = await _fields(request)
    return await run_in_threadpool(_signed_in, request, slug, typed)


def _signed_in(request: Request, slug: str, typed: Mapping[str, str]) -> Response:
    site = request.app.state.site
    place = event_place(request, slug)
    kept = {name.removeprefix(KEPT): value for name, value in typed.items() if name.startswith(KEPT)}
    address = typed.get("address", "")
    if not address.startswith(f"/t/{slug}/") or not address.isprintable() or "\\" in address or "//" in address:
        address = f"/t/{slug}/desk"
    secret, language = site.settings.secret(), place.language
    where = request.client.host if request.client else ""
    given = typed.get("name", ""), typed.get("password", "")
    try:
        session = sign_in(site.database, *given, secret, site.settings.secret(), site.settings.now(), where)
    except ArpadError as problem:
        return sign_in_page(place, kept, address, problem.text(language), 429)
    if session is None:
        return sign_in_page(place, kept, address, text("web.login.wrong", language))
    values = {"frame": place.frame, "rules": place.state.laws, "kept": kept, "address": address, "token": session.csrf}
    response = html(request, "event_again.html", values)
    set_cookie(request, response, COOKIE, secret, SESSION_HOURS * 3600)
    response.headers["cache-control"] = "no-store"
    return response
