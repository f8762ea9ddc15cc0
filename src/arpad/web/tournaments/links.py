"""Links for people without an account: the name is asked at first use, and goes into the log with the link's number."""

import datetime as dt
from typing import Annotated

from fastapi import Form, Path
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.i18n import ArpadError
from arpad.office.tournaments.store import find_link
from arpad.web.answers import html
from arpad.web.later_routes import LaterRouter
from arpad.web.page_words import problem_on_page
from arpad.web.security import FORM_COOKIE, OwnForm, set_cookie
from arpad.web.tournaments.place import SeenEvent, Slug, event_place, need, seen_event
from arpad.web.tournaments.seats import LONGEST_NAME, Caller, keep_link, link_cookie, link_name, seat_in

links = LaterRouter(include_in_schema=False)
Secret = Annotated[str, Path(max_length=80)]


@links.get("/t/{slug}/link/{secret}")
def open_link(request: Request, slug: Slug, secret: Secret) -> Response:
    """Ask somebody with a link for their name; one who gave it before goes to the desk."""
    _ends(request, slug, secret)
    if link_cookie(request)[0] == secret:
        return RedirectResponse(f"/t/{slug}/desk", 303)
    return _ask(request, seen_event(request, slug))


def _ask(request: Request, event: SeenEvent, typed: str = "", problem: str = "") -> Response:
    token = request.cookies.get(FORM_COOKIE) or request.app.state.site.settings.secret()
    values = {"frame": event.frame, "token": token, "typed": typed, "problem": problem, "most": LONGEST_NAME}
    response = html(request, "event_link.html", values, 400 if problem else 200)
    set_cookie(request, response, FORM_COOKIE, token)
    response.headers["cache-control"] = "no-store"
    return response


@links.post("/t/{slug}/link/{secret}", dependencies=[OwnForm])
def take_link(
    request: Request, slug: Slug, secret: Secret, name: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    """Keep the name and the link in the browser, and go to the desk."""
    ends = _ends(request, slug, secret)
    event = seen_event(request, slug)
    try:
        said = link_name(name)
    except ArpadError as problem:
        return _ask(request, event, name, problem_on_page(problem, event.language))
    response = RedirectResponse(f"/t/{slug}/desk", 303)
    keep_link(request, response, slug, secret, said, ends)
    return response


def _ends(request: Request, slug: str, secret: str) -> dt.datetime:
    """Return when a link ends; refuse one that is over, or that never was."""
    place = event_place(request, slug)
    need(place, "public")
    state = place.state
    site = request.app.state.site
    number = find_link(site.events, slug, secret)
    if number is None or seat_in(state, Caller(link=number, name="-"), site.settings.now()).role == "public":
        raise ArpadError("event-link-ended")
    return dt.datetime.fromisoformat(state.links[number]["ends"])
