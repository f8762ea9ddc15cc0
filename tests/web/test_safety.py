"""Markup in names, ways out of the site, forged forms, headers, and errors that tell nothing they should not."""

import csv
import io
import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.routing import iter_route_contexts

from visitor import TestClient
from web_demo import NAME, PASSWORD, MakeOffice, sign_in
from web_hostile import HOSTILE, hostile_report, rate_hostile, walk

if TYPE_CHECKING:
    from fastapi import FastAPI

SAFE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
}


# ---------------------------------------------------------------- markup


def assert_only_text(address: str, page: str) -> None:
    assert "<script>alert" not in page, address
    assert "<img src=x" not in page, address
    assert str(7919 * 7907) not in page, address


@pytest.mark.proof
@pytest.mark.long
def test_markup_in_names_is_text_on_every_page_and_every_link_leads_somewhere(office: MakeOffice) -> None:
    app = office()
    handed_in = rate_hostile(app)
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        sign_in(visitor)
        seen: dict[str, str] = {}
        for address, status, content, text in walk(visitor, "/", f"/events/{handed_in.event.id}", "/office"):
            assert status == 200, address
            if content == "text/html":
                assert_only_text(address, text)
                seen[address] = text
    assert len(seen) > 30
    assert any("&lt;script&gt;alert" in text for text in seen.values())


def test_markup_in_a_dropped_report_is_text(office: MakeOffice) -> None:
    app = office()
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        page = visitor.post("/report", files={"file": ("<script>alert(2)</script>", hostile_report(app))})
    assert page.status_code == 200
    assert_only_text("/report", page.text)
    assert "&lt;script&gt;alert(1)" in page.text


@pytest.mark.parametrize(
    "path", ["/players?q={}", "/lists/{}", "/players/{}", "/regulations/{}", "/calculators/k?rating={}"]
)
def test_markup_in_an_address_is_text(client: TestClient, path: str) -> None:
    for name in HOSTILE:
        page = client.get(path.format(name.replace("/", "%2F").replace("+", "%2B")))
        assert page.status_code in (200, 400, 404, 422)
        assert_only_text(path, page.text)


def test_a_name_is_no_formula_in_a_spreadsheet(office: MakeOffice) -> None:
    app = office()
    number = rate_hostile(app).event.id
    with TestClient(app) as visitor:
        rows = list(csv.DictReader(io.StringIO(visitor.get(f"/events/{number}.csv").text)))
    assert f"'{HOSTILE[2]}" in {row["name"] for row in rows}
    assert not any(cell[:1] in "=@" for row in rows for cell in row.values() if cell)


# ---------------------------------------------------------------- ways out


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/static//etc/passwd", "/static/..\\app.py", "/static/arpad.js%00.css", "/static/",
        "/lists/..%2f..%2fetc/download.csv", "/lists/2023-02/download.csv%2f..%2f..%2fpasswd",
        "/lists/2023-02/download.sqlite", "/players/..%2f..%2fetc%2fpasswd", "/players/%00", "/lists/%00",
    ],
)  # fmt: skip
def test_no_address_leads_out_of_the_site(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code in (400, 404, 422), answer.text
    assert "root:" not in answer.text
    assert "import " not in answer.text


def test_a_download_is_named_by_us(client: TestClient) -> None:
    answer = client.get("/lists/2023-02/download.csv", params={"time_class": "rapid", "version": 1})
    assert answer.headers["content-disposition"] == 'attachment; filename="fide-2023-02-v1-rapid.csv"'
    refused = client.get("/lists/2023-02/download.csv", params={"system": 'x"\r\nset-cookie: a=b'})
    assert refused.status_code == 404
    assert "set-cookie" not in refused.headers


@pytest.mark.parametrize(
    "after",
    ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)",
     "/\t/evil.example", " //evil.example", "/\r\nset-cookie: a=b", ""],
)  # fmt: skip
def test_signing_in_leads_nowhere_else(client: TestClient, after: str) -> None:
    page = client.get("/login", params={"next": after})
    assert 'name="after" value="/office"' in page.text
    form = {"name": NAME, "password": PASSWORD, "csrf": client.cookies["arpad_form"], "after": after}
    answer = client.post("/login", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/office")


# ---------------------------------------------------------------- forms


def forms(app: "FastAPI") -> list[str]:
    """Every address that takes a form, but the files that are dropped, which change nothing, and the forms of a
    tournament or a festival: test_event_actions and test_event_festival send them to one that is there."""
    posts = [route for route in iter_route_contexts(app.routes) if "POST" in (route.methods or ())]
    found = {str(route.path) for route in posts}
    elsewhere = ("/report", "/proof", "/pairings", "/tools/", "/t/{slug}/", "/f/{slug}/")
    found = {path for path in found if not path.startswith(elsewhere)}
    assert len(found) > 20
    return sorted(path.replace("{number}", "1") for path in found)


def test_no_form_is_taken_from_another_site(office: MakeOffice) -> None:
    app = office()
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        sign_in(visitor)
        for path in forms(app):
            for given in ({}, {"csrf": ""}, {"csrf": "secret-0"}, {"csrf": "é"}):
                assert visitor.post(path, data=given, follow_redirects=False).status_code in (403, 404), path
        assert visitor.get("/office.json").status_code == 200


def test_no_form_of_the_office_is_taken_from_a_stranger(office: MakeOffice) -> None:
    app = office()
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        for path in forms(app):
            answer = visitor.post(path, data={"csrf": "x"}, follow_redirects=False)
            assert answer.status_code in (401, 403), path


def test_after_five_failures_nobody_is_let_in(client: TestClient) -> None:
    client.get("/login")
    form = {"name": NAME, "csrf": client.cookies["arpad_form"]}
    tried = [client.post("/login", data=form | {"password": f"wrong-{attempt}"}).status_code for attempt in range(5)]
    right = client.post("/login", data=form | {"password": PASSWORD}, follow_redirects=False)
    assert tried == [401] * 5
    assert right.status_code == 429
    assert "arpad_session" not in client.cookies


# ---------------------------------------------------------------- headers and errors


@pytest.mark.parametrize("path", ["/", "/lists.json", "/static/style.css", "/nowhere", "/openapi.json", "/login"])
def test_every_answer_carries_its_safety(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in SAFE} == SAFE
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers.get_list("content-security-policy") == [policy]


def test_the_session_is_kept_from_scripts_and_other_sites(client: TestClient) -> None:
    client.get("/login")
    form = {"name": NAME, "password": PASSWORD, "csrf": client.cookies["arpad_form"]}
    cookie = client.post("/login", data=form, follow_redirects=False).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize("path", ["/players/98000017", "/players/98000017.json"])
def test_a_failure_shows_no_trace(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    def fails(*_given: object, **_more: object) -> None:
        raise RuntimeError("the password is 1234")

    monkeypatch.setattr(import_module("arpad.web.public.players"), "view_player", fails)
    with caplog.at_level(logging.ERROR):
        answer = client.get(path)
    assert answer.status_code == 500
    for word in ("Traceback", "RuntimeError", "1234", "players.py"):
        assert word not in answer.text
    assert "Nothing was changed" in answer.text
    assert {name: answer.headers[name] for name in SAFE} == SAFE
    assert "RuntimeError" in caplog.text
    assert "98000017" not in caplog.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST"])
def test_another_method_is_refused_clearly(client: TestClient, method: str) -> None:
    answer = client.request(method, "/lists.json")
    assert answer.status_code == 405
    assert answer.json()["status"] == 405


@pytest.mark.parametrize(
    "query",
    ["q=%00", "q=%ed%a0%80", "q=" + "%F0%9F%99%88" * 20, "q=" + "a" * 81, "federation=%00%00", "system=%00",
     "q=%ff%fe", "q=a&q=b", "lang=xx", "q=%E2%80%AE", "q=''; DROP TABLE players;--", "q=*", "q=9" + "9" * 78],
)  # fmt: skip
def test_odd_characters_are_answered(client: TestClient, query: str) -> None:
    for form in ("", ".json", ".csv"):
        assert client.get(f"/players{form}?{query}").status_code in (200, 400, 404, 422)


def test_a_system_that_is_not_there_is_told(client: TestClient) -> None:
    for path in ("/players.json", "/lists.json", "/players/98000017.json", "/events.json"):
        assert client.get(path, params={"system": "nowhere", "q": "a"}).status_code == 404, path


def test_odd_headers_are_answered(client: TestClient) -> None:
    odd: tuple[dict[Any, Any], ...] = (
        {"accept-language": ",;q=;=,es;q=9999999999999999999999,*" * 50},
        {"authorization": "Bearer "},
        {"authorization": b"Bearer \xff\xfe"},
        {"cookie": b"arpad_session=\xff; arpad_language=../../x"},
        {"cookie": "arpad_session=" + "x" * 5000},
        {"range": "bytes=0-"},
    )
    for headers in odd:
        assert client.get("/lists.json", headers=headers).status_code == 200
