"""A visitor of an application without a network: `TestClient`, but quick.

Starlette's own client has a thread with an event loop for every visitor, or even for every request, and asks it ten
times about each request. Here the loop runs in the thread of the test, only while a request is answered.
"""

import asyncio
import contextlib
import threading
from asyncio.base_events import _run_until_complete_cb as root  # type: ignore[attr-defined]
from collections.abc import Coroutine, Iterator
from typing import Any, Self
from urllib.parse import unquote

import httpx2 as httpx
from starlette import testclient
from starlette.types import ASGIApp, Message

NO_ANSWER = 500
"""The status if the application failed before it answered."""


class _Loop:
    """The event loop of all visitors of the main thread. It stands still between two requests, but its first task
    lasts: with that task the threads end that work for an application, and to start one for every request takes long.
    """

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._lasting = self.loop.create_task(asyncio.Event().wait())
        self._lasting.add_done_callback(root)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        task = self.loop.create_task(work)
        task.add_done_callback(lambda _: self.loop.stop())
        other = asyncio._get_running_loop()  # the one of a browser, which stands still until the test goes on
        asyncio._set_running_loop(None)
        try:
            self.loop.run_forever()
        finally:
            asyncio._set_running_loop(other)
        return task.result()

    def close(self) -> None:
        self._lasting.cancel()
        self.run(asyncio.sleep(0))
        self.loop.close()


_LOOPS: list[_Loop] = []
"""The loop, if it was needed."""


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run something to its end."""
    if threading.current_thread() is not threading.main_thread():
        return asyncio.run(work)
    if not _LOOPS:
        _LOOPS.append(_Loop())
    return _LOOPS[0].run(work)


def close_loop() -> None:
    """End what the loop has started."""
    while _LOOPS:
        _LOOPS.pop().close()


class _Direct(httpx.BaseTransport):
    """Answers a request by calling the application."""

    def __init__(self, app: ASGIApp, state: dict[str, Any], raises: bool, client: tuple[str, int]) -> None:
        self.app, self.state, self.raises, self.client = app, state, raises, client

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer: httpx.Response = run(self._answer(request, request.read()))
        return answer

    async def _answer(self, request: httpx.Request, body: bytes) -> httpx.Response:
        given = [{"type": "http.request", "body": body}]
        answered = asyncio.Event()
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            if given:
                return given.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                assert not start, "an answer begins once"
                start.update(message)
            elif message["type"] == "http.response.body":
                assert start, "an answer begins with its status"
                assert not answered.is_set(), "an answer ends once"
                parts.append(bytes(message.get("body", b"")))
                if not message.get("more_body", False):
                    answered.set()

        try:
            await self.app(self._scope(request), receive, send)
        except Exception:
            if self.raises:
                raise
        content = b"" if request.method == "HEAD" else b"".join(parts)
        headers = [(name.decode(), value.decode()) for name, value in start.get("headers", ())]
        return httpx.Response(
            start.get("status", NO_ANSWER), headers=headers, stream=httpx.ByteStream(content), request=request
        )

    def _scope(self, request: httpx.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower().encode(), value.encode()) for name, value in request.headers.multi_items()],
            "client": self.client,
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "state": self.state.copy(),
        }


class TestClient(testclient.TestClient):
    """Starlette's client over `_Direct`. What the application does at its start and end is done within `with`."""

    __test__ = False

    def __init__(
        self,
        app: ASGIApp,
        *,
        raise_server_exceptions: bool = True,
        client: tuple[str, int] = ("testclient", 50000),
        **given: Any,
    ) -> None:
        super().__init__(app, raise_server_exceptions=raise_server_exceptions, client=client, **given)
        self._transport = _Direct(app, self.app_state, raise_server_exceptions, client)

    def __enter__(self) -> Self:
        self._lives = contextlib.ExitStack()
        self._lives.enter_context(self._life())
        return self

    def __exit__(self, *_: object) -> None:
        self._lives.close()

    @contextlib.contextmanager
    def _life(self) -> Iterator[None]:
        """Tell the application that it starts, and in the end that it ends."""
        told: asyncio.Queue[Message] = asyncio.Queue()
        said: asyncio.Queue[Message] = asyncio.Queue()
        scope = {"type": "lifespan", "state": self.app_state}
        tasks: list[asyncio.Task[None]] = []

        async def step(kind: str) -> None:
            if not tasks:
                tasks.append(asyncio.create_task(self.app(scope, told.get, said.put)))  # type: ignore[arg-type]
            await told.put({"type": f"lifespan.{kind}"})
            hears = asyncio.create_task(said.get())
            await asyncio.wait({*tasks, hears}, return_when=asyncio.FIRST_COMPLETED)
            if not hears.done():
                hears.cancel()
                tasks[0].result()
            assert hears.result()["type"] == f"lifespan.{kind}.complete", hears.result()

        run(step("startup"))
        try:
            yield
        finally:
            run(step("shutdown"))
