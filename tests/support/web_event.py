"""An event on the web for tests: the Swiss of Valdeoca in its fifth round, in the demo federation's office.

`event_client` speaks to a copy of it without a network, `at_desk` signs somebody in with a role of the event.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arpad.office.accounts.people import add_account
from arpad.office.storage.database import Database
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import EventStore, add_link
from arpad.tournament.acts.event import AddStaff, LinkWanted
from arpad.tournament.roles import Role
from copied_office import copy_office
from office_rows import BY
from valdeoca import the_log
from web_demo import NOW, PASSWORD, MakeOffice, Served, Visitors, sign_in

if TYPE_CHECKING:
    from fastapi import FastAPI
    from playwright.sync_api import Page

    from visitor import TestClient

SLUG = "valdeoca-2026"
TOWN = "Clara Arbizo"
ROUND_5_OUT = 86
"""Lines of the log until round 5 is published and the adjourned game is over: all of its boards are open."""
STAFF: dict[str, tuple[Role, dict[str, Any]]] = {
    "chief": ("chief", {}), "pairer": ("pairer", {}), "arbiter": ("arbiter", {}), "scorer": ("scorer", {}),
    "sector": ("scorer", {"boards": (1, 10)}),
}  # fmt: skip
"""Accounts of the fixture by their names, with their roles in the event. `officer` is the demo account."""

MakeEventOffice = Callable[..., "FastAPI"]


@pytest.fixture(scope="session")
def event_file(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo federation with the event and an account for every role. Nobody writes into it."""
    path = tmp_path_factory.mktemp("event") / "event.db"
    copy_office(demo_file, path)
    event_store = EventStore(Database(f"sqlite:///{path}"))
    for name in STAFF:
        add_account(event_store.database, name, PASSWORD, "read-only", BY)
    add_account(event_store.database, "stranger", PASSWORD, "arbiter", BY)
    with_event(event_store)
    event_store.close()
    return path


def with_event(event_store: EventStore, lines: int = ROUND_5_OUT) -> None:
    """Put the event into a database, as it was after so many lines, with its staff."""
    restore_log(event_store, list(the_log()[:lines]))
    for name, (role, more) in STAFF.items():
        event_store.act(SLUG, AddStaff(name, role, **more), TOWN, NOW)


@pytest.fixture
def event_office(event_file: Path, office: MakeOffice) -> MakeEventOffice:
    """Make applications, each over its own copy of the office with the event."""
    return lambda **more: office(file=event_file, **more)


@pytest.fixture
def event_client(event_office: MakeEventOffice) -> Iterator["TestClient"]:
    """A visitor of an event of its own, in English."""
    from visitor import TestClient

    with TestClient(event_office(), raise_server_exceptions=False, headers={"accept-language": "en"}) as visitor:
        yield visitor


OpenEvent = Callable[..., "Page"]


@pytest.fixture
def open_event(visitors: Visitors, server: Served, event_office: MakeEventOffice) -> Iterator[OpenEvent]:
    """Open pages of the event in a real Chromium, signed in: `open_event("desk/results/5", "scorer", width=390)`. The
    same office serves all of them, unless another application is given."""
    apps: list[FastAPI] = []
    open_pages = []

    def open_(path: str, who: str = "chief", width: int = 1280, app: "FastAPI | None" = None, **more: Any) -> "Page":
        if not apps or app not in (None, apps[-1]):
            apps.append(app or event_office())
            server.serve(apps[-1])
        given = {"locale": "en-GB", "viewport": {"width": width, "height": 900}} | more
        page, close = visitors.page(server.address, **given)
        open_pages.append(close)
        if who:
            page.goto("/login")
            page.locator("#name").fill(who)
            page.locator("#password").fill(PASSWORD)
            page.locator("main button").click()
            page.wait_for_url("**/office")
        page.goto(f"/t/{SLUG}/{path}".rstrip("/"))
        return page

    yield open_
    for close in open_pages:
        close()
    for served in apps:
        served.state.site.close()


class AtDesk:
    """Somebody at the desk of the event: `get` and `post` below it, with the token of their forms."""

    def __init__(self, visitor: "TestClient", csrf: str, slug: str = SLUG) -> None:
        self.visitor, self.csrf, self.slug = visitor, csrf, slug

    def get(self, page: str, **more: Any) -> Any:
        return self.visitor.get(f"/t/{self.slug}/{page}", **more)

    def post(self, page: str, *, json: bool = False, **fields: Any) -> Any:
        """Send a form as a browser does, or as a program that wants JSON."""
        headers = {"accept": "application/json"} if json else {}
        data = {"csrf": self.csrf} | fields
        return self.visitor.post(f"/t/{self.slug}/{page}", data=data, headers=headers, follow_redirects=False)


def at_desk(app: "FastAPI", name: str = "chief", slug: str = SLUG) -> AtDesk:
    """Sign somebody in: an account of the staff, `demo` (the officer), or `stranger` who has no role. Or nobody."""
    from visitor import TestClient

    visitor = TestClient(app, raise_server_exceptions=False, headers={"accept-language": "en"})
    return AtDesk(visitor, sign_in(visitor, name) if name else "x", slug)


def with_link(app: "FastAPI", role: Role = "scorer", name: str = "Ana Sol", **more: Any) -> AtDesk:
    """Open the event by a link."""
    from visitor import TestClient

    event_store = app.state.site.events
    wanted = LinkWanted("door", role, NOW + dt.timedelta(hours=8), **more)
    secret = add_link(event_store, SLUG, wanted, TOWN, NOW).secret
    visitor = TestClient(app, raise_server_exceptions=False, headers={"accept-language": "en"})
    visitor.get(f"/t/{SLUG}/link/{secret}")
    given = {"name": name, "csrf": visitor.cookies["arpad_form"]}
    assert visitor.post(f"/t/{SLUG}/link/{secret}", data=given, follow_redirects=False).status_code == 303
    page = visitor.get(f"/t/{SLUG}/do/result?round=5&board=1").text
    return AtDesk(visitor, page.partition('name="csrf" value="')[2].partition('"')[0])
