"""Tables that are sorted, filtered and taken away by the address of their page, and stay when it has a bad value."""

import csv
import io
import re
from typing import TYPE_CHECKING, Any

import pytest

from web_demo import OpenPage, sign_in

if TYPE_CHECKING:
    from visitor import TestClient

LIST = "/lists/2023-02"
NONE = (None, "")


def rows(client: "TestClient", address: str) -> list[dict[str, Any]]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def known(values: list[str]) -> list[str]:
    """The values that are there; those that are not stand behind them."""
    there = [value for value in values if value]
    assert values == there + [""] * (len(values) - len(there))
    return there


@pytest.mark.parametrize("column", ["rating", "games", "k", "born"])
def test_a_list_is_sorted_by_numbers_from_both_ends(client: "TestClient", column: str) -> None:
    natural = [row["id"] for row in rows(client, f"{LIST}.csv")]
    for mark, down in (("", False), ("-", True)):
        found = rows(client, f"{LIST}.csv?sort={mark}{column}")
        values = [int(value) for value in known([row[column] for row in found])]
        assert values == sorted(values, reverse=down)
        places = [natural.index(row["id"]) for row in found]
        pairs = zip(found, found[1:], places, places[1:], strict=False)
        equal = [pair for pair in pairs if pair[0][column] == pair[1][column]]
        assert all(one < two for _, _, one, two in equal), "equals stand as in the list"


def test_a_list_is_sorted_by_name_federation_and_title(client: "TestClient") -> None:
    names = [row["name"] for row in rows(client, f"{LIST}.csv?sort=name")]
    assert names[::-1] == [row["name"] for row in rows(client, f"{LIST}.csv?sort=-name")]
    assert names[0] < names[-1]
    homes = [row["federation"] for row in rows(client, f"{LIST}.csv?sort=federation")]
    assert known(homes) == sorted(known(homes))
    titles = known([row["title"] for row in rows(client, f"{LIST}.csv?sort=title")])
    order = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
    assert titles == sorted(titles, key=order.index)


def test_json_page_and_csv_show_the_same_view(client: "TestClient") -> None:
    view = "sex=F&sort=-born"
    ids = [row["id"] for row in client.get(f"{LIST}.json?{view}").json()["rows"]]
    assert ids == [row["id"] for row in rows(client, f"{LIST}.csv?{view}")][: len(ids)]
    page = client.get(f"{LIST}?{view}").text
    assert re.findall(r'<td>(?:<small[^/]*/small> )?<a href="/players/(\d+)"', page) == ids
    assert f'{LIST}.csv?sex=F&amp;sort=-born"' in page
    assert f'{LIST}.xlsx?sex=F&amp;sort=-born"' in page
    assert 'aria-sort="descending"' in page


def test_the_change_is_the_difference_to_the_list_before(client: "TestClient") -> None:
    before = {row["id"]: int(row["rating"] or 0) for row in rows(client, "/lists/2023-01.csv")}
    page = client.get(f"{LIST}.json?sort=-change").json()["rows"]
    assert page
    for row in page:
        both = before.get(row["id"], 0) and row["rating"]
        assert row["change"] == (row["rating"] - before[row["id"]] if both else None)
    gained = [row["change"] for row in page if row["change"] is not None]
    assert gained == sorted(gained, reverse=True)
    first = client.get("/lists.json").json()[-1]["period"][:7]
    assert {row["change"] for row in client.get(f"/lists/{first}.json").json()["rows"]} == {None}


def test_age_groups_are_of_the_year_of_the_list(client: "TestClient") -> None:
    young = rows(client, f"{LIST}.csv?age=U20")
    assert young
    assert all(int(row["born"]) >= 2003 for row in young)
    assert [row["id"] for row in young] == [row["id"] for row in rows(client, f"{LIST}.csv?born_from=2003")]
    assert all(int(row["born"]) <= 1973 for row in rows(client, f"{LIST}.csv?age=S50"))


@pytest.mark.parametrize(
    ("address", "status", "field"),
    [
        (f"{LIST}?federation=XQX", 400, "federation"),
        (f"{LIST}?federation=toolong&sort=name", 422, "federation"),
        (f"{LIST}?title=ZZ", 400, "title"),
        (f"{LIST}?born_from=soon", 422, "born_from"),
        (f"{LIST}?age=U19", 422, "age"),
        ("/lists?year=1950", 400, "year"),
        ("/events?year=1950", 400, "year"),
        ("/events?year=soon", 422, "year"),
        ("/events?federation=XQX", 400, "federation"),
        ("/events/1?federation=XQX", 400, "federation"),
        ("/events/1?federation=nowhere&sort=-change", 422, "federation"),
        ("/players?q=za&federation=XQX", 400, "federation"),
        ("/office/lists?year=1950", 400, "year"),
        ("/office/lists?state=lost", 422, "state"),
        ("/office/accounts?role=king", 422, "role"),
        ("/office/events?state=lost", 422, "state"),
        ("/office/log?action=danced", 400, "action"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_bad_value_stays_at_its_field_and_the_table_too(
    client: "TestClient", address: str, status: int, field: str, language: str
) -> None:
    sign_in(client)
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == status
    assert f'aria-describedby="w-{field}"' in answer.text
    assert f'id="w-{field}"' in answer.text
    assert "<tbody>" in answer.text
    assert len(re.findall("<tr[ >]", answer.text)) > 1


@pytest.mark.parametrize(
    "path", [LIST, "/federations", "/events", "/events/1", "/players?q=za", "/office/lists", "/office/accounts"]
)
def test_an_unknown_order_is_told_above_the_table(client: "TestClient", path: str) -> None:
    address = f"{path}{'&' if '?' in path else '?'}sort=wrong"
    sign_in(client)
    answer = client.get(address)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "<tbody>" in answer.text
    path, _, query = address.partition("?")
    for ending in ("json", "csv"):
        assert client.get(f"{path}.{ending}?{query}").status_code == 422


@pytest.mark.parametrize(
    "path",
    ["/lists", "/federations", "/events", "/events/1", "/players", f"{LIST}/top", f"{LIST}/changes", "/office/lists",
     "/office/accounts"],
)  # fmt: skip
def test_every_table_is_a_workbook_too(client: "TestClient", path: str) -> None:
    sign_in(client)
    answer = client.get(f"{path}.xlsx")
    assert answer.status_code == 200
    assert answer.content[:2] == b"PK"


def test_events_and_federations_are_sorted(client: "TestClient") -> None:
    named = [event["name"] for event in client.get("/events.json?sort=name").json()]
    assert named == client_sorted(named)
    started = [event["start"] for event in client.get("/events.json?sort=-start").json()]
    assert started == sorted(started, reverse=True)
    counts = [line["players"] for line in client.get("/federations.json?sort=players").json()["federations"]]
    assert counts == sorted(counts)


@pytest.mark.parametrize("column", ["change", "points", "rating", "tb1", "name", "federation", "new_rating"])
def test_the_players_of_an_event_are_sorted_on_the_page_as_in_its_files(client: "TestClient", column: str) -> None:
    """Also by what only the page has: points, tie-breaks, federations."""
    for mark in ("", "-"):
        view = f"sort={mark}{column}"
        names = [row["name"] for row in rows(client, f"/events/1.csv?{view}")]
        page = client.get(f"/events/1?{view}").text.partition("data-living")[2]
        shown = re.findall(r'<th scope="row" class="name">(?:<small[^/]*/small> )?<a [^>]*>([^<]*)', page)
        assert shown == names
        assert [player["name"] for player in client.get(f"/events/1.json?{view}").json()["players"]] == names
        assert f"/events/1.csv?{view}" in page
    values = known([row.get(column, "") for row in rows(client, f"/events/1.csv?sort=-{column}")])
    if column in ("change", "rating", "new_rating"):
        assert [float(value) for value in values] == sorted(map(float, values), reverse=True)


def test_the_players_of_an_event_are_filtered(client: "TestClient") -> None:
    everybody = rows(client, "/events/1.csv")
    some = rows(client, "/events/1.csv?q=za&federation=ESP")
    assert 0 < len(some) < len(everybody)
    assert all("za" in row["name"].casefold() for row in some)
    assert "Nothing fits." in client.get("/events/1?q=nobodysocalled").text
    assert [row["rank"] for row in everybody] == [str(place) for place in range(1, len(everybody) + 1)]


def test_players_that_are_found_are_sorted(client: "TestClient") -> None:
    found = [row["rating"] for row in rows(client, "/players.csv?q=z&sort=-rating")]
    assert len(found) > 2
    page = client.get("/players?q=z&sort=-rating&federation=esp").text
    assert '<option value="ESP" selected>Spain (ESP)</option>' in page
    assert "/players.csv?q=z&amp;sort=-rating&amp;federation=esp" in page


def client_sorted(names: list[str]) -> list[str]:
    from arpad.domain.values import fold

    return sorted(names, key=fold)


def test_a_heading_sorts_without_leaving_the_page(open_page: OpenPage) -> None:
    page = open_page(LIST)
    page.evaluate("window.stays = true")
    page.locator("th a[data-sorts=born]").click()
    page.wait_for_url("**?sort=-born")
    page.locator("th[aria-sort=descending] a[data-sorts=born]").wait_for()
    assert page.evaluate("window.stays") is True
    page.locator("#f-sex").select_option("F")
    page.locator("form.filters button").click()
    page.wait_for_url("**sex=F*")
    assert page.evaluate("window.stays") is True
    assert "sort=-born" in page.url


def test_a_heading_sorts_without_scripts(client: "TestClient") -> None:
    link = re.search(r'href="([^"]*)" data-sorts="name"', client.get(f"{LIST}?sex=F").text)
    assert link is not None
    assert link[1] == f"{LIST}?sex=F&amp;sort=name"
    sorted_page = client.get(link[1].replace("&amp;", "&")).text
    assert 'aria-sort="ascending"' in sorted_page
    assert 'sort=-name" data-sorts="name"' in sorted_page
