"""The page of a table, and what its players say with the codes of their badges."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from arpad.tournament.acts.event import SetRule
from arpad.tournament.acts.results import SetResult
from arpad.tournament.roles import badge_code
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, MakeEventOffice, OpenEvent, at_desk

if TYPE_CHECKING:
    from fastapi import FastAPI


class AtTable:
    """A telephone at a table of the event, whose rules take claims."""

    def __init__(self, app: "FastAPI", claims: str, table: int = 3) -> None:
        self.event_store, self.table = app.state.site.events, table
        if self.event_store.open(SLUG).state.event_rules.claims != claims:
            self.event_store.act(SLUG, SetRule("claims", f'"{claims}"'), "Clara", NOW)
        kept = self.event_store.open(SLUG)
        board = kept.state.rounds[5].boards[table]
        self.codes = {side: badge_code(kept.row.secret, getattr(board, side)) for side in ("white", "black")}
        self.visitor = TestClient(app, raise_server_exceptions=False, headers={"accept-language": "en"})
        self.page = self.visitor.get(f"/t/{SLUG}/table/{table}")

    def say(self, code: str, result: str, **more: Any) -> Any:
        given = {"csrf": self.visitor.cookies["arpad_form"], "round": 5, "code": code, "result": result} | more
        headers = {"accept": "application/json"}
        return self.visitor.post(f"/t/{SLUG}/table/{self.table}/claim", data=given, headers=headers)

    @property
    def result(self) -> str | None:
        found: str | None = self.event_store.open(SLUG).state.rounds[5].boards[self.table].result
        return found


def test_a_table_shows_its_board(event_client: TestClient) -> None:
    page = event_client.get(f"/t/{SLUG}/table/3")
    assert page.status_code == 200, page.text
    assert "Navajo, Diego" in page.text
    assert 'name="code"' not in page.text
    assert event_client.get(f"/t/{SLUG}/table/3.json").json()["black"]["name"] == "Jarana, Vera"
    assert event_client.get(f"/t/{SLUG}/table/99.json").status_code == 404


def test_two_equal_claims_set_the_result_if_the_rules_accept_them(event_office: MakeEventOffice) -> None:
    table = AtTable(event_office(), "accept")
    assert 'name="code"' in table.page.text
    assert table.page.headers["cache-control"] == "no-store"
    assert table.say(table.codes["white"], "1-0").status_code == 200
    assert table.result is None
    assert table.say(table.codes["black"], "1/2").status_code == 200
    assert table.result is None, "different claims are never decided"
    assert table.say(f" {table.codes['black'][:3]} {table.codes['black'][3:]}", "1-0").json()["result"] == "1-0"
    assert table.result == "1-0"
    last = table.event_store.open(SLUG).state.rounds[5].boards[3].history[-1]
    assert last.who == "Jarana, Vera (badge)"
    late = table.say(table.codes["white"], "0-1")
    assert (late.status_code, late.json()["key"]) == (400, "event-claim-late")


def test_claims_are_hints_if_the_rules_only_show_them(event_office: MakeEventOffice) -> None:
    app = event_office()
    table = AtTable(app, "show")
    for side in ("white", "black"):
        assert table.say(table.codes[side], "0-1").status_code == 200
    assert table.result is None
    desk = at_desk(app, "scorer")
    assert desk.get("desk/results/5.json").json()["boards"][2]["claims"] == {"white": "0-1", "black": "0-1"}
    assert "Black says 0–1." in desk.get("desk/results/5").text
    assert "says" not in table.visitor.get(f"/t/{SLUG}/table/3").text, (
        "what the other one said is nobody else's business"
    )


def test_five_wrong_codes_close_a_board(event_office: MakeEventOffice) -> None:
    app = event_office()
    table = AtTable(app, "accept")
    wrong = next(code for code in ("000000", "111111", "222222") if code not in table.codes.values())
    for left in (4, 3, 2, 1, 0):
        answer = table.say(wrong, "1-0")
        assert (answer.status_code, answer.json()["key"]) == (403, "event-badge")
        assert f"{left} {'try' if left == 1 else 'tries'}" in answer.json()["error"]
    closed = table.say(table.codes["white"], "1-0")
    assert (closed.status_code, closed.json()["key"]) == (403, "event-badge-closed")
    other = AtTable(app, "accept", 4)
    assert other.say(other.codes["white"], "1-0").status_code == 200


@pytest.mark.parametrize(
    ("result", "key"), [("+/-", "event-claim-result"), ("won", "event-result-code"), ("1-0", "event-claims-off")]
)
def test_what_players_cannot_say(event_office: MakeEventOffice, result: str, key: str) -> None:
    app = event_office()
    table = AtTable(app, "accept")
    if key == "event-claims-off":
        table.event_store.act(SLUG, SetRule("claims", '"off"'), "Clara", NOW)
    answer = table.say(table.codes["white"], result)
    assert answer.json()["key"] == key
    assert table.say(table.codes["white"], "1-0", round=6).status_code == 404
    assert table.say(table.codes["white"], "1-0", csrf="x").status_code == 403


def test_two_telephones_at_a_table(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    app = event_office()
    table = AtTable(app, "accept")
    white, black = (open_event("table/3", "", width=390, app=app, java_script_enabled=False) for _ in range(2))
    for phone, side in ((white, "white"), (black, "black")):
        phone.get_by_label("Code of your badge").fill(table.codes[side])
        phone.get_by_role("button", name="Draw").click()
        expect(phone.get_by_role("status")).to_contain_text("You said 1/2")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.result == "1/2"
    expect(black.locator(".big")).to_have_text("½–½")


def test_a_wrong_code_comes_back_at_its_field(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    app = event_office()
    AtTable(app, "accept")
    app.state.site.events.act(SLUG, SetResult(5, 1, "1"), "Clara", NOW)
    phone = open_event("table/3", "", width=390, app=app)
    phone.get_by_label("Code of your badge").fill("12")
    phone.get_by_label("Code of your badge").press("Enter")
    expect(phone.get_by_role("button", name="White won")).to_be_visible()
    assert phone.url.endswith("/table/3"), "Enter presses no result"
    phone.get_by_role("button", name="White won").click()
    expect(phone.locator("#w-code")).to_contain_text("not the code")
    expect(phone.get_by_label("Code of your badge")).to_have_value("12")
