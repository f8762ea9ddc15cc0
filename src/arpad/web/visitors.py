"""Middleware: the visitor's account and language; a chosen language is remembered."""

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.i18n import Language
from arpad.web.answers import VARY
from arpad.web.language import COOKIE, LANGUAGE, known, language_of
from arpad.web.security import recognise, session_secret

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
