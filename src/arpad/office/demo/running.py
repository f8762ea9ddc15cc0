"""A tournament of the demo federation that is being played: four rounds are over, the fifth has just begun."""

import datetime as dt
import random
from dataclasses import replace

from arpad.office.demo.people import HERO, HOME, names
from arpad.office.desk import Desk, looking
from arpad.office.storage import Database
from arpad.office.tournaments import EventKeeper
from arpad.tournament.acts.absences import absent
from arpad.tournament.acts.event import create
from arpad.tournament.acts.players import close_list, enter
from arpad.tournament.acts.results import publish_results, set_results
from arpad.tournament.acts.rounds import draw, start
from arpad.tournament.acts.rounds import publish as publish_round
from arpad.tournament.journal import Consent, Decide
from arpad.tournament.results import TypedResult
from arpad.tournament.state import EventState

SLUG = "valdeoca"
SEED = 2026
PLAYERS, ROUNDS, OVER, ENTERED = 40, 9, 4, 6
YES = Consent(yes=True)
TIE_BREAKS = ["BH-C1", "BH", "SB", "DE"]


def found_running_event(database: Database, desk: Desk) -> None:
    """Make the tournament. It began four days before the moment of the desk."""
    lots = random.Random(SEED)
    keeper = EventKeeper(database)
    try:
        clock = replace(desk, at=desk.at - dt.timedelta(days=OVER, hours=2))
        keeper.create(SLUG, create(_rules(clock.at)), desk.who, clock.at)
        _enter(keeper, clock, lots)
        _act(keeper, clock, close_list(seed=SEED))
        for number in range(1, OVER + 1):
            _play(keeper, clock, number, lots, whole=True)
            clock = replace(clock, at=clock.at + dt.timedelta(days=1))
        _play(keeper, clock, OVER + 1, lots, whole=False)
    finally:
        keeper.close()


def _rules(first: dt.datetime) -> dict[str, object]:
    """The rules of the tournament, a round a day at the hour of the first one."""
    start_day = first.date()
    city = names()["cities"][0]
    schedule = [
        {"round": number + 1, "start": (first + dt.timedelta(days=number)).isoformat(timespec="minutes")}
        for number in range(ROUNDS)
    ]
    return {
        "slug": SLUG,
        "name": f"Open Ciudad de {city}",
        "city": city,
        "federation": HOME,
        "start": start_day.isoformat(),
        "end": (start_day + dt.timedelta(days=ROUNDS - 1)).isoformat(),
        "registered": (start_day - dt.timedelta(days=40)).isoformat(),
        "system": "dutch",
        "rounds": ROUNDS,
        "time_control": "90+30",
        "tie_breaks": TIE_BREAKS,
        "half_point_byes": 1,
        "default_minutes": 30,
        "correction_minutes": 15,
        "claims": "show",
        "chief_arbiter": "IA Arbizo, Clara",
        "arbiters": ["FA Sol, Ana"],
        "draw_offers": "none before move 30",
        "devices": "in a bag, switched off",
        "schedule": schedule,
        "groups": {"u16": f"born >= {start_day.year - 16}", "women": "sex = f"},
    }


def _enter(keeper: EventKeeper, desk: Desk, lots: random.Random) -> None:
    """Players of the newest list, the strongest of all among them."""
    with looking(desk, published=True) as shelf:
        last = shelf.last()
        assert last is not None
        rows = [row for row in shelf.ledger(last).all_rows() if row.federation == HOME]
    hero = next(row for row in rows if row.name == HERO)
    others = sorted((row for row in rows if row is not hero), key=lambda row: row.id)
    for row in [hero, *lots.sample(others, PLAYERS - 1)]:
        sex = {"F": "f", "M": "m"}.get(row.sex, "")
        known = {"id": row.id, "name": row.name, "federation": row.federation, "sex": sex, "title": row.title}
        fields = known | {"rating": row.standing("standard").rating, "born": row.born or None}
        _act(keeper, desk, enter({name: value for name, value in fields.items() if value}))


def _play(keeper: EventKeeper, desk: Desk, number: int, lots: random.Random, *, whole: bool) -> None:
    """Draw and publish a round, and enter its results; of a round that is not over, the first few."""
    if number == OVER:
        _act(keeper, desk, absent(keeper.open(SLUG).state.numbers[20], number, "H"))
    for command in (draw(number), publish_round(number), start(number, desk.at.isoformat())):
        _act(keeper, desk, command)
    state = keeper.open(SLUG).state
    boards = [board.number for board in state.rounds[number].games]
    typed = [TypedResult(board, _result(state, number, board, lots)) for board in boards[: None if whole else ENTERED]]
    later = replace(desk, at=desk.at + dt.timedelta(hours=1 if not whole else 4))
    _act(keeper, later, set_results(number, typed, at=later.at.isoformat()))
    if whole:
        _act(keeper, later, publish_results(number))


def _result(state: EventState, number: int, board: int, lots: random.Random) -> str:
    """A result by lot: the stronger player wins more often."""
    found = state.rounds[number].boards[board]
    better = state.entries[found.white].rating - state.entries[found.black].rating
    drawn = lots.randrange(100)
    if drawn < 30 - min(20, abs(better) // 20):
        return "1/2"
    return "1-0" if lots.randrange(-500, 501) < better + 20 else "0-1"


def _act(keeper: EventKeeper, desk: Desk, command: Decide) -> None:
    keeper.act(SLUG, command, desk.who, desk.at, YES)
