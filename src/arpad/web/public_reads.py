"""Middleware: programs in the pages of other sites may read what everybody may read (CORS).

They may look (GET, HEAD) and nothing more, and only as nobody: a request with a token or a cookie gets no leave, and
neither do pages, forms and the desks.
"""

import re

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
