"""What visitors look for: the news of a list, federations, players of a list by filters, events by words."""

import csv
import io
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from visitor import TestClient


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_news_of_a_list_are_the_changes_on_players_pages(client: "TestClient") -> None:
    news = client.get("/index.json").json()["news"]
    assert news["risers"]["players"]
    for riser in news["risers"]["players"]:
        last = client.get(f"/players/{riser['id']}.json").json()["history"][-1]
        assert (last["rating"], last["change"]) == (riser["rating"], riser["change"])
    newcomer: dict[str, Any] = news["newcomers"]["players"][0]
    history = client.get(f"/players/{newcomer['id']}.json").json()["history"]
    assert {entry["period"]: entry["rating"] for entry in history if entry["rating"]} == {
        history[-1]["period"]: newcomer["rating"]
    }


def test_the_csv_of_a_list_is_whole_and_filtered(client: "TestClient") -> None:
    whole = client.get("/lists/2023-02.json").json()
    assert whole["listed"] > len(whole["rows"])
    assert len(rows(client.get("/lists/2023-02.csv").text)) == whole["listed"]
    some = rows(client.get("/lists/2023-02.csv?born_from=1990&born_to=1999&sex=F").text)
    assert some
    assert {row["sex"] for row in some} == {"F"}
    assert all(1990 <= int(row["born"]) <= 1999 for row in some)


@pytest.mark.parametrize("query", ["born_from=&born_to=1801", "title=WCM&federation=FRA"])
def test_a_list_without_players_says_what_to_do(client: "TestClient", query: str) -> None:
    page = client.get(f"/lists/2023-02?{query}")
    assert page.status_code == 200
    assert "No player of this list fits." in page.text


def test_a_year_that_is_none_is_refused(client: "TestClient") -> None:
    assert client.get("/lists/2023-02?born_from=soon").status_code == 422


def test_a_federation_counts_the_players_of_the_list(client: "TestClient") -> None:
    listed = rows(client.get("/lists/2023-02.csv?federation=ESP").text)
    spain = client.get("/federations/esp.json").json()["classes"]["standard"]
    assert spain["players"] == len([row for row in listed if row["rating"]])
    best = [int(row["rating"]) for row in listed[:10]]
    assert [row["rating"] for row in spain["best"]] == best
    assert spain["average"] == (2 * sum(best) + 10) // 20
    assert client.get("/federations/XYZ").status_code == 404


def test_federations_are_named_in_the_language_of_the_page(client: "TestClient") -> None:
    assert '<a href="/federations/ESP">ESP</a> <span class="quiet">Spain</span>' in client.get("/federations").text
    page = client.get("/federations/ESP", headers={"accept-language": "es"}).text
    assert "<title>España (ESP) · Arpad</title>" in page
    assert "<h1>España (ESP)</h1>" in page
    listed = client.get("/lists/2023-02")
    assert '<abbr title="Spain">ESP</abbr></a>' in listed.text
    player = client.get("/lists/2023-02.json?federation=ESP").json()["rows"][0]["id"]
    assert " · Spain (ESP)" in client.get(f"/players/{player}").text


def test_events_are_found_by_words_without_accents(client: "TestClient") -> None:
    found = client.get("/events.json?q=otoño ribera&time_class=standard&year=2022").json()
    assert [event["city"] for event in found] == ["Ribera"]
    assert client.get("/events.json?q=RIBERA otono").json() == found
    assert "No event fits." in client.get("/events?q=nowhere").text


def test_events_come_page_by_page_if_a_page_is_named(client: "TestClient", monkeypatch: pytest.MonkeyPatch) -> None:
    whole = client.get("/events.json").json()
    monkeypatch.setattr(import_module("arpad.web.public.events"), "EVENTS_SHOWN", 3)
    first, second = (client.get(f"/events.json?page={page}").json() for page in (1, 2))
    assert (first, second) == (whole[:3], whole[3:6])
    assert client.get("/events.json?page=999").json() == []
    assert client.get("/events.json?q=").json() == whole
    assert client.get("/events.json?page=0").status_code == 422
    assert f'href="/events/{second[0]["id"]}"' in client.get("/events?page=2").text


def test_regulations_show_titles_and_tie_breaks_and_the_edition_in_force(client: "TestClient") -> None:
    known = {one["id"]: one["system"] for one in client.get("/regulations.json").json()}
    assert (known["fide-2024"], known["b01-2022"], known["c07-2026"]) == ("fide", "titles", "tie-breaks")
    assert known["b06-2024"] == "arbiters"
    for name in ("feda-1996", "b01-2022", "c07-2026"):
        page = client.get(f"/regulations/{name}", params={"lang": "es"})
        assert page.status_code == 200
        assert client.get(f"/regulations/{name}.json").json()["parameters"]
    assert client.get("/regulations?lang=en").text.count(">in force<") == 6
    assert client.get("/regulations/nothing").status_code == 404


def test_several_editions_are_compared_if_they_are_of_one_kind(client: "TestClient") -> None:
    names = ("fide-2005", "fide-2022", "fide-2024")
    rows = client.get("/regulations/difference.json", params={"edition": names}).json()
    floor = next(row for row in rows if row["parameter"] == "lists.floor")
    assert [floor[f"value_{name}"] for name in names] == ["1601", "1000", "1400"]
    page = client.get("/regulations/difference", params={"edition": ["c07-2024", "c07-2026", ""]})
    assert page.status_code == 200
    apart = client.get("/regulations/difference", params={"edition": ["fide-2024", "c07-2026"]})
    assert apart.status_code == 400
    assert "of their kind" in apart.text


def test_a_calculator_takes_the_edition_in_force(client: "TestClient") -> None:
    asked = {"rating": "2212", "games": "1926:1", "k": "20"}
    assert [one["edition"] for one in client.get("/calculators/change.json", params=asked).json()["results"]] == [
        "fide-2022"
    ]
    both = client.get("/calculators/change", params=asked | {"edition": ["fide-2024", "fide-2025"]})
    assert both.text.count("checked") == 1
