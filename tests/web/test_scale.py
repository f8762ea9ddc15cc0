"""The scale and interim ratings on pages: what everybody sees, what the office sees, and that the numbers agree."""

from typing import TYPE_CHECKING

import pytest

from arpad.lab.monitor import WatchedScale, watch
from arpad.lab.source import ScaleSource
from arpad.web import charts
from web_demo import NAME, PASSWORD

if TYPE_CHECKING:
    from visitor import TestClient


def signed_in(client: "TestClient") -> None:
    token = client.get("/login").text.partition('name="csrf" value="')[2].partition('"')[0]
    answer = client.post("/login", data={"name": NAME, "password": PASSWORD, "csrf": token, "next": "/office"})
    assert answer.status_code == 200


def test_everybody_sees_first_players_and_distribution(client: "TestClient", monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots with their tables; computed once for the newest list, whoever asks."""
    made: list[WatchedScale] = []

    def counted(source: ScaleSource) -> WatchedScale:
        made.append(watch(source))
        return made[-1]

    monkeypatch.setattr(charts, "watch", counted)
    page = client.get("/scale").text
    assert page.count('<svg class="plot"') == 3
    assert "Points created" not in page
    found = client.get("/scale.json").json()
    assert set(found) == {"time_class", "source", "first", "lists"}
    assert {row["group"] for row in found["first"]} == {"active"}
    rows = client.get("/scale.csv?table=lists").text.splitlines()
    assert rows[0].startswith("list,group,name,players,sum,mean,")
    assert len(rows) == len(found["lists"]) + 1
    assert len(made) == 1
    assert "La escala" in client.get("/scale", headers={"accept-language": "es"}).text
    assert client.get("/scale.csv?table=ledger").status_code == 422


def test_the_office_sees_the_account(client: "TestClient") -> None:
    assert client.get("/office/scale", follow_redirects=False).status_code == 303
    signed_in(client)
    page = client.get("/office/scale").text
    assert "Points created and destroyed" in page
    assert "arpad lab" not in page, "a page names no command"
    found = client.get("/office/scale.json").json()
    assert {"ledger", "drift", "calibration", "stretch", "alarms"} <= set(found)
    assert all(row["not_explained_200"] == 0 for row in found["ledger"])
    ledger = client.get("/office/scale.csv").text.splitlines()
    assert len(ledger) == len(found["ledger"]) + 1
    assert client.get("/office/scale?time_class=blitz").status_code == 200


def test_a_rating_game_by_game(client: "TestClient") -> None:
    """The period of a list, as JSON, table, sheet and page; a player's page leads there while events wait."""
    player = client.get("/index.json").json()["news"]["risers"]["players"][0]["id"]
    history = client.get(f"/players/{player}.json").json()["history"]
    played = next(entry for entry in reversed(history) if entry["games"] and entry["change"] is not None)
    period = played["period"][:7]
    found = client.get(f"/players/{player}/interim.json?period={period}").json()
    assert (found["state"], len(found["games"]), found["final"]) == ("confirmed", played["games"], played["rating"])
    page = client.get(f"/players/{player}/interim?period={period}").text
    assert "Confirmed by the published list." in page
    assert client.get(f"/players/{player}/interim.pdf?period={period}").content.startswith(b"%PDF")
    assert len(client.get(f"/players/{player}/interim.csv?period={period}").text.splitlines()) == played["games"] + 1
    assert client.get(f"/players/{player}/interim").status_code == 200
    assert client.get("/players/1/interim").status_code == 404


def test_events_that_wait_lead_to_the_games(client: "TestClient") -> None:
    waiting = client.get("/events.json").json()
    event = next(one for one in waiting if one["state"] == "accepted")
    page = client.get(f"/events/{event['id']}").text
    ids = {part.partition('"')[0] for part in page.split('href="/players/')[1:]}
    for id_ in sorted(ids):
        shown = client.get(f"/players/{id_}").text
        if f"/players/{id_}/interim?time_class=" in shown:
            found = client.get(f"/players/{id_}/interim.json").json()
            assert found["state"] == "provisional"
            assert found["games"]
            return
    pytest.fail("no player of a waiting event leads to the games")
