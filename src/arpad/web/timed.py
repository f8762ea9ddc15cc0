"""Work on files that anybody can send: in a few threads of its own, so that no page waits for it, and in bounded time.

Somebody whose file takes too long is told so. What is done for it goes on to its end, which the limits of files bound,
and counts as work until then.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from inspect import iscoroutinefunction
from threading import BoundedSemaphore
from typing import Any

from arpad.i18n import ArpadError
from arpad.web.later_routes import LaterRoute

SECONDS = 30
"""How long somebody waits for an answer."""
AT_ONCE, MOST_WAITING = 2, 16
"""Files that are looked at at the same time, and those that may wait for it."""


class FileWork:
    """The threads for this work, and places for those who wait for one."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "files")
        self._places = BoundedSemaphore(AT_ONCE + MOST_WAITING)

    async def do(self, work: Callable[[], Any]) -> Any:
        """Do something in a thread and wait for it, but not for ever."""
        if not self._places.acquire(blocking=False):
            raise ArpadError("web-busy")
        future = self._threads.submit(copy_context().run, work)
        future.add_done_callback(lambda _: self._places.release())
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), SECONDS)
        except TimeoutError:
            raise ArpadError("web-too-long", seconds=SECONDS) from None


class TimedRoute(LaterRoute):
    """A route whose forms are dealt with as work on files."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        sends = "POST" in (settings.get("methods") or ())
        called = _timed(endpoint) if sends and not iscoroutinefunction(endpoint) else endpoint
        super().__init__(path, called, **settings)


def _timed(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(endpoint)
    async def timed(*args: Any, **given: Any) -> Any:
        request = given["request"]
        return await request.app.state.file_work.do(partial(endpoint, *args, **given))

    return timed
