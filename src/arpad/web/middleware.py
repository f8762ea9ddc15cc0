"""Middleware: upload limits, security headers, CORS for public reads, visitor language, request logs.

Log lines hold no names, queries or addresses.
"""

import json
import logging
import re
import sys
from collections.abc import Callable, MutableMapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.i18n import Language
from arpad.web.cache import VARY
from arpad.web.health import Counters
from arpad.web.security import recognise, session_secret
from arpad.web.site import COOKIE, LANGUAGE, known, language_of

# Middleware: requests that are too large are refused while they stream in, every answer carries its safety, and every
# page answers HEAD.

HEADERS = (
    (b"content-security-policy",
     b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
     b"frame-ancestors 'none'; base-uri 'none'; object-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)  # fmt: skip
LONGEST_NUMBER = 15


class TooLarge(Exception):
    """More bytes came than are taken."""


class UploadLimit:
    """Counts the bytes of a body as they come; beyond the limit the rest is not read, whatever the page makes of it."""

    def __init__(self, app: ASGIApp, limit: Callable[[Request], int], refuse: Callable[[Request], Response]) -> None:
        self.app, self.limit, self.refuse = app, limit, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limit(Request(scope))
        announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not announced.isdigit() or len(announced) > LONGEST_NUMBER or int(announced) > limit:
            await self.refuse(Request(scope))(scope, receive, send)
            return
        seen, begun = 0, False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal begun
            if seen > limit and not begun:
                raise TooLarge
            begun = True
            await send(message)

        try:
            await self.app(scope, counted, watched)
        except TooLarge:
            if not begun:
                await self.refuse(Request(scope))(scope, receive, send)


class AnswersHead:
    """Answers HEAD as GET would be answered, without the body (RFC 9110 9.3.2), for all addresses at once."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        asked = {**scope, "method": "GET"}

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        try:
            await self.app(asked, receive, without_body)
        finally:
            scope.update({name: asked[name] for name in ("route",) if name in asked})


HTTPS_ALONE = (b"strict-transport-security", b"max-age=31536000")
ASKED_AGAIN = ((b"cache-control", b"no-cache"), (b"vary", VARY.encode()))
"""For answers that say nothing of it: they may not be shown again without asking."""


class SafeHeaders:
    """Adds the headers that keep a browser from doing anything the page does not need."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *HEADERS]
                if scope["scheme"] == "https":
                    headers.append(HTTPS_ALONE)
                if not any(name.lower() == b"cache-control" for name, _ in headers) and not is_static:
                    headers += ASKED_AGAIN
                message["headers"] = headers
            await send(message)

        is_static = scope["type"] == "http" and scope["path"].startswith("/static/")
        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


# Middleware: programs in the pages of other sites may read what everybody may read (CORS). They may look (GET, HEAD)
# and nothing more, and only as nobody: a request with a token or a cookie gets no leave, and neither do pages, forms
# and the desks.

READS = ("GET", "HEAD")
OURS_ALONE = re.compile(r"^/(?:office|login|logout|again)(?:[/.]|$)|^/t/[^/]+/(?:desk|do|link|log)(?:[/.]|$)")
"""Addresses of people who are signed in."""
PERSONAL = frozenset((b"authorization", b"cookie"))
ALLOWED = ((b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", b"etag, retry-after"))
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "accept, accept-language, if-none-match",
    "access-control-max-age": "86400",
}


class PublicReads:
    """Adds the leave to answers that are documents, and answers the question that browsers ask before."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or OURS_ALONE.search(scope["path"]) or _is_personal(scope):
            await self.app(scope, receive, send)
        elif scope["method"] == "OPTIONS" and _wanted(scope) in READS:
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
        else:
            await self.app(scope, receive, _allowing(send) if scope["method"] in READS else send)


def _is_personal(scope: Scope) -> bool:
    return any(name in PERSONAL for name, _ in scope["headers"])


def _wanted(scope: Scope) -> str:
    """The method of the request that is to follow."""
    told = [value for name, value in scope["headers"] if name == b"access-control-request-method"]
    return told[0].decode("latin-1") if told else ""


def _allowing(send: Send) -> Send:
    async def with_leave(message: Message) -> None:
        if message["type"] == "http.response.start" and _is_document(message):
            message = {**message, "headers": [*message.get("headers", ()), *ALLOWED]}
        await send(message)

    return with_leave


def _is_document(message: Message) -> bool:
    """Whether an answer is for programs, and for nobody in particular."""
    headers = dict(message.get("headers", ()))
    return not headers.get(b"content-type", b"").startswith(b"text/html") and b"set-cookie" not in headers


# Middleware: the visitor's account and language; a chosen language is remembered.

STATIC = "/static/"
YEAR = 365 * 24 * 3600


class KnownVisitor:
    """Looks up the visitor before any page does. A visitor without a session or a token costs nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state |= {"account": None, "csrf": "", "by_token": False}
        request = Request(scope)
        headers = request.headers
        if "authorization" in headers or ("cookie" in headers and session_secret(request)):
            await run_in_threadpool(recognise, request)
            send = _kept_nowhere(scope, send)
        state[LANGUAGE] = language_of(request)
        chosen = known(request.query_params.get("lang")) if b"lang" in scope["query_string"] else None
        await self.app(scope, receive, send if chosen is None else _remembering(chosen, send))


def _kept_nowhere(scope: Scope, send: Send) -> Send:
    """What is sent to somebody who is signed in, or was, is kept nowhere: Back shows nothing after they have left."""
    if scope["path"].startswith(STATIC):
        return send

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["cache-control"] = "no-store"
            headers["vary"] = f"{VARY}, authorization"
        await send(message)

    return with_headers


def _remembering(language: Language, send: Send) -> Send:
    answer = Response()
    answer.set_cookie(COOKIE, language, max_age=YEAR, samesite="lax", path="/")

    async def with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("set-cookie", answer.headers["set-cookie"])
        await send(message)

    return with_cookie


# Middleware: every request is counted, and leaves a line of JSON without names, queries or addresses.

log = logging.getLogger("arpad.web.requests")
FAILED = 500
OTHER = "–"


class Watch:
    """Counts every request and writes its line."""

    def __init__(self, app: ASGIApp, counters: Counters, milliseconds: Callable[[], int]) -> None:
        self.app, self.counters, self.milliseconds = app, counters, milliseconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, begun = FAILED, self.milliseconds()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            took = self.milliseconds() - begun
            self.counters.count(status, took)
            line = {"method": scope["method"], "route": _route(scope), "status": status, "milliseconds": took}
            log.info(json.dumps(line, ensure_ascii=False))


def _route(scope: MutableMapping[str, Any]) -> str:
    """The pattern of the address, never the address: it may hold a player's id."""
    return str(getattr(scope.get("route"), "path", OTHER))


def log_to_stderr() -> None:
    """Write one line of JSON for each request to the log."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
