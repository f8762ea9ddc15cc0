"""A rating list from the browser: looked at before anything is stored, kept until it is confirmed, then imported."""

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from cli_office_town import LIST
from web_desk_office import JSON, Visitor, hidden, make_town, open_town

DAY = {"date": "2024-09-01"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


def _list(text: str = LIST, name: str = "september <b>.csv") -> dict[str, Any]:
    return {"list": (name, text.encode(), "text/csv")}


def test_a_list_is_looked_at_and_then_imported(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    assert "/office/import" in officer.page("/office/lists")
    assert "Ver lo que contiene" in officer.page("/office/import", language="es")
    before = officer.json("/office/lists.json")
    page = officer.send("/office/import", DAY | {"step": "preview"}, files=_list()).text
    assert "Import the list of 1 September 2024?" in page
    assert "<dd>6</dd>" in page
    assert officer.json("/office/lists.json") == before
    assert officer.done("/office/import", hidden(page)) == "/office/lists/2024-09?done=imported"
    assert officer.json("/office/lists.json")[0]["period"] == "2024-09-01"
    gone = hidden(page) | {"once": "another"}
    assert "the list is missing" in officer.refused("/office/import", gone)


def test_a_list_that_is_refused_stays_until_the_rest_is_mended(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    page = officer.refused("/office/import", {"date": "2024-09-02", "step": "preview"}, files=_list())
    assert 'id="w-date" role="alert"' in page
    assert "The file september b.csv is still here." in page
    found = re.search(r'name="waiting" value="([^"]+)"', page)
    assert found is not None
    again = officer.send("/office/import", DAY | {"waiting": found[1], "step": "preview"})
    assert again.status_code == 200
    other = Visitor(app, "officer")
    assert other.send("/office/import", DAY | {"waiting": "guessed", "step": "preview"}).status_code == 400
    odd = officer.refused("/office/import", DAY | {"step": "preview"}, files=_list("no list at all", "notes.csv"))
    assert "notes.csv" in odd
    assert "arpad-uploads" not in odd


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
    assert officer.send("/office/import", DAY, files=large).status_code == 400
    assert officer.send("/office/submit", files={"file": large["list"]}).status_code == 413
    assert Visitor(app, "arbiter").send("/office/import", DAY, files=large).status_code == 413
