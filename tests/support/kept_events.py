"""Events in a database, for tests, kills and benches: made, and played as far as is wanted."""

import datetime as dt
from functools import cache

from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventKeeper
from arpad.tournament.acts.event import create
from arpad.tournament.acts.players import close_list, enter
from arpad.tournament.acts.results import set_result
from arpad.tournament.acts.rounds import draw, publish
from arpad.tournament.journal import Decide, Done, Journal
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventState

AT = dt.datetime(2026, 5, 1, 9, tzinfo=dt.UTC)
SLUG = "valdeoca-2026"
WHO = "Clara Arbizo"
RESULTS = ("1-0", "1/2", "0-1")


def keeper_of(url: str) -> EventKeeper:
    """The events of a database, by its address."""
    return EventKeeper(Database(url))


def do(keeper: EventKeeper, command: Decide, slug: str = SLUG) -> Done:
    """Give a command that needs nothing said with it."""
    return keeper.act(slug, command, WHO, AT)


def found(keeper: EventKeeper, slug: str = SLUG, rounds: int = 9) -> None:
    """Make an event."""
    rules = {"slug": slug, "name": "Open de Valdeoca", "rounds": rounds, "system": "dutch-2017", "start": "2026-05-01"}
    keeper.create(slug, create(rules), WHO, AT)


def opened(keeper: EventKeeper, players: int, slug: str = SLUG, rounds: int = 3) -> EventState:
    """Make an event with its first round published."""
    found(keeper, slug, rounds)
    for number in range(1, players + 1):
        do(keeper, enter({"name": f"Player {number:04}", "rating": 2600 - number}), slug)
    do(keeper, close_list("w"), slug)
    do(keeper, draw(), slug)
    return do(keeper, publish(1), slug).state


def played(keeper: EventKeeper, number: int, slug: str = SLUG) -> EventState:
    """Enter all results of a round, and draw and publish the next one if there is one."""
    state = keeper.open(slug).state
    for board in state.rounds[number].games:
        state = do(keeper, set_result(number, board.number, RESULTS[board.number % 3]), slug).state
    if number < state.laws.rounds:
        do(keeper, draw(), slug)
        state = do(keeper, publish(number + 1), slug).state
    return state


@cache
def round_of_four() -> tuple[LogLine, ...]:
    """The log of an event of four players with its first round published."""
    journal = Journal()
    rules = {"slug": SLUG, "name": "Open", "rounds": 3, "system": "dutch-2017"}
    players = [enter({"name": f"Player {number}", "rating": 2000 - number}) for number in range(1, 5)]
    for command in (create(rules), *players, close_list("w"), draw(), publish(1)):
        journal.act(command, WHO, AT)
    return tuple(journal.lines)
