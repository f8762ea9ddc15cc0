"""Files that anybody can send to the tools: a hostile one is one clear line, a slow one is given up, no page waits."""

import asyncio
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arpad.i18n import ArpadError
from arpad.web import uploads
from hostile_files import hostile_files, trf
from visitor import TestClient
from web_demo import MakeOffice
from web_desk_office import Visitor, make_town, open_town

TOOLS = {
    "/report.json": (".trf", ".zip", ".xml", ".csv"), "/report/standings.json": (".trf",),
    "/pairings.json": (".json", ".trf"), "/pairings/check.json": (".trf",), "/tools/prizes.json": (".json", ".csv"),
}  # fmt: skip


def test_a_hostile_file_is_one_clear_line(client: TestClient) -> None:
    for address, endings in TOOLS.items():
        for name, data in hostile_files().items():
            if name.endswith(endings):
                answer = client.post(address, files={"file": (name, data)}, data={"prizes": "100"})
                assert answer.status_code in (200, 400, 422), (address, name, answer.text[:300])
                if answer.status_code == 400:
                    assert "\n" not in answer.json()["error"], (address, name)


def test_hostile_rules_of_an_event(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    """Typed into the form, and sent as the value of a rule."""
    visitor = Visitor(open_town(make_town(tmp_path_factory.mktemp("town")), tmp_path), "officer")
    csrf = visitor.csrf("/t/new")
    for name, data in hostile_files().items():
        if name.endswith(".toml"):
            typed = {"csrf": csrf, "rules": data.decode("latin-1")}
            answer = visitor.client.post("/t/new", data=typed)
            assert answer.status_code in (400, 422), (name, answer.text[:300])


def test_a_file_that_takes_too_long_is_given_up(office: MakeOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    going_on = threading.Event()
    monkeypatch.setattr(sys.modules["arpad.web.tools.report"], "examined", lambda *_: going_on.wait(30))
    monkeypatch.setattr(uploads, "SECONDS", 0.1)
    with TestClient(office(), raise_server_exceptions=False) as visitor:
        answer = visitor.post("/report.json", files={"file": ("a.trf", trf(4, 2))})
        assert (answer.status_code, answer.json()["key"]) == (503, "web-too-long")
        assert visitor.get("/lists").status_code == 200, "no page waits for it"
        going_on.set()


def test_there_is_an_end_to_those_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_WAITING", 1)
    going_on = threading.Event()

    async def send_four() -> list[object]:
        work = uploads.FileWork()
        sent = [asyncio.create_task(work.do(lambda: going_on.wait(30))) for _ in range(4)]
        await asyncio.wait(sent, return_when=asyncio.FIRST_COMPLETED)
        going_on.set()
        answers = await asyncio.gather(*sent, return_exceptions=True)
        return [*answers, await work.do(lambda: "again")]

    with ThreadPoolExecutor(1) as other:  # a browser may have a loop of its own in this thread
        found = other.submit(lambda: asyncio.run(send_four())).result()
    assert [one.key if isinstance(one, ArpadError) else one for one in found] == [True] * 3 + ["web-busy", "again"]
