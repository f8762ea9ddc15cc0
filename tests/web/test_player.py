"""A player's page: ranks, peaks, what the games add up to, what waits; and two players side by side."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from arpad.office.periods import close, publish
from arpad.office.proof.sheets import sheet
from arpad.web.player_parts import CareerGame, ScoreSum, best_wins, opponents_met
from visitor import TestClient
from web_demo import MakeOffice, OpenPage

ID, OTHER = "98001165", "98001575"
"""They met in the fourth event of the demo."""


def told(client: TestClient, address: str) -> dict[str, Any]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def game(opponent: str, rating: int | None, score: int, event: int = 1) -> CareerGame:
    return CareerGame(event, "Open", None, "standard", 1, "w", opponent, opponent, "", rating, score)


def test_results_add_up() -> None:
    results = ScoreSum(won=1, drawn=1, lost=0)
    assert results.document() == {"games": 2, "won": 1, "drawn": 1, "lost": 0, "score": Fraction(3, 2)}


def test_the_best_wins_are_against_the_highest_rated_of_equal_ones_the_latest() -> None:
    games = [game("a", 2000, 2), game("b", 2300, 1), game("c", 2100, 2), game("d", None, 2), game("e", 2100, 2)]
    assert [won.opponent for won in best_wins(games)] == ["e", "c", "a"]
    assert [won.event for won in best_wins([game("a", 2000, 2, event) for event in range(9)])] == [8, 7, 6, 5, 4]


def test_opponents_met_most_often_come_first_then_the_latest() -> None:
    games = [game("a", 2000, 2), game("b", 2300, 1), game("a", 2100, 0), game("", None, 2), game("e", 2100, 2)]
    met = [(one.id, one.rating, one.games, one.won, one.lost) for one in opponents_met(games)]
    assert met == [("a", 2100, 2, 1, 1), ("e", 2100, 1, 1, 0), ("b", 2300, 1, 0, 0)]


def test_ranks_and_peaks_are_those_of_the_lists(client: TestClient) -> None:
    document = told(client, f"/players/{ID}.json")
    for time_class in ("standard", "rapid"):
        rows = told(client, f"/lists/2023-02.json?time_class={time_class}&page=1")["rows"]
        rating = next(row["rating"] for row in rows if row["id"] == ID)
        ahead = [row for row in rows if (row["rating"] or 0) > rating and "i" not in (row["flag"] or "")]
        home = [row for row in ahead if row["federation"] == "ESP"]
        assert document["ranks"][time_class] == {"federation": len(home) + 1, "office": len(ahead) + 1}
    assert document["peaks"]["standard"] == {"rating": 1943, "period": "2022-11-01"}


def test_the_games_held_add_up(client: TestClient) -> None:
    document = told(client, f"/players/{ID}.json")
    all_games = document["results"]["all"]
    assert all_games["games"] == sum(one["games"] for one in document["opponents"])
    for name in ("games", "won", "drawn", "lost", "score"):
        assert all_games[name] == document["results"]["white"][name] + document["results"]["black"][name]
    assert all(one["score"] == 1 for one in document["best_wins"])
    assert [one["rating"] for one in document["best_wins"]] == sorted(
        (one["rating"] for one in document["best_wins"]), reverse=True
    )
    rapid = told(client, f"/players/{ID}.json?time_class=rapid")["results"]["all"]["games"]
    assert rapid == told(client, f"/players/{ID}.json")["rapid_history"][-1]["games"]


def test_two_players_side_by_side_have_the_games_between_them(client: TestClient) -> None:
    document = told(client, f"/players/{ID}/compare.json?with={OTHER}")
    assert [one["id"] for one in document["players"]] == [ID, OTHER]
    (game,) = document["games"]
    assert (game["opponent"], game["colour"], game["score"]) == (OTHER, "w", 1)
    (mirrored,) = told(client, f"/players/{OTHER}/compare.json?with={ID}")["games"]
    assert (mirrored["opponent"], mirrored["colour"], mirrored["score"]) == (ID, "b", 0)
    assert client.get(f"/players/{ID}/compare?with=nobody").status_code == 404
    assert client.get(f"/players/{ID}/compare").status_code == 200


def test_a_waiting_change_is_the_change_of_the_list(office: MakeOffice) -> None:
    app = office()
    desk = app.state.site.desk(who="demo")
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        ids = [one["id"] for one in told(visitor, "/events/6.json")["players"] if one["rating"]][:6]
        waiting = {id_: told(visitor, f"/players/{id_}.json")["waiting"] for id_ in ids}
        page = visitor.get(f"/players/{ids[0]}").text
        assert "Waiting for the next list" in page
        due = next(one["due"] for one in visitor.get("/events.json").json() if one["id"] == 6)
        found = close(desk, dt.date.fromisoformat(due))
        publish(desk, found.period)
        for id_ in ids:
            (change,) = waiting[id_]
            assert change["event"] == 6
            listed = sheet(desk, id_, found.period)
            assert change["change"] == pytest.approx(listed.period.change / 100)
            assert change["games"] == listed.period.games
            assert told(visitor, f"/players/{id_}.json")["waiting"] == []


def test_dots_lead_to_the_reasons_and_time_classes_can_be_switched(open_page: OpenPage) -> None:
    page = open_page(f"/players/{ID}", width=390)
    page.get_by_role("link", name="Rapid", exact=True).click()
    page.wait_for_url("**time_class=rapid")
    page.goto(f"/players/{ID}")
    page.locator("svg.plot a").first.click(force=True)
    page.wait_for_url(f"**/players/{ID}/lists/2022-12?time_class=standard")
