"""Middleware: requests that are too large are refused while they stream in, every answer carries its safety, and
every page answers HEAD."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.web.answers import VARY

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
