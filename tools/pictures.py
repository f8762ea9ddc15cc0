"""The pictures of the README and of docs/web.md, taken of the demo federation in a real Chromium.

    python tools/pictures.py

Writes docs/images/web-*.png.
"""

import datetime as dt
import itertools
import shutil
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from playwright.sync_api import Page, sync_playwright

from arpad.office.demo import DEMO_NAME, DEMO_PASSWORD, found_demo
from arpad.office.desk import Desk
from arpad.office.storage import Database
from arpad.regulations import regulations
from arpad.web.app import create_app
from arpad.web.settings import Settings

IMAGES = Path(__file__).parent.parent / "docs" / "images"
NOW = dt.datetime(2024, 11, 20, 12, tzinfo=dt.UTC)
WIDTH, HEIGHT = 1100, 760
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
HERO, PERIOD = "98000017", "2023-12"
STANDINGS, EXPLAINED, TIE_BREAKS = "/events/6/standings", 12, "edition=c07-2026&tie_breaks=BH/C1,BH,SB"


def serve(folder: Path) -> uvicorn.Server:
    """The demo federation on a free port."""
    database = Database(f"sqlite:///{folder / 'demo.db'}")
    found_demo(database, Desk(database, regulations(), "fide", DEMO_NAME, NOW))
    numbers = itertools.count()
    settings = Settings(
        f"sqlite:///{folder / 'demo.db'}", lambda: NOW, lambda: f"s{next(numbers)}", lambda: 0, demo=True
    )
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server


def take(page: Page, name: str) -> None:
    page.screenshot(path=IMAGES / f"web-{name}.png")
    print(f"docs/images/web-{name}.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = serve(Path(folder))
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGUMENTS))
        page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB", base_url=address)
        page.goto("/")
        take(page, "home")
        page.goto(f"/players/{HERO}/lists/{PERIOD}")
        take(page, "why")
        page.goto(f"{STANDINGS}?{TIE_BREAKS}")
        take(page, "standings")
        page.goto(f"{STANDINGS}/why?player={EXPLAINED}&{TIE_BREAKS}")
        page.locator("main h2").evaluate("heading => heading.scrollIntoView()")
        take(page, "standings-why")
        page.goto("/login")
        page.fill("#name", DEMO_NAME)
        page.fill("#password", DEMO_PASSWORD)
        page.click("main button")
        take(page, "desk")
        chromium.close()
        server.should_exit = True


if __name__ == "__main__":
    main()
