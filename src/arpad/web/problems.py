"""Problems, shown as a page to a browser and as JSON to a program, never as a stack trace."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.locale import ArpadError, Language, has, text
from arpad.tournament.acts.results import ChangedMeanwhile
from arpad.tournament.documents import warning_document
from arpad.tournament.hearing import NotAgreed
from arpad.web.answers import json_text, wants_json
from arpad.web.language import language_of
from arpad.web.page_words import problem_on_page
from arpad.web.security import NotAllowed, NotSignedIn

STATUS: Mapping[str, int] = {
    **dict.fromkeys(
        (
            "player-unknown", "office-no-list", "office-no-version", "office-no-event", "office-no-system",
            "edition.unknown", "event-unknown", "event-board-unknown", "event-round-unknown", "event-entry-unknown",
            "event-team-unknown", "event-table-unknown", "event-undo-unknown", "event-link-unknown",
            "event-group-unknown", "event-match-unknown", "event-no-standings", "event-no-table",
            "event-no-bracket",
            "event-staff-unknown",
        ),
        404,
    ),
    **dict.fromkeys(
        (
            "event-not-allowed", "event-not-your-board", "event-not-your-team", "event-link-ended", "event-late-chief",
            "event-badge", "event-badge-closed", "event-copy-other",
        ),
        403,
    ),
    **dict.fromkeys(
        (
            "event-changed-meanwhile", "event-results-missing", "event-adjourned-open", "event-published",
            "event-next-drawn", "event-round-drawn", "event-round-draft", "event-round-there", "event-locked",
            "event-lineup-late", "event-tie-fed", "event-undo-depends", "event-undo-done", "event-chain", "event-home",
            "event-is-finished", "event-published-already", "event-results-out", "event-request-other",
            "event-lives-here",
        ),
        409,
    ),
    "event-result-code": 422,
}  # fmt: skip
"""Problems by their status: 404, the thing does not exist; 403, not by these people; 409, the event is further than
this, or somebody changed it meanwhile; 422, not a value of its kind. All other input that cannot be used is 400."""

TOLD: Mapping[str, tuple[str, ...]] = {"event-chain": ("n",), "event-home": ("home",)}
"""Values that programs are told by their names: the last common line, the home of an event."""

log = logging.getLogger("arpad.web")


def handle_problems(app: FastAPI) -> None:
    """Add the handlers to an application."""
    app.add_exception_handler(ArpadError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(NotSignedIn, _sign_in)
    app.add_exception_handler(NotAllowed, _not_allowed)


def status_of(error: ArpadError) -> int:
    """Return the status of a problem."""
    return STATUS.get(error.key, 400)


def problem(request: Request, status: int, message: str, **more: Any) -> Response:
    """Return one problem in the requested form; programs are told more."""
    if wants_json(request):
        return json_text({"error": message, "status": status, **more}, status)
    site = request.app.state.site
    return HTMLResponse(site.render(request, "problem.html", {"status": status, "message": message}), status)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ArpadError)
    language = language_of(request)
    said = error.text(language) if wants_json(request) else problem_on_page(error, language)
    return problem(request, status_of(error), said, key=error.key, **_more(error, language))


def _more(error: ArpadError, language: Language) -> dict[str, Any]:
    """What programs are told besides the sentence: about a clash, about a command that asks for more than was said,
    about a copy."""
    if isinstance(error, ChangedMeanwhile):
        return {"now": error.now}
    if isinstance(error, NotAgreed):
        return {"warnings": [warning_document(warning, language) for warning in error.warnings]}
    return {name: error.values[name] for name in TOLD.get(error.key, ())}


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = dict(error.errors()[0])
    field = str(first["loc"][-1]) if first.get("loc") else "?"
    return problem(request, 422, text("web.problem.value", language_of(request), field=field))


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = f"web.problem.{error.status_code}"
    language = language_of(request)
    message = text(key, language) if has(key) else text("web.problem.other", language, status=error.status_code)
    answer = problem(request, error.status_code, message)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _sign_in(request: Request, _error: Exception) -> Response:
    if request.method == "GET" and not wants_json(request):
        return RedirectResponse(f"/login?next={request.url.path}", 303)
    return problem(request, 401, text("web.problem.401", language_of(request)))


def _not_allowed(request: Request, _error: Exception) -> Response:
    return problem(request, 403, text("web.problem.403", language_of(request)))


def too_large(request: Request) -> Response:
    """More came than is taken. The rest is not read, so this is the last answer on the connection."""
    answer = problem(request, 413, text("web.problem.413", language_of(request)))
    answer.headers["connection"] = "close"
    return answer


class NoTraces:
    """Middleware: unexpected errors are logged, and shown as a page or JSON like all other problems."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            log.error("failed", exc_info=error)
            request = Request(scope)
            answer = problem(request, 500, text("web.problem.500", language_of(request)))
            await answer(scope, receive, send)
