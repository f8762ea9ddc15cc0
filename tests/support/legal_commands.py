"""Random commands on a small Swiss: whatever is refused changes nothing, whatever is done keeps the laws."""

from collections.abc import Callable
from fractions import Fraction

from arpad.tournament.acts.absences import Excuse, ReturnEntry, SetAbsence, WithdrawEntry
from arpad.tournament.acts.boards import AddBoard, Amend, Mend, Substitute
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import (
    AbsentAt,
    ClearResult,
    CorrectForRating,
    PublishResults,
    SetPenalty,
    SetResult,
    SetResults,
    SwapColours,
)
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Lock, Publish, Recall, Start, Unlock
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
    return SetResult(number, board_of(state, number, two), RESULTS[(one + two) % len(RESULTS)], at=AT)


def all_results(state: EventState, one: int, two: int, number: int | None = None) -> Decide:
    """All open boards of a round, or of the last one."""
    wanted = number or state.last_drawn
    games = state.rounds[wanted].games if wanted in state.rounds else ()
    told = [
        TypedResult(board.number, RESULTS[(one * place + two) % 4])
        for place, board in enumerate(games)
        if board.result is None
    ]
    return SetResults(wanted or 1, told, at=AT)


def _amended(state: EventState, one: int, two: int) -> Decide:
    """Two players of the last round change places."""
    number = state.last_drawn or 1
    if number not in state.rounds:
        return ClearDraft(number)
    old = state.rounds[number]
    seats = [entry for board in old.games for entry in (board.white, board.black)]
    if len(seats) > 1:
        first, second = one % len(seats), two % len(seats)
        seats[first], seats[second] = seats[second], seats[first]
    boards = [(board.number, seats[2 * at], seats[2 * at + 1]) for at, board in enumerate(old.games)]
    return Amend(number, GivenRound(tuple(boards), old.bye))


def _absence(state: EventState, one: int, two: int) -> Decide:
    kinds: tuple[str | None, ...] = ("H", "Z", "F", None)
    return SetAbsence(entry_of(state, one), state.last_drawn + 1, kinds[two % len(kinds)])


def _late(state: EventState, one: int, _two: int) -> Decide:
    return Enter({"name": f"Late {one}", "rating": 2000 + 10 * one, "from_round": state.last_drawn + 1})


def _rated(state: EventState, one: int, two: int) -> Decide:
    number = round_of(state, one)
    return CorrectForRating(number, board_of(state, number, two), RESULTS[one % 3])


def _absent(state: EventState, one: int, two: int) -> Decide:
    return AbsentAt(state.last_drawn or 1, [entry_of(state, one)], told=bool(two % 2), at=AT)


def _substituted(state: EventState, one: int, two: int) -> Decide:
    number = state.last_drawn or 1
    return Substitute(number, board_of(state, number, one), board_of(state, number, two))


def _at_board(command: Callable[[int, int], Decide]) -> Maker:
    def made(state: EventState, one: int, two: int) -> Decide:
        number = round_of(state, one)
        return command(number, board_of(state, number, two))

    return made


def _of_round(command: Callable[[int], Decide]) -> Maker:
    return lambda state, one, _two: command(round_of(state, one))


def _penalty(state: EventState, one: int, two: int) -> Decide:
    return SetPenalty(entry_of(state, one), round_of(state, two), Fraction(one % 5 - 2, 2))


COMMANDS: tuple[Maker, ...] = (
    lambda _state, _one, _two: DrawNext(adjourn_open=True),
    lambda state, _one, _two: Publish(state.last_drawn or 1),
    all_results,
    _result,
    _result,
    _amended,
    _absence,
    _rated,
    _absent,
    _substituted,
    _penalty,
    _at_board(SwapColours),
    _at_board(ClearResult),
    _of_round(lambda number: Recall(number, void_results=True)),
    _of_round(PublishResults),
    _of_round(ClearDraft),
    _of_round(Lock),
    _of_round(Unlock),
    _of_round(lambda number: Start(number, AT)),
    lambda state, one, _two: Mend(state.last_drawn or 1, [entry_of(state, one)]),
    lambda state, one, two: AddBoard(state.last_drawn or 1, entry_of(state, one), entry_of(state, two)),
    lambda state, one, _two: WithdrawEntry(entry_of(state, one)),
    lambda state, one, _two: ReturnEntry(entry_of(state, one)),
    lambda state, one, _two: Excuse(entry_of(state, one)),
    _late,
)
