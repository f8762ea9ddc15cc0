"""The guided office: its groups, what to do next, the log and decisions in sentences, a backup put in its place."""

import datetime as dt
import itertools
import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from arpad.i18n import Language, keys, text
from arpad.office.sentences import log_actions
from arpad.office.storage import backups as storage
from arpad.office.storage.database import Database
from arpad.office.storage.restoring import saved_in
from cli_office_town import REPORTS
from office_databases import BOTH, NewDatabase, url_of
from web_desk_office import NOW, Visitor, make_town, open_town

FACTS = {"registered": "2024-06-01", "hybrid": "no"}
WHY = {"reason": "the scoresheet"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


@pytest.fixture
def officer(app: FastAPI) -> Visitor:
    return Visitor(app, "officer")


def waiting(page: str) -> dict[str, str]:
    """The backup that a page carries on."""
    found = re.search(r'name="waiting" value="([^"]*)"', page)
    assert found is not None
    return {"waiting": found[1]}


def backup(visitor: Visitor) -> bytes:
    answer = visitor.send("/office/backup")
    assert answer.status_code == 200
    return bytes(answer.content)


def test_four_groups_lead_to_every_page(officer: Visitor) -> None:
    page = officer.page("/office")
    assert page.count('<nav class="office-nav"') == 1
    for name, address in (("Month", "/office"), ("People", "/office/decisions"), ("Checks", "/office/log"),
                          ("Settings", "/office/me")):  # fmt: skip
        assert f'<a href="{address}"' in page
        assert f">{name}" in page
    assert 'aria-current="true"' in officer.page("/office/decide/merge")
    for language, title in (("en", "What to do next"), ("es", "Lo que toca hacer")):
        assert title in officer.page("/office", language=language)


def test_tasks_come_in_order_and_lead_to_where_they_are_done(officer: Visitor) -> None:
    kinds = [task["kind"] for task in officer.json("/office.json")["tasks"]]
    assert kinds[-1] == "backup"
    assert "close" in kinds
    page = officer.page("/office")
    assert 'href="/office/lists/2024-09/closing"' in page
    backup(officer)
    assert "backup" not in [task["kind"] for task in officer.json("/office.json")["tasks"]]
    officer.done("/office/lists/2024-09/close")
    after = officer.json("/office.json")["tasks"]
    assert [task["kind"] for task in after if task["kind"] in ("close", "publish")] == ["publish"]
    assert 'href="/office/lists/2024-09/publishing"' in officer.page("/office")


def test_players_without_an_id_are_counted_and_their_findings_have_a_button(officer: Visitor) -> None:
    report = REPORTS["july.trf"]
    for before, after in (("July Cup", "August Open"), ("2024/07", "2024/08"), ("24/07", "24/08")):
        report = report.replace(before, after)
    doubtful = report.replace("        101 1985", "            1985")
    where = officer.done("/office/submit", FACTS, files={"file": ("august.trf", doubtful.encode())})
    tasks = [task for task in officer.json("/office.json")["tasks"] if task["kind"] == "identify"]
    assert [(task["count"], task["name"]) for task in tasks] == [(1, "August Open")]
    number = tasks[0]["event"]
    page = officer.page(where.partition("?")[0])
    assert 'class="strip"' in page
    assert f'class="button second" href="/office/events/{number}/identify"' in page
    assert "1 player to identify in “August Open”" in officer.page("/office")
    assert "1 jugador por identificar en «August Open»" in officer.page("/office", language="es")


def test_the_log_is_told_in_sentences_and_searched(officer: Visitor) -> None:
    page = officer.page("/office/log")
    assert "Report 1 of “July Cup” was accepted." in page
    assert "Se aceptó el informe 1 de «July Cup»." in officer.page("/office/log", language="es")
    officer.done("/office/decide/rating", {"id": "101", "period": "2024-09", "rating": "2311", **WHY})
    page = officer.page("/office/log")
    assert "Decided: Alba, Ana (101) has the rating 2311 (Standard), from the list of 1 September 2024 on." in page
    assert "Alba, Ana (101) has the rating 2311" in officer.page("/office/decisions")
    found = officer.json("/office/log.json?q=july cup")
    assert found
    assert {line["subject"] for line in found} == {"1"}
    assert [line["action"] for line in officer.json("/office/log.json?q=Alba")] == ["decided-rating"]
    assert {line["action"] for line in officer.json("/office/log.json?action=accepted")} == {"accepted"}
    numbers = [line["id"] for line in officer.json("/office/log.json?sort=when")]
    assert numbers == sorted(numbers)
    assert officer.json("/office/log.json?q=nothing-of-this") == []
    assert 'id="w-action"' in officer.page("/office/log?action=nope", 400)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_line_of_the_log_is_a_sentence_of_its_own(app: FastAPI, language: Language) -> None:
    """Whatever the office writes into its log; and nothing of how it is stored."""
    told = {key.removeprefix("log-line.") for key in keys(language) if key.startswith("log-line.")}
    assert set(log_actions(language)) <= told
    administrator = Visitor(app, "administrator")
    administrator.done("/office/accounts/new", {"name": "ines", "role": "arbiter", "password": "knight to f3 wins"})
    administrator.done("/office/accounts/role", {"name": "ines", "role": "auditor"})
    administrator.done("/office/accounts/policy", {"second_factor": "optional", "sign_in_days": "90"})
    page = administrator.page("/office/log", language=language)
    said = " ".join(re.sub("<[^>]*>", " ", page).split())
    roles = {name: text(f"web.role.{name}", language) for name in ("auditor", "arbiter")}
    said_of = text("log-line.account-role", language, subject="ines", role=roles["auditor"], before=roles["arbiter"])
    assert said_of in said
    assert f"{text('web.field.sign_in_days', language)}: 90" in said
    assert not re.search(r"second_factor|sign_in_days|account-|\{", said)


@pytest.mark.parametrize("kind", BOTH)
def test_a_backup_takes_the_place_of_the_office_and_the_present_one_is_saved(
    town: Path, tmp_path: Path, new_database: NewDatabase, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    seconds, database = itertools.count(), new_database(kind, office=False)
    there = Database(f"sqlite:///{town / 'office.db'}")
    storage.backup(there, tmp_path / "town.zip")
    there.dispose()
    storage.restore(tmp_path / "town.zip", database)
    app = open_town(town, tmp_path, url_of(database), now=lambda: NOW + dt.timedelta(seconds=next(seconds)))
    administrator = Visitor(app, "administrator")
    data = backup(administrator)
    administrator.done("/office/decide/exclude", {"federation": "FRA", "period": "2024-09", **WHY})
    answer = administrator.send("/office/backup/restore", files={"file": ("office.zip", data)})
    assert answer.status_code == 200
    assert "The members of FRA are not listed" in answer.text
    known = waiting(answer.text)
    wrong = administrator.send("/office/backup/restore/do", known | {"word": "perhaps"})
    assert (wrong.status_code, 'id="w-word"' in wrong.text) == (400, True)
    assert len(administrator.json("/office/decisions.json")) == 1
    done = administrator.send("/office/backup/restore/do", known | {"word": "restore"})
    assert (done.status_code, done.headers["location"]) == (303, "/office?done=restored")
    again = Visitor(app, "administrator")
    assert again.json("/office/decisions.json") == []
    assert again.json("/office/log.json")[0]["action"] == "restored"
    saved = list(saved_in(database).glob("arpad-*.zip"))
    assert len(saved) == 1
    back = again.send("/office/backup/restore", files={"file": (saved[0].name, saved[0].read_bytes())})
    assert again.send("/office/backup/restore/do", waiting(back.text) | {"word": "RESTAURAR"}).status_code == 303
    assert len(Visitor(app, "administrator").json("/office/decisions.json")) == 1
    seen = Visitor(app, "administrator").json("/office/verify.json?period=2024-08&office=true")
    assert (seen["office"]["sound"], seen["office"]["wrong"]) == (True, [])
    app.state.site.close()


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04 broken"])
def test_what_is_no_backup_is_refused_at_its_field(app: FastAPI, data: bytes) -> None:
    administrator = Visitor(app, "administrator")
    answer = administrator.send("/office/backup/restore", files={"file": ("office.zip", data)} if data else None)
    assert answer.status_code == 400
    assert 'id="w-file"' in answer.text


def test_only_administrators_put_a_backup_in_place(officer: Visitor) -> None:
    assert officer.send("/office/backup/restore", files={"file": ("office.zip", b"x")}).status_code == 403
    assert "/office/backup/restore" not in officer.page("/office/backup")
