"""An office on a laptop in a hall: QR codes and links have the address that telephones reach, and a button opens it."""

import asyncio
import http.client
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from fastapi import FastAPI

from arpad.cli import serve
from arpad.i18n import ArpadError
from certificate_events import pages
from visitor import TestClient
from web_demo import MakeOffice, sign_in
from web_event import AtDesk, MakeEventOffice

T = TypeVar("T")
HERE = "http://192.168.1.5:8000"


def at_home(app: FastAPI, where: str = "127.0.0.1", host: str = "127.0.0.1:8000") -> TestClient:
    """A browser on the laptop itself, or on another machine."""
    return TestClient(
        app,
        raise_server_exceptions=False,
        base_url=f"http://{host}",
        client=(where, 50000),
        headers={"accept-language": "en"},
    )


def chief_at(app: FastAPI, host: str = "127.0.0.1:8000") -> AtDesk:
    """The chief arbiter, whose browser has opened the office at an address."""
    visitor = at_home(app, host=host)
    return AtDesk(visitor, sign_in(visitor, "chief"))


def test_codes_and_links_have_the_address_of_the_hall(event_office: MakeEventOffice) -> None:
    app = event_office(hall=HERE)
    chief = chief_at(app)
    page = chief.get("desk/print.json").json()
    assert [page["address"], page["unreachable"]] == [HERE, None]
    made = chief.post("desk/staff/link", json=True, label="door", role="scorer").json()
    assert made["address"].startswith(f"{HERE}/t/")
    named = chief_at(app, "arpad.example.org").get("desk/print.json").json()
    assert named["address"] == "http://arpad.example.org", "its own name is reached"


def test_a_code_of_this_machine_alone_is_said_to_be_one(event_office: MakeEventOffice) -> None:
    chief = chief_at(event_office())
    page = chief.get("desk/print")
    assert chief.get("desk/print.json").json()["unreachable"] == "loopback"
    assert '<a href="/office/hall">' in page.text
    for printed, code in (("", False), ("&anyway=1", True)):
        paper = chief.get(f"desk/print/pairings.pdf?round=5{printed}").content
        words = " ".join(" ".join(pages(paper)).split())
        assert ("Telephones cannot open this QR code" in words) == code


def test_a_button_opens_the_office_to_the_hall(office: MakeOffice) -> None:
    opened: list[Any] = []

    async def open_hall(app: Any) -> str:
        opened.append(app)
        return HERE

    app = office(demo=False, open_hall=open_hall)
    officer = at_home(app)
    csrf = sign_in(officer)
    assert 'href="/office/hall">Telephones in the hall</a>' in officer.get("/office").text
    assert "Open to the hall" in officer.get("/office/hall").text
    answer = officer.post("/office/hall", data={"csrf": csrf}, follow_redirects=False)
    assert answer.status_code == 303
    assert len(opened) == 1
    page = officer.get("/office/hall").text
    assert f"{HERE}/t" in page
    assert "<svg" in page


@pytest.mark.parametrize(("where", "demo", "said"), [
    ("192.168.1.9", False, "only an officer who sits at the computer"),
    ("127.0.0.1", True, "whose password everybody knows"),
])  # fmt: skip
def test_nobody_else_opens_it_and_the_demo_stays_at_home(office: MakeOffice, where: str, demo: bool, said: str) -> None:
    async def open_hall(_app: Any) -> str:
        raise AssertionError

    app = office(demo=demo, open_hall=open_hall)
    officer = at_home(app, where)
    answer = officer.post("/office/hall", data={"csrf": sign_in(officer)}, follow_redirects=False)
    assert answer.status_code == 409
    assert said in answer.text


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: a browser of the same process may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_the_door_listens_on_the_address_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine whose network is 127.0.0.2, so that the test needs none."""
    app = FastAPI()

    @app.get("/t")
    def tournaments() -> str:
        return "open"

    with socket.create_server(("127.0.0.2", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(serve, "hall_address", lambda: "127.0.0.2")

    async def visit() -> tuple[str, int]:
        door = serve.HallDoor(port)
        address = await door.open(app)
        with pytest.raises(ArpadError, match="nothing can be opened"):
            await door.open(app)

        def ask() -> int:
            connection = http.client.HTTPConnection("127.0.0.2", port, timeout=30)
            connection.request("GET", "/t", headers={"connection": "close"})
            status = connection.getresponse().status
            connection.close()
            return status

        status = await asyncio.to_thread(ask)
        server, loop = door._servers[0]
        server.should_exit = True
        await loop
        await server.shutdown()
        return address, status

    assert in_a_loop(visit()) == (f"http://127.0.0.2:{port}", 200)
    monkeypatch.setattr(serve, "hall_address", lambda: None)
    with pytest.raises(ArpadError, match="in no network"):
        in_a_loop(serve.HallDoor(port).open(app))
