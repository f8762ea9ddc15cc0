"""Storage that fails under a running server: told as what it is, to visitors, programs and those who watch it."""

import logging
import threading
from pathlib import Path

import pytest
from sqlalchemy import make_url

from arpad.office.storage.database import Database
from arpad.office.storage.log_table import write_log
from arpad.release import __version__
from arpad.web import health
from arpad.web.app import create_app
from arpad.web.health import Counters
from arpad.web.site import Settings
from office_databases import NewDatabase, Server, url_of
from visitor import TestClient
from web_demo import NOW
from web_desk_office import JSON, Visitor, file, make_town, open_town

NEUTRAL = {"en": "This is not your doing", "es": "No es culpa suya"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


def test_a_file_that_is_replaced_is_nobodys_mistake(
    town: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Public pages, the desk, forms and programs: 503, in both languages, and nothing of the address."""
    app = open_town(town, tmp_path)
    officer = Visitor(app, "officer")
    csrf = officer.csrf("/office/register")
    path, other = tmp_path / "office.db", tmp_path / "other.db"
    path.rename(other)
    told = []
    for address in ("/", "/players/101", "/lists/2024-08.csv", "/events/1", "/t", "/office", "/office/log.json"):
        for language, words in NEUTRAL.items():
            answer = officer.client.get(address, headers={"accept-language": language})
            assert answer.status_code == 503, address
            assert words in answer.text
            assert answer.headers["retry-after"]
            told.append(answer.text)
    answer = officer.client.post("/office/register", data={"csrf": csrf, **_register()}, files=file("august.trf"))
    program = officer.client.post("/login", data={"name": "officer", "password": "?"}, headers=JSON)
    told += [answer.text, program.text]
    assert (answer.status_code, program.status_code) == (503, 503)
    assert program.json()["status"] == 503
    assert all(str(tmp_path) not in page and "office.db" not in page and "sqlite" not in page for page in told)
    assert any("office.db" in record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)
    other.rename(path)
    officer.page("/office")
    officer.page("/lists")


def _register() -> dict[str, str]:
    return {"name": "Open", "start": "2024-08-10", "end": "2024-08-12", "registered": "2024-06-01"}


def test_metrics_and_health_answer_without_a_database(town: Path, tmp_path: Path) -> None:
    app = open_town(town, tmp_path)
    visitor = Visitor(app)
    visitor.page("/lists")
    (tmp_path / "office.db").rename(tmp_path / "away.db")
    visitor.page("/lists", 503)
    counted = visitor.page("/metrics").splitlines()
    assert 'arpad_requests_total{class="5xx"} 1' in counted
    assert "arpad_database_up 0" in counted
    assert any(line.startswith("arpad_disk_free_bytes ") for line in counted)
    answer = visitor.client.get("/health")
    assert answer.status_code == 503
    assert answer.json() | {"release": ""} == {
        "status": "failed", "release": "", "revision": answer.json()["revision"], "written_by": None,
        "database": "failed", "events": "failed", "disk": "ok", "newest": {}, "backup": None,
    }  # fmt: skip
    (tmp_path / "away.db").rename(tmp_path / "office.db")
    assert visitor.json("/health") | {"status": "ok", "written_by": __version__} == visitor.json("/health")
    assert "arpad_database_up 1" in visitor.page("/metrics")


def test_health_does_not_wait_for_a_database_that_hangs(
    town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_town(town, tmp_path)
    hanging = threading.Event()
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "_state", lambda _site: hanging.wait(20))
    assert Visitor(app).client.get("/health").status_code == 503
    hanging.set()


def test_health_tells_the_last_backup_and_a_full_disk(
    town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_town(town, tmp_path)
    database: Database = app.state.site.database
    with database.writing() as connection:
        write_log(connection, at=NOW, who="timer", action="backup")
    monkeypatch.setattr(health, "LOW", 1 << 80)
    found = Visitor(app).json("/health")
    assert (found["status"], found["disk"], found["backup"]) == ("ok", "low", NOW.isoformat())


def test_a_server_that_goes_and_comes_back(new_database: NewDatabase, postgresql: Server) -> None:
    """PostgreSQL: connections are cut, and the database cannot be found; then it can."""
    url = url_of(new_database("postgresql"))
    name = make_url(url).database
    app = create_app(Settings(url, now=lambda: NOW, secret=lambda: "secret", milliseconds=lambda: 0))
    with TestClient(app, raise_server_exceptions=False) as visitor:
        assert visitor.get("/t").status_code == 200
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        postgresql.execute(cut)
        assert visitor.get("/t").status_code == 200, "connections that were cut are replaced"
        postgresql.execute(cut, f"ALTER DATABASE {name} RENAME TO {name}_away")
        answers = [visitor.get(address) for address in ("/t", "/t.json", "/lists", "/health")]
        assert [answer.status_code for answer in answers] == [503] * 4
        assert all(str(name) not in answer.text for answer in answers)
        assert "arpad_database_up 0" in visitor.get("/metrics").text
        postgresql.execute(f"ALTER DATABASE {name}_away RENAME TO {name}")
        assert visitor.get("/t").status_code == 200
        assert visitor.get("/health").json()["status"] == "ok"


def test_workers_count_together(tmp_path: Path) -> None:
    """Also what a worker counted that has ended meanwhile."""
    workers = [Counters(tmp_path) for _ in range(3)]
    for status, worker in ((200, workers[0]), (404, workers[1]), (200, workers[1]), (503, workers[2])):
        worker.count(status, 7)
    del workers[2]
    assert [dict(worker.sums()[0]) for worker in workers] == [{"2xx": 2, "4xx": 1, "5xx": 1}] * 2
    assert workers[0].sums()[1] == 28
    alone = Counters()
    alone.count(301, 5)
    assert alone.sums() == ({"3xx": 1}, 5)
