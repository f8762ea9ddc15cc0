"""Events in a database, for tests, kills and benches: made, and played as far as is wanted."""

import datetime as dt
from functools import cache

from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Decide, Done, Journal
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState

AT = dt.datetime(2026, 5, 1, 9, tzinfo=dt.UTC)
SLUG = "valdeoca-2026"
WHO = "Clara Arbizo"
RESULTS = ("1-0", "1/2", "0-1")


def keeper_of(url: str) -> EventStore:
    """The events of a database, by its address."""
    return EventStore(Database(url))


def do(event_store: EventStore, command: Decide, slug: str = SLUG) -> Done:
    """Give a command that needs nothing said with it."""
    return event_store.act(slug, command, WHO, AT)


def found(event_store: EventStore, slug: str = SLUG, rounds: int = 9) -> None:
    """Make an event."""
    rules = {"slug": slug, "name": "Open de Valdeoca", "rounds": rounds, "system": "dutch-2017", "start": "2026-05-01"}
    event_store.create(slug, Create(rules), WHO, AT)


def opened(event_store: EventStore, players: int, slug: str = SLUG, rounds: int = 3) -> EventState:
    """Make an event with its first round published."""
    found(event_store, slug, rounds)
    for number in range(1, players + 1):
        do(event_store, Enter({"name": f"Player {number:04}", "rating": 2600 - number}), slug)
    do(event_store, CloseList(initial="w"), slug)
    do(event_store, DrawNext(), slug)
    return do(event_store, Publish(1), slug).state


def played(event_store: EventStore, number: int, slug: str = SLUG) -> EventState:
    """Enter all results of a round, and draw and publish the next one if there is one."""
    state = event_store.open(slug).state
    for board in state.rounds[number].games:
        state = do(event_store, SetResult(number, board.number, RESULTS[board.number % 3]), slug).state
    if number < state.event_rules.rounds:
        do(event_store, DrawNext(), slug)
        state = do(event_store, Publish(number + 1), slug).state
    return state


@cache
def round_of_four() -> tuple[LogLine, ...]:
    """The log of an event of four players with its first round published."""
    journal = Journal()
    rules = {"slug": SLUG, "name": "Open", "rounds": 3, "system": "dutch-2017"}
    players = [Enter({"name": f"Player {number}", "rating": 2000 - number}) for number in range(1, 5)]
    for command in (Create(rules), *players, CloseList(initial="w"), DrawNext(), Publish(1)):
        journal.act(command, WHO, AT)
    return tuple(journal.lines)
