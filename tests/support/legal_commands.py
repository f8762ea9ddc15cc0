"""Random commands on a small Swiss: whatever is refused changes nothing, whatever is done keeps the laws."""

from collections.abc import Callable
from fractions import Fraction

from arpad.tournament.acts.absences import Kind, absent, excuse, return_entry, withdraw
from arpad.tournament.acts.boards import add_board, amend, mend, substitute
from arpad.tournament.acts.players import enter
from arpad.tournament.acts.results import (
    absent_at,
    clear_result,
    correct_for_rating,
    publish_results,
    set_penalty,
    set_result,
    set_results,
    swap_colours,
)
from arpad.tournament.acts.rounds import clear, draw, lock, publish, recall, start, unlock
from arpad.tournament.amendments import GivenRound
from arpad.tournament.journal import Decide
from arpad.tournament.results import TypedResult
from arpad.tournament.state import EventState

RESULTS = ("1-0", "1/2", "0-1", "+/-", "-/+", "-/-", "*", "W-L", "1/2-0", "0-0")
AT = "2026-05-01T16:00:00+00:00"
Maker = Callable[[EventState, int, int], Decide]
"""A command made of the state and two whole numbers."""


def round_of(state: EventState, one: int) -> int:
    return max(1, state.last_drawn - one % 3)


def entry_of(state: EventState, one: int) -> int:
    return one % len(state.entries) + 1


def board_of(state: EventState, number: int, one: int) -> int:
    return one % max(1, len(state.rounds[number].boards) if number in state.rounds else 1) + 1


def _result(state: EventState, one: int, two: int) -> Decide:
    number = round_of(state, one)
    return set_result(number, board_of(state, number, two), RESULTS[(one + two) % len(RESULTS)], at=AT)


def all_results(state: EventState, one: int, two: int, number: int | None = None) -> Decide:
    """All open boards of a round, or of the last one."""
    wanted = number or state.last_drawn
    games = state.rounds[wanted].games if wanted in state.rounds else ()
    told = [
        TypedResult(board.number, RESULTS[(one * place + two) % 4])
        for place, board in enumerate(games)
        if board.result is None
    ]
    return set_results(wanted or 1, told, at=AT)


def _amended(state: EventState, one: int, two: int) -> Decide:
    """Two players of the last round change places."""
    number = state.last_drawn or 1
    if number not in state.rounds:
        return clear(number)
    old = state.rounds[number]
    seats = [entry for board in old.games for entry in (board.white, board.black)]
    if len(seats) > 1:
        first, second = one % len(seats), two % len(seats)
        seats[first], seats[second] = seats[second], seats[first]
    boards = [(board.number, seats[2 * at], seats[2 * at + 1]) for at, board in enumerate(old.games)]
    return amend(number, GivenRound(tuple(boards), old.bye))


def _absence(state: EventState, one: int, two: int) -> Decide:
    kinds: tuple[Kind | None, ...] = ("H", "Z", "F", None)
    return absent(entry_of(state, one), state.last_drawn + 1, kinds[two % len(kinds)])


def _late(state: EventState, one: int, _two: int) -> Decide:
    return enter({"name": f"Late {one}", "rating": 2000 + 10 * one, "from_round": state.last_drawn + 1})


def _rated(state: EventState, one: int, two: int) -> Decide:
    number = round_of(state, one)
    return correct_for_rating(number, board_of(state, number, two), RESULTS[one % 3])


def _absent(state: EventState, one: int, two: int) -> Decide:
    return absent_at(state.last_drawn or 1, [entry_of(state, one)], announced=bool(two % 2), at=AT)


def _substituted(state: EventState, one: int, two: int) -> Decide:
    number = state.last_drawn or 1
    return substitute(number, board_of(state, number, one), board_of(state, number, two))


def _at_board(command: Callable[[int, int], Decide]) -> Maker:
    def made(state: EventState, one: int, two: int) -> Decide:
        number = round_of(state, one)
        return command(number, board_of(state, number, two))

    return made


def _of_round(command: Callable[[int], Decide]) -> Maker:
    return lambda state, one, _two: command(round_of(state, one))


def _penalty(state: EventState, one: int, two: int) -> Decide:
    return set_penalty(entry_of(state, one), round_of(state, two), Fraction(one % 5 - 2, 2))


COMMANDS: tuple[Maker, ...] = (
    lambda _state, _one, _two: draw(adjourn_open=True),
    lambda state, _one, _two: publish(state.last_drawn or 1),
    all_results,
    _result,
    _result,
    _amended,
    _absence,
    _rated,
    _absent,
    _substituted,
    _penalty,
    _at_board(swap_colours),
    _at_board(clear_result),
    _of_round(lambda number: recall(number, void_results=True)),
    _of_round(publish_results),
    _of_round(clear),
    _of_round(lock),
    _of_round(unlock),
    _of_round(lambda number: start(number, AT)),
    lambda state, one, _two: mend(state.last_drawn or 1, [entry_of(state, one)]),
    lambda state, one, two: add_board(state.last_drawn or 1, entry_of(state, one), entry_of(state, two)),
    lambda state, one, _two: withdraw(entry_of(state, one)),
    lambda state, one, _two: return_entry(entry_of(state, one)),
    lambda state, one, _two: excuse(entry_of(state, one)),
    _late,
)
