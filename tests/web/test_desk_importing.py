"""A rating list from the browser: looked at before anything is stored, kept until it is confirmed, then imported."""

import re
from importlib import import_module
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest
from fastapi import FastAPI

from arpad.web.office import importing as import_jobs
from cli_office_town import LIST
from web_desk_office import JSON, Visitor, hidden, make_town, open_town

importing = import_module("arpad.web.office.importing")
WAITING = "/office/import/waiting"
DAY = {"date": "2024-09-01"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


def _list(text: str = LIST, name: str = "september <b>.csv") -> dict[str, Any]:
    return {"list": (name, text.encode(), "text/csv")}


def looked(officer: Visitor, given: dict[str, Any], **more: Any) -> str:
    """Send a list to be looked at, and return the page about it."""
    assert officer.done("/office/import", given | {"step": "preview"}, **more) == WAITING
    answer = officer.client.get(WAITING)
    assert answer.status_code in (200, 400)
    return str(answer.text)


def test_a_list_is_looked_at_and_then_imported(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    assert "/office/import" in officer.page("/office/lists")
    assert officer.client.get(WAITING).headers["location"] == "/office/import"
    assert "Ver lo que contiene" in officer.page("/office/import", language="es")
    before = officer.json("/office/lists.json")
    page = looked(officer, DAY, files=_list())
    assert "Import the list of 1 September 2024?" in page
    assert "<dd>6</dd>" in page
    assert "¿Importar la lista" in officer.page(WAITING, language="es")
    assert officer.json("/office/lists.json") == before
    assert WAITING in officer.page("/office/lists"), "it can be left and come back to"
    assert officer.done("/office/import", hidden(page)) == WAITING
    assert officer.client.get(WAITING).headers["location"] == "/office/lists/2024-09?done=imported-provisional"
    provisional = officer.page("/office/lists/2024-09?done=imported-provisional")
    assert "/office/lists/2024-09/publishing" in provisional
    assert "/office/lists/2024-09/discard" in provisional
    assert "Changes from the list of 1 August 2024" in officer.page("/office/lists/2024-09/publishing")
    officer.done("/office/lists/2024-09/publish")
    assert officer.json("/office/lists.json")[0]["period"] == "2024-09-01"
    gone = hidden(page) | {"once": "another"}
    assert "the list is missing" in officer.refused("/office/import", gone)


def test_a_list_that_is_refused_stays_until_the_rest_is_mended(app: FastAPI, tmp_path: Path) -> None:
    officer = Visitor(app, "officer")
    page = looked(officer, {"date": "2024-09-02"}, files=_list())
    assert 'id="w-date" role="alert"' in page
    assert 'value="2024-09-02"' in page
    assert "The file september b.csv is still here." in page
    page = officer.refused("/office/import", {"date": "soon", "step": "preview"}, files=_list())
    found = re.search(r'name="waiting" value="([^"]+)"', page)
    assert found is not None
    assert "Import the list of" in looked(officer, DAY | {"waiting": found[1]})
    other = Visitor(app, "officer")
    assert other.send("/office/import", DAY | {"waiting": "guessed", "step": "preview"}).status_code == 400
    odd = looked(officer, DAY, files=_list("no list at all", "notes.csv"))
    assert "notes.csv" in odd
    assert str(tmp_path) not in odd


def test_a_waiting_list_is_kept_where_nobody_else_can_read_it(app: FastAPI, tmp_path: Path) -> None:
    looked(Visitor(app, "officer"), DAY, files=_list())
    kept = [path for path in tmp_path.rglob("*") if "waiting-" in str(path)]
    assert any(path.name == "september b.csv" for path in kept), "in the folder of the office"
    assert {path.stat().st_mode & 0o077 for path in kept} == {0}


def test_a_page_tells_how_far_a_large_list_is(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    officer, go_on, seen = Visitor(app, "officer"), Event(), Event()
    real = importing.import_list

    def slow(*given: Any, progress: Any, recomputed: Any, **more: Any) -> Any:
        progress(100)
        seen.set()
        assert go_on.wait(60)
        recomputed(1, 2)
        return real(*given, progress=progress, recomputed=recomputed, **more)

    monkeypatch.setattr(importing, "import_list", slow)
    monkeypatch.setattr(import_jobs, "PATIENCE", 0)
    assert officer.done("/office/import", DAY | {"step": "preview"}, files=_list()) == WAITING
    assert seen.wait(60)
    page = officer.page(WAITING)
    size = len(LIST.encode())
    assert f'<progress max="100" value="{50 * 100 // size}"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "0 of 0 MB are read." in page
    assert "Se está leyendo la lista" in officer.page(WAITING, language="es")
    assert officer.json(f"{WAITING}.json")["state"] == "working"
    assert officer.client.get("/office/import").headers["location"] == WAITING
    officer.done("/office/import/leave")
    assert officer.done("/office/import", DAY | {"step": "preview"}, files=_list()) == WAITING, "one at a time"
    assert officer.send("/office/import", DAY, files=_list(), headers=JSON).status_code == 400
    assert "A list is being imported." in officer.page("/office/lists")
    go_on.set()
    for _ in range(600):
        if officer.json(f"{WAITING}.json")["state"] == "done":
            break
        sleep(0.05)
    assert "Import the list of 1 September 2024?" in officer.page(WAITING), "it was not left while it worked"
    assert officer.done("/office/import/leave") == "/office/lists"
    assert officer.client.get(WAITING).headers["location"] == "/office/import"


def test_work_that_was_interrupted_says_so(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    officer, uploads = Visitor(app, "officer"), app.state.site.uploads
    page = looked(officer, DAY, files=_list())
    uploads.note("officer", uploads.record("officer") | {"state": "working"})
    assert "was interrupted" in officer.page(WAITING, 400), "nobody holds its lock"

    def broken(*_given: Any, **_more: Any) -> Any:
        raise RuntimeError("out of order")

    monkeypatch.setattr(importing, "import_list", broken)
    assert officer.done("/office/import", hidden(page)) == WAITING
    assert "could not finish this" in officer.page(WAITING, 400)


def test_what_is_gone_or_cannot_be_kept(app: FastAPI, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    officer = Visitor(app, "officer")
    (tmp_path / "a file").write_text("")
    monkeypatch.setattr(app.state.site.uploads, "_folder", tmp_path / "a file" / "below")
    assert "tell your administrator" in officer.refused("/office/import", DAY | {"step": "preview"}, files=_list())


def test_only_officers_import_and_programs_do_it_in_one_step(app: FastAPI) -> None:
    arbiter = Visitor(app, "arbiter")
    arbiter.page("/office/import", 403)
    assert arbiter.send("/office/import", DAY, files=_list()).status_code == 403
    officer = Visitor(app, "officer")
    told = officer.send("/office/import", DAY, files=_list(), headers=JSON).json()
    assert (told["players"], told["made"], told["version"]) == (6, "import", 1)


def test_only_a_list_of_an_officer_may_be_large(town: Path, tmp_path: Path) -> None:
    app = open_town(town, tmp_path, upload_limit=4_000)
    large = _list("x" * 5_000)
    officer = Visitor(app, "officer")
    assert officer.done("/office/import", DAY, files=large) == WAITING
    officer.page(WAITING, 400)
    assert officer.send("/office/submit", files={"file": large["list"]}).status_code == 413
    assert Visitor(app, "arbiter").send("/office/import", DAY, files=large).status_code == 413
