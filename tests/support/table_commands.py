"""Round robins, matches and knock-outs by lot, and what may happen in them."""

from collections.abc import Callable
from random import Random
from typing import Any

from arpad.tournament.acts.absences import ReturnEntry, WithdrawEntry
from arpad.tournament.acts.event import Create, Finish, Reopen
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import ClearResult, PublishResults, SetResult, SwapColours
from arpad.tournament.acts.rounds import DrawNext, Lock, Publish, Recall, Start, Unlock
from arpad.tournament.acts.ties import OpenPlayOff, OpenStage, PlayOffGoesOn, PlayOffResult
from arpad.tournament.journal import Decide
from arpad.tournament.knockout import ties_of
from arpad.tournament.state import EventState
from legal_commands import AT, COMMANDS, RESULTS, all_results, board_of, entry_of
from swiss_made import decided, person

SIDES = ("scheveningen", "schiller", "skalitzka", "hilton")
STAGES = [["standard", 2, "90+30"], ["rapid", 2, "25+10"], ["blitz", 4, "5+3"], ["sudden-death", 1, "5-4"]]


def _rules(lot: Random, system: str, **more: Any) -> dict[str, Any]:
    common = {"slug": "lot", "name": "Made by lot", "federation": "ESP", "start": "2026-05-01", "time_control": "90+30"}
    return {**common, "system": system, "order": lot.choice(["fide", "given"]), "default_minutes": 0, **more}


def begin_table(lot: Random) -> list[Decide]:
    """A round robin, a double one, or a table of sides."""
    system = lot.choice(["berger", "berger", "double-berger", "varma", "scheveningen", "schiller", "skalitzka"])
    count = {"varma": 9, "scheveningen": 6, "schiller": 9, "skalitzka": 6}.get(system, lot.randint(3, 7))
    sides = {"scheveningen": 2, "schiller": 3, "skalitzka": 3}.get(system, 1)
    points = lot.choice([{}, {}, {"win": 3, "draw": 1, "loss": 0}])
    rules = _rules(lot, system, **({"points": points} if points else {}))
    people = [person(lot, number) | {"from_round": 1} for number in range(1, count + 1)]
    if system in SIDES:
        people = [one | {"club": f"Club {place % sides}"} for place, one in enumerate(people)]
    return [Create(rules), *map(Enter, people), CloseList(seed=lot.randrange(100))]


def begin_match(lot: Random) -> list[Decide]:
    """A match of a few games."""
    rules = _rules(lot, "match", rounds=lot.randint(2, 6))
    people = [Enter(person(lot, number) | {"from_round": 1}) for number in (1, 2)]
    return [Create(rules), *people, CloseList(seed=lot.randrange(100))]


def begin_knockout(lot: Random) -> list[Decide]:
    """A knock-out, with stages of its own or the usual ones."""
    more: dict[str, Any] = {"third_place": lot.random() < 0.5}
    if lot.random() < 0.5:
        more["stages"] = STAGES[lot.choice([0, 1, 2]) :]
    people = [Enter(person(lot, number) | {"from_round": 1}) for number in range(1, lot.randint(2, 9) + 1)]
    return [Create(_rules(lot, "knockout", **more)), *people, CloseList(seed=lot.randrange(100))]


def _next_open(state: EventState, _one: int, _two: int) -> Decide:
    """The first round of a table that is not published."""
    return Publish(next((number for number, one in sorted(state.rounds.items()) if one.published_n is None), 1))


def _next_results(state: EventState, one: int, two: int) -> Decide:
    """All open boards of the first published round that has some."""
    waiting = [number for number, found in sorted(state.rounds.items()) if found.open_boards]
    return all_results(state, one, two, waiting[0] if waiting else 1)


def _some_round(state: EventState, one: int) -> int:
    published = [number for number, found in state.rounds.items() if found.published_n is not None]
    return published[one % len(published)] if published else 1


def _result(state: EventState, one: int, two: int) -> Decide:
    number = _some_round(state, one)
    return SetResult(number, board_of(state, number, two), RESULTS[(one + two) % len(RESULTS)], at=AT)


def _play_off(state: EventState, one: int, two: int) -> Decide:
    return OpenPlayOff(sorted({entry_of(state, one), entry_of(state, two)}), seed=one)


table_commands: tuple[Callable[[EventState, int, int], Decide], ...] = (
    _next_open,
    _next_results,
    _result,
    _result,
    decided,
    COMMANDS[7],
    COMMANDS[10],
    _play_off,
    lambda _state, one, two: PlayOffResult(1 + one % 2, 1 + two % 3, RESULTS[two % 3]),
    lambda _state, one, _two: PlayOffGoesOn(1, seed=one),
    lambda state, one, _two: WithdrawEntry(entry_of(state, one), expelled=bool(one % 2)),
    lambda state, one, _two: ReturnEntry(entry_of(state, one)),
    lambda state, one, two: SwapColours(_some_round(state, one), 1 + two % 3),
    lambda state, one, two: ClearResult(_some_round(state, one), 1 + two % 3),
    lambda state, one, _two: Recall(_some_round(state, one), void_results=True),
    lambda state, one, _two: PublishResults(_some_round(state, one)),
    lambda state, one, _two: Start(_some_round(state, one), AT),
    lambda state, one, _two: Lock(_some_round(state, one)),
    lambda state, one, _two: Unlock(_some_round(state, one)),
    lambda _state, _one, _two: Finish(),
    lambda _state, _one, _two: Reopen(),
)


def _stage(state: EventState, one: int, _two: int) -> Decide:
    """The next stage of a tie that is level, or of any."""
    level = [tie.number for tie in ties_of(state).values() if tie.level] if state.closed else []
    return OpenStage(level[0] if level else 1 + one % 4, seed=one)


def _tie_results(state: EventState, one: int, two: int) -> Decide:
    """Open boards of the last round, seldom drawn."""
    return all_results(state, one, two % 3)


knockout_commands = (
    lambda _state, _one, _two: DrawNext(),
    lambda state, _one, _two: Publish(state.last_drawn or 1),
    _tie_results,
    _stage,
    _result,
    _result,
    lambda state, one, two: SwapColours(_some_round(state, one), 1 + two % 6),
    lambda state, one, two: ClearResult(_some_round(state, one), 1 + two % 6),
    lambda state, one, _two: Recall(_some_round(state, one), void_results=True),
    COMMANDS[7],
    lambda state, one, _two: PublishResults(_some_round(state, one)),
    lambda state, one, _two: Start(_some_round(state, one), AT),
    lambda state, one, _two: Lock(_some_round(state, one)),
    lambda state, one, _two: Unlock(_some_round(state, one)),
    COMMANDS[15],
    lambda state, one, _two: WithdrawEntry(entry_of(state, one)),
    _play_off,
    lambda _state, _one, _two: Finish(),
    lambda _state, _one, _two: Reopen(),
)
