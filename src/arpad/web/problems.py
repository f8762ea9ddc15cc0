"""Problems, shown as a page to a browser and as JSON to a program, never as a stack trace."""

import logging
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.locale import ArpadError, has, text
from arpad.web.answers import json_text, wants_json
from arpad.web.language import language_of
from arpad.web.page_words import problem_on_page
from arpad.web.security import NotAllowed, NotSignedIn

NOT_THERE = frozenset(
    {"player-unknown", "office-no-list", "office-no-version", "office-no-event", "office-no-system", "edition.unknown"}
)
"""Problems with status 404: the thing does not exist. All other input that cannot be used is 400."""

log = logging.getLogger("arpad.web")


def handle_problems(app: FastAPI) -> None:
    """Add the handlers to an application."""
    app.add_exception_handler(ArpadError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(NotSignedIn, _sign_in)
    app.add_exception_handler(NotAllowed, _not_allowed)


def problem(request: Request, status: int, message: str) -> Response:
    """Return one problem in the requested form."""
    if wants_json(request):
        return json_text({"error": message, "status": status}, status)
    site = request.app.state.site
    return HTMLResponse(site.render(request, "problem.html", {"status": status, "message": message}), status)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ArpadError)
    status = 404 if error.key in NOT_THERE else 400
    language = language_of(request)
    said = error.text(language) if wants_json(request) else problem_on_page(error, language)
    return problem(request, status, said)


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
