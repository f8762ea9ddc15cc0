"""The pictures of the README and of the pages on the web, taken of the demo federation in a real Chromium.

    python tools/pictures.py
    python tools/pictures.py --language es --to /tmp --only event

Writes docs/images/web-*.png.
"""

import argparse
import datetime as dt
import itertools
import shutil
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from arpad.office.context import Desk
from arpad.office.demo import DEMO_NAME, DEMO_PASSWORD, found_demo, found_running_event
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from arpad.web.app import create_app
from arpad.web.site import Settings

IMAGES = Path(__file__).parent.parent / "docs" / "images"
NOW = dt.datetime(2024, 11, 20, 12, tzinfo=dt.UTC)
WIDTH, HEIGHT = 1100, 760
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
HERO, PERIOD = "98000017", "2023-12"
MAIN = {
    "home": "/",
    "player": f"/players/{HERO}",
    "why": f"/players/{HERO}/lists/{PERIOD}",
    "rated": "/events/6",
}
"""The pages of which there are two pictures, by the names of these."""
REPORT = Path(__file__).parent.parent / "examples" / "open-2024.trf"
EVENT, TABLE, TELEPHONE = "/t/valdeoca", 12, (390, 720)
STANDINGS, EXPLAINED, TIE_BREAKS = "/events/6/standings", 12, "edition=c07-2026&tie_breaks=BH/C1,BH,SB"


def serve(folder: Path) -> uvicorn.Server:
    """The demo federation on a free port."""
    database = Database(f"sqlite:///{folder / 'demo.db'}")
    desk = Desk(database, regulations(), "fide", DEMO_NAME, NOW)
    found_demo(database, desk)
    found_running_event(database, desk)
    numbers = itertools.count()
    settings = Settings(
        f"sqlite:///{folder / 'demo.db'}", lambda: NOW, lambda: f"s{next(numbers)}", lambda: 0, demo=True
    )
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server


class Camera:
    """Takes pictures of the demo federation in one language, into a folder."""

    def __init__(self, chromium: Browser, address: str, language: str, folder: Path) -> None:
        self.chromium, self.address, self.folder = chromium, address, folder
        self.locale = {"en": "en-GB", "es": "es-ES"}[language]

    def opens(self, width: int = WIDTH, height: int = HEIGHT) -> Page:
        return self.chromium.new_page(
            viewport={"width": width, "height": height}, locale=self.locale, base_url=self.address
        )

    def take(self, page: Page, name: str) -> None:
        page.screenshot(path=self.folder / f"web-{name}.png")
        print(self.folder / f"web-{name}.png")


def sign_in(page: Page) -> None:
    page.goto("/login")
    page.fill("#name", DEMO_NAME)
    page.fill("#password", DEMO_PASSWORD)
    page.click("main button")


def take_office(camera: Camera) -> None:
    """The office: its main pages at a desktop and on a phone, standings with their reasons, the desk."""
    page, telephone = camera.opens(), camera.opens(*TELEPHONE)
    for name, path in MAIN.items():
        for visitor, ending in ((page, ""), (telephone, "-phone")):
            visitor.goto(path)
            camera.take(visitor, name + ending)
    for visitor, ending in ((page, ""), (telephone, "-phone")):
        visitor.goto("/report")
        visitor.locator("main input[type=file]").first.set_input_files(REPORT)
        visitor.locator("main form button").first.click()
        visitor.wait_for_load_state()
        camera.take(visitor, f"report{ending}")
    page.goto(f"{STANDINGS}?{TIE_BREAKS}")
    camera.take(page, "standings")
    page.goto(f"{STANDINGS}/why?player={EXPLAINED}&{TIE_BREAKS}")
    page.locator("main h2").evaluate("heading => heading.scrollIntoView()")
    camera.take(page, "standings-why")
    for visitor, ending in ((page, ""), (telephone, "-phone")):
        sign_in(visitor)
        camera.take(visitor, f"desk{ending}")


def take_event(camera: Camera) -> None:
    """The tournament that runs: its desk, results, the public round, a phone at a table, the screen in the hall."""
    desk = camera.opens()
    sign_in(desk)
    desk.goto(f"{EVENT}/desk")
    desk.set_viewport_size({"width": WIDTH, "height": 540})
    camera.take(desk, "event-desk")
    desk.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    desk.goto(f"{EVENT}/desk/results/5")
    desk.locator("#line").fill("7 1")
    camera.take(desk, "event-results")
    visitor = camera.opens()
    visitor.goto(f"{EVENT}/round/5")
    camera.take(visitor, "event-round")
    telephone = camera.opens(*TELEPHONE)
    telephone.goto(f"{EVENT}/table/{TABLE}")
    camera.take(telephone, "event-phone")
    hall = camera.opens(1280, 720)
    hall.goto(f"{EVENT}/screen/pairings?size=20&columns=2")
    camera.take(hall, "event-screen")


def main() -> None:
    asked = argparse.ArgumentParser(description="Take the pictures of the web pages.")
    asked.add_argument("--language", choices=("en", "es"), default="en")
    asked.add_argument("--to", type=Path, default=IMAGES, help="the folder of the pictures")
    asked.add_argument("--only", choices=("office", "event"), help="only those of the office, or of the tournament")
    said = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = serve(Path(folder))
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
        chromium = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        camera = Camera(chromium, address, said.language, said.to)
        if said.only != "event":
            take_office(camera)
        if said.only != "office":
            take_event(camera)
        chromium.close()
        server.should_exit = True


if __name__ == "__main__":
    main()
