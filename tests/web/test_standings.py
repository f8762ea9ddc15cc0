"""The standings in the browser: of an event and of a dropped report, with the reasons of every number."""

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from places import FIXTURES
from visitor import TestClient
from web_demo import OpenPage
from web_findings import findings
from web_visits import send

if TYPE_CHECKING:
    import httpx2

DATA = FIXTURES / "standings"
SWISS = DATA / "tec-swiss-5.trf"
EVENT = "/events/1/standings"


def drop(visitor: TestClient, view: str = "", name: str = "tec-swiss-5", **asked: str) -> "httpx2.Response":
    return visitor.post(f"/report/standings{view}", files={"file": (DATA / f"{name}.trf").read_bytes()}, data=asked)


def test_the_page_of_an_event_leads_to_its_standings(client: TestClient) -> None:
    assert f'href="{EVENT}"' in client.get("/events/1").text
    page = client.get(EVENT)
    assert page.status_code == 200
    assert "Final standings after 9 rounds" in page.text


def test_page_json_and_csv_say_the_same(client: TestClient) -> None:
    asked = {"tie_breaks": "BH/C1,SB", "round": "5", "edition": "c07-2026"}
    document = client.get(f"{EVENT}.json", params=asked).json()
    assert (document["edition"], document["round"], document["tie_breaks"]) == ("c07-2026", 5, ["BH/C1", "SB"])
    lines = client.get(f"{EVENT}.csv", params=asked).text.split("\r\n")
    first = document["rows"][0]
    assert lines[0] == "rank,number,name,points,BH/C1,SB"
    assert lines[1].endswith(f"{first['points']},{first['values']['BH/C1']},{first['values']['SB']}")
    page = client.get(EVENT, params=asked).text
    assert f">{first['values']['SB']}</a>" in page
    assert "Standings after round 5" in page


def test_every_number_has_its_reasons_in_both_languages(client: TestClient) -> None:
    page = client.get(EVENT, params={"tie_breaks": "BH/C1,SB"}).text
    ways = re.findall(r'<a href="(/events/1/standings/why[^"]*)" class="value"', page)
    players = len(client.get(f"{EVENT}.json").json()["rows"])
    assert len(ways) == 4 * players, "rank, points and two tie-breaks of everybody"
    why = client.get(unescape(ways[3]))
    assert why.status_code == 200
    assert 'id="t2"' in why.text
    assert "SB = " in why.text
    assert "round 1: " in why.text
    assert "ronda 1: " in client.get(unescape(ways[3]).replace("?", "?lang=es&", 1)).text


def test_why_one_stands_before_the_other(client: TestClient) -> None:
    rows = client.get(f"{EVENT}.json", params={"tie_breaks": "BH"}).json()["rows"]
    asked = {"tie_breaks": "BH", "player": str(rows[4]["number"]), "against": str(rows[1]["number"])}
    answer = client.get(f"{EVENT}/why.json", params=asked).json()
    assert answer["steps"][-1]["what"].startswith(f"{rows[1]['number']} {rows[1]['name']} stands before")
    assert answer["steps"][-1]["what"] in unescape(client.get(f"{EVENT}/why", params=asked).text)


@pytest.mark.parametrize(
    ("view", "asked", "words"),
    [
        ("", {"tie_breaks": "BHH"}, "there is no tie-break BHH. Did you mean BH?"),
        ("", {"tie_breaks": "EDE"}, "EDE is not for a Swiss"),
        ("", {"round": "99"}, "round 99 is not in the report"),
        ("", {"order": "size"}, "order"),
        ("", {"group": "born >"}, "born >"),
        ("/why", {"player": "999"}, "number 999 is not in the standings"),
        ("/why", {}, "player"),
    ],
)
def test_what_cannot_be_used_is_told(client: TestClient, view: str, asked: dict[str, str], words: str) -> None:
    page = client.get(EVENT + view, params=asked)
    assert page.status_code == 400
    assert words in unescape(page.text)
    answer = client.get(f"{EVENT}{view}.json", params=asked)
    assert (answer.status_code, words in answer.json()["error"]) == (400, True)


def test_a_wrong_list_leaves_the_table_and_the_form(client: TestClient) -> None:
    page = client.get(EVENT, params={"tie_breaks": "BH,BHH"}).text
    assert 'role="alert"' in page
    assert "Final standings" in page


def test_an_unknown_edition_or_event_is_not_there(client: TestClient) -> None:
    assert client.get(EVENT, params={"edition": "c07-1999"}).status_code == 404
    assert client.get("/events/999/standings").status_code == 404


def test_the_crosstable_by_rank_and_by_number(client: TestClient) -> None:
    by_rank = client.get(f"{EVENT}/crosstable.json").json()["rows"]
    assert [row["rank"] for row in by_rank[:2]] == [1, 2]
    by_number = client.get(f"{EVENT}/crosstable.csv", params={"order": "number"}).text.split("\r\n")
    assert by_number[1].split(",")[1] == "1"
    page = client.get(f"{EVENT}/crosstable", params={"order": "number"}).text
    assert "Opponents by starting number" in page
    assert 'id="n1"' in page


def test_two_editions_side_by_side_mark_who_changes_place(client: TestClient) -> None:
    """`tec-swiss-5`: the ceiling of 2026 (16.4.2) puts two players in another order."""
    asked = {"edition": "c07-2023", "beside": "c07-2026", "tie_breaks": "BH,SB"}
    document = drop(client, "/compare.json", **asked).json()
    changed = [place["number"] for place in document["places"] if place["changes"]]
    assert changed
    page = drop(client, "/compare", **asked).text
    assert page.count('<tr class="changes">') == len(changed)
    assert f"{len(changed)} players change place" in page
    same = drop(client, "/compare", edition="c07-2023", beside="c07-2024", tie_breaks="BH").text
    assert "Nobody changes place" in same


def test_a_dropped_report_shows_its_standings(client: TestClient) -> None:
    sent = {"file": SWISS.read_bytes()}
    document = client.post("/report.json", files=sent).json()
    assert document["standings"]["rows"][0]["name"] == "Bruno"
    page = client.post("/report", files=sent).text
    assert "Final standings after 5 rounds" in page
    assert 'formaction="/report/standings/why#t0"' in page


def test_a_large_report_shows_its_first_players_and_leads_to_all(client: TestClient) -> None:
    page = client.post("/report", files={"file": (DATA / "moscow-2018.trf").read_bytes()}).text
    assert "The first 200 are shown" in page
    assert page.count('formaction="/report/standings/why#t0"') == 200
    assert drop(client, "", "moscow-2018").text.count('formaction="/report/standings/why#t0"') == 220


def test_a_report_without_standings_says_why(client: TestClient) -> None:
    """Record 202 names a tie-break that nobody knows."""
    sent = {"file": b"202 XYZ\r\n" + SWISS.read_bytes()}
    assert client.post("/report.json", files=sent).json()["standings"] is None
    assert "There are no standings: there is no tie-break XYZ" in client.post("/report", files=sent).text


def test_a_report_before_the_first_edition_of_c07_is_ranked_by_points(client: TestClient) -> None:
    old = SWISS.read_text("utf-8").replace("042 2023/10/01", "042 2016/10/01").encode()
    ranked = client.post("/report.json", files={"file": old}).json()["standings"]
    assert [ranked["edition"], ranked["tie_breaks"]] == [None, []]
    assert "Ranked by points alone" in client.post("/report", files={"file": old}).text
    for view in ("", "/why", "/crosstable", "/compare"):
        page = client.post(f"/report/standings{view}", files={"file": old}, data={"player": "3"})
        assert page.status_code == 200, view
        assert ("ranks by points alone" in page.text) == (view != "/compare")
    named = client.post("/report/standings.json", files={"file": old}, data={"edition": "c07-2017"}).json()
    assert [named["edition"], bool(named["tie_breaks"])] == ["c07-2017", True]
    listed = client.post("/report/standings.json", files={"file": old}, data={"tie_breaks": "BH"})
    assert listed.status_code == 400, "tie-breaks need an edition"


def test_a_dropped_report_as_program_and_as_page(client: TestClient) -> None:
    asked = {"tie_breaks": "BH/C1", "edition": "c07-2026", "player": "4"}
    steps = drop(client, "/why.json", **asked).json()["steps"]
    assert "BH/C1 = 3 + 1.5 + 3.5 + 3.5 = 11.5" in [step["what"] for step in steps]
    page = drop(client, "/why", **asked).text
    assert "round 2 is cut (2.5): a voluntary unplayed round" in page
    assert drop(client, ".csv", **asked).text.startswith("rank,number,name,points,BH/C1\r\n1,2,Bruno,4,12")


@pytest.mark.parametrize("view", ["", "/why", "/crosstable", "/compare"])
def test_every_page_can_be_printed(client: TestClient, view: str) -> None:
    assert client.get(f"{EVENT}{view}.pdf", params={"player": "3"}).content.startswith(b"%PDF")
    printed = drop(client, f"{view}.pdf", player="3")
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF")


@pytest.mark.parametrize(("name", "words"), [("team-50", "GP"), ("rr-6x2", 'class="itself"')])
def test_teams_and_round_robins(client: TestClient, name: str, words: str) -> None:
    for view in ("", "/crosstable", "/compare", "/why"):
        page = drop(client, view, name, player="1", edition="c07-2026")
        assert page.status_code == 200, page.text
    assert words in drop(client, "" if words == "GP" else "/crosstable", name).text


def test_the_match_points_of_a_team_have_their_reason(client: TestClient) -> None:
    page = drop(client, "", "team-50", edition="c07-2026").text
    assert page.count('formaction="/report/standings/why#t0"') == 50


def test_the_tie_breaks_to_click_are_those_of_the_edition_and_the_event(client: TestClient) -> None:
    swiss = client.get(EVENT, params={"edition": "c07-2026", "choosing": "1"}).text
    assert 'title="Add STD: ' in swiss
    assert 'title="Add KS' not in swiss
    assert 'rel="nofollow"' in swiss, "crawlers do not visit every list there is"
    assert 'title="Add STD: ' not in client.get(EVENT, params={"edition": "c07-2024"}).text
    assert 'title="Add BH: ' not in drop(client, "", "rr-6x2", edition="c07-2026").text
    assert 'title="Add EDE: ' in drop(client, "", "team-50", edition="c07-2026").text


def test_a_report_carried_by_a_form_is_read_with_care(client: TestClient) -> None:
    from arpad.web.standings.choices import carry

    carried = {
        "nothing": "",
        "damaged": "no base64 at all",
        "cut": "eJw=",
        "bomb": carry(b"0" * 30_000_000) or "",
        "half": (carry(SWISS.read_bytes()) or "")[:-20],
    }
    for name, report in carried.items():
        answer = client.post("/report/standings.json", data={"report": report})
        assert answer.status_code == 400, name
        assert "choose the file again" in answer.json()["error"], name


def test_an_address_of_a_dropped_report_asks_for_it_again(client: TestClient) -> None:
    answer = client.get("/report/standings/why?lang=es", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/report?lang=es")


def test_tie_breaks_are_chosen_by_clicking_without_a_script(open_page: OpenPage) -> None:
    page = open_page(f"{EVENT}?tie_breaks=BH", java_script_enabled=False)
    page.locator("details.choose > summary").click()
    page.get_by_role("link", name=re.compile("^Add SB: ")).click()
    assert "tie_breaks=BH%2CSB" in page.url
    page.get_by_role("link", name="Move SB up").click()
    assert "tie_breaks=SB%2CBH" in page.url
    expect(page.locator("table.standings thead")).to_contain_text(re.compile(r"SB\s*BH"))
    page.get_by_role("link", name="Take BH out").click()
    assert "tie_breaks=SB" in page.url
    page.locator("table.standings tbody td.decides a").last.click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("why rank")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_visitor_walks_through_the_standings_of_a_dropped_report(open_page: OpenPage, width: int) -> None:
    page = open_page("/report", width)
    send(page, SWISS)
    page.get_by_role("button", name="Standings with every tie-break").click()
    page.locator("details.choose > summary").click()
    page.locator("#edition").select_option("c07-2026")
    page.locator("#tie_breaks").fill("BH/C1")
    page.locator("#tie_breaks").press("Enter")
    expect(page.locator("table.standings thead")).to_contain_text("BH/C1")
    assert findings(page) == []
    page.locator("details.choose > summary").click()
    page.get_by_role("button", name=re.compile("^Add AOB: ")).click()
    page.get_by_role("row").filter(has_text="David").get_by_role("button", name="11.5").click()
    expect(page.locator("#t1")).to_contain_text("BH/C1 = 3 + 1.5 + 3.5 + 3.5 = 11.5")
    page.locator("#against").select_option("1")
    page.get_by_role("main").get_by_role("button", name="Why?").click()
    expect(page.get_by_role("main")).to_contain_text("4 David stands before 1 Alyx by BH/C1")
    page.get_by_role("button", name="Two editions side by side").click()
    expect(page.locator("table.compared")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Crosstable").click()
    expect(page.locator("table.cross")).to_contain_text("Bruno")
    assert page.evaluate("document.documentElement.scrollWidth") == width
