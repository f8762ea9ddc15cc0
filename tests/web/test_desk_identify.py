"""The players of a report who are in doubt: likely ones are offered, others are found by name, without scripts too."""

import datetime as dt
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect

from arpad.domain.event import Player
from arpad.lists.ledger import Ledger, LedgerRow
from arpad.lists.player_index import NameIndex
from arpad.office.lists import alike
from cli_office_town import REPORTS
from visitor import TestClient
from web_demo import OpenPage
from web_desk_office import Visitor, hidden, make_town, open_town
from web_findings import findings, sideways
from web_visits import at_the_desk

FACTS = {"registered": "2024-06-01", "hybrid": "no", "received": "2024-08-20"}
WHY = {"reason": "by its passport"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def officer(town: Path, tmp_path: Path) -> Visitor:
    app: FastAPI = open_town(town, tmp_path)
    return Visitor(app, "officer")


def submitted(officer: Visitor, *changes: tuple[str, str]) -> str:
    """Submit the report of August with changes. Returns the page on which its players are identified."""
    text = REPORTS["august.trf"]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    sent = {"file": ("august.trf", text.encode(), "text/plain")}
    return officer.done("/office/submit", FACTS, files=sent).partition("?")[0] + "/identify"


def offered(page: str) -> list[tuple[str, str]]:
    return re.findall(r'name="choice-(\d+)" value="(\d+)"', page)


def test_players_in_doubt_are_shown_with_likely_ones(officer: Visitor) -> None:
    place = submitted(officer, ("        101 1985", "            1985"), ("        104 1986", "        106 1986"))
    page = officer.page(place)
    assert "Has no ID in the report." in page
    assert "The ID 106 in the report belongs to Faro, Félix." in page
    assert offered(page) == [("1", "101"), ("4", "104")], "those with the same name and year"
    assert page.count("<fieldset") == 2
    assert "No tiene ID en el informe." in officer.page(place, language="es")
    given = {"id-1": "", "choice-1": "101", "id-4": "", "choice-4": "104", "go": "preview", **WHY}
    shown = officer.send(f"{place}/players", given)
    assert shown.status_code == 200, shown.text
    assert re.search(r"<td>106</td><td><strong>104</strong></td><td>Diez, David", shown.text)
    sent = hidden(shown.text)
    assert (sent["players"], sent["reason"]) == ("1=101\n4=104", WHY["reason"])
    assert officer.done(place, sent).endswith("done=identified")
    assert "No player of this report is in doubt." in officer.page(place)


def test_a_name_is_looked_up_without_a_script(officer: Visitor) -> None:
    officer.done("/office/decide/person", {"id": "103", "period": "2024-08", "name": "Alba, Clara", **WHY})
    place = submitted(officer)
    assert officer.page(place).count("<fieldset") == 0
    found = officer.send(f"{place}/players", {"find": "bos", "go": "look"}).text
    assert "<strong>2 Bosco, Bruno</strong>" in found
    several = officer.send(f"{place}/players", {"id-2": "alba", "go": "preview", **WHY})
    assert several.status_code == 400
    assert "several players are called" in several.text
    assert {id_ for _, id_ in offered(several.text)} == {"101", "103"}
    assert WHY["reason"] in several.text
    one = officer.send(f"{place}/players", {"id-2": "alba 1985 ESP", "go": "look"}).text
    assert 'value="101" checked' in one
    for typed, words in (("Nobody", "nobody on the list is called"), ("", "at least one player")):
        refused = officer.send(f"{place}/players", {"id-2": typed, "go": "preview", **WHY})
        assert (refused.status_code, words in refused.text) == (400, True), typed
    refused = officer.send(f"{place}/players", {"id-2": "106", "choice-2": "104", "go": "preview", "reason": " "})
    assert refused.status_code == 400, "what is typed counts, but a reason is missing"
    assert 'value="106" checked' in refused.text
    assert "Nobody in the report" in officer.send(f"{place}/players", {"find": "zz", "go": "look"}).text


def test_who_is_alike() -> None:
    people = (
        LedgerRow("1", "Muñoz Pérez, Iván", "ESP", born=1990), LedgerRow("2", "Munoz, Ivan", "CHI", born=1971),
        LedgerRow("3", "Muñoz, Iván", "ESP", born=2004), LedgerRow("4", "Munnoz, Ivan", "ESP", born=1990),
        LedgerRow("5", "Munio, Berta", "ESP", born=1990), LedgerRow("6", "Munio, Berta", "ESP", born=1951),
    )  # fmt: skip
    index = NameIndex.of(Ledger.empty(dt.date(2024, 7, 1)).with_rows(people))

    def found(name: str, born: int | None, federation: str = "ESP") -> list[str]:
        return [one.id for one in alike(index, Player(1, name=name, born=born, federation=federation), 9)]

    assert found("Munoz, Ivan", 1990) == ["1", "4", "3"], "a name more, a misspelt one, another year"
    assert found("Muñoz, Ivan", 1971, "CHI") == ["2"]
    assert found("Munoz, Ivan", None) == ["3", "2", "1", "4"]
    assert found("Muñi, Bea", 1951) == ["6"]
    assert found("Zuloaga, Ana", 1990) == []


def test_only_officers_identify(officer: Visitor, town: Path, tmp_path: Path) -> None:
    place = submitted(officer)
    folder = tmp_path / "other"
    folder.mkdir()
    arbiter = Visitor(open_town(town, folder), "arbiter")
    arbiter.page("/office/events/1/identify", 403)
    arbiter.page("/office/players/suggestions?q=al", 403)
    assert "Alba, Ana" in officer.page("/office/players/suggestions?q=al")
    officer.page(place.replace("/events/2", "/events/99"), 404)


def test_years_and_federations_narrow_the_search(client: TestClient) -> None:
    everybody = client.get("/players.json?q=za").json()["players"]
    player = everybody[-1]
    asked = f"za {player['born']} {player['federation']}"
    found = client.get("/players.json", params={"q": asked}).json()["players"]
    assert player in found
    assert {(one["born"], one["federation"]) for one in found} == {(player["born"], player["federation"])}


def test_the_arrow_keys_and_escape_obey(open_page: OpenPage) -> None:
    page = at_the_desk(open_page, 390)
    page.goto("/office/events/1/identify")
    page.locator("#find-player").fill("1")
    page.get_by_role("button", name="Look up").click()
    field = page.get_by_label("Or somebody else").or_(page.get_by_label("Who this is"))
    field.press_sequentially("za")
    expect(page.locator(".find [role=option]").first).to_be_visible()
    field.press("Escape")
    expect(page.locator(".find [role=option]")).to_have_count(0)
    field.press_sequentially("r")
    expect(page.locator(".find [role=option]").first).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value(re.compile(r"^\d+$"))
    assert findings(page) == []
    page.set_viewport_size({"width": 320, "height": 900})
    assert not sideways(page)
