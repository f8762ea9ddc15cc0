"""Lines about boards: results, corrections, colours, substitute games, tables."""

from collections.abc import Sequence

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import breached, remarked, with_board, with_result, with_round, without
from arpad.tournament.log import LogLine
from arpad.tournament.results import ADJOURNED, SWAPPED
from arpad.tournament.state import EventBoard, EventState


def _set(state: EventState, line: LogLine) -> EventState:
    if line.data.get("play_off"):
        return _play_off_set(state, line)
    return _entered(state, line, [(line.data["board"], line.data["result"])])


def _play_off_set(state: EventState, line: LogLine) -> EventState:
    """A game of a play-off: it stands beside the rounds, and gives no points in the event."""
    number, game = line.data["tie"], line.data["board"]
    boards = state.play_offs[number]
    board = with_result(boards[game], line, line.data["result"])
    return changed(state, play_offs={**state.play_offs, number: {**boards, game: board}})


def _several_set(state: EventState, line: LogLine) -> EventState:
    return _entered(state, line, line.data["results"])


def _entered(state: EventState, line: LogLine, results: Sequence[tuple[int, str]]) -> EventState:
    """Results of a round, all at once."""
    data = line.data
    number, played = data["round"], data.get("played")
    before = state.rounds[number].boards
    boards = dict(before)
    for board, result in results:
        boards[board] = with_result(before[board], line, result, played=played, rated=None)
    found = with_round(state, number, boards=boards)
    for board, result in results:
        found = _told_later(found, before[board], result, number)
    return found


def _told_later(state: EventState, board: EventBoard, result: str, number: int) -> EventState:
    """What a file must say: adjourned games, and results corrected after the next round was published."""
    told = {"white": board.white, "black": board.black}
    if result == ADJOURNED:
        return remarked(state, "Adjournment", number, "adjourned", **told)
    after = state.rounds.get(number + 1)
    if after is None or after.published_n is None or board.result is None:
        return state
    if board.result == ADJOURNED:
        return remarked(state, "Adjournment", number, "resumed", result=result, **told)
    return remarked(state, "Correction", number, "corrected", was=board.result, result=result, **told)


def _cleared(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    board = state.rounds[number].boards[line.data["board"]]
    return with_board(state, number, with_result(board, line, None, played=None, rated=None))


def _rated(state: EventState, line: LogLine) -> EventState:
    number, result = line.data["round"], line.data["result"]
    board = state.rounds[number].boards[line.data["board"]]
    rated = None if result == board.result else result
    found = with_board(state, number, changed(board, rated=rated, version=line.n))
    told = {"white": board.white, "black": board.black, "result": result, "was": board.result}
    return remarked(found, "Rating only", number, "rated", **told)


def _swapped(state: EventState, line: LogLine) -> EventState:
    """White and Black change places, and each keeps the score."""
    number = line.data["round"]
    board = state.rounds[number].boards[line.data["board"]]
    turned = changed(
        board,
        white=board.black,
        black=board.white,
        played=board.played and SWAPPED[board.played],
        rated=board.rated and SWAPPED[board.rated],
    )
    if board.result is None:
        return with_board(state, number, changed(turned, version=line.n))
    return with_board(state, number, with_result(turned, line, SWAPPED[board.result]))


def _substituted(state: EventState, line: LogLine) -> EventState:
    """Two boards are given up; the two players who came play each other on a board after the last one."""
    number, data = line.data["round"], line.data
    found = state.rounds[number]
    if "undoes" in data:
        return _not_substituted(state, line)
    ended = {
        known: changed(board, substituted=True, version=line.n) if known in data["boards"] else board
        for known, board in found.boards.items()
    }
    new = EventBoard(max(ended) + 1, data["white"], data["black"], version=line.n)
    state = with_round(state, number, boards={**ended, new.number: new}, missing=(*found.missing, *data["absent"]))
    told = {"white": new.white, "black": new.black, "boards": list(data["boards"])}
    return remarked(state, "Substitution", number, "substituted", **told)


def _not_substituted(state: EventState, line: LogLine) -> EventState:
    """A substitute game that is undone: its board is gone, and the two that were given up are there again."""
    number, data = line.data["round"], line.data
    found = state.rounds[number]
    boards = {
        known: changed(board, substituted=False, version=line.n) if known in data["boards"] else board
        for known, board in found.boards.items()
        if known != data["board"]
    }
    missing = tuple(entry for entry in found.missing if entry not in data["absent"])
    return with_round(state, number, boards=boards, missing=missing)


def _board_added(state: EventState, line: LogLine) -> EventState:
    number, data = line.data["round"], line.data
    found = state.rounds[number]
    if "undoes" in data:
        boards = without(found.boards, data["board"])
        return with_round(state, number, boards=boards, bye=data["bye"], absent=dict(data["absent"]))
    new = EventBoard(data["board"], data["white"], data["black"], version=line.n)
    both = {new.white, new.black}
    if data.get("rematch"):
        state = breached(state, line, "rematch", number)
    return with_round(
        state,
        number,
        boards={**found.boards, new.number: new},
        bye=None if found.bye in both else found.bye,
        absent={entry: kind for entry, kind in found.absent.items() if entry not in both},
    )


def _table_set(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    board = state.rounds[number].boards[line.data["board"]]
    return with_board(state, number, changed(board, table=line.data["table"], version=line.n))


def _claimed(state: EventState, line: LogLine) -> EventState:
    number, board = line.data["round"], line.data["board"]
    known = state.claims.get(number, {})
    now = {**known, board: (*known.get(board, ()), {**line.data, "n": line.n})}
    return changed(state, claims={**state.claims, number: now})


FOLDS = {
    "result.set": _set,
    "results.set": _several_set,
    "result.cleared": _cleared,
    "correction.rated": _rated,
    "colours.swapped": _swapped,
    "board.substituted": _substituted,
    "board.added": _board_added,
    "table.set": _table_set,
    "claim.made": _claimed,
}
