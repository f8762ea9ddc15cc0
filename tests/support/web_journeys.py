"""A hall for journeys in a real Chromium: an office without lists on a database of either kind, its server, and people
who open pages and fill in forms.

`halls(kind)` makes one; `hall.opens("/t/new", "clara", width=390, locale="es-ES")` is a page of somebody signed in.
"""

import datetime as dt
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arpad.office.accounts.people import Role, add_account
from arpad.office.context import Desk as OfficeDesk
from arpad.office.context import found_system
from arpad.office.periods import import_list
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from arpad.tournament.journal import Confirmation, Decide
from arpad.tournament.state import EventState
from office_databases import NewDatabase, url_of
from office_rows import BY
from web_demo import PASSWORD, Served, Visitors

if TYPE_CHECKING:
    from fastapi import FastAPI
    from playwright.sync_api import Page

NOW = dt.datetime(2026, 5, 1, 8, tzinfo=dt.UTC)
ACCOUNTS: dict[str, Role] = {"clara": "arbiter", "olga": "officer"}
PHONE, DESKTOP = 390, 1280


class Hall:
    """An office with its server. Several halls are served at addresses of their own."""

    def __init__(self, database: Database, server: Served, visitors: Visitors) -> None:
        from arpad.web.app import create_app
        from arpad.web.site import Settings

        for name, role in ACCOUNTS.items():
            add_account(database, name, PASSWORD, role, BY)
        secrets = itertools.count(1)
        self.database, self.server, self._visitors = database, server, visitors
        self.app: FastAPI = create_app(
            Settings(url_of(database), lambda: NOW, lambda: f"secret-{next(secrets)}", lambda: 0)
        )
        server.serve(self.app)
        self._open: list[Callable[[], None]] = []

    @property
    def address(self) -> str:
        return self.server.address

    def opens(self, path: str, who: str = "", width: int = DESKTOP, **more: Any) -> "Page":
        """A page of somebody with a browser of their own, signed in if they have a name."""
        given = {"locale": "en-GB", "viewport": {"width": width, "height": 900}} | more
        page, close = self._visitors.page(self.address, **given)
        self._open.append(close)
        if who:
            page.goto(f"{self.address}/login?next={path}")
            page.locator("#name").fill(who)
            page.locator("#password").fill(PASSWORD)
            page.locator("main button").click()
            page.wait_for_url(f"**{path}")
        else:
            page.goto(f"{self.address}{path}")
        return page

    def state(self, slug: str) -> EventState:
        """An event as it is now."""
        found: EventState = self.app.state.site.events.open(slug).state
        return found

    def has_list(self, file: Path, month: dt.date) -> None:
        """Found the rating system of the office, with a first list."""
        desk = OfficeDesk(self.database, regulations(), "fide", "olga", NOW)
        found_system(desk, "ESP")
        import_list(desk, file, month)

    def does(self, slug: str, *commands: Decide, reason: str = "") -> None:
        """Give commands to an event without a page: what a journey has shown once already."""
        for command in commands:
            self.app.state.site.events.act(slug, command, "clara", NOW, Confirmation(yes=True, reason=reason))

    def founds(self, page: "Page", rules: Mapping[str, Any], players: Iterable[str], *, form: bool = False) -> "Desk":
        """Make an event on its page, from the fields of the form or from a file of rules, and enter its players, lines
        of a CSV file with their heading."""
        page.goto(f"{self.address}/t/new")
        if form:
            for name, value in rules.items():
                field = page.locator(f"#r-{name}")
                field.select_option(value) if name == "system" else field.fill(str(value))
        else:
            brings(page, rules)
        page.locator(".save button").first.click()
        page.wait_for_url(f"**/t/{rules['slug']}/desk")
        desk = Desk(self, page, str(rules["slug"]))
        desk.acts("enter-file", csv="\n".join(players))
        return desk

    def close(self) -> None:
        for close in self._open:
            close()
        self.app.state.site.close()


class Desk:
    """Somebody's page at the desk of an event."""

    def __init__(self, hall: Hall, page: "Page", slug: str) -> None:
        self.hall, self.page, self.slug = hall, page, slug
        self.address = f"{hall.address}/t/{slug}"

    @property
    def state(self) -> EventState:
        return self.hall.state(self.slug)

    def goes(self, path: str) -> "Page":
        """Open a page of the event."""
        self.page.goto(f"{self.address}/{path}".rstrip("/"))
        return self.page

    def acts(self, action: str, query: str = "", **fields: str) -> None:
        """Open the form of an action, fill it in and send it."""
        self.goes(f"do/{action}{'?' if query else ''}{query}")
        fill(self.page, **fields)
        assert self.page.locator("main [role=alert]:visible").count() == 0, self.page.locator("main").inner_text()

    def sends(self, *endings: str) -> None:
        """Press the buttons of forms on the page, by the ends of their addresses."""
        for ending in endings:
            self.page.locator(f"main form[action$='{ending}'] button").first.click()

    def enters(self, number: int, results: Iterable[tuple[int, str]]) -> None:
        """Enter many results of a round at once."""
        self.acts("results", f"round={number}", results="\n".join(f"{board} {result}" for board, result in results))


OpenHall = Callable[..., Hall]


@pytest.fixture
def halls(server: Served, visitors: Visitors, new_database: NewDatabase) -> Iterator[OpenHall]:
    """Make halls on a kind of database; the first is served by the server of this worker, others by their own."""
    made: list[Hall] = []
    more: list[Served] = []

    def make(kind: str) -> Hall:
        if made:
            more.append(Served())
        made.append(Hall(new_database(kind), more[-1] if more else server, visitors))
        return made[-1]

    yield make
    for hall in made:
        hall.close()
    for served in more:
        served.stop()


def fill(page: "Page", **fields: str) -> None:
    """Fill in the form of an action, send it, and say yes to what is asked; a `reason` is given if it is asked for."""
    reason = fields.pop("reason", "")
    for name, value in fields.items():
        field = page.locator(f"main #f-{name}")
        kind = field.evaluate("field => field.type")
        if kind == "select-one":
            field.select_option(value)
        elif kind == "file":
            field.set_input_files({"name": "players.csv", "mimeType": "text/csv", "buffer": value.encode()})
        else:
            field.fill(value)
    page.locator("main form.card button").last.click()
    agree(page, reason)


def agree(page: "Page", reason: str = "") -> None:
    """Say yes if the page asks, with a reason if it wants one."""
    if page.locator("main input[name=yes][type=hidden]").count():
        if page.locator("#f-reason").count():
            assert reason, page.locator("main").inner_text()
            page.locator("#f-reason").fill(reason)
        page.locator("main form.card button").first.click()


def press(page: "Page", *names: str) -> None:
    """Press links and buttons of a page, one after the other."""
    for name in names:
        page.locator("main").locator("a, button, summary").get_by_text(name, exact=True).first.click()


def brings(page: "Page", rules: Mapping[str, Any]) -> None:
    """Fill in the page of a new tournament from a file of rules."""
    file: Any = {"name": "rules.toml", "mimeType": "application/toml", "buffer": toml(rules).encode()}
    page.locator("#n-rules").set_input_files(files=[file])
    page.locator("form:has(#n-rules) button").click()
    page.wait_for_function("document.querySelector('#r-name').value !== ''")


def toml(values: Mapping[str, Any]) -> str:
    """A file of rules."""
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
