"""What visitors and officers do in a browser, for several tests."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from places import PROJECT
from web_demo import NAME, PASSWORD, OpenPage

REPORT = PROJECT / "examples" / "open-2024.trf"
PAGES = (
    "/", "/players?q=za", "/players/98000017", "/players/98000017/lists/2023-02", "/players/98001165",
    "/players/98001165/lists/2023-02",
    "/players/98001165?time_class=rapid", "/players/98001165/compare?with=98001575", "/players/98000017/compare",
    "/lists", "/lists/2023-02", "/scale", "/players/98001165/interim?period=2023-02",
    "/lists/2023-02?federation=XXX", "/federations", "/federations/ESP",
    "/lists/2023-02/top", "/lists/2023-02/changes", "/events", "/events/1", "/calculators", "/calculators/change",
    "/calculators/initial", "/calculators/performance", "/calculators/k", "/calculators/time-class", "/report",
    "/tools/prizes", "/tools/prizes?example=hort",
    "/style", "/regulations", "/regulations/fide-2024", "/regulations/difference", "/login", "/nowhere", "/api", "/api?tag=event",
    "/about", "/help", "/proof", "/embed/top",
    "/events/1/standings?choosing=1", "/events/1/standings/why?player=3", "/events/1/standings/why?player=3&against=9",
    "/events/1/standings/crosstable", "/events/1/standings/compare?beside=c07-2026",
    "/t", "/t/valdeoca", "/t/valdeoca/players", "/t/valdeoca/players/3", "/t/valdeoca/players/3/rating",
    "/t/valdeoca/round/4?me=3", "/t/valdeoca/round/4?by=name", "/t/valdeoca/standings", "/t/valdeoca/crosstable",
    "/t/valdeoca/standings/4/why/3", "/t/valdeoca/screen/names",
)  # fmt: skip
"""The pages that everybody can open."""


def send(page: Page, file: Path) -> None:
    """Choose a file on the page for reports, and send it."""
    page.get_by_label("Report file").set_input_files(file)
    page.get_by_role("button", name="Check it").click()


def at_the_desk(open_page: OpenPage, width: int = 1280, **more: str) -> Page:
    """The office, signed in."""
    page = open_page("/login", width, **more)
    page.locator("#name").fill(NAME)
    page.locator("#password").fill(PASSWORD)
    page.locator("main button").click()
    expect(page).to_have_url(re.compile(r"/office$"))
    return page
