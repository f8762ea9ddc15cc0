"""Small changes to a state that several kinds of lines make."""

from typing import Any

from arpad.tournament.changing import changed
from arpad.tournament.log import LogLine
from arpad.tournament.state import Breach, EventBoard, EventState, FileRemark, Told


def with_entry(state: EventState, entry: int, line: LogLine, /, **changes: Any) -> EventState:
    """Return the state with something changed about a player."""
    player = changed(state.entries[entry], version=line.n, **changes)
    return changed(state, entries={**state.entries, entry: player})


def with_round(state: EventState, number: int, **changes: Any) -> EventState:
    """Return the state with something changed about a round."""
    return changed(state, rounds={**state.rounds, number: changed(state.rounds[number], **changes)})


def without_round(state: EventState, number: int) -> EventState:
    """Return the state without a round that is no longer drawn, and without the breaches of its draft."""
    rounds = {known: one for known, one in state.rounds.items() if known != number}
    breaches = tuple(breach for breach in state.breaches if breach.round != number or breach.kind != "draw")
    return changed(state, rounds=rounds, breaches=breaches)


def with_board(state: EventState, number: int, board: EventBoard) -> EventState:
    """Return the state with a board as it is now."""
    return with_round(state, number, boards={**state.rounds[number].boards, board.number: board})


def with_result(board: EventBoard, line: LogLine, result: str | None, **changes: Any) -> EventBoard:
    """Return a board with another result, and with this one in its history."""
    told = Told(line.n, result, line.who, line.at, line.reason)
    return changed(board, result=result, version=line.n, history=(*board.history, told), **changes)


def made_boards(state: EventState, line: LogLine) -> dict[int, EventBoard]:
    """The boards of a line that draws or amends a round. Two who were paired in this round before keep its history."""
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
