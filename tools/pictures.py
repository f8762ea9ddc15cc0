"""The pictures of the README and of the pages on the web, taken of the demo federation in a real Chromium.

    python tools/pictures.py
    python tools/pictures.py --language es --to /tmp --only event

Writes docs/images/web-*.png, and of the papers docs/images/paper-*.png.
"""

import argparse
import datetime as dt
import itertools
import shutil
import struct
import tempfile
import threading
import time
import zlib
from pathlib import Path

import pypdfium2
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from arpad.formats.sheets import WrittenSheet, write_book
from arpad.office.context import Desk
from arpad.office.demo import DEMO_NAME, DEMO_PASSWORD, found_club_rapid, found_demo, found_running_event
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from arpad.web.app import create_app
from arpad.web.site import Settings

IMAGES = Path(__file__).parent.parent / "docs" / "images"
NOW = dt.datetime(2024, 11, 20, 12, tzinfo=dt.UTC)
WIDTH, HEIGHT = 1280, 800
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
SHARED = {
    "tournaments": "/t", "about": "/about", "help": "/help", "proof": "/proof", "api": "/api?tag=players",
    "dark": "/events/6?theme=dark", "light": "/lists?theme=light",
}  # fmt: skip
"""More pages, by the names of their pictures; the look that one of them chooses holds until the next choice."""
REPORT = Path(__file__).parent.parent / "examples" / "open-2024.trf"
EVENT, TABLE, TELEPHONE = "/t/valdeoca", 12, (390, 720)
WELCOME = """Welcome to the open of Valdeoca, in the old town since 1987.

- bar and analysis room in the hall
- prize-giving after the last round, with dinner for everybody"""
RAPID, RAPID_RESULTS = "/t/rapido", ("3 1", "4 =", "5 0", "6 1")
RESULTS_LEFT = "1=01=1001=1101"
"""The keys of the boards of the running round that are still open."""
SHEET = (
    ("Apellidos", "Nombre", "Nº FIDE", "Elo", "Año nac.", "Club"),
    ("Zarlanga", "Vera", HERO, "", "", "Peón Pasado"), ("Fontecha", "Pablo", "98000058", "", "", "Peón Pasado"),
    ("Torruela", "Marta", "", "", "2003", "La Torre"), ("Montuela", "Marta", "98000181", "", "", "La Torre"),
    ("Palenzo", "Lucas", "98000222", "", "", "Peón Pasado"), ("Salvedra", "Xoel", "", "", "", "Peón Pasado"),
    ("Briñal", "Adela", "98000304", "", "", "La Torre"), ("Nuevo", "Jugador", "", "1.612", "2012", "La Torre"),
)  # fmt: skip
"""The sheet of a club, as its secretary sends it."""
STANDINGS, EXPLAINED, TIE_BREAKS = "/events/6/standings", 12, "edition=c07-2026&tie_breaks=BH/C1,BH,SB"


def serve(folder: Path) -> uvicorn.Server:
    """The demo federation on a free port."""
    database = Database(f"sqlite:///{folder / 'demo.db'}")
    desk = Desk(database, regulations(), "fide", DEMO_NAME, NOW)
    found_demo(database, desk)
    found_running_event(database, desk)
    found_club_rapid(database, desk)
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
        page = self.chromium.new_page(
            viewport={"width": width, "height": height}, locale=self.locale, base_url=self.address
        )
        page.goto("/")  # the fonts are there from now on
        page.evaluate("document.fonts.ready.then(() => null)")
        return page

    def take(self, page: Page, name: str) -> None:
        page.screenshot(path=self.folder / f"web-{name}.png")
        print(self.folder / f"web-{name}.png")

    def take_paper(self, page: Page, name: str, path: str) -> None:
        """The first page of a PDF that somebody who is signed in prints."""
        data = page.context.request.get(self.address + path).body()
        drawn = pypdfium2.PdfDocument(data)[0].render(scale=0.9, rev_byteorder=True)
        rows = [bytes(drawn.buffer)[at * drawn.stride :][: drawn.width * 3] for at in range(drawn.height)]
        head = struct.pack(">IIBBBBB", drawn.width, drawn.height, 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        parts = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
        chunks = [
            struct.pack(">I", len(it)) + kind + it + struct.pack(">I", zlib.crc32(kind + it)) for kind, it in parts
        ]
        (self.folder / f"paper-{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
        print(self.folder / f"paper-{name}.png")


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
    for name, path in SHARED.items():
        page.goto(path)
        camera.take(page, name)
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
    desk.set_viewport_size({"width": WIDTH, "height": 640})
    camera.take(desk, "event-desk")
    desk.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    desk.goto(f"{EVENT}/desk/results/5")
    desk.locator("#line").fill("7 1")
    camera.take(desk, "event-results")
    visitor = camera.opens()
    visitor.goto(f"{EVENT}/round/5")
    camera.take(visitor, "event-round")
    take_front(camera, desk, visitor)
    telephone = camera.opens(*TELEPHONE)
    telephone.goto(f"{EVENT}/table/{TABLE}")
    camera.take(telephone, "event-phone")
    hall = camera.opens(1280, 720)
    hall.goto(f"{EVENT}/screen/pairings")
    camera.take(hall, "event-screen")
    upright = camera.opens(720, 1280)
    upright.goto(f"{EVENT}/screen/names?shape=tall")
    camera.take(upright, "event-screen-tall")
    desk.goto(f"{EVENT}/desk/screens")
    desk.wait_for_timeout(1000)
    camera.take(desk, "event-screens")
    desk.goto(f"{EVENT}/desk/print")
    camera.take(desk, "event-print")
    for name, paper in PRINTED.items():
        camera.take_paper(desk, name, f"{EVENT}/desk/print/{paper}")


def take_evening(camera: Camera) -> None:
    """A club evening: a new tournament, a sheet, registration, the button to the next round, its draft, prizes."""
    desk, telephone = camera.opens(), camera.opens(*TELEPHONE)
    both = ((desk, ""), (telephone, "-phone"))
    for page, ending in both:
        sign_in(page)
        page.wait_for_url("**/office")
        page.goto("/t/new?template=club-rapid")
        page.locator("#r-name").fill("Rápido de noviembre")
        page.wait_for_timeout(700)
        page.evaluate("scrollTo(0, 0)")
        camera.take(page, f"event-new{ending}")
    desk.locator(".save button").first.click()
    desk.wait_for_url("**/desk")
    event = desk.url.removeprefix(camera.address).removesuffix("/desk")
    desk.goto(f"{event}/desk/fees")
    desk.locator("#f-amount").fill("5")
    desk.locator("#f-currency").fill("€")
    desk.locator("form:has(#f-amount) button").last.click()
    book = write_book([WrittenSheet("Inscritos", SHEET[0], SHEET[1:])], NOW)
    for page, ending in both:
        page.goto(f"{event}/desk/entries/import")
        page.locator("#i-file").set_input_files(
            {"name": "inscritos.xlsx", "mimeType": "application/octet-stream", "buffer": book}
        )
        page.wait_for_selector("main table")
        camera.take(page, f"event-import{ending}")
    desk.locator("main form button:not(.second)").first.click()
    desk.goto(f"{event}/desk/presence")
    desk.locator("form[action$='/presence/open'] button").click()
    desk.goto(f"{event}/desk/entries")
    for entry in (1, 2, 4):
        desk.locator(f"#e{entry} .press").click()
        desk.locator(f"#e{entry} .pay").click()
    desk.wait_for_timeout(500)
    for page, ending in both:
        page.goto(f"{event}/desk/entries")
        page.locator("[data-people]").evaluate("table => scrollTo(0, table.getBoundingClientRect().top - 260)")
        camera.take(page, f"event-entries{ending}")
    take_next_round(camera, both)


def take_next_round(camera: Camera, both: tuple[tuple[Page, str], ...]) -> None:
    """The button to the next round and its draft, and the prizes of an evening that is over."""
    desk = both[0][0]
    desk.goto(f"{EVENT}/desk/results/5")
    desk.locator("#line").fill(RESULTS_LEFT)
    desk.locator("#line").press("Enter")
    desk.wait_for_selector(".board.open", state="detached")
    for page, ending in both:
        page.goto(f"{EVENT}/desk/results/5")
        camera.take(page, f"event-finish{ending}")
    desk.locator("form[action$='/finish'] button, form[action$='/next'] button").first.click()
    desk.wait_for_url("**/round/6")
    for page, ending in both:
        page.goto(f"{EVENT}/desk/round/6")
        camera.take(page, f"event-draft{ending}")
    desk.goto(f"{RAPID}/desk")
    desk.locator(".desk-menu a").nth(1).click()
    for keys in RAPID_RESULTS:
        desk.locator("#line").fill(keys)
        desk.locator("#line").press("Enter")
        desk.wait_for_function("document.querySelector('#line').value === ''")
    desk.reload()
    desk.locator("form[action$='/publish'] button").first.click()
    desk.locator("form[action$='/finish'] button").first.click()
    for page, ending in both:
        page.goto(f"{RAPID}/desk/prizes")
        camera.take(page, f"event-prizes{ending}")
    camera.take_paper(desk, "prizes", f"{RAPID}/desk/print/prizes.pdf")


PRINTED = {"slips": "result-slips.pdf?round=5&per_page=8", "labels": "labels.pdf?per_page=21"}
"""Papers of which there are pictures, by the names of these."""


def take_front(camera: Camera, desk: Page, visitor: Page) -> None:
    """The front page of the tournament with a text, and on a phone."""
    desk.goto(f"{EVENT}/desk/front")
    desk.locator("#f-about").fill(WELCOME)
    desk.locator("#f-venue").fill("Plaza Mayor 1")
    desk.locator("form:has(#f-about) button").click()
    visitor.set_viewport_size({"width": WIDTH, "height": 1100})
    visitor.goto(EVENT)
    camera.take(visitor, "event-front")
    telephone = camera.opens(TELEPHONE[0], 900)
    telephone.goto(EVENT)
    camera.take(telephone, "event-front-phone")


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
            take_evening(camera)
        chromium.close()
        server.should_exit = True


if __name__ == "__main__":
    main()
