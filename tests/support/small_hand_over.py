"""Small tournaments of `tests/data/hand-over`, each played to the end from a file that an arbiter can read."""

import datetime as dt
import itertools
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.office.accounts.people import add_account
from arpad.office.context import Desk, found_system
from arpad.office.periods import import_list
from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.tournament.acts.event import Create, Finish
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import Publish
from arpad.tournament.journal import Confirmation, Decide
from described_once import described_once
from office_rows import BY
from places import FIXTURES

if TYPE_CHECKING:
    from fastapi import FastAPI

FOLDER = FIXTURES / "hand-over"
LIST = FOLDER / "list.csv"
WHO = "Clara Arbizo"
AT = dt.datetime(2026, 5, 13, 12, tzinfo=dt.UTC)
AGREED = Confirmation(True, "agreed", True)
PASSWORD = "a long password"


def case(name: str) -> dict[str, Any]:
    """Return a file of the folder."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def commands(told: dict[str, Any], *, until_the_end: bool = True) -> Iterator[Decide]:
    """Everything that the arbiter does, from the rules to the end.."""
    yield Create(told["rules"])
    for player in told["players"]:
        yield Enter(player)
    yield CloseList()
    for number, results in told["results"].items():
        yield Publish(int(number))
        for board, result in enumerate(results, 1):
            yield SetResult(int(number), board, result)
    if until_the_end:
        yield Finish()


def played(event_store: EventStore, told: dict[str, Any], *, until_the_end: bool = True) -> str:
    """Play a tournament, and return its short name."""
    slug = str(told["rules"]["slug"])
    first, *others = commands(told, until_the_end=until_the_end)
    event_store.create(slug, first, WHO, AT)
    for command in others:
        event_store.act(slug, command, WHO, AT, AGREED)
    return slug


def office(database: Database, at: dt.datetime = AT) -> Desk:
    """An office whose list of May 2026 has four players."""
    desk = Desk(database, regulations(), "fide", WHO, at)
    found_system(desk, "ESP")
    import_list(desk, LIST, dt.date(2026, 5, 1))
    return desk


def on_the_web(path: Path, at: dt.datetime = AT) -> "FastAPI":
    """The office of a database on the web, at a time."""
    from arpad.web.app import create_app
    from arpad.web.site import Settings

    numbers = itertools.count(1)
    settings = Settings(f"sqlite:///{path}", lambda: at, lambda: f"secret-{next(numbers)}", lambda: 0)
    return described_once(create_app(settings))


def hall(path: Path, *names: str, until_the_end: bool = True) -> "FastAPI":
    """An office on the web with an officer, and tournaments that were played in it."""
    database = Database(f"sqlite:///{path}")
    office(database)
    add_account(database, "officer", PASSWORD, "officer", BY)
    event_store = EventStore(database)
    for name in names:
        played(event_store, case(name), until_the_end=until_the_end)
    event_store.close()
    database.dispose()
    return on_the_web(path)
