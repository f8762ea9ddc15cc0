"""A dropped file: which rules made each of its rounds, in both languages, without ids of the command line."""

import pytest

from arpad.web.standings.choices import carry
from places import FIXTURES
from visitor import TestClient

FOLDER = FIXTURES / "swiss_manager"
TELLING = (FOLDER / "a08-swiss-half-point-byes.TUNX").read_bytes()


def test_the_form_is_linked_from_the_pairings(client: TestClient) -> None:
    assert 'href="/pairings/rules"' in client.get("/pairings").text
    assert 'type="file"' in client.get("/pairings/rules").text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Certain: the editions differ"), ("es", "Seguro: las ediciones difieren")],
)
def test_every_round_says_what_made_it_and_how_sure_that_is(client: TestClient, language: str, words: str) -> None:
    page = client.post(f"/pairings/rules?lang={language}", files={"file": TELLING}).text
    assert f'<html lang="{language}">' in page
    assert page.count('<section class="card">') == 8, "each round, and the other checks"
    assert page.count(words) == 1
    assert "dutch-2017" not in page
    carried = client.post(f"/pairings/rules?lang={language}", data={"report": carry(TELLING) or ""})
    assert words in carried.text, "the language is switched with the file still there"


def test_programs_read_the_same_answer(client: TestClient) -> None:
    document = client.post("/pairings/rules.json", files={"file": TELLING}).json()
    assert (document["made_by"], document["telling"]) == ("dutch-2017", [4])


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"nothing", "report"), ((FOLDER / "a03-roundrobin-six.TURX").read_bytes(), "not a Swiss system")],
    ids=["no-report", "round-robin"],
)
def test_other_files_are_refused_at_the_field(client: TestClient, data: bytes, words: str) -> None:
    answer = client.post("/pairings/rules", files={"file": data})
    assert answer.status_code == 400
    assert words in answer.text


def test_the_page_has_the_other_checks_and_a_sheet(client: TestClient) -> None:
    page = client.post("/pairings/rules", files={"file": TELLING}).text
    assert "What else the report says" in page
    assert "Norms: none." in page
    sheet = client.post("/pairings/rules.pdf", data={"report": carry(TELLING) or ""})
    assert sheet.headers["content-type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF")
