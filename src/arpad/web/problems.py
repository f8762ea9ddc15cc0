"""Problems, shown as a page to a browser and as JSON to a program, never as a stack trace."""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.i18n import ArpadError, Language, StorageFault, beyond_bounds, has, text
from arpad.office.documents import fields_document
from arpad.office.examine import PlayedBefore
from arpad.tournament.acts.results import ChangedMeanwhile
from arpad.tournament.documents import warning_document
from arpad.tournament.journal import NotAgreed
from arpad.web.answers import html, json_text, wants_json
from arpad.web.language import language_of
from arpad.web.page_words import problem_on_page
from arpad.web.security import OWN_FACTOR, NeedsFactor, NotAllowed, NotOurForm, NotSignedIn
from arpad.web.signing_again import again_page, comes_from_here, sign_in_page
from arpad.web.waiting import label_of, waiting_form

STATUS: Mapping[str, int] = {
    **dict.fromkeys(
        (
            "player-unknown", "office-no-list", "office-no-version", "office-no-event", "office-no-system",
            "edition.unknown", "event-unknown", "event-board-unknown", "event-round-unknown", "event-entry-unknown",
            "event-team-unknown", "event-table-unknown", "event-undo-unknown", "event-link-unknown",
            "event-group-unknown", "event-match-unknown", "event-no-standings", "event-no-table",
            "event-no-bracket", "web-no-norm", "web-no-study",
            "event-staff-unknown", "event-report-unknown", "web-federation-unknown",
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
            "event-lives-here", "event-played-before", "event-registered-before",
        ),
        409,
    ),
    "event-result-code": 422,
    **dict.fromkeys(("web-too-long", "web-busy", "input-memory"), 503),
}  # fmt: skip
"""Problems by their status: 404, the thing does not exist; 403, not by these people; 409, the event is further than
this, it is here already, or somebody changed it meanwhile; 422, not a value of its kind; 503, not now. All other input
that cannot be used is 400."""

TOLD: Mapping[str, tuple[str, ...]] = {"event-chain": ("n",), "event-home": ("home",)}
"""Values that programs are told by their names: the last common line, the home of an event."""

RETRY_AFTER = "30"
GONE = 408
"""The status of a request whose sender went away, or was too slow: nobody reads it, but it is counted."""

log = logging.getLogger("arpad.web")


def handle_problems(app: FastAPI) -> None:
    """Add the handlers to an application."""
    app.add_exception_handler(ArpadError, _refused)
    app.add_exception_handler(StorageFault, unavailable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(NotSignedIn, _sign_in)
    app.add_exception_handler(NotAllowed, _not_allowed)
    app.add_exception_handler(NeedsFactor, _second_factor)
    app.add_exception_handler(NotOurForm, _not_ours)


def status_of(error: ArpadError) -> int:
    """Return the status of a problem."""
    return STATUS.get(error.key, 400)


def problem(request: Request, status: int, message: str, **more: Any) -> Response:
    """Return one problem in the requested form; programs are told more."""
    if wants_json(request):
        return json_text({"error": message, "status": status, **more}, status)
    return html(request, "problem.html", {"status": status, "message": message}, status)


def problem_page(request: Request, status: int, key: str) -> Response:
    """Return a problem by the key of its sentence."""
    return problem(request, status, text(key, language_of(request)))


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
    if isinstance(error, PlayedBefore):
        return {"same_games": [fields_document(one) | {"share": one.share} for one in error.found]}
    if isinstance(error, NotAgreed):
        return {"warnings": [warning_document(warning, language) for warning in error.warnings]}
    return {name: error.values[name] for name in TOLD.get(error.key, ())}


async def _invalid(request: Request, error: Exception) -> Response:
    """A value is not of its kind: a browser gets all fields back, to mend those that are wrong."""
    assert isinstance(error, RequestValidationError)
    found = [tuple(one.get("loc") or ("?",)) for one in error.errors()]
    language, field = language_of(request), str(found[0][-1])
    said = text("web.problem.value", language, field=field)
    typed = [str(place[1]) for place in found if place[0] in ("body", "query") and len(place) > 1]
    if wants_json(request) or len(typed) < len(found):
        return problem(request, 422, said)
    form = await waiting_form(request)
    labels = {name: label_of(form.address, name, language) or name for name in typed}
    wrong = {name: text("web.problem.value", language, field=label) for name, label in labels.items()}
    return again_page(request, form, text("web.again.wrong", language), 422, wrong=wrong)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = f"web.problem.{error.status_code}"
    language = language_of(request)
    message = text(key, language) if has(key) else text("web.problem.other", language, status=error.status_code)
    answer = problem(request, error.status_code, message)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _sign_in(request: Request, error: Exception) -> Response:
    """Ask people to sign in; a form that they sent waits for them."""
    assert isinstance(error, NotSignedIn)
    if not wants_json(request):
        if request.method == "GET":
            asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/login?next={quote(asked, safe='/')}", 303)
        if comes_from_here(request):
            return sign_in_page(request, await waiting_form(request, error.typed))
    return problem(request, 401, text("web.problem.401", language_of(request)))


async def _not_ours(request: Request, error: Exception) -> Response:
    """Show a form again that was sent from an old page of ours; a form of another site is refused."""
    assert isinstance(error, NotOurForm)
    language = language_of(request)
    if wants_json(request) or "origin" not in request.headers or not comes_from_here(request):
        return problem(request, 403, text("web.problem.403", language))
    form = await waiting_form(request, error.typed)
    return again_page(request, form, text("web.again.old", language), 403, error.token)


def _not_allowed(request: Request, _error: Exception) -> Response:
    return problem(request, 403, text("web.problem.403", language_of(request)))


def _second_factor(request: Request, _error: Exception) -> Response:
    """Lead somebody to the page where they set up their second factor."""
    if not wants_json(request) and request.method == "GET":
        return RedirectResponse(OWN_FACTOR, 303)
    return problem_page(request, 403, "web.problem.second-factor")


def too_large(request: Request) -> Response:
    """More came than is taken. The rest is not read, so this is the last answer on the connection."""
    answer = problem(request, 413, text("web.problem.413", language_of(request)))
    answer.headers["connection"] = "close"
    return answer


def unavailable(request: Request, fault: Exception) -> Response:
    """Tell that the office cannot be reached now. The log says why, without a password; nobody is shown it."""
    log.error("storage: %s", fault)
    answer = problem(request, 503, text("web.problem.503", language_of(request)))
    answer.headers["retry-after"] = RETRY_AFTER
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
            if not begun and scope["type"] == "http":
                await _answer_to(Request(scope), error)(scope, receive, send)
            elif not isinstance(error, ClientDisconnect):
                raise


def _answer_to(request: Request, error: Exception) -> Response:
    """The answer to a request that failed in a way that no page expects."""
    match error:
        case ClientDisconnect():
            return Response(status_code=GONE)
        case StorageFault():
            return unavailable(request, error)
        case RecursionError() | MemoryError():
            return _refused(request, beyond_bounds(error))
    log.error("failed", exc_info=error)
    return problem_page(request, 500, "web.problem.500")
