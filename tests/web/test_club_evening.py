"""The evening of `docs/how-to/club-evening.md` in a real Chromium, step by step in the order of that page: from the
template of a club rapid to the list that it was rated for."""

import datetime as dt
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from arpad.office.lists import newest_index
from entry_sheets import as_xlsx
from places import PROJECT
from web_demo import NAME, PASSWORD, MakeOffice, Served, Visitors

if TYPE_CHECKING:
    from fastapi import FastAPI
    from playwright.sync_api import Page

HEADINGS = ["Apellidos", "Nombre", "Nº FIDE", "Club"]
ROUNDS, PLAYERS = 3, 8


class Evening:
    """An arbiter's page at the office, and the clock on the wall."""

    def __init__(self) -> None:
        self.now = dt.datetime(2023, 2, 20, 17, tzinfo=dt.UTC)
        text = (PROJECT / "docs/how-to/club-evening.md").read_text("utf-8")
        self.sections = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
        self.page: Page
        self.app: FastAPI

    def comes_to(self, section: str) -> None:
        """Begin a section of the page: the next one."""
        assert self.sections.pop(0) == section

    def waits(self, minutes: int) -> None:
        self.now += dt.timedelta(minutes=minutes)

    def follows(self, *names: str) -> None:
        """Press links by their names."""
        for name in names:
            self.page.get_by_role("link", name=name).first.click()

    def presses(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def types(self, *lines: str) -> None:
        """Type results, each with Enter, where the page waits for them."""
        line = self.page.locator("#line")
        expect(line).to_be_focused()
        for keys in lines:
            self.page.keyboard.type(keys)
            self.page.keyboard.press("Enter")
            expect(line).to_have_value("")

    def hears(self, sentence: str) -> None:
        """The page says what was done."""
        expect(self.page.locator(".message").first).to_contain_text(sentence)


@pytest.fixture
def evening(office: MakeOffice, server: Served, visitors: Visitors) -> Iterator[Evening]:
    made = Evening()
    made.app = office(now=lambda: made.now)
    server.serve(made.app)
    page, close = visitors.page(server.address, locale="en-GB", viewport={"width": 1280, "height": 900})
    made.page = page
    page.goto("/login?next=/t")
    page.locator("#name").fill(NAME)
    page.locator("#password").fill(PASSWORD)
    page.locator("main button").click()
    page.wait_for_url("**/t")
    yield made
    close()


def members(app: "FastAPI") -> list[list[str]]:
    """The players of the club on the list of the office: one more than the sheet has, who comes late."""
    index = newest_index(app.state.site.desk())
    assert index is not None
    found = index.find("98", PLAYERS + 1)
    return [[*player.name.split(", "), player.id, "Peón Pasado"] for player in found]


def prepares(evening: Evening, sheet: list[list[str]]) -> None:
    """Make the tournament, with its players."""
    page = evening.page
    evening.comes_to("Make the tournament")
    evening.follows("New tournament", "Club rapid")
    page.locator("#r-name").fill("Rápido de febrero")
    page.locator("#r-rounds").fill(str(ROUNDS))
    expect(page.locator("#says-time_control")).to_have_text("10+5 is rapid chess.")
    evening.presses("Make the tournament")
    expect(page.get_by_role("heading", name="What to do next")).to_be_visible()

    evening.comes_to("Set the fee and the prizes")
    evening.follows("Fees")
    page.locator("#f-amount").fill("5")
    page.locator("#f-currency").fill("€")
    evening.presses("Save")
    evening.hears("The fees are saved.")
    page.get_by_role("link", name="Tournament", exact=True).click()
    page.get_by_role("link", name="Prizes", exact=True).first.click()
    for rank, amount in ((1, "30"), (2, "20")):
        page.locator(f"[id='f-amount.{rank}']").fill(amount)
    page.get_by_role("button", name="Keep the prizes").last.click()

    evening.comes_to("Take the players from a sheet")
    evening.follows("People", "Players from a sheet")
    book: Any = {
        "name": "inscritos.xlsx",
        "mimeType": "application/octet-stream",
        "buffer": as_xlsx([HEADINGS, *sheet]),
    }
    page.locator("#i-file").set_input_files(files=[book])
    expect(page.locator("main")).to_contain_text(f"{PLAYERS} on the list")
    evening.presses(f"Enter the marked players ({PLAYERS})")
    evening.hears(f"{PLAYERS} players are entered.")

    evening.comes_to("Check players in and take the fee")
    evening.follows("Check-in")
    evening.presses("Open the list of presence")
    evening.follows("Entries")
    for entry in range(1, PLAYERS + 1):
        here = page.locator(f"#e{entry} .press")
        here.click()
        expect(here).to_have_attribute("aria-pressed", "true")
    page.locator("#e1 .pay").click()
    expect(page.locator("#e1 .money .done")).to_contain_text("5 €")


def plays_a_round(evening: Evening, late: str) -> None:
    """Close the list, play round 1, and draw the next."""
    page = evening.page
    evening.comes_to("Close the list")
    evening.follows("Close the list of players")
    page.get_by_label("Seed of the lot").fill("7")
    evening.presses("Close the list of players")
    evening.hears(f"The list is closed: {PLAYERS} numbers are given.")

    evening.comes_to("Draw and publish round 1")
    evening.follows("Round")
    evening.presses("Draw the round")
    expect(page.locator("main")).to_contain_text("Nothing is unusual about this round.")
    evening.presses("Publish and start")
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()

    evening.comes_to("Enter results by keys")
    evening.types("0", "1", "=", "4 1")
    expect(page.locator("#count-of-results")).to_be_empty()

    evening.comes_to("Enter a late player")
    evening.follows("People")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type(late)
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("from round 2 on")

    evening.comes_to("Finish the round and draw the next")
    evening.waits(40)
    evening.follows("Round")
    evening.presses("Finish round 1 and draw round 2")
    expect(page.get_by_role("heading", name="Unusual in this round")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Bye: ")
    evening.presses("Publish and start")


def plays_on(evening: Evening) -> None:
    """Play the other rounds, with what goes wrong in an evening."""
    page = evening.page
    evening.comes_to("Note a player who does not come")
    expect(page.get_by_role("heading", name="Results of round 2")).to_be_visible()
    evening.waits(16)
    evening.types("2 +")
    expect(page.locator("#b2 .note")).to_contain_text("not paired in round 3 until excused")
    evening.types("1", "0", "1")
    evening.presses("Finish round 2 and draw round 3")
    expect(page.locator("main")).to_contain_text("Unusual in this round")
    evening.presses("Publish and start")
    expect(page.get_by_role("heading", name="Results of round 3")).to_be_visible()

    evening.comes_to("Correct a result")
    page.get_by_role("link", name="2", exact=True).first.click()
    page.locator("#b3 a").first.click()
    evening.presses("½–½")
    expect(page.get_by_role("heading", name="Correct 0–1 to ½–½?")).to_be_visible()
    expect(page.locator("main")).to_contain_text("The pairings of round 3 stand")
    page.locator("#reason").fill("the slip says so")
    evening.presses("Correct the result")
    expect(page.locator("#b3 .badge")).to_have_text("½–½")

    evening.comes_to("Play the last round and give the prizes")
    evening.follows("Round")
    evening.waits(20)
    for _board in range(page.locator(".board.open").count()):
        evening.types("1")
    evening.presses("Finish round 3, the last one")
    page.get_by_role("link", name="Prizes", exact=True).first.click()
    expect(page.get_by_role("table").first).to_contain_text("30")
    expect(page.locator(".message")).to_have_text("Provisional: the standings after round 3.")


def hands_over(evening: Evening) -> None:
    """Finish the tournament, and close the list of the office."""
    page = evening.page
    evening.comes_to("Finish and hand over")
    page.get_by_role("link", name="Hand over", exact=True).click()
    evening.presses("Finish the tournament")
    expect(page.get_by_role("heading", name="Rapid")).to_be_visible()
    page.get_by_role("link", name="Prizes", exact=True).first.click()
    expect(page.get_by_role("table").first).to_contain_text("30")
    expect(page.locator("main")).not_to_contain_text("Provisional")
    page.get_by_role("link", name="Hand over", exact=True).click()
    evening.presses("Hand over for rating")
    evening.hears("accepted")

    evening.comes_to("Close the list of the month")
    page.get_by_role("link", name="Office", exact=True).first.click()
    page.locator("main .strip a").first.click()
    evening.follows("Look before closing")
    evening.presses("Close the period")
    expect(page.get_by_role("heading", name="Changes from the list of")).to_be_visible()
    evening.follows("Rapid", "Why?")
    expect(page.get_by_role("main")).to_contain_text("Rápido de febrero")


@pytest.mark.long
def test_a_club_evening_from_the_template_to_the_rated_list(evening: Evening) -> None:
    *sheet, late = members(evening.app)
    prepares(evening, sheet)
    plays_a_round(evening, late[2])
    plays_on(evening)
    hands_over(evening)
    assert evening.sections == [], "the page goes on"
