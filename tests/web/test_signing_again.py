"""Nothing that was typed is lost: a session that ended, a page that is too old, a value that is not of its kind."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from web_desk_office import JSON, PASSWORD, Visitor, file, make_town, open_town

EVENT = {"name": "Open <b>", "start": "2024-10-01", "city": "Zarza"}
HERE = {"origin": "http://testserver"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


def _fields(page: str) -> dict[str, Any]:
    """The hidden fields of the form of a page, as a browser sends them."""
    form = page.partition('id="content"')[2].partition("</main>")[0]
    found: dict[str, Any] = {}
    for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(html.unescape(value))
    return found


def _events(visitor: Visitor) -> list[str]:
    return [event["name"] for event in visitor.json("/office/events.json")]


def test_a_session_that_ended_asks_to_sign_in_and_goes_on(app: FastAPI) -> None:
    arbiter = Visitor(app, "arbiter")
    del arbiter.client.cookies["arpad_session"]
    asked = arbiter.client.post("/office/register", data={"csrf": "old", **EVENT}, headers=HERE)
    assert asked.status_code == 401
    assert "Open &lt;b&gt;" in asked.text
    waiting = _fields(asked.text)
    wrong = arbiter.client.post("/login/again", data=waiting | {"name": "arbiter", "password": "no"})
    assert (wrong.status_code, _fields(wrong.text)["kept-city"]) == (401, ["Zarza"])
    again = arbiter.client.post("/login/again", data=_fields(wrong.text) | {"name": "arbiter", "password": PASSWORD})
    assert again.status_code == 200
    assert "<dd>Zarza</dd>" in again.text
    assert 'action="/office/register"' in again.text
    assert arbiter.client.post("/office/register", data=_fields(again.text)).status_code == 303
    assert "Open <b>" in _events(arbiter)


def test_a_file_is_asked_for_again_by_its_name_and_a_password_is_typed_again(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    del officer.client.cookies["arpad_session"]
    asked = officer.client.post("/office/submit", data={"received": "2024-08-20"}, files=file("august.trf"))
    assert asked.status_code == 401
    assert "august.trf" in asked.text
    again = officer.client.post("/login/again", data=_fields(asked.text) | {"name": "officer", "password": PASSWORD})
    assert "Choose the file again: august.trf" in again.text
    assert '<input id="f-file-1" name="file" type="file" required>' in again.text
    sent = officer.client.post("/office/submit", data=_fields(again.text), files=file("august.trf"))
    assert sent.status_code == 303
    del officer.client.cookies["arpad_session"]
    account = {"name": "Nora", "role": "arbiter", "password": "a secret of Nora"}
    asked = officer.client.post("/office/accounts/new", data=account)
    assert "a secret of Nora" not in asked.text
    again = officer.client.post("/login/again", data=_fields(asked.text) | {"name": "officer", "password": PASSWORD})
    assert 'name="password" type="password"' in again.text


def test_a_form_of_an_old_page_is_shown_again_and_one_of_another_site_is_not(app: FastAPI) -> None:
    arbiter = Visitor(app, "arbiter")
    old = arbiter.client.post("/office/register", data={"csrf": "old", **EVENT}, headers=HERE)
    assert old.status_code == 403
    assert "too old" in old.text
    assert arbiter.client.post("/office/register", data=_fields(old.text)).status_code == 303
    for origin in ({"origin": "https://evil.example"}, {"origin": "null"}, {}):
        other = arbiter.client.post("/office/register", data={"csrf": "old", **EVENT}, headers=origin)
        assert (other.status_code, "Zarza" in other.text) == (403, False)
    del arbiter.client.cookies["arpad_session"]
    other = arbiter.client.post("/office/register", data=EVENT, headers={"origin": "https://evil.example"})
    assert (other.status_code, "Zarza" in other.text) == (401, False)
    assert arbiter.client.post("/office/register", data=EVENT, headers=JSON).json()["status"] == 401


def test_a_value_that_is_not_of_its_kind_comes_back_to_be_mended(app: FastAPI) -> None:
    arbiter = Visitor(app, "arbiter")
    csrf = arbiter.csrf("/office/register")
    refused = arbiter.client.post("/office/register", data={"csrf": csrf, **EVENT, "hybrid": "perhaps"})
    assert refused.status_code == 422
    assert 'name="hybrid" value="perhaps" aria-invalid="true"' in refused.text
    assert arbiter.client.post("/office/register", data=_fields(refused.text) | {"hybrid": "no"}).status_code == 303
    typed = arbiter.client.get("/calculators/k", params={"rating": "2" * 30, "games_played": "40"})
    assert typed.status_code == 422
    assert _fields(typed.text)["games_played"] == ["40"]
    assert "2" * 30 in typed.text


def test_an_old_page_to_sign_in_is_shown_again_with_the_name(app: FastAPI) -> None:
    visitor = Visitor(app)
    typed = {"name": "officer", "password": PASSWORD, "csrf": "old", "after": "/office/log?before=9"}
    refused = visitor.client.post("/login", data=typed)
    assert refused.status_code == 403
    assert 'value="officer"' in refused.text
    done = visitor.client.post("/login", data=typed | {"csrf": visitor.client.cookies["arpad_form"]})
    assert done.headers["location"] == "/office/log?before=9"


def test_the_way_to_sign_in_keeps_the_whole_address(app: FastAPI) -> None:
    answer = Visitor(app).client.get("/office/submit?event=1")
    assert answer.headers["location"] == "/login?next=/office/submit%3Fevent%3D1"
