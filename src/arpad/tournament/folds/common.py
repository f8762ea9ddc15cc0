"""Small changes to a state that several kinds of lines make."""

from collections.abc import Mapping
from typing import Any, TypeVar

from arpad.tournament.changing import changed
from arpad.tournament.log import LogLine
from arpad.tournament.state import Breach, EventBoard, EventState, FileRemark, Told

Key = TypeVar("Key")
Value = TypeVar("Value")


def without(mapping: Mapping[Key, Value], key: object) -> dict[Key, Value]:
    """Return a mapping without a key."""
    return {known: value for known, value in mapping.items() if known != key}


def with_entry(state: EventState, entry: int, line: LogLine, /, **changes: Any) -> EventState:
    """Return the state with something changed about a player."""
    player = changed(state.entries[entry], version=line.n, **changes)
    return changed(state, entries={**state.entries, entry: player})


def with_round(state: EventState, number: int, **changes: Any) -> EventState:
    """Return the state with something changed about a round."""
    return changed(state, rounds={**state.rounds, number: changed(state.rounds[number], **changes)})


def without_round(state: EventState, number: int) -> EventState:
    """Return the state without a round that is no longer drawn, and without the breaches of its draft."""
    breaches = tuple(breach for breach in state.breaches if breach.round != number or breach.kind != "draw")
    return changed(state, rounds=without(state.rounds, number), breaches=breaches)


def with_board(state: EventState, number: int, board: EventBoard) -> EventState:
    """Return the state with a board as it is now."""
    return with_round(state, number, boards={**state.rounds[number].boards, board.number: board})


def with_result(board: EventBoard, line: LogLine, result: str | None, **changes: Any) -> EventBoard:
    """Return a board with another result, and with this one in its history."""
    told = Told(line.n, result, line.who, line.at, line.reason)
    return changed(board, result=result, version=line.n, history=(*board.history, told), **changes)


def made_boards(state: EventState, line: LogLine) -> dict[int, EventBoard]:
    """The boards of a line that draws or amends a round. Two players who were paired in this round before keep the
    history of their board."""
    known = {(old.white, old.black): old.history for old in state.posted.get(line.data["round"], ())}
    return {
        number: EventBoard(number, white, black, version=line.n, history=known.get((white, black), ()))
        for number, white, black in line.data.get("boards", ())
    }


def breached(state: EventState, line: LogLine, kind: str, number: int) -> EventState:
    """Return the state outside the rules."""
    return changed(state, breaches=(*state.breaches, Breach(line.n, kind, number, line.reason)))


def remarked(state: EventState, kind: str, number: int, key: str, **values: Any) -> EventState:
    """Return the state with one more comment for its files."""
    return changed(state, remarks=(*state.remarks, FileRemark(kind, number, key, values)))
