"""The server's patience with clients: how long a request may take to come in and an answer to be read, and how many
clients are served at once.

A client that sends its headers or its body too slowly is told so (408) and let go; one that does not read its answer
is let go. If more come than can be served, the one that has kept us waiting longest makes room.
"""

import asyncio
from collections.abc import Iterable
from itertools import count
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

HEADERS = 10
"""Seconds in which a request must have come in as far as its body."""
LONGEST_HEAD = 64 * 1024
"""Bytes that the first line and the headers of a request may have."""
BODY_GRACE, BODY_RATE = 20, 4_000
"""Seconds in which a body may come slowly, and the bytes a second with which it must come after them."""
UNREAD = 60
"""Seconds for which nobody has read any further in an answer."""
KEPT_OPEN = 15
"""Seconds for which a connection stays open between two requests."""
STOPPING = 20
"""Seconds that requests have to end if the server is stopped."""
MOST_CONNECTIONS, OWN_FILES = 2_000, 200
"""Clients of one worker, and the open files that it needs for itself."""
TICK: float = 1
ARRIVALS = count()


class SlowClientProtocol(HttpToolsProtocol):
    """One connection of a client, looked at every second."""

    limit = MOST_CONNECTIONS
    waiting_since: float | None = None
    """When the wait for the headers began; None while a request is dealt with, or between two requests."""
    number = 0
    """Its place in the order of arrival: several may come between two looks at the clock."""
    _head = 0
    _body = 0
    _body_since: float = 0
    _unread = 0
    _unread_since: float = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.waiting_since, self.number = self.loop.time(), next(ARRIVALS)
        self._timer = self.loop.call_later(TICK, self._look)
        if len(self.connections) > self.limit:
            let_go(longest_waiting(self.connections) or self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()

    def data_received(self, data: bytes) -> None:
        if not self._is_busy() and self.waiting_since is None:
            self.waiting_since = self.loop.time()
        if self.waiting_since is not None:
            self._head += len(data)
        super().data_received(data)
        if self.waiting_since is not None and self._head > LONGEST_HEAD:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        self.waiting_since, self._head = None, 0
        self._body, self._body_since = 0, self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def _is_busy(self) -> bool:
        """Whether a request has not been answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def _look(self) -> None:
        """Let a client go that has used up our patience."""
        if self.transport is None or self.parser is None:
            return
        self._timer = self.loop.call_later(TICK, self._look)
        now = self.loop.time()
        if self._nobody_reads(now):
            self.transport.abort()
        elif not self.transport.is_closing() and (self._heads_slowly(now) or self._comes_slowly(now)):
            self._refuse(408)

    def _heads_slowly(self, now: float) -> bool:
        return self.waiting_since is not None and now - self.waiting_since > HEADERS

    def _nobody_reads(self, now: float) -> bool:
        unread = self.transport.get_write_buffer_size()
        if unread != self._unread or not unread:
            self._unread, self._unread_since = unread, now
        return now - self._unread_since > UNREAD

    def _comes_slowly(self, now: float) -> bool:
        if not self._is_busy() or not self.cycle.more_body:
            return False
        if self.flow.read_paused:  # it is us who do not read
            self._body_since += TICK
        return self._body < (now - self._body_since - BODY_GRACE) * BODY_RATE

    def _refuse(self, status: int) -> None:
        """Answer that we wait no longer, unless an answer has begun, and close the connection."""
        if not self._is_busy() or not self.cycle.response_started:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


def longest_waiting(connections: Iterable[Any]) -> SlowClientProtocol | None:
    """Return the client that has kept us waiting for its headers longest."""
    waiting = [client for client in connections if getattr(client, "waiting_since", None) is not None]
    return min(waiting, key=lambda client: (client.waiting_since, client.number), default=None)


def let_go(connection: SlowClientProtocol) -> None:
    """Close a connection at once."""
    connection.transport.abort()


def most_connections() -> int:
    """Return how many clients a worker can have: as many as the system lets it open files for. Windows sets no limit
    that a process could ask for."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return MOST_CONNECTIONS
    wanted = MOST_CONNECTIONS + OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_CONNECTIONS
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(1, allowed - OWN_FILES)
