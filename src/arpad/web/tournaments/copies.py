"""Receive copies of events that are run on another server, and links for people without an account."""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Form, Header, Path
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.i18n import ArpadError
from arpad.office.tournaments.copies import SECRET, receive_log
from arpad.office.tournaments.store import find_link
from arpad.tournament.journal import state_digest
from arpad.tournament.log import read_lines
from arpad.web.cache import html, json_text
from arpad.web.office.forms import BEARER, EVENT_ARBITERS
from arpad.web.openapi import shaped
from arpad.web.security import FORM_COOKIE, EventArbiter, OwnForm, set_cookie
from arpad.web.site import problem_on_page
from arpad.web.tournaments.actions import LONGEST_NAME, Caller, keep_link, link_cookie, link_name, seat_in
from arpad.web.tournaments.context import PublicEvent, Slug, event_context, need, seen_event
from arpad.web.tournaments.perform import ANSWERS

# Copies of events that live elsewhere: an arbiter's laptop sends the lines of its log here, and everybody reads the
# public pages. Nothing else is taken: people who want more are told where the event lives.

copies = APIRouter(tags=["event"], dependencies=[BEARER])
GIVEN: dict[int | str, dict[str, Any]] = {
    code: about for code, about in ANSWERS.items() if code in (400, 401, 403, 404, 409, 413, 422)
}
LogText = Annotated[bytes, Body(media_type="text/plain", description="Lines of the log, a line of JSON each.")]


class LogHeadDocument(Document, frozen=True):
    """How far the log of an event goes."""

    event: str
    n: int
    sha256: str
    at_home: bool
    home: str | None


class LogTakenDocument(Document, frozen=True):
    """A copy that was brought up to date."""

    event: str
    n: int
    taken: int
    digest: str
    home: str | None


@copies.get("/t/{slug}/log", name="event_log_head", responses=GIVEN)
@shaped(LogHeadDocument)
def head_of_log(request: Request, slug: Slug, _account: EventArbiter) -> Response:
    """How far the log of an event goes here, for a program that brings a copy up to date."""
    kept = request.app.state.site.events.open(slug)
    head = LogHeadDocument(slug, kept.state.n, kept.state.head, kept.at_home, kept.state.home)
    return json_text(head.document())


@copies.post("/t/{slug}/log", name="event_log_take", dependencies=EVENT_ARBITERS, responses=GIVEN)
@shaped(LogTakenDocument)
def take_log(
    request: Request,
    slug: Slug,
    account: EventArbiter,
    lines: LogText = b"",
    secret: Annotated[str, Header(alias=SECRET, max_length=200, description="That of an event that moves in.")] = "",
) -> Response:
    """Bring a copy of an event up to date, or make it: lines that continue its log are taken, all others refused."""
    site = request.app.state.site
    try:
        log = list(read_lines(lines.decode()))
    except UnicodeDecodeError:
        raise ArpadError("event-log-line", line=1) from None
    if not log:
        raise ArpadError("event-log-empty")
    try:
        taken = receive_log(site.events, site.database, slug, log, account, site.settings.now(), secret)
    except ArpadError as problem:
        if problem.key == "event-lives-here":  # its database is nobody's business
            raise ArpadError(problem.key, slug=slug, database=request.url.netloc) from None
        raise
    state = site.events.open(slug).state
    return json_text(LogTakenDocument(slug, state.n, taken, state_digest(state), state.home).document())


# Links for people without an account: the name is asked at first use, and goes into the log with the link's number.

links = APIRouter(include_in_schema=False)
Secret = Annotated[str, Path(max_length=80)]


@links.get("/t/{slug}/link/{secret}")
def open_link(request: Request, slug: Slug, secret: Secret) -> Response:
    """Ask somebody with a link for their name; one who gave it before goes to the desk. A tablet at the door has the
    name of its link, and goes to its page."""
    link = _link(request, slug, secret)
    if link["role"] == "door":
        response = RedirectResponse(f"/t/{slug}/door", 303)
        name = link["label"].partition("(")[0].strip() or link["role"]
        keep_link(request, response, slug, secret, link_name(name[:LONGEST_NAME]), _ends(link))
        return response
    if link_cookie(request)[0] == secret:
        return RedirectResponse(f"/t/{slug}/desk", 303)
    return _ask(request, seen_event(request, slug))


def _ask(request: Request, event: PublicEvent, typed: str = "", problem: str = "") -> Response:
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
    ends = _ends(_link(request, slug, secret))
    event = seen_event(request, slug)
    try:
        said = link_name(name)
    except ArpadError as problem:
        return _ask(request, event, name, problem_on_page(problem, event.language))
    response = RedirectResponse(f"/t/{slug}/desk", 303)
    keep_link(request, response, slug, secret, said, ends)
    return response


def _ends(link: Mapping[str, Any]) -> dt.datetime:
    return dt.datetime.fromisoformat(link["ends"])


def _link(request: Request, slug: str, secret: str) -> Mapping[str, Any]:
    """Return a link of an event; refuse one that is over, or that never was."""
    context = event_context(request, slug)
    need(context, "public")
    state = context.state
    site = request.app.state.site
    number = find_link(site.events, slug, secret)
    if number is None or seat_in(state, Caller(link=number, name="-"), site.settings.now()).role == "public":
        raise ArpadError("event-link-ended")
    return state.links[number]
