"""Middleware: every request is counted, and leaves a line of JSON without names, queries or addresses."""

import json
import logging
import sys
from collections.abc import Callable, MutableMapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.web.counters import Counters

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
