"""A dropped report: what matters first, the ratings chosen, and every next step with the report still there."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from arpad.web.standings.choices import carry
from places import FIXTURES, PROJECT
from visitor import TestClient
from web_demo import OpenPage, sign_in
from web_findings import findings, sideways
from web_visits import REPORT, send

OPEN = REPORT.read_bytes()
NORM = FIXTURES / "titles" / "own-forfeit.trf"
LIST = b'id,name,federation,sex,title,rating,games,k,born,flag\n99300444,"Lang, Leo",AUT,M,,2222,0,40,1992,\n'


def carried(**more: str) -> dict[str, str]:
    """The fields of a page that carries the report of the open."""
    return {"report": carry(OPEN) or "", **more}


def test_the_verdict_the_counts_norms_and_changes_come_first(client: TestClient) -> None:
    page = client.post("/report", files={"file": OPEN}).text
    places = [page.index(words) for words in (
        "Ratable under FIDE rating regulations 2024", "Rated games", "WGM norm (also WIM)", 'id="changes"',
        'id="standings"',
    )]  # fmt: skip
    assert places == sorted(places)
    assert "<details><summary>" in page.partition('id="findings"')[2], "notes are folded"
    broken = client.post("/report", files={"file": OPEN.replace(b"042 2024/07/06", b"042 1901/07/06")}).text
    assert "<details open><summary>" in broken.partition('id="findings"')[2], "errors are open"


def test_the_language_is_switched_and_the_result_stays(client: TestClient) -> None:
    page = client.post("/report?lang=es", data=carried()).text
    assert '<html lang="es">' in page
    assert "Open Ciudad de Soria 2024" in page
    assert "Se puede valorar según Reglamento del sistema de valoración FIDE 2024." in page
    asked = {"ask": "tie_breaks=BH%2CSB", "rated_by": "fide-2022"}
    page = client.post("/report/standings/crosstable?lang=en", data=carried(**asked)).text
    assert '<html lang="en">' in page
    assert 'name="rated_by" value="fide-2022"' in page, "the edition of the ratings is not that of the tie-breaks"
    assert 'name="tie_breaks" value="BH,SB"' in page
    assert "fide-2022" in client.post("/report", data=carried(rated_by="fide-2022", edition="c07-2026")).text


def test_ratings_and_k_come_from_where_the_form_says(client: TestClient) -> None:
    def player(files: dict[str, Any], report: bytes = NORM.read_bytes(), **more: str) -> dict[str, object]:
        answer = client.post("/report.json", files={"file": report, **files}, data=more).json()
        found: dict[str, object] = next(one for one in answer["players"] if one["rank"] == 12)
        return found

    assert player({})["rating"] == 2010
    listed = player({"list": ("ours.csv", LIST, "text/csv")}, ratings="list")
    assert (listed["rating"], listed["k"]) == (2222, 40)
    known = NORM.read_bytes().replace(b"99300444", b"98003953")
    assert player({}, known, ratings="office")["rating"] == 2556, "the list of the office in force when it began"
    page = client.post(
        "/report", files={"file": NORM.read_bytes(), "list": ("ours.csv", LIST, "text/csv")}, data={"ratings": "list"}
    ).text
    kept = re.search('name="listed" value="([^"]+)"', page)
    assert kept is not None
    again = {"report": carry(NORM.read_bytes()) or "", "ratings": "list", "listed": kept[1]}
    assert ">2222</td>" in client.post("/report", data=again).text, "the players of the list travel with the report"


@pytest.mark.parametrize(
    ("given", "field"),
    [({"ratings": "list"}, "list"), ({"ratings": "moon"}, "ratings"), ({"edition": "fide-1"}, "edition")],
)
def test_what_is_wrong_stands_at_its_field(client: TestClient, given: dict[str, str], field: str) -> None:
    page = client.post("/report", files={"file": ("open.trf", OPEN)}, data={"player": "7", **given})
    assert page.status_code == 400
    assert f'id="w-{field}"' in page.text
    assert 'value="7"' in page.text
    assert f'name="report" value="{carry(OPEN)}"' in page.text, "the file need not be chosen again"


def test_the_certificate_of_a_norm_in_a_dropped_report(client: TestClient) -> None:
    given = {"report": carry(NORM.read_bytes()) or "", "norm": "12-IM"}
    printed = client.post("/report/certificate.pdf", data=given)
    assert printed.content.startswith(b"%PDF")
    assert client.post("/report/certificate.pdf", data=given | {"norm": "12-GM"}).status_code == 404
    assert client.post("/report/certificate.pdf", data=given | {"norm": "x"}).status_code == 400


def test_a_report_goes_on_to_the_pairings_and_to_the_office(client: TestClient) -> None:
    asked = client.post("/pairings", data=carried())
    assert (asked.status_code, 'name="report"' in asked.text) == (400, True), (
        "it does not say how many rounds there are"
    )
    assert "Open Ciudad de Soria 2024" in client.post("/pairings", data=carried(rounds="11")).text
    assert 'formaction="/office/submit"' not in client.post("/report", data=carried()).text
    csrf = sign_in(client)
    assert 'formaction="/office/submit"' in client.post("/report", data=carried()).text
    answer = client.post("/office/submit", data=carried(csrf=csrf), follow_redirects=False)
    assert (answer.status_code, answer.headers["location"][:15]) == (303, "/office/events/")
    refused = client.post("/office/submit", data={"csrf": csrf})
    assert refused.status_code in (400, 422)


def test_the_days_of_the_rounds_tell_that_one_is_left_to_pair(client: TestClient) -> None:
    """The report has the days of nine rounds and five of them played; it does not say how many there are."""
    dropped = {"file": ("five.trf", (PROJECT / "examples" / "open-after-5.trf").read_bytes())}
    page = client.post("/report", files=dropped).text
    assert 'formaction="/pairings" name="rounds" value="9">Pair the next round' in page
    paired = client.post("/pairings", files=dropped, data={"rounds": "9"}).text
    assert "Round 6" in paired


def test_a_visitor_goes_everywhere_without_a_script(open_page: OpenPage) -> None:
    page = open_page("/report", java_script_enabled=False)
    send(page, PROJECT / "examples" / "open-2024.trf")
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Open Ciudad de Soria 2024")
    page.get_by_role("button", name="Clasificación con todos los desempates").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("table.standings")).to_contain_text("Abad, Ana")
    page.get_by_role("button", name="Event", exact=True).click()
    expect(page.locator("#changes")).to_contain_text("Jara, Jorge")


def test_the_page_is_accessible_and_narrow(open_page: OpenPage) -> None:
    page = open_page("/report", color_scheme="light")
    send(page, NORM)
    page.locator("#norms").wait_for()
    assert findings(page) == []
    page.set_viewport_size({"width": 320, "height": 900})
    assert not sideways(page)
