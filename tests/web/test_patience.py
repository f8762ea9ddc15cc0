"""Clients that are slow, stuck or too many: they are let go, and everybody else is served meanwhile."""

import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from arpad.web import server as patience
from arpad.web.server import SlowClientProtocol

QUICK = {"HEADERS": 0.2, "BODY_GRACE": 0.2, "BODY_RATE": 4_000, "UNREAD": 0.3, "TICK": 0.02}
LARGE = 8_000_000
"""More than the system keeps for a client that does not read."""


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Reads a body and tells its length; /large is a long answer, /slow takes its time to read."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    body = b"x" * LARGE if scope["path"] == "/large" else str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def server() -> Iterator[uvicorn.Server]:
    config = uvicorn.Config(
        echo, port=0, log_level="critical", http=SlowClientProtocol, ws="none", lifespan="off", timeout_keep_alive=1
    )
    server = uvicorn.Server(config)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in QUICK.items():
            patch.setattr(patience, name, value)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield server
        server.should_exit = True
        thread.join()


@pytest.fixture
def port(server: uvicorn.Server) -> int:
    return int(server.servers[0].sockets[0].getsockname()[1])


def connect(port: int, *sent: bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=20)
    for one in sent:
        client.sendall(one)
    return client


def answer(client: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    found = b""
    while part := client.recv(65536):
        found += part
    client.close()
    return found


def test_a_request_is_answered(port: int) -> None:
    """In pieces, several on one connection, with a body."""
    client = connect(port, b"GET / HTTP/1.1\r\nho", b"st: a\r\n\r\n")
    assert client.recv(1000).endswith(b"0")
    client.sendall(b"POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 5\r\n\r\n12345")
    assert answer(client).endswith(b"5")


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: a\r\nx-slow: ",
        b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\nslow",
        b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nslow",
    ],
    ids=["nothing", "headers", "blank", "body", "chunks"],
)
def test_a_slow_client_is_let_go(port: int, sent: bytes) -> None:
    assert b"408 Request Timeout" in answer(connect(port, sent))


def test_a_second_request_that_does_not_come_is_not_waited_for(port: int) -> None:
    assert b" 200 OK" in answer(connect(port, b"GET / HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nx-sl"))


def test_a_client_that_drips_is_let_go(port: int) -> None:
    """Something comes all the time, and yet it never ends."""
    with connect(port, b"GET / HTTP/1.1\r\nhost: a\r\n") as client, pytest.raises(ConnectionError):
        _drip(client)


def _drip(client: socket.socket) -> None:
    while True:
        client.sendall(b"x-more: 1\r\n")
        time.sleep(0.01)


def test_headers_have_an_end(port: int) -> None:
    found = b""
    with connect(port, b"GET / HTTP/1.1\r\n") as client, suppress(OSError):
        client.sendall(b"x-long: " + b"x" * 300_000)
        found = answer(client)
    assert not found or b" 431 " in found


def test_a_client_that_does_not_read_is_let_go(server: uvicorn.Server, port: int) -> None:
    found = 0
    with connect(port, b"GET /large HTTP/1.1\r\nhost: a\r\n\r\n") as client, suppress(ConnectionResetError):
        client.recv(1)
        while server.server_state.connections:
            time.sleep(0.01)
        while part := client.recv(1 << 20):
            found += len(part)
    assert found < LARGE


def test_somebody_makes_room_if_there_are_too_many(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SlowClientProtocol, "limit", 20)
    monkeypatch.setattr(patience, "HEADERS", 60)
    stuck = [connect(port, b"GET / HTTP/1.1\r\n") for _ in range(60)]
    for _ in range(5):
        client = connect(port, b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
        assert answer(client).endswith(b"0")
    for client in stuck:
        client.close()


def test_of_clients_that_came_at_the_same_time_the_first_makes_room() -> None:
    clients = [SimpleNamespace(waiting_since=5.0, number=number) for number in range(20)]
    later, busy = SimpleNamespace(waiting_since=6.0, number=0), SimpleNamespace(waiting_since=None, number=0)
    assert patience.longest_waiting([busy, later]) is later  # type: ignore[comparison-overlap]
    for order in (clients, clients[::-1]):
        assert patience.longest_waiting([later, busy, *order]) is clients[0]  # type: ignore[comparison-overlap]


def test_a_worker_has_no_more_clients_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(1024, 1024), (1024, 4096), (1024, -1), (-1, -1), (100, 100), (100_000, 100_000)]
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limit: asked.append(limit))
    found = []
    for limit in limits:
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, limit=limit: limit)
        found.append(patience.most_connections())
    assert found == [824, 2000, 2000, 2000, 1, 2000]
    assert asked == [(1024, 1024), (2200, 4096), (2200, -1), (100, 100)]
