"""A player's home over the demo federation: tournaments, results, rivals, titles ahead, who they were, the plot."""

import csv
import io
from typing import Any

import pytest

from arpad.office.proof.sheets import sheet, sheet_document, view_player
from arpad.web.player_home import by_strength, titles_ahead
from arpad.web.player_parts import games_of
from visitor import TestClient
from web_demo import MakeOffice, OpenPage

HERO = "98000017"


def test_the_changes_of_tournaments_are_those_of_the_claim_sheets(office: MakeOffice) -> None:
    site = office().state.site
    desk = site.desk()
    compared = 0
    for id_ in [one["id"] for one in TestClient(office()).get("/players.json?q=98").json()["players"]][:25]:
        for held in view_player(desk, id_).held:
            if held.period is None:
                continue
            own = sheet(desk, id_, held.period, None, held.played.time_class, published=True)
            changes = {event.event: event.change for event in sheet_document(own, "en").events}
            rated = changes.get(held.played.id)
            found = None if held.change is None else held.change.change
            if rated is not None or found is not None:
                assert rated is not None, (id_, held.played.name)
                assert found == rated, (id_, held.played.name)
                compared += 1
    assert compared > 20


def test_every_part_is_a_page_a_document_and_a_table(client: TestClient) -> None:
    document = client.get(f"/players/{HERO}.json").json()
    played = client.get(f"/players/{HERO}/events.json").json()
    assert played == document["tournaments"]
    assert sum(one["games"] for one in played) == document["results"]["all"]["games"]
    results = client.get(f"/players/{HERO}/results.json").json()
    assert results["strengths"] == document["strengths"]
    assert sum(one["games"] for one in results["strengths"]) == results["colours"]["all"]["games"]
    assert client.get(f"/players/{HERO}/rivals.json").json() == document["opponents"]
    for part, rows in (("events", played), ("rivals", document["opponents"]), ("results", results["strengths"])):
        text = client.get(f"/players/{HERO}/{part}.csv").text
        assert len(list(csv.DictReader(io.StringIO(text)))) == len(rows)
        for language in ("en", "es"):
            page = client.get(f"/players/{HERO}/{part}?lang={language}")
            assert page.status_code == 200
            assert len(page.content) < 150_000


def test_ratings_of_a_span_are_those_of_its_lists(client: TestClient) -> None:
    everything = client.get(f"/players/{HERO}/ratings.json").json()
    history = {entry["period"]: entry["rating"] for entry in client.get(f"/players/{HERO}.json").json()["history"]}
    standard = {one["period"]: one["rating"] for one in everything if one["time_class"] == "standard"}
    assert standard == history
    assert all(one["events"] for one in everything if one["games"])
    only = client.get(f"/players/{HERO}/ratings.json?span=1&time_class=standard").json()
    assert [one["period"] for one in only] == [one["period"] for one in everything if one in only]
    assert client.get(f"/players/{HERO}?span=7").status_code == 422
    page = client.get(f"/players/{HERO}?span=1").text
    assert 'aria-current="true">1 year' in page
    assert f'data-ratings="/players/{HERO}/ratings.json?span=1"' in page


def test_four_players_are_compared_and_not_five(client: TestClient) -> None:
    ids = [one["id"] for one in client.get("/players.json?q=98").json()["players"]][:5]
    asked = "&".join(f"with={id_}" for id_ in ids[1:4])
    found = client.get(f"/players/{ids[0]}/compare.json?{asked}").json()
    assert [one["id"] for one in found["players"]] == ids[:4]
    assert len(found["meetings"]) == 12
    each = {(one["player"], one["opponent"]): one for one in found["meetings"]}
    assert all(each[one, other]["won"] == each[other, one]["lost"] for one, other in each)
    rows = list(csv.DictReader(io.StringIO(client.get(f"/players/{ids[0]}/compare.csv?{asked}").text)))
    assert [row["id"] for row in rows] == ids[:4]
    assert client.get(f"/players/{ids[0]}/compare?{asked}").text.count('class="strip ratings"') == 4
    refused = client.get(f"/players/{ids[0]}/compare?{asked}&with={ids[4]}")
    assert refused.status_code == 400
    assert "more than 4 players" in refused.text


def test_an_id_opens_the_player(client: TestClient) -> None:
    opened = client.get(f"/players?q={HERO}", follow_redirects=False)
    assert (opened.status_code, opened.headers["location"]) == (303, f"/players/{HERO}")
    assert client.get("/players?q=9800", follow_redirects=False).status_code == 200
    assert client.get(f"/players.json?q={HERO}").json()["players"][0]["id"] == HERO


def test_a_misspelt_name_is_found_and_said_to_be_similar(client: TestClient) -> None:
    name = client.get(f"/players/{HERO}.json").json()["name"]
    typed = name.replace("Z", "S", 1).replace("V", "B", 1)
    found = client.get("/players.json", params={"q": typed}).json()
    assert (found["players"], found["similar"][0]["id"]) == ([], HERO)
    page = client.get("/players", params={"q": typed}).text
    assert "Nobody is called exactly so" in page
    assert name in page
    assert HERO in client.get("/players.csv", params={"q": typed}).text
    assert name in client.get("/players/suggestions", params={"q": typed}).text


@pytest.mark.parametrize(
    ("asked", "field", "words"),
    [
        ({"q": "zar", "federation": "QQQ"}, "federation", "QQQ is no federation"),
        ({"q": "zar" + "a" * 200}, "q", "longer"),
    ],
    ids=["federation", "name"],
)
def test_what_a_field_cannot_hold_is_said_there(
    client: TestClient, asked: dict[str, str], field: str, words: str
) -> None:
    page = client.get("/players", params=asked)
    assert page.status_code == 400
    assert f'id="w-{field}" role="alert">' in page.text
    assert words in page.text
    assert f'value="{asked["q"]}"' in page.text
    if field == "federation":
        assert "<table>" in page.text


@pytest.mark.parametrize(
    ("title", "sex", "highest", "ahead"),
    [("", "m", 2150, ["CM"]), ("CM", "m", 2290, ["FM"]), ("FM", "m", 2250, ["IM"]), ("FM", "f", 2250, ["IM", "WGM"]),
     ("IM", "f", 2450, ["GM", "WGM"]), ("GM", "m", 2700, []), ("", "m", 1500, []), ("WIM", "f", 2250, ["CM", "WGM"])],
)  # fmt: skip
def test_the_next_title(office: MakeOffice, title: str, sex: str, highest: int, ahead: list[str]) -> None:
    from arpad.documents.document import replace as changed

    view = view_player(office().state.site.desk(), HERO)
    entry = changed(view.record.history[-1], rating=highest)
    record = changed(view.record, title=title, sex=sex, histories={"standard": (entry,)})
    seen: Any = type(view)(record, view.ranks, (), "")
    assert [one.title for one in titles_ahead(seen, entry.period)] == ahead


def test_bands_hold_every_game_once(office: MakeOffice) -> None:
    games = games_of(view_player(office().state.site.desk(), HERO))
    bands = by_strength(games)
    assert sum(band.games for band in bands) == len(games)
    for band in bands:
        inside = [
            game
            for game in games
            if (game.rating is None) == band.unrated
            and (band.unrated or (band.least or 0) <= (game.rating or 0) < (band.below or 9999))
        ]
        assert len(inside) == band.games


def test_the_plot_is_read_with_the_mouse_and_the_keyboard(open_page: OpenPage) -> None:
    page = open_page(f"/players/{HERO}", 390)
    status = page.locator(".reading [role=status]")
    status.scroll_into_view_if_needed()
    before = status.inner_text()
    box = page.locator("svg.plot").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 20)
    page.locator("svg.plot line.hair").wait_for(state="attached")
    page.mouse.move(box["x"] + 1, box["y"] + 30)
    first = status.inner_text()
    assert first != before
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("End")
    last = status.inner_text()
    slider.press("ArrowLeft")
    assert status.inner_text() != last
    assert slider.get_attribute("aria-valuetext") == status.inner_text()
