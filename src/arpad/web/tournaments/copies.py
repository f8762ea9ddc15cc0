"""Copies of events that live elsewhere: an arbiter's laptop sends the lines of its log here, and everybody reads the
public pages. Nothing else is taken: people who want more are told where the event lives."""

from typing import Annotated, Any

from fastapi import Body, Header
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.office.tournaments.copies import SECRET, receive_log
from arpad.tournament.journal import state_digest
from arpad.tournament.log import read_lines
from arpad.web.answers import json_text
from arpad.web.describing import shaped
from arpad.web.desk.place import BEARER, EVENT_ARBITERS
from arpad.web.later_routes import LaterRouter
from arpad.web.security import EventArbiter
from arpad.web.tournaments.doing import ANSWERS
from arpad.web.tournaments.done_shapes import LogHeadDocument, LogTakenDocument
from arpad.web.tournaments.place import Slug

copies = LaterRouter(tags=["event"], dependencies=[BEARER])
GIVEN: dict[int | str, dict[str, Any]] = {
    code: about for code, about in ANSWERS.items() if code in (400, 401, 403, 404, 409, 413, 422)
}
LogText = Annotated[bytes, Body(media_type="text/plain", description="Lines of the log, a line of JSON each.")]


@copies.get("/t/{slug}/log", name="event_log_head", responses=GIVEN)
@shaped(LogHeadDocument)
def head_of_log(request: Request, slug: Slug, _account: EventArbiter) -> Response:
    """How far the log of an event goes here, for a program that brings a copy up to date."""
    kept = request.app.state.site.events.open(slug)
    document: LogHeadDocument = {
        "event": slug,
        "n": kept.state.n,
        "sha256": kept.state.head,
        "at_home": kept.at_home,
        "home": kept.state.home,
    }
    return json_text(document)


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
    document: LogTakenDocument = {
        "event": slug,
        "n": state.n,
        "taken": taken,
        "digest": state_digest(state),
        "home": state.home,
    }
    return json_text(document)
