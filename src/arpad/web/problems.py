"""Error responses as page or JSON, errors next to form fields, and forms that are sent twice.

A form that is sent twice is done once: the second response repeats the first.
"""

import logging
import re
from collections.abc import Callable, Collection, Coroutine, Mapping
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from time import sleep
from typing import Any
from urllib.parse import quote

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.documents.json import dumps
from arpad.i18n import ArpadError, Language, StorageFault, beyond_bounds, has, text
from arpad.inputs.declared import FieldErrors
from arpad.office.accounts.people import fingerprint
from arpad.office.examine import PlayedBefore
from arpad.office.storage.database import begin_form, end_form
from arpad.office.tournaments.pictures import MOST_BYTES
from arpad.tournament.acts.results import ChangedMeanwhile
from arpad.tournament.documents import warning_document
from arpad.tournament.journal import NotConfirmed
from arpad.web.cache import PUBLIC_API, html, json_text, wants_json
from arpad.web.security import FIELD, OWN_FACTOR, NeedsFactor, NotAllowed, NotOurForm, NotSignedIn
from arpad.web.sign_in import again_page, comes_from_here, label_of, sign_in_page, waiting_form
from arpad.web.site import language_of, problem_on_page

# Problems, shown as a page to a browser and as JSON to a program, never as a stack trace.

STATUS: Mapping[str, int] = {
    **dict.fromkeys(
        (
            "player-unknown", "office-no-list", "office-no-version", "office-no-event", "office-no-system",
            "edition.unknown", "event-unknown", "event-board-unknown", "event-round-unknown", "event-entry-unknown",
            "event-team-unknown", "event-table-unknown", "event-undo-unknown", "event-link-unknown",
            "event-group-unknown", "event-match-unknown", "event-no-standings", "event-no-table",
            "event-no-bracket", "event-no-prizes", "web-no-norm", "web-no-study",
            "event-staff-unknown", "event-report-unknown", "festival-unknown", "web-federation-unknown",
            "event-picture-none", "notices-link",
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
    "event-picture-bytes": 413,
    **dict.fromkeys(
        (
            "event-changed-meanwhile", "event-entry-changed", "event-results-missing", "event-adjourned-open",
            "event-published",
            "event-next-drawn", "event-round-drawn", "event-round-draft", "event-round-there", "event-locked",
            "event-lineup-late", "event-tie-fed", "event-undo-depends", "event-undo-done", "event-chain", "event-home",
            "event-is-finished", "event-published-already", "event-results-out", "event-request-other",
            "event-lives-here", "event-begun", "event-played-before", "event-registered-before", "event-move-late",
            "festival-sheet-changed",
        ),
        409,
    ),
    **dict.fromkeys(("event-result-code", "api-parameter-unknown", "api-parameter-twice"), 422),
    **dict.fromkeys(("token-ended", "token-unknown"), 401),
    **dict.fromkeys(("web-too-long", "web-busy", "input-memory"), 503),
}  # fmt: skip
"""Problems by their status: 404, the thing does not exist; 403, not by these people; 409, the event is further than
this, it is here already, or somebody changed it meanwhile; 422, not a value of its kind; 503, not now. All other input
that cannot be used is 400."""

TOLD: Mapping[str, tuple[str, ...]] = {"event-chain": ("n",), "event-home": ("home",)}
"""Values that programs are told by their names: the last common line, the home of an event."""

PROBLEM = "application/problem+json"
KEYS: Mapping[int, str] = {
    400: "bad-request", 401: "not-signed-in", 403: "not-allowed", 404: "address-unknown", 405: "method-unknown",
    413: "too-large", 422: "value-wrong", 429: "too-many-requests", 500: "failed", 503: "unavailable",
}  # fmt: skip
"""The keys of problems that have no message of their own, by their status."""
CHALLENGE = 'Bearer realm="arpad"'
"""How a program is to say who it is (RFC 6750)."""

RETRY_AFTER = "30"
GONE = 408
"""The status of a request whose sender went away, or was too slow: nobody reads it, but it is counted."""

log = logging.getLogger("arpad.web")


def status_of(error: ArpadError) -> int:
    """Return the status of a problem."""
    return STATUS.get(error.key, 400)


def problem(request: Request, status: int, message: str, **more: Any) -> Response:
    """Return one problem in the requested form; programs are told more."""
    if request.url.path.startswith(f"{PUBLIC_API}/"):
        title, key = HTTPStatus(status).phrase, more.pop("key", None) or KEYS.get(status, "other")
        known = {"type": "about:blank", "title": title, "status": status, "detail": message, "key": key, **more}
        return Response(dumps(known) + "\n", status, media_type=PROBLEM)
    if wants_json(request):
        return json_text({"error": message, "status": status, **more}, status)
    return html(request, "problem.html", {"status": status, "message": message, "shared": lambda: None}, status)


def problem_page(request: Request, status: int, key: str) -> Response:
    """Return a problem by the key of its sentence."""
    return problem(request, status, text(key, language_of(request)))


def _refused(request: Request, error: ArpadError) -> Response:
    language = language_of(request)
    said = error.text(language) if wants_json(request) else problem_on_page(error, language)
    return with_advice(problem(request, status_of(error), said, key=error.key, **_more(error, language)), error.key)


def with_advice(answer: Response, key: str = "") -> Response:
    """Say in the head of an answer what to do: when to come again, or to bring a token, or another one."""
    if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        answer.headers["retry-after"] = RETRY_AFTER
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        wrong = f', error="invalid_token", error_description="{key}"' if key else ""
        answer.headers["www-authenticate"] = f"{CHALLENGE}{wrong}"
    return answer


def _more(error: ArpadError, language: Language) -> dict[str, Any]:
    """What programs are told besides the sentence: about all fields that are wrong, about a clash, about a command that
    asks for more than was said, about a copy."""
    if isinstance(error, FieldErrors):
        return {"fields": {name: problem.text(language) for name, problem in error.at.items()}}
    if isinstance(error, ChangedMeanwhile):
        return {"now": error.now}
    if isinstance(error, PlayedBefore):
        return {"same_games": [games.document() for games in error.found]}
    if isinstance(error, NotConfirmed):
        return {"warnings": [warning_document(warning, language) for warning in error.warnings]}
    return {name: error.values[name] for name in TOLD.get(error.key, ())}


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    """A value is not of its kind: a browser gets all fields back, to mend those that are wrong. One without a label was
    not typed into a form, but came with an address."""
    found = [tuple(one.get("loc") or ("?",)) for one in error.errors()]
    language, field = language_of(request), str(found[0][-1])
    said = text("web.problem.value", language, field=field)
    typed = [str(place[1]) for place in found if place[0] in ("body", "query") and len(place) > 1]
    if request.url.path.startswith(f"{PUBLIC_API}/"):
        wrong = {str(one["loc"][-1]): _limit(one, language) for one in error.errors()}
        return problem(request, 422, said, fields=wrong)
    if wants_json(request) or len(typed) < len(found):
        return problem(request, 422, said)
    form = await waiting_form(request)
    labels = {name: label_of(form.address, name, language) or name for name in typed}
    if form.method == "get" and any(label == name for name, label in labels.items()):
        return problem(request, 422, text("web.problem.address", language))
    wrong = {name: text("web.problem.value", language, field=label) for name, label in labels.items()}
    return again_page(request, form, text("web.again.wrong", language), 422, wrong=wrong)


def _limit(error: Mapping[str, Any], language: Language) -> str:
    """Say what a value must be, in the words for its limit."""
    limits = error.get("ctx") or {}
    name = next((name for name in ("expected", "ge", "le", "max_length", "pattern") if name in limits), error["type"])
    key = f"api.limit.{name}"
    return text(key if has(key) else "api.limit.other", language, limit=limits.get(name, ""))


def _http(request: Request, error: HTTPException) -> Response:
    language, for_programs = language_of(request), request.url.path.startswith(f"{PUBLIC_API}/")
    key = f"{'api' if for_programs else 'web'}.problem.{error.status_code}"
    message = text(key, language) if has(key) else text("web.problem.other", language, status=error.status_code)
    answer = problem(request, error.status_code, message)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _sign_in(request: Request, error: NotSignedIn) -> Response:
    """Ask people to sign in; a form that they sent waits for them."""
    if not wants_json(request):
        if request.method == "GET":
            asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/login?next={quote(asked, safe='/')}", 303)
        if comes_from_here(request):
            return sign_in_page(request, await waiting_form(request, error.typed))
    refused = request.state.token_problem
    return _refused(request, ArpadError(refused)) if refused else with_advice(problem_page(request, 401, SIGN_IN))


SIGN_IN = "web.problem.401"


async def _not_ours(request: Request, error: NotOurForm) -> Response:
    """Show a form again that was sent from an old page of ours; a form of another site is refused."""
    if wants_json(request) or "origin" not in request.headers or not comes_from_here(request):
        return problem_page(request, 403, "web.problem.403")
    form = await waiting_form(request, error.typed)
    return again_page(request, form, text("web.again.old", language_of(request)), 403, error.token)


def _not_allowed(request: Request, _error: NotAllowed) -> Response:
    return problem_page(request, 403, "web.problem.403")


def _second_factor(request: Request, _error: NeedsFactor) -> Response:
    """Lead somebody to the page where they set up their second factor."""
    if not wants_json(request) and request.method == "GET":
        return RedirectResponse(OWN_FACTOR, 303)
    return problem_page(request, 403, "web.problem.second-factor")


PICTURE = "/desk/front/picture"
"""The end of the address that takes pictures, which have a limit of their own."""


def too_large(request: Request) -> Response:
    """More came than is taken. The rest is not read, so this is the last answer on the connection."""
    if request.url.path.endswith(PICTURE):
        words = text("error.event-picture-bytes", language_of(request), most=MOST_BYTES // 1_000_000)
        answer = problem(request, 413, words)
    else:
        answer = problem_page(request, 413, "web.problem.413")
    answer.headers["connection"] = "close"
    return answer


def unavailable(request: Request, fault: Exception) -> Response:
    """Tell that the office cannot be reached now. The log says why, without a password; nobody is shown it."""
    log.error("storage: %s", fault)
    return with_advice(problem_page(request, 503, "web.problem.503"))


HANDLERS: Mapping[Any, Callable[[Request, Any], Any]] = {
    ArpadError: _refused,
    StorageFault: unavailable,
    RequestValidationError: _invalid,
    HTTPException: _http,
    NotSignedIn: _sign_in,
    NotAllowed: _not_allowed,
    NeedsFactor: _second_factor,
    NotOurForm: _not_ours,
}
"""What answers each kind of problem."""


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


# A form that is sent twice is done once: every form has its own mark, and the second answer is that of the first. One
# that says something else than before is another form, even with the same mark.

ONCE = "once"
"""The field with the mark of a form."""
PIECE = 1 << 20
PATIENCE, PAUSE = 200, 1 / 20
"""How often somebody asks for the answer of a form that is being dealt with, and the seconds in between."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class IdempotentRoute(APIRoute):
    """A route whose forms are done once. Only what leads on to another page is kept: previews, and forms that come
    back, can be sent again."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            key = await _key(request)
            if not key:
                return await handle(request)
            before = await run_in_threadpool(_begun, request, key)
            if before is not None:
                await request.close()  # the files that came with it
                return RedirectResponse(before, 303) if before else problem_page(request, 409, "web.again.under-way")
            answer = ""
            try:
                response = await handle(request)
                answer = response.headers.get("location", "") or getattr(request.state, "leads_to", "")
            finally:
                await run_in_threadpool(end_form, request.app.state.site.database, key, answer)
            return response

        return once


async def _key(request: Request) -> str:
    """Return the key of a form with a mark, by the account that sent it; nothing for anything else."""
    account = request.state.account
    if request.method != "POST" or account is None or request.state.by_token:
        return ""
    form = await request.form()
    mark = form.get(ONCE)
    if not mark or not isinstance(mark, str) or form.get("step") == "preview":
        return ""
    typed = await run_in_threadpool(_form_hash, form)
    return fingerprint(f"{account.name} {request.url.path} {mark} {typed}")


def _form_hash(form: FormData) -> str:
    """Return a hash of what a form says. One that was changed after going back to it is another one: it must not be
    answered with what became of the first."""
    digest = sha256()
    for name, value in form.multi_items():
        if name == FIELD:
            continue
        digest.update(f"\0{name}\0".encode())
        if isinstance(value, str):
            digest.update(value.encode())
        else:
            for piece in iter(partial(value.file.read, PIECE), b""):
                digest.update(piece)
            value.file.seek(0)
    return digest.hexdigest()


def _begun(request: Request, key: str) -> str | None:
    """Begin with a form, or wait for the answer of the one that was sent before."""
    site = request.app.state.site
    for _ in range(PATIENCE):
        known = begin_form(site.database, key, site.settings.now())
        if known != "":
            return known
        sleep(PAUSE)
    return ""


# What is wrong with what was typed: the sentence, and the field it is about.

NAMING = ("option", "field", "where")
"""The values of a message that name the field it is about."""
LINE = re.compile(r"^[a-z]+\d+_")
"""How the names of fields of a numbered line begin."""

Fields = Mapping[str, tuple[str, ...]]
NONE: Mapping[str, str] = {}


def field_of(
    problem: ArpadError,
    known: Collection[str],
    about: Fields | None = None,
    typed: Mapping[str, str] = NONE,
    labels: Mapping[str, str] = NONE,
) -> str:
    """Return which of the known fields a problem is about: the one that it names, also by its label; or one of those
    that `about` has for problems which name none, first the one into which a value was typed that the problem names.
    Nothing if it is about no field."""
    values = [str(value) for value in problem.values.values()]
    by_label = {label: name for name, label in labels.items()}
    named = [by_label.get(word, word) for word in (str(problem.values.get(name, "")) for name in NAMING)]
    found = [name for name in (*named, *(about or {}).get(problem.key, ())) if name in known]
    return next((name for name in found if typed.get(name, "").strip() in values), found[0] if found else "")


def wrong_at(
    problem: ArpadError | None,
    language: Language,
    known: Collection[str],
    about: Fields | None = None,
    typed: Mapping[str, str] = NONE,
    labels: Mapping[str, str] = NONE,
) -> dict[str, str]:
    """Return what a page says about a problem, by the field that it is about; under no name if it is about none. Fields
    with a label are called by it."""
    if problem is None:
        return {}
    field = field_of(problem, known, about, typed, labels)
    named = {name: problem.values[name] for name in NAMING if name in problem.values}
    called = {name: labels.get(str(value), value) for name, value in named.items()}
    return {field: problem_on_page(ArpadError(problem.key, **{**problem.values, **called}), language)}


def with_labels(problem: ArpadError, language: Language, room: str = "web.field.") -> ArpadError:
    """Return a problem that names a field by the label that its form has: `discount2_until`, in a numbered line, is
    called like `until`."""
    labels = {
        name: text(key, language)
        for name, value in problem.values.items()
        if name in NAMING
        for key in [next((key for key in (f"{room}{value}", f"{room}{LINE.sub('', str(value))}") if has(key)), "")]
        if key
    }
    return ArpadError(problem.key, **{**problem.values, **labels})
