"""Arbiters on the web: their records at the desk, calculators for everybody, and the papers of an event's arbiters."""

import re
from pathlib import Path
from typing import Any

import pytest

from arpad.i18n import LANGUAGES
from arpad.inputs.declared import inputs_of
from arpad.office.arbiters.records import ARBITER_RECORDS
from pdf_pages import page_texts
from visitor import TestClient
from web_desk_office import JSON, Visitor, make_town, open_town
from web_event import MakeEventOffice, at_desk

ROOT = Path(__file__).parents[2]
OPEN = ROOT / "examples" / "open-2024.trf"
RECORD = "/office/arbiters/record"
ANA = {"id": "700001", "name": "Ejemplo, Ana", "federation": "ESP", "born": "1998-03-04", "languages": "es en"}


@pytest.fixture
def officer(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Visitor:
    return Visitor(open_town(make_town(tmp_path_factory.mktemp("town")), tmp_path), "officer")


def test_a_career_by_forms(officer: Visitor) -> None:
    assert "No arbiters yet." in officer.page("/office/arbiters")
    for kind in ARBITER_RECORDS:
        for language in LANGUAGES:
            page = officer.page(f"{RECORD}/{kind.command}", language=language)
            assert [one.name for one in inputs_of(kind) if f'name="{one.name}"' not in page] == []
    assert officer.done(f"{RECORD}/person", ANA) == "/office/arbiters/700001?done=noted"
    norm = {"id": "700001", "event": "Valdeoca", "start": "2024-05-03", "end": "2024-05-09", "format": "swiss"}
    kept = officer.send(f"{RECORD}/norm", norm | {"rounds": "7", "rated": "58"}, headers=JSON).json()
    assert kept["data"] == {
        "event": "Valdeoca", "start": "2024-05-03", "end": "2024-05-09", "system": "swiss", "rounds": 7, "rated": 58,
    }  # fmt: skip
    again = officer.refused(f"{RECORD}/norm", norm)
    assert "the same is noted already as record 2" in again
    assert 'value="Valdeoca"' in again, "what was typed stays"
    assert "correct the day" in officer.refused(f"{RECORD}/award", {"id": "700001", "title": "FA", "day": "2031-01-01"})
    page = officer.page("/office/arbiters/700001", language="es")
    assert "Solicitud de FA" in page
    assert "nacido el 4 de marzo de 1998" in page
    document = officer.json("/office/arbiters/700001.json")
    assert (document["title"], document["application"]["complete"], len(document["records"])) == ("", False, 2)
    assert officer.page("/office/arbiters.csv").startswith("id,name,federation,title,category,active,ends")
    paper = officer.client.get("/office/arbiters/700001/application.pdf?title=FA")
    assert "Ejemplo" in "".join(page_texts(paper.content))
    assert officer.done(f"{RECORD}/revoke", {"record": "2", "reason": "another person"}).endswith("done=revoked")
    assert 'class="tag warning">revoked' in officer.page("/office/arbiters/700001")


def test_who_may_see_and_note(officer: Visitor) -> None:
    app: Any = officer.client.app
    officer.done(f"{RECORD}/person", ANA)
    assert Visitor(app, "read-only").page("/office/arbiters/700001").count("record/award") == 0
    assert Visitor(app, "arbiter").send(f"{RECORD}/person", ANA).status_code == 403
    assert Visitor(app).client.get("/office/arbiters").status_code in (303, 401)
    officer.page("/office/arbiters/9999", 400)


def test_a_report_for_its_arbiters(client: TestClient) -> None:
    document = client.post("/tools/arbiter-norm.json", files={"file": ("a.trf", OPEN.read_bytes())}).json()
    assert [(one["title"], one["articles"]) for one in document["norms"]] == [("FA", ["3.8.1"]), ("IA", ["4.8.3"])]
    assert (document["certificates"]["most"], document["category"]["category"]) == (1, "D")
    assert document["protection"]["level"] == "B"
    for language in LANGUAGES:
        sent = {"file": ("a.trf", OPEN.read_bytes())}
        page = client.post("/tools/arbiter-norm", files=sent, headers={"accept-language": language})
        assert page.status_code == 200
        assert "3.8.1" in page.text
    refused = client.post("/tools/arbiter-norm", files={"file": ("a.trf", b"nothing")})
    assert refused.status_code == 400
    assert 'class="message error"' in refused.text


def test_appointments_and_activity(client: TestClient) -> None:
    asked = "role=deputy&event=olympiad&category=C&award=2021-07-01&day=2024-01-01"
    found = client.get(f"/calculators/arbiters.json?{asked}").json()
    assert (found["appointment"]["allowed"], found["appointment"]["categories"]) == (False, ["A", "B"])
    assert (found["activity"]["active"], found["activity"]["ends"]) == (True, "2025-07-01")
    old = client.get("/calculators/arbiters.json?award=2005-03-01&ia=2008-05-01&last_event=2019&day=2023-12-31").json()
    assert (old["activity"]["ends"], old["activity"]["article"]) == ("2023-12-31", "2.6.4")
    until = client.get("/calculators/arbiters.json?award=2005-03-01&until=2026-03-01&day=2025-12-31").json()
    assert until["activity"]["ends"] == "2026-03-01"
    unknown = client.get("/calculators/arbiters?award=2005-03-01&day=2023-12-31").text
    assert "the year of the last event before then decides" in unknown
    for language in LANGUAGES:
        assert client.get(f"/calculators/arbiters?{asked}&lang={language}").status_code == 200
    wrong = client.get("/calculators/arbiters?role=cook&event=A&category=C")
    assert (wrong.status_code, "cook" in wrong.text) == (400, True)
    assert client.get("/calculators/arbiters.json?day=2024-13-01").status_code == 400


def test_the_papers_of_the_arbiters_of_an_event(event_office: MakeEventOffice) -> None:
    desk = at_desk(event_office(), "arbiter")
    page = desk.get("desk/papers").text
    assert "Arbiters&#39; papers" in page
    assert re.search(r'class="message warning">[^<]*round', page), "what is missing is said"
    assert "Norm" in page
    form = desk.get("desk/papers/fa1.pdf", params={"name": "Ejemplo, Ana", "id": "700001", "federation": "esp"})
    assert "Ejemplo" in "".join(page_texts(form.content))
    assert desk.get("desk/papers/it3.pdf").content.startswith(b"%PDF")
    first, second = ("".join(page_texts(desk.get(f"desk/papers/form-{one}.pdf").content)) for one in (1, 2))
    assert "TIE-BREAKS" in first
    assert "Swiss tournament pairing card" in second
    games = desk.get("desk/papers/games.pgn").text
    assert games.count("[Event ") > 10
    first = games.split("\n\n")[0]
    played = f"{first}\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"
    checked = desk.visitor.post(
        f"/t/{desk.slug}/desk/papers/games", files={"file": ("r.pgn", played.encode())}, headers=JSON
    ).json()
    assert (checked["games"], checked["report"]["found"]) == (1, 1)
    shown = desk.visitor.post(f"/t/{desk.slug}/desk/papers/games", files={"file": ("r.pgn", played.encode())}).text
    assert "1 game in the file." in shown
    empty = desk.visitor.post(f"/t/{desk.slug}/desk/papers/games", files={"file": ("r.pgn", b"")})
    assert empty.status_code == 400
    assert at_desk(event_office(), "scorer").get("desk/papers").status_code == 403
