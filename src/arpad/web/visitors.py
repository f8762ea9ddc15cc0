"""Middleware: the visitor's account and language; a chosen language is remembered."""

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.locale import Language
from arpad.web.language import COOKIE, known
from arpad.web.security import COOKIE as SESSION
from arpad.web.security import recognise

YEAR = 365 * 24 * 3600


class KnownVisitor:
    """Looks up the visitor before any page does. A visitor without a session or a token costs nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        request.state.account, request.state.csrf, request.state.by_token = None, "", False
        if SESSION in request.cookies or "authorization" in request.headers:
            await run_in_threadpool(recognise, request)
        chosen = known(request.query_params.get("lang"))
        await self.app(scope, receive, send if chosen is None else _remembering(chosen, send))


def _remembering(language: Language, send: Send) -> Send:
    answer = Response()
    answer.set_cookie(COOKIE, language, max_age=YEAR, samesite="lax", path="/")

    async def with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).append("set-cookie", answer.headers["set-cookie"])
        await send(message)

    return with_cookie
