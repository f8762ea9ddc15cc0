"""A dropped file: which rules made each of its rounds, and the whole file checked, in both languages, without ids of
the command line."""

import html
import json
import re
from pathlib import Path

import pytest

import arpad
from arpad.i18n import LANGUAGES, Language
from arpad.web.standings.choices import carry
from page_walk import forbidden_in
from places import FIXTURES
from visitor import TestClient

FOLDER = FIXTURES / "swiss_manager"
TELLING = (FOLDER / "a08-swiss-half-point-byes.TUNX").read_bytes()


def test_the_file_is_dropped_on_the_page_of_the_pairings(client: TestClient) -> None:
    page = client.get("/pairings").text
    for address in ("/pairings/rules", "/pairings/check"):
        assert f'formaction="{address}"' in page
        assert client.get(f"{address}?lang=es").text == client.get("/pairings?lang=es").text


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


# The whole file checked.

CHECKER = FIXTURES / "checker"
GOOD = (CHECKER / "swiss-12x5-good.trf").read_bytes()
WRONG = (CHECKER / "swiss-12x5-both.trf").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", sorted(CHECKER.glob("*.trf")), ids=lambda path: path.stem)
def test_a_file_is_checked_as_the_command_checks_it(client: TestClient, path: Path, language: Language) -> None:
    ours = arpad.check(path)
    files = {"file": (str(path), path.read_bytes())}
    document = client.post(f"/pairings/check.json?lang={language}", files=files).json()
    assert document == json.loads(ours.to_json(language))
    page = client.post(f"/pairings/check?lang={language}", files=files)
    assert page.status_code == 200
    assert html.escape(ours.in_words(language).title) in html.unescape(page.text)
    assert page.text.count('class="tag error"') >= (ours.verdict == "differs")
    assert forbidden_in(page.text) == []
    assert not re.search(r"\b(dutch|team|dubov)-20\d\d|\bfide-20\d\d", page.text)


def test_the_checked_file_goes_on_to_the_other_pages(client: TestClient) -> None:
    page = client.post("/pairings/check", files={"file": WRONG}).text
    report = {"report": carry(WRONG) or ""}
    assert f'name="report" value="{report["report"]}"' in page
    for address in re.findall(r'formaction="(/[^"?]+)"', page):
        assert client.post(address, data=report).status_code == 200, address
    sheet = client.post("/pairings/check.pdf", data=report)
    assert sheet.content.startswith(b"%PDF")


@pytest.mark.parametrize("typed", [{"rounds": "many"}, {"system": "none"}], ids=["rounds", "system"])
def test_a_mistake_is_named_at_its_field(client: TestClient, typed: dict[str, str]) -> None:
    answer = client.post("/pairings/check", files={"file": WRONG}, data=typed)
    assert answer.status_code == 400
    assert f'id="w-{next(iter(typed))}"' in answer.text or 'class="wrong"' in answer.text
    assert f'name="report" value="{carry(WRONG)}"' in answer.text, "the file is still there"


def test_a_report_has_the_note_on_its_rounds(client: TestClient) -> None:
    for language, words in (("en", "Dutch · 2017"), ("es", "Holandés · 2017")):
        assert words in client.post(f"/report?lang={language}", files={"file": TELLING}).text
    document = client.post("/report.json", files={"file": TELLING}).json()
    assert document["rounds"]["made_by"] == "dutch-2017"
    assert "rounds" not in client.post("/report.json", files={"file": GOOD}).json()
