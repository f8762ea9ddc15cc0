"""The office on the web for tests: a short demo federation, made once, of which every test gets its own copy.

`office` makes an application over a copy, `client` speaks to one without a network, `served` is one behind a real
server, `open_page` opens its pages in a real Chromium. Server and browser are started once.
"""

import datetime as dt
import itertools
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from copied_office import copy_office
from described_once import described_once

if TYPE_CHECKING:
    from fastapi import FastAPI
    from playwright.sync_api import Browser, BrowserContext, Page

    from visitor import TestClient

MONTHS = 4
"""Three lists after the first one, a correction, and a month that waits. The last list is of 1 February 2023."""
NOW = dt.datetime(2023, 3, 2, 12, tzinfo=dt.UTC)
NAME, PASSWORD = "demo", "caissa-2024"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--js-flags=--no-opt --no-maglev",
)  # fmt: skip
"""A page is open for a second: to compile its scripts for speed takes longer than to run them."""
PATIENCE = 60_000
"""Milliseconds that a page may take on a machine that does much else."""

MakeOffice = Callable[..., "FastAPI"]
OpenPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a short demo federation, with the index that a server makes. Nobody writes into it."""
    from arpad.office.context import Desk
    from arpad.office.demo import found_demo
    from arpad.office.storage.database import Database
    from arpad.regulations.rating_editions import regulations
    from arpad.web.site import Settings, Site

    path = tmp_path_factory.mktemp("demo") / "demo.db"
    made = Database(f"sqlite:///{path}")
    found_demo(made, Desk(made, regulations(), "fide", NAME, NOW), months=MONTHS)
    made.dispose()
    site = Site(Settings(f"sqlite:///{path}", lambda: NOW, lambda: "", lambda: 0))
    site.prepare()
    site.close()
    return path


@pytest.fixture
def office(demo_file: Path, tmp_path: Path) -> Iterator[MakeOffice]:
    """Make applications, each over its own copy of the demo federation."""
    from arpad.web.app import create_app
    from arpad.web.site import Settings
    from checked_answers import CheckedAnswers

    made: list[FastAPI] = []
    wrong: list[str] = []

    def make(file: Path = demo_file, **more: Any) -> "FastAPI":
        path = tmp_path / f"office-{len(made) + 1}.db"
        copy_office(file, path)
        secrets = itertools.count(1)
        given: dict[str, Any] = {"now": lambda: NOW, "milliseconds": lambda: 0, "demo": True} | more
        settings = Settings(f"sqlite:///{path}", secret=lambda: f"secret-{next(secrets)}", **given)
        made.append(described_once(create_app(settings)))
        made[-1].add_middleware(CheckedAnswers, wrong=wrong)
        return made[-1]

    yield make
    for app in made:
        app.state.site.close()
    assert not wrong, "answers that are not as their schemas say:\n" + "\n".join(wrong[:20])


@pytest.fixture
def client(office: MakeOffice) -> Iterator["TestClient"]:
    """A visitor of an office of its own, in English. What goes wrong inside is an answer, as over the wire."""
    from visitor import TestClient

    with TestClient(office(), raise_server_exceptions=False, headers={"accept-language": "en"}) as visitor:
        yield visitor


def sign_in(visitor: "TestClient", name: str = NAME) -> str:
    """Sign in, without a name as the officer. Returns what a form of the session carries against forgery."""
    form = visitor.get("/login")
    values = {"name": name, "password": PASSWORD, "csrf": visitor.cookies["arpad_form"], "after": "/"}
    assert form.status_code == 200
    answer = visitor.post("/login", data=values, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    page = visitor.get("/").text
    return page.partition('name="csrf" value="')[2].partition('"')[0]


class Served:
    """A real server in a thread, which serves one application after the other at the same address."""

    def __init__(self) -> None:
        import uvicorn

        self.app: FastAPI
        config = uvicorn.Config(
            self._serve,
            host="127.0.0.1",
            port=0,
            log_level="critical",
            access_log=False,
            interface="asgi3",
            lifespan="off",
            ws="none",
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app(scope, receive, send)

    def serve(self, app: "FastAPI") -> None:
        app.state.site.prepare()
        self.app = app

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """The server of this worker."""
    started = Served()
    yield started
    started.stop()


@pytest.fixture
def served(office: MakeOffice, server: Served) -> Iterator[Served]:
    """An office of its own at the address of the server."""
    server.serve(office())
    yield server
    server.app.state.site.close()


def chromium() -> str:
    """The system's Chromium."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found is not None, "there is no Chromium: sh tools/chromium.sh"
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One Chromium for all tests of a worker."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        yield started
        started.close()


class Visitors:
    """Visitors with a browser each, who forget everything between two tests. A new one takes as long as two pages."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}

    def page(self, address: str, **given: Any) -> tuple["Page", Callable[[], None]]:
        """An empty page of a visitor who does nothing else, and how to close it."""
        free = self._free.setdefault(repr(sorted(given.items())), [])
        context = free.pop() if free else self._browser.new_context(base_url=address, **given)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        devtools.detach()

        def close() -> None:
            for opened in context.pages:
                opened.close()
            free.append(context)

        return page, close


@pytest.fixture(scope="session")
def visitors(browser: "Browser") -> Visitors:
    return Visitors(browser)


@pytest.fixture
def open_page(visitors: Visitors, served: Served) -> Iterator[OpenPage]:
    """Open pages of the served office: `open_page("/lists", width=360, locale="es", color_scheme="dark")`."""
    open_pages = []

    def open_(path: str = "/", width: int = 1280, **more: Any) -> "Page":
        given = {"locale": "en-GB", "viewport": {"width": width, "height": 900}} | more
        page, close = visitors.page(served.address, **given)
        open_pages.append(close)
        page.goto(path)
        return page

    yield open_
    for close in open_pages:
        close()
