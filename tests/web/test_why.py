"""Why a rating is what it is, on one page: the strip, the games, their links and their reasons."""

import re
from typing import Any

from visitor import TestClient
from web_demo import OpenPage

NINE = "98001165"
"""Somebody of the demo with nine games for the list of February 2023."""
ADDRESS = f"/players/{NINE}/lists/2023-02"


def told(client: TestClient, address: str = ADDRESS) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{address}.json").json()
    return found


def test_a_game_leads_to_its_opponent_and_its_event(client: TestClient) -> None:
    document, page = told(client), client.get(ADDRESS).text
    (event,) = document["events"]
    assert f'<a href="/events/{event["event"]}">{event["name"]}</a>' in page
    assert len(event["opponents"]) == 9
    for game in event["opponents"]:
        assert f'<a href="/players/{game["opponent_id"]}">{game["opponent"]}</a>' in page
        assert client.get(f"/players/{game['opponent_id']}.json").json()["name"] == game["opponent"]


def test_the_strip_tells_the_sums_of_the_games(client: TestClient) -> None:
    document, page = told(client), client.get(ADDRESS).text
    strip = re.findall(r'<span class="caps">([^<]*)</span><strong[^>]*>([^<]*)<', page)
    games = document["events"][0]["opponents"]
    expected = round(sum(game["expected"] for game in games), 2)
    assert strip == [
        ("Games", "9"), ("Score", "5.5"), ("Expected", f"{expected}"), ("Change", "−0.40"), ("K", "20"),
        ("On the list", str(document["after"])),
    ]  # fmt: skip
    assert round(sum(game["change"] for game in games), 2) == document["change"] == -0.4


def test_a_player_without_games_is_told_so(client: TestClient) -> None:
    page = client.get("/players/98000017/lists/2023-02").text
    assert "No game of this player was rated in this period." in page
    assert "<tr" not in page.partition("<main")[2]


def test_nine_games_fit_a_screen_and_their_reasons_fold_out(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    last = page.locator("table.games tfoot tr").bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 900
    folded = page.locator("tr.fold").nth(3)
    assert not folded.is_visible()
    page.locator("details.asks summary").nth(3).click()
    assert folded.is_visible()
    assert "PD" in folded.inner_text()
