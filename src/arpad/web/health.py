"""Health, counters, and a line of JSON for each request, without names, queries or addresses."""

import json
import logging
import sys
from collections import Counter
from collections.abc import Callable, MutableMapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad import __version__
from arpad.locale import ArpadError
from arpad.office.lists import versions
from arpad.office.storage import REVISION
from arpad.web.answers import json_text
from arpad.web.site import Site

health = APIRouter(tags=["health"])
log = logging.getLogger("arpad.web.requests")

FAILED = 500
OTHER = "–"
MEDIA = "text/plain; version=0.0.4; charset=utf-8"


class Counters:
    """Counts the requests since this process started."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.milliseconds = 0

    def count(self, status: int, milliseconds: int) -> None:
        self.answers[f"{status // 100}xx"] += 1
        self.milliseconds += milliseconds


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


@health.get("/health", response_class=Response, responses={503: {"description": "The office cannot be reached."}})
def is_well(request: Request) -> Response:
    """Whether the office can be reached, its revision, and the newest list of each system."""
    site: Site = request.app.state.site
    try:
        newest = {system.name: _newest(site, system.name) for system in site.systems()}
    except ArpadError:
        return json_text({"status": "failed", "release": __version__}, 503)
    return json_text({"status": "ok", "release": __version__, "revision": REVISION, "newest": newest})


def _newest(site: Site, system: str) -> str | None:
    published = versions(site.desk(system), published=True)
    return published[-1].period.isoformat() if published else None


@health.get("/metrics", response_class=PlainTextResponse)
def metrics(request: Request) -> Response:
    """Counters of this process as plain text, as Prometheus reads them."""
    site: Site = request.app.state.site
    counters: Counters = request.app.state.counters
    lines = ["# TYPE arpad_requests_total counter"]
    lines += [
        f'arpad_requests_total{{class="{answer}"}} {counters.answers[answer]}' for answer in sorted(counters.answers)
    ]
    seconds, rest = divmod(counters.milliseconds, 1000)
    lines += ["# TYPE arpad_request_seconds_total counter", f"arpad_request_seconds_total {seconds}.{rest:03}"]
    lines.append("# TYPE arpad_lists_published gauge")
    for system in site.systems():
        published = len({one.period for one in versions(site.desk(system.name), published=True)})
        lines.append(f'arpad_lists_published{{system="{system.name}"}} {published}')
    return PlainTextResponse("\n".join(lines) + "\n", media_type=MEDIA)
