"""What the desk asks before it is done for good, and the files that officers get."""

import io
import zipfile
from pathlib import Path

import pytest
from fastapi import FastAPI

from arpad.office.storage.backups import restore
from arpad.office.storage.database import Database
from cli_office_town import REPORTS
from places import FIXTURES
from web_desk_office import JSON, Visitor, file, make_town, open_town

FACTS = {"registered": "2024-06-01", "hybrid": "no"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


@pytest.fixture
def officer(app: FastAPI) -> Visitor:
    return Visitor(app, "officer")


def test_publishing_is_shown_before_it_is_done(officer: Visitor) -> None:
    officer.page("/office/lists/2024-09/publishing", 400)
    officer.done("/office/lists/2024-09/close")
    assert "/office/lists/2024-09/publishing" in officer.page("/office/lists/2024-09")
    for language, said in (("en", "Publish the list of 1 September 2024?"), ("es", "¿Publicar la lista")):
        assert said in officer.page("/office/lists/2024-09/publishing", language=language)
    told = officer.json("/office/lists/2024-09/publishing.json")
    assert (told["version"], told["late"]) == (1, [])
    assert set(told["counts"]["standard"]) == {"changed", "first", "gone"}
    assert officer.json("/office/lists/2024-09.json")["state"] == "provisional"
    assert officer.done("/office/lists/2024-09/publish").endswith("done=published")
    officer.page("/office/lists/2024-09/publishing", 400)


def test_reports_that_came_since_the_closing_have_to_be_agreed_to(officer: Visitor) -> None:
    officer.done("/office/lists/2024-09/close")
    officer.done("/office/submit", FACTS | {"received": "2024-08-20"}, files=file("august.trf"))
    page = officer.page("/office/lists/2024-09/publishing")
    assert 'name="as_closed" value="true" required' in page


def test_a_token_is_taken_back_after_a_question(officer: Visitor) -> None:
    officer.send("/office/tokens", {"label": "The list <b>"})
    beginning = officer.json("/office/tokens.json")[0]["beginning"]
    page = officer.page(f"/office/tokens/drop?beginning={beginning}")
    assert "Take back the token “The list &lt;b&gt;”?" in page
    officer.page("/office/tokens/drop?beginning=000000000000", 404)
    assert officer.done("/office/tokens/drop", {"beginning": beginning}).endswith("token-dropped")


def test_the_stored_report_is_there_for_officers(app: FastAPI, officer: Visitor) -> None:
    event = officer.done("/office/submit", FACTS, files=file("august.trf")).partition("?")[0]
    assert f'href="{event}/reports/1"' in officer.page(event)
    found = officer.client.get(f"{event}/reports/1")
    assert found.content == REPORTS["august.trf"].encode()
    assert found.headers["content-disposition"].startswith("attachment; filename=")
    assert found.headers["content-disposition"].rstrip('"').endswith("- 1.trf")
    officer.page(f"{event}/reports/2", 404)
    arbiter = Visitor(app, "arbiter")
    assert "/reports/1" not in arbiter.page(event)
    arbiter.page(f"{event}/reports/1", 403)


def test_an_officer_saves_a_backup_that_can_be_restored(app: FastAPI, officer: Visitor, tmp_path: Path) -> None:
    assert "/office/backup" in officer.page("/office")
    assert "hashes" in officer.page("/office/backup")
    saved = officer.send("/office/backup")
    assert saved.headers["content-disposition"] == 'attachment; filename="arpad-fide-2024-09-02.zip"'
    assert zipfile.ZipFile(io.BytesIO(saved.content)).testzip() is None
    (tmp_path / "saved.zip").write_bytes(saved.content)
    other = Database(f"sqlite:///{tmp_path / 'other.db'}")
    restore(tmp_path / "saved.zip", other)
    other.dispose()
    arbiter = Visitor(app, "arbiter")
    assert "/office/backup" not in arbiter.page("/office")
    arbiter.page("/office/backup", 403)
    assert arbiter.send("/office/backup", headers=JSON).status_code == 403


def test_a_report_that_was_handed_in_has_the_note_on_its_rounds(officer: Visitor) -> None:
    data = (FIXTURES / "swiss_manager" / "a08-swiss-half-point-byes.TUNX").read_bytes()
    event = officer.done("/office/submit", FACTS, files={"file": ("a08.TUNX", data)})
    for language, words in (("en", "Dutch · 2017"), ("es", "Holandés · 2017")):
        assert words in officer.page(event, language=language)
    assert "Dutch · 2017" not in officer.page(event.partition("?")[0]), "the note is told once"
    plain = officer.done("/office/submit", FACTS, files=file("august.trf"))
    assert "/pairings/rules" not in officer.page(plain)
