"""Swisses of single players by lot: every system, points, acceleration, orders; and what may happen to players."""

from random import Random
from typing import Any

from arpad.tournament.acts.absences import (
    AllowPairs,
    ClosePresence,
    ForbidPairs,
    MarkPresent,
    Missing,
    OpenPresence,
    ReturnEntry,
    WithdrawEntry,
)
from arpad.tournament.acts.event import Create, Finish, Reopen, SetRule
from arpad.tournament.acts.players import ChangeFields, CloseList, Enter, GiveNumbers, RemoveEntry
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import SetTable
from arpad.tournament.journal import Decide
from arpad.tournament.rules_check import round_bounds
from arpad.tournament.state import EventState
from legal_commands import board_of, entry_of, round_of

SYSTEMS = (
    "dutch-2017", "dutch-2017", "dutch-2026", "dutch-2026", "dubov-1997", "dubov-2018", "dubov-2026", "burstein-manual",
    "burstein-2018", "burstein-2026", "lim",
)  # fmt: skip
POINTS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"win": 3, "draw": 1, "loss": 0},
    {"win": 3, "draw": 1, "loss": 0, "bye": 1, "forfeit-win": 2},
    {"win": 2, "draw": "3/2", "loss": 1, "forfeit-loss": 0},
    {"bye": "1/2"},
)
MISSING: tuple[Missing, ...] = ("pair", "absent", "wait")
ORDERS = ("fide", "fide", "national", "fidon", "nidof", "hbfn", "lbfn", "feda", "given")


def begin_swiss(lot: Random) -> list[Decide]:
    """The rules, the players, who may not meet, and the list closed."""
    count = lot.randint(4, 11)
    rules: dict[str, Any] = {
        "slug": "lot", "name": "Made by lot", "federation": "ESP", "start": lot.choice(["2017-05-01", "2026-05-01"]),
        "system": lot.choice(SYSTEMS), "rounds": min(lot.randint(3, 7), round_bounds(count).most),
        "time_control": "90+30", "acceleration": lot.choice(["none", "none", "none", "baku", [1, "1/2"]]),
        "late_points": lot.choice([0, 0, "1/2"]), "half_point_byes": lot.choice([0, 1, 2]), "default_minutes": 30,
        "order": lot.choice(ORDERS), "order_last": lot.choice(["name", "name", "lot", "given"]),
        "correction_minutes": lot.choice([5, 500]), "level": lot.choice(["L2", "L3", "L3"]),
    }  # fmt: skip
    points = lot.choice(POINTS)
    if rules["system"] == "lim":
        rules["acceleration"] = "none"
    least = 1200 if rules["system"].startswith(("dubov", "burstein")) else 0
    commands: list[Decide] = [Create(rules | ({"points": points} if points else {}))]
    commands += [Enter(person(lot, number, least)) for number in range(1, count + 1)]
    for _ in range(lot.choice([0, 0, 0, 1, 2])):
        two = sorted(lot.sample(range(1, count + 1), 2))
        commands.append(ForbidPairs(two, soft=lot.random() >= 0.5))
    if lot.random() < 0.2:
        commands.append(ForbidPairs(label="club", soft=True))
    return [*commands, CloseList(seed=lot.randrange(100))]


def person(lot: Random, number: int, least: int = 0) -> dict[str, Any]:
    """A player by lot, some of them from a later round on; `least` is the rating of those who have none."""
    ratings = {name: lot.randint(1200, 2500) for name in ("fide", "national", "other") if lot.random() < 0.5}
    return {
        "name": f"{lot.choice(['Álvarez', 'Alvarez', 'Núñez', 'Zoé'])} {number}",
        "rating": lot.choice([least, 2000, lot.randint(1200, 2500)]),
        "federation": lot.choice(["ESP", "FRA"]),
        "title": lot.choice(["", "", "GM", "FM", "WIM"]),
        "sex": lot.choice(["m", "f"]),
        "born": lot.randint(1950, 2015),
        "club": lot.choice(["", "A", "B"]),
        **({"ratings": ratings} if ratings else {}),
        **({"from_round": lot.choice([2, 3])} if lot.random() < 0.1 else {}),
    }  # fmt: skip


def _forbid(state: EventState, one: int, two: int) -> Decide:
    pair = sorted({entry_of(state, one), entry_of(state, two)})
    return ForbidPairs(pair, first=1 + one % 3, soft=not two % 2)


def _allow(state: EventState, one: int, _two: int) -> Decide:
    return AllowPairs(one % (len(state.restrictions) + 1) + 1)


def _changed(state: EventState, one: int, two: int) -> Decide:
    return ChangeFields(entry_of(state, one), {"rating": 1300 + 25 * two})


def _numbers(state: EventState, one: int, two: int) -> Decide:
    given = list(state.numbers)
    if state.event_rules.order == "given" and given:
        first, second = one % len(given), two % len(given)
        given[first], given[second] = given[second], given[first]
        return GiveNumbers(given)
    return GiveNumbers()


def _rounds(state: EventState, one: int, _two: int) -> Decide:
    return SetRule("rounds", str(max(1, state.event_rules.rounds + one % 3 - 1)))


def _marked(state: EventState, one: int, two: int) -> Decide:
    return MarkPresent([entry_of(state, one), entry_of(state, two)], gone=not one % 3)


def decided(state: EventState, one: int, two: int) -> Decide:
    """A score that the arbiter gives, with what was played."""
    number = round_of(state, one)
    board = board_of(state, number, two)
    return SetResult(number, board, ("1/2-0", "0-0", "1-1/2", "1-0")[one % 4], played=("1-0", "1/2", "W-L")[two % 3])


swiss_commands = (
    decided,
    decided,
    _forbid,
    _allow,
    _changed,
    _numbers,
    _rounds,
    _marked,
    lambda _state, _one, _two: SetRule("tie_breaks", '["BH-C1", "BH"]'),
    lambda state, one, _two: WithdrawEntry(entry_of(state, one), expelled=bool(one % 2)),
    lambda state, one, _two: ReturnEntry(entry_of(state, one)),
    lambda state, one, _two: RemoveEntry(entry_of(state, one)),
    lambda _state, _one, _two: OpenPresence(),
    lambda _state, one, _two: ClosePresence(MISSING[one % 3]),
    lambda state, one, two: SetTable(state.last_drawn or 1, 1 + one % 4, 1 + two),
    lambda _state, _one, _two: Finish(),
    lambda _state, _one, _two: Reopen(),
)
