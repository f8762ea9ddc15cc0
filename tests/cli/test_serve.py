"""`arpad serve`: what the workers of a server are started with."""

import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import fives
from answers import Arpad
from arpad.cli import serve
from web_desk_office import make_town


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What servers were started with; none is started. The environment is as before in the end."""
    for name in (serve.DB, serve.EVENTS, serve.DEMO, serve.REGULATIONS, serve.COUNTERS, serve.HALL, serve.PORT):
        monkeypatch.setenv(name, "")
    found: list[dict[str, Any]] = []

    def run(_factory: str, **settings: Any) -> None:
        app = serve.application()
        found.append(settings | {"site": app.state.site, "counters": app.state.counters.sums()})
        app.state.site.close()

    monkeypatch.setattr(uvicorn, "run", run)
    return found


def test_editions_of_your_own_are_served(arpad: Arpad, started: list[dict[str, Any]], tmp_path: Path) -> None:
    db = f"sqlite:///{make_town(tmp_path) / 'office.db'}"
    assert arpad(f"serve --port 0 --db {db} --regulations {fives.FOLDER}").code == 0
    assert arpad(f"serve --port 0 --db {db}", ARPAD_REGULATIONS=str(fives.FOLDER)).code == 0
    assert arpad(f"serve --port 0 --db {db}").code == 0
    assert [fives.EDITION in one["site"].regulations.ids for one in started] == [True, True, False]
    refused = arpad(f"serve --port 0 --db {db} --regulations {tmp_path / 'nowhere'}")
    assert (refused.code, len(refused.err.splitlines()), len(started)) == (2, 1, 3)


def test_a_port_that_is_taken_is_told(arpad: Arpad, started: list[dict[str, Any]], tmp_path: Path) -> None:
    db = f"sqlite:///{make_town(tmp_path) / 'office.db'}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for language, words in (("en", "another port"), ("es", "otro puerto")):
            refused = arpad(f"serve --db {db} --port {port} --lang {language}")
            assert (refused.code, refused.out, len(refused.err.splitlines())) == (2, "", 1)
            assert str(port) in refused.err
            assert words in refused.err
    assert not started


def test_the_hall_is_let_in_at_the_address_of_the_network(
    arpad: Arpad, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    db = f"sqlite:///{make_town(tmp_path) / 'office.db'}"
    monkeypatch.setattr(serve, "hall_addresses", lambda: ["192.168.1.5", "10.42.0.1"])
    said = arpad(f"serve --hall --port 0 --db {db}")
    assert said.code == 0, said.err
    assert "http://127.0.0.1:0" in said.out
    assert "http://192.168.1.5:0/t" in said.out
    assert "Other addresses of this machine: http://10.42.0.1:0" in said.out
    assert [started[0]["host"], started[0]["site"].settings.hall] == ["0.0.0.0", "http://192.168.1.5:0"]
    monkeypatch.setattr(serve, "hall_addresses", list)
    refused = arpad(f"serve --hall --port 0 --db {db}")
    assert (refused.code, len(started)) == (2, 1)
    assert "this machine is in no network" in refused.err
