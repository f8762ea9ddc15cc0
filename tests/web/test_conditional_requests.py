"""Conditional requests for pages that are the same for everybody: 304 as long as the page has not changed, and never
for somebody who is signed in."""

import datetime as dt

import pytest
from fastapi import FastAPI

from arpad.office.context import Desk
from arpad.office.decisions.decisions import ChangePerson, decide
from arpad.office.lists import show_player
from arpad.regulations.rating_editions import regulations
from arpad.web.site import Site
from visitor import TestClient
from web_demo import NAME, NOW, PASSWORD, MakeOffice

ID, OTHER = "98001165", "98001575"
PAGES = (
    "/lists", "/events", "/lists.json", "/lists.csv", "/players", "/players?q=a", "/players?q=ma+a&federation=esp",
    "/players?q=98001", "/players.json?q=a", "/players.csv?q=a", "/players?q=%C3%A1&q=b",
    "/players/suggestions?q=a", "/players/suggestions?q=zzz&place=there",
    f"/players/{ID}", f"/players/{ID}.json", f"/players/{ID}?time_class=rapid", f"/players/{OTHER}",
)  # fmt: skip
REFUSED = {
    "/players/nobody": 404, "/players/nobody.json": 404, f"/players/{ID}?system=nowhere": 404,
    f"/players/{ID}?time_class=chess960": 422, "/players?federation=SPAIN": 400, f"/players?q={81 * 'a'}": 400,
}  # fmt: skip


@pytest.fixture
def app(office: MakeOffice) -> FastAPI:
    return office()


def officer(app: FastAPI) -> Desk:
    """A desk of its own, as the command line has it: it does not know of the pages."""
    site: Site = app.state.site
    return Desk(site.database, regulations(), "fide", NAME, NOW)


def some_player(client: TestClient) -> str:
    found: str = client.get("/players.json?q=a").json()["players"][0]["id"]
    return found


def test_a_page_is_the_same_again_and_a_browser_that_has_it_is_told_so(app: FastAPI) -> None:
    with TestClient(app) as client:
        for address in (*PAGES, f"/players/{some_player(client)}"):
            first, again = client.get(address), client.get(address)
            assert (again.status_code, again.content) == (200, first.content)
            assert dict(again.headers) == dict(first.headers)
            known = client.get(address, headers={"if-none-match": first.headers["etag"]})
            assert (known.status_code, known.content) == (304, b"")
            assert known.headers["content-security-policy"] == first.headers["content-security-policy"]


def test_what_is_refused_has_no_name_and_is_told_again(app: FastAPI) -> None:
    with TestClient(app) as client:
        for address, status in REFUSED.items():
            first = client.get(address)
            assert (first.status_code, "etag" in first.headers) == (status, False), address
            assert client.get(address, headers={"if-none-match": "*"}).status_code == status
            assert client.get(address).content == first.content


def test_each_language_has_its_own_page(app: FastAPI) -> None:
    with TestClient(app) as client:
        english = client.get("/lists", headers={"accept-language": "en"}).text
        spanish = client.get("/lists", headers={"accept-language": "es"}).text
        assert english != spanish
        assert client.get("/lists", headers={"accept-language": "en"}).text == english
        assert client.get("/lists?lang=es").headers["set-cookie"].startswith("arpad_language=es")


def test_a_change_of_the_office_is_seen_at_once(app: FastAPI) -> None:
    with TestClient(app) as client:
        id_ = some_player(client)
        before = client.get(f"/players/{id_}")
        desk = officer(app)
        last = dt.date.fromisoformat(client.get("/lists.json").json()[0]["period"])
        decide(desk, ChangePerson(id_, last, name="Zzyzx, Anew", reason="a passport"))
        after = client.get(f"/players/{id_}", headers={"if-none-match": before.headers["etag"]})
        assert after.status_code == 200
        assert show_player(desk, id_).name == "Zzyzx, Anew"
        assert "Zzyzx" in after.text
        assert [one["id"] for one in client.get("/players.json?q=zzyzx").json()["players"]] == [id_]


def test_nobody_gets_the_page_of_somebody_who_is_signed_in(app: FastAPI) -> None:
    with TestClient(app) as visitor, TestClient(app) as somebody:
        before = visitor.get("/lists").text
        form = somebody.get("/login").text
        token = form.split('name="csrf" value="')[1].split('"')[0]
        somebody.post("/login", data={"csrf": token, "name": NAME, "password": PASSWORD})
        own = somebody.get("/lists")
        assert "/logout" in own.text
        assert "etag" not in own.headers
        assert visitor.get("/lists").text == before
        assert "/logout" not in before
