"""Pages for everybody, kept as they were sent until the office changes: the next visitor gets the same bytes.

Only visitors who are not signed in get them, and only pages that are the same for everybody (`Pages.same_for_all`).
"""

import hashlib
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.office.storage.sqlite import Pulse
from arpad.web.cache import TAG, VARY, known_tags, prefers_json
from arpad.web.site import language_of

MOST_BYTES, LARGEST = 40_000_000, 400_000
"""What all kept pages may take together, and one of them. They are not compressed: that takes as long as making some
of them again."""
KEPT = "same_for_all"
TOURNAMENTS = "/t/"
"""Pages of tournaments follow the logs of their events, and are kept by these."""
WATCHED = ("/health", "/metrics")
"""Pages that answer also if the office cannot be asked."""
Header = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was sent, and the line of the log at which it was made."""

    line: int
    tag: str
    headers: list[Header]
    body: bytes
    route: Any


class PageMemory:
    """The pages used last, by what was asked for."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size = most, 0
        self._pages: OrderedDict[Hashable, KeptPage] = OrderedDict()

    def find(self, key: Hashable, line: int) -> KeptPage | None:
        """Return the page for a request, if nothing has changed since."""
        page = self._pages.get(key)
        if page is None or page.line != line:
            return None
        self._pages.move_to_end(key)
        return page

    def put(self, key: Hashable, page: KeptPage) -> None:
        old = self._pages.pop(key, None)
        self._pages[key] = page
        self._size += len(page.body) - (0 if old is None else len(old.body))
        while self._size > self._most:
            self._size -= len(self._pages.popitem(last=False)[1].body)


class KeptPages:
    """Middleware: answers from memory, and fills the memory."""

    def __init__(self, app: ASGIApp, pulse: Pulse) -> None:
        self.app, self.pulse, self.memory = app, pulse, PageMemory()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = _asked(scope)
        if key is None:
            await self.app(scope, receive, send)
            return
        line = self.pulse.line() if self.pulse.quick else await run_in_threadpool(self.pulse.line)
        if line is None:  # the page itself tells that the office cannot be reached
            await self.app(scope, receive, send)
            return
        page = self.memory.find(key, line)
        if page is not None:
            scope["route"] = page.route
            await _send(scope, page, send)
            return
        await self.app(scope, receive, self._keeping(scope, key, line, send))

    def _keeping(self, scope: Scope, key: Hashable, line: int, send: Send) -> Send:
        """Send an answer, and keep it if it is whole and for everybody. The line was read before the page was made: if
        the office has changed meanwhile, the page is never found."""
        begun: Message | None = None

        async def watched(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and message["status"] == 200 and scope["state"].get(KEPT):
                begun = message
                return
            if begun is None:
                await send(message)
                return
            start, body, begun = begun, message.get("body", b""), None
            if message.get("more_body") or _sets_cookie(start):
                await send(start)
                await send(message)
            else:
                await self._keep(scope, key, line, start["headers"], body, send)

        return watched

    async def _keep(
        self, scope: Scope, key: Hashable, line: int, headers: Iterable[Header], body: bytes, send: Send
    ) -> None:
        tag = hashlib.sha256(body).hexdigest()[:TAG]
        page = KeptPage(line, tag, list(headers), body, scope.get("route"))
        if len(body) <= LARGEST:
            self.memory.put(key, page)
        await _send(scope, page, send)


def _sets_cookie(start: Message) -> bool:
    """Whether an answer is for one visitor alone."""
    return any(name == b"set-cookie" for name, _ in start["headers"])


def _asked(scope: Scope) -> Hashable | None:
    """All that a page for everybody depends on besides the office: None for requests that are not answered so."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["state"].get("account") is not None:
        return None
    if scope["path"].startswith(TOURNAMENTS) or scope["path"] in WATCHED:
        return None
    told = {name: value for name, value in scope["headers"] if name in (b"host", b"accept")}
    as_json = prefers_json(told.get(b"accept", b"").decode("latin-1"))
    host, language = told.get(b"host", b""), language_of(Request(scope))
    return scope["path"], scope["query_string"], language, scope["scheme"], host, as_json


async def _send(scope: Scope, page: KeptPage, send: Send) -> None:
    """The page; nothing but its headers, if the browser has it already."""
    asked = next((value for name, value in scope["headers"] if name == b"if-none-match"), b"")
    same = bool(asked) and page.tag in known_tags(asked.decode("latin-1"))
    more = [
        (b"cache-control", b"no-cache"),
        (b"etag", f'"{page.tag}"'.encode()),
        (b"vary", VARY.encode()),
    ]
    headers = [] if same else page.headers
    await send({"type": "http.response.start", "status": 304 if same else 200, "headers": headers + more})
    await send({"type": "http.response.body", "body": b"" if same else page.body})
