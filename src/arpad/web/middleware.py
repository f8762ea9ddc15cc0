"""Middleware: upload limits, security headers, CORS for public reads, visitor language, request logs.

Log lines hold no names, queries or addresses.
"""

import json
import logging
import re
import sys
from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.web.assets import STATIC
from arpad.web.cache import VARY
from arpad.web.health import Counters
from arpad.web.security import recognise, session_secret
from arpad.web.site import AS_DEVICE, COOKIE, LANGUAGE, THEME_COOKIE, THEMES, known, language_of

# Middleware: requests that are too large are refused while they stream in, every answer carries its safety, and every
# page answers HEAD.

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LONGEST_NUMBER = 15


class HttpMiddleware:
    """Middleware for requests; all else (the start and the end of the server) passes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.handle if scope["type"] == "http" else self.app)(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


def with_headers(send: Send, change: Callable[[MutableHeaders], None]) -> Send:
    """Return a `send` that changes the headers of an answer."""

    async def changed(message: Message) -> None:
        if message["type"] == "http.response.start":
            change(MutableHeaders(scope=message))
        await send(message)

    return changed


class TooLarge(Exception):
    """More bytes came than are taken."""


class UploadLimit(HttpMiddleware):
    """Counts the bytes of a body as they come; beyond the limit the rest is not read, whatever the page makes of it."""

    def __init__(self, app: ASGIApp, limit: Callable[[Request], int], refuse: Callable[[Request], Response]) -> None:
        super().__init__(app)
        self.limit, self.refuse = limit, refuse

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        limit, announced = self.limit(request), request.headers.get("content-length", "0")
        if not announced.isdecimal() or len(announced) > LONGEST_NUMBER or int(announced) > limit:
            await self.refuse(request)(scope, receive, send)
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
                await self.refuse(request)(scope, receive, send)


class AnswersHead(HttpMiddleware):
    """Answers HEAD as GET would be answered, without the body (RFC 9110 9.3.2), for all addresses at once."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        asked = {**scope, "method": "GET"}

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        try:
            await self.app(asked, receive, without_body)
        finally:
            scope.update({name: asked[name] for name in ("route",) if name in asked})


SCREEN = re.compile(r"^/t/[^/]+/screen/")
"""Screens in the hall: the desk shows them inside a page of its own, and their addresses say their language."""
FRAMED = HEADERS | {
    "content-security-policy": HEADERS["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
}


EMBEDDED = re.compile(r"^/embed/")
"""Small tables that any page may show in a frame: they show what everybody sees, and take nothing."""
IN_FRAMES = {name: value for name, value in HEADERS.items() if name != "x-frame-options"} | {
    "content-security-policy": HEADERS["content-security-policy"]
    .replace("frame-ancestors 'none'", "frame-ancestors *")
    .replace("script-src 'self'", "script-src 'none'")
    .replace("form-action 'self'", "form-action 'none'"),
}


def headers_of(path: str) -> Mapping[str, str]:
    """Return what keeps a browser safe at an address."""
    return IN_FRAMES if EMBEDDED.match(path) else FRAMED if SCREEN.search(path) else HEADERS


class SafeHeaders(HttpMiddleware):
    """Adds the headers that keep a browser from doing anything the page does not need. Answers that say nothing of it
    may not be shown again without asking."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        def add(headers: MutableHeaders) -> None:
            for name, value in headers_of(scope["path"]).items():
                headers.append(name, value)
            if scope["scheme"] == "https":
                headers.append("strict-transport-security", "max-age=31536000")
            if "cache-control" not in headers and not scope["path"].startswith(STATIC):
                headers.append("cache-control", "no-cache")
                headers.append("vary", VARY)

        await self.app(scope, receive, with_headers(send, add))


# Middleware: programs in the pages of other sites may read what everybody may read (CORS). They may look (GET, HEAD)
# and nothing more, and only as nobody: a request with a token or a cookie gets no leave, and neither do pages, forms
# and the desks.

READS = ("GET", "HEAD")
OURS_ALONE = re.compile(r"^/(?:office|login|logout|again)(?:[/.]|$)|^/[tf]/[^/]+/(?:desk|do|door|link|log)(?:[/.]|$)")
"""Addresses of people who are signed in."""
PREFLIGHT = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "accept, accept-language, if-none-match",
    "access-control-max-age": "86400",
}


class PublicReads(HttpMiddleware):
    """Adds the leave to answers that are documents, and answers the question that browsers ask before."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if OURS_ALONE.search(scope["path"]) or "authorization" in headers or "cookie" in headers:
            await self.app(scope, receive, send)
        elif scope["method"] == "OPTIONS" and headers.get("access-control-request-method") in READS:
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
        else:
            await self.app(scope, receive, with_headers(send, _allow) if scope["method"] in READS else send)


def _allow(headers: MutableHeaders) -> None:
    """Give leave to read an answer that is for programs, and for nobody in particular."""
    if not headers.get("content-type", "").startswith("text/html") and "set-cookie" not in headers:
        headers.append("access-control-allow-origin", "*")
        headers.append("access-control-expose-headers", "etag, retry-after")


# Middleware: the visitor's account and language; a chosen language is remembered.

YEAR = 365 * 24 * 3600


class KnownVisitor(HttpMiddleware):
    """Looks up the visitor before any page does. A visitor without a session or a token costs nothing."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})
        state |= {"account": None, "csrf": "", "by_token": False, "token_problem": ""}
        request = Request(scope)
        headers = request.headers
        if "authorization" in headers or ("cookie" in headers and session_secret(request)):
            await run_in_threadpool(recognise, request)
            send = send if scope["path"].startswith(STATIC) else with_headers(send, _keep_nowhere)
        state[LANGUAGE] = language_of(request)
        chosen = known(request.query_params.get("lang")) if b"lang" in scope["query_string"] else None
        if chosen is not None and not SCREEN.search(scope["path"]):
            send = _keeping(send, COOKIE, chosen)
        look = request.query_params.get("theme") if b"theme" in scope["query_string"] else None
        if look in (*THEMES, AS_DEVICE) and not SCREEN.search(scope["path"]):
            send = _keeping(send, THEME_COOKIE, look)
        await self.app(scope, receive, send)


def _keeping(send: Send, name: str, value: str) -> Send:
    """Return a `send` that lets the browser keep what was chosen."""
    answer = Response()
    answer.set_cookie(name, value, max_age=YEAR, samesite="lax", path="/")
    cookie = answer.headers["set-cookie"]
    return with_headers(send, lambda headers: headers.append("set-cookie", cookie))


def _keep_nowhere(headers: MutableHeaders) -> None:
    """What is sent to somebody who is signed in, or was, is kept nowhere: Back shows nothing after they have left."""
    headers["cache-control"] = "no-store"
    headers["vary"] = f"{VARY}, authorization"


# Middleware: every request is counted, and leaves a line of JSON without names, queries or addresses.

log = logging.getLogger("arpad.web.requests")
FAILED = 500
OTHER = "–"


class Watch(HttpMiddleware):
    """Counts every request and writes its line: with the pattern of the address, never the address, which may hold a
    player's id."""

    def __init__(self, app: ASGIApp, counters: Counters, milliseconds: Callable[[], int]) -> None:
        super().__init__(app)
        self.counters, self.milliseconds = counters, milliseconds

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, begun = FAILED, self.milliseconds()

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            took, route = self.milliseconds() - begun, str(getattr(scope.get("route"), "path", OTHER))
            self.counters.count(status, took)
            line = {"method": scope["method"], "route": route, "status": status, "milliseconds": took}
            log.info(json.dumps(line, ensure_ascii=False))


def log_to_stderr() -> None:
    """Write one line of JSON for each request to the log."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log.handlers, log.propagate = [handler], False
    log.setLevel(logging.INFO)
