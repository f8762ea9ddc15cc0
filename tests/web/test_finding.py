"""What visitors look for: the news of a list, federations, players of a list by filters, events by words."""

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from fastapi.testclient import TestClient


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


@pytest.mark.parametrize("query", ["federation=XXX", "born_from=&born_to=1801", "title=WCM&federation=FRA"])
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


def test_events_are_found_by_words_without_accents(client: "TestClient") -> None:
    found = client.get("/events.json?q=otoño ribera&time_class=standard&year=2022").json()
    assert [event["city"] for event in found] == ["Ribera"]
    assert client.get("/events.json?q=RIBERA otono").json() == found
    assert "No event fits." in client.get("/events?q=nowhere").text
