"""Kinds of log lines about boards: results, corrections, colours, substitute games, tables, players' claims.

A result can be undone until a round is drawn with it; later it is corrected instead (C.04.2.D.8).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from arpad.tournament.kinds.kind import LineKind, Undoing, breached, remarked, with_round, without
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.results import ADJOURNED, PLAYED, SWAPPED, UNUSUAL
from arpad.tournament.roles import Role
from arpad.tournament.state import EventBoard, EventState, GivenMoves, Told


def with_board(state: EventState, line: LogLine, board: EventBoard) -> EventState:
    """Return the state with a board of the round of a line as it is now. The line has touched the board, so that no
    earlier line about it is undone."""
    number = line.data["round"]
    boards = {**state.rounds[number].boards, board.number: replace(board, version=line.n)}
    return with_round(state, number, boards=boards)


def with_result(board: EventBoard, line: LogLine, result: str | None, **changes: Any) -> EventBoard:
    """Return a board with another result, and with this one in its history."""
    history_line = Told(line.n, result, line.who, line.at, line.reason)
    return replace(board, result=result, version=line.n, history=(*board.history, history_line), **changes)


def board_of(state: EventState, line: LogLine) -> EventBoard:
    """Return the board of a line."""
    return state.rounds[line.data["round"]].boards[line.data["board"]]


def results_of(data: Mapping[str, Any]) -> Sequence[tuple[int, str | None]]:
    """Return the boards that a line gives a result, or takes it from."""
    return data["results"] if "results" in data else [(data["board"], data.get("result"))]


def free_of_boards(undoing: Undoing, number: int, boards: Sequence[int]) -> None:
    """Refuse if a later line has touched one of the boards, or the round is no longer there."""
    round_ = undoing.now.rounds.get(number)
    if round_ is None or any(board not in round_.boards for board in boards):
        undoing.free_of(lambda line: line.data.get("round") == number and line.kind.startswith(("round.", "board.")))
        undoing.instead("by-hand")
    last = max(round_.boards[board].version for board in boards)
    if last > undoing.line.n:
        undoing.depends(last)


def free_board(undoing: Undoing) -> tuple[int, int]:
    """The round and the board of a line; refused if a later line has touched the board."""
    number, board = undoing.data["round"], undoing.data["board"]
    free_of_boards(undoing, number, [board])
    return number, board


class MovesSet(LineKind):
    """Moves of games of a round, each game whole; empty ones take them away. They change no result."""

    key, role = "moves.set", "scorer"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number = line.data["round"]
        boards = dict(state.rounds[number].boards)
        for board, text in line.data["games"]:
            before = boards[board]
            boards[board] = replace(before, moves=(*before.moves, GivenMoves(line.at, text)))
        return with_round(state, number, boards=boards)

    def undo(self, undoing: Undoing) -> Changes:
        number, now = undoing.data["round"], undoing.now.rounds.get(undoing.data["round"])
        named = {board for board, _ in undoing.data["games"]}
        undoing.free_of(
            lambda line: (
                line.kind == self.key
                and line.data["round"] == number
                and bool(named & {board for board, _ in line.data["games"]})
            )
        )
        if now is None or not named <= set(now.boards):
            undoing.instead("by-hand")
        before = undoing.before.rounds[number].boards
        games = [[board, before[board].last_moves] for board in sorted(named)]
        return [undoing.change(MovesSet, round=number, games=games)]


class ResultLine(LineKind):
    """Results of one board or of several."""

    role = "scorer"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data = line.data
        number, played = data["round"], data.get("played")
        before = state.rounds[number].boards
        boards = dict(before)
        for board, result in results_of(data):
            boards[board] = with_result(before[board], line, result, played=played, rated=None)
        event = with_round(state, number, boards=boards)
        for board, result in results_of(data):
            event = _with_remark(event, before[board], result, number)
        return event

    def undo(self, undoing: Undoing) -> Changes:
        """Each board has the result that it had before."""
        number, boards = undoing.data["round"], [board for board, _ in results_of(undoing.data)]
        free_of_boards(undoing, number, boards)
        now, before = undoing.now.rounds[number].boards, undoing.before.rounds[number].boards
        undoing.free_of_rounds(number + 1)
        undoing.check_correction(number, [now[board] for board in boards])
        return [change for board in boards for change in _as_before(undoing, number, before[board], now[board])]

    def role_for(self, data: Mapping[str, Any]) -> Role:
        """Scorers enter results of games that were played; forfeits, adjourned games and changes are for arbiters; an
        arbiter's own scores are for the chief."""
        results = [result for _, result in results_of(data)]
        if data.get("played") or any(result in UNUSUAL for result in results):
            return "chief"
        if data.get("was") is not None or any(result not in PLAYED for result in results):
            return "arbiter"
        return self.role


def _with_remark(state: EventState, board: EventBoard, result: str | None, number: int) -> EventState:
    """Add the remark that a file must have: for an adjourned game, or a result corrected after the next round was
    published."""
    players = {"white": board.white, "black": board.black}
    if result == ADJOURNED:
        return remarked(state, "Adjournment", number, "adjourned", **players)
    after = state.rounds.get(number + 1)
    if after is None or after.published_n is None or board.result is None:
        return state
    if board.result == ADJOURNED:
        return remarked(state, "Adjournment", number, "resumed", result=result, **players)
    return remarked(state, "Correction", number, "corrected", was=board.result, result=result, **players)


def _as_before(undoing: Undoing, number: int, before: EventBoard, now: EventBoard) -> list[LogChange]:
    place: dict[str, Any] = {"round": number, "board": before.number}
    was = {} if now.result is None else {"was": now.result}
    if before.result is None:
        return [undoing.change(ResultCleared, **place, **was)]
    played = {} if before.played is None else {"played": before.played}
    changes = [undoing.change(ResultSet, **place, result=before.result, **played, **was)]
    if before.rated is not None:
        changes.append(undoing.change(CorrectionRated, **place, result=before.rated))
    return changes


class ClaimMade(LineKind):
    key, role, instead = "claim.made", "public", "claim"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number, board = line.data["round"], line.data["board"]
        known = state.claims.get(number, {})
        now = {**known, board: (*known.get(board, ()), {**line.data, "n": line.n})}
        return replace(state, claims={**state.claims, number: now})


class ResultSet(ResultLine):
    """A result. Two equal claims set one. A game of a play-off stands beside the rounds: it gives no points."""

    key, follows = "result.set", (ClaimMade,)

    def apply(self, state: EventState, line: LogLine) -> EventState:
        if not line.data.get("play_off"):
            return super().apply(state, line)
        number, game = line.data["tie"], line.data["board"]
        boards = state.play_offs[number]
        board = with_result(boards[game], line, line.data["result"])
        return replace(state, play_offs={**state.play_offs, number: {**boards, game: board}})

    def undo(self, undoing: Undoing) -> Changes:
        if not undoing.data.get("play_off"):
            return super().undo(undoing)
        tie, game = undoing.data["tie"], undoing.data["board"]
        before = undoing.before.play_offs[tie][game].result
        if before is None:
            undoing.instead("play-off")
        return [undoing.change(ResultSet, play_off=True, tie=tie, board=game, result=before)]


class ResultsSet(ResultLine):
    key = "results.set"


class ResultCleared(ResultLine):
    key = "result.cleared"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return with_board(state, line, with_result(board_of(state, line), line, None, played=None, rated=None))

    def role_for(self, _data: Mapping[str, Any]) -> Role:
        return "arbiter"


class CorrectionRated(LineKind):
    key, role = "correction.rated", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        board, result = board_of(state, line), line.data["result"]
        event = with_board(state, line, replace(board, rated=None if result == board.result else result))
        values = {"white": board.white, "black": board.black, "result": result, "was": board.result}
        return remarked(event, "Rating only", line.data["round"], "rated", **values)

    def undo(self, undoing: Undoing) -> Changes:
        number, board = free_board(undoing)
        before = undoing.before.rounds[number].boards[board]
        return [undoing.change(CorrectionRated, round=number, board=board, result=before.rated or before.result)]


class ColoursSwapped(LineKind):
    key, role = "colours.swapped", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """White and Black change places, and each keeps the score."""
        board = board_of(state, line)
        turned = replace(
            board,
            white=board.black,
            black=board.white,
            played=board.played and SWAPPED[board.played],
            rated=board.rated and SWAPPED[board.rated],
        )
        if board.result is not None:
            turned = with_result(turned, line, SWAPPED[board.result])
        return with_board(state, line, turned)

    def undo(self, undoing: Undoing) -> Changes:
        number, board = free_board(undoing)
        undoing.free_of_rounds(number + 1)
        undoing.check_correction(number, [undoing.now.rounds[number].boards[board]])
        return [undoing.change(ColoursSwapped, round=number, board=board)]


class BoardSubstituted(LineKind):
    """Two boards are given up; the two players who came play each other on a board after the last one."""

    key, role = "board.substituted", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number, data, undone = line.data["round"], line.data, "undoes" in line.data
        before = state.rounds[number]
        boards = {
            known: replace(board, substituted=not undone, version=line.n) if known in data["boards"] else board
            for known, board in before.boards.items()
        }
        if undone:  # the board is gone, and the two that were given up are there again
            missing = tuple(entry for entry in before.missing if entry not in data["absent"])
            return with_round(state, number, boards=without(boards, data["board"]), missing=missing)
        new = EventBoard(max(boards) + 1, data["white"], data["black"], version=line.n)
        boards[new.number] = new
        state = with_round(state, number, boards=boards, missing=(*before.missing, *data["absent"]))
        values = {"white": new.white, "black": new.black, "boards": list(data["boards"])}
        return remarked(state, "Substitution", number, "substituted", **values)

    def undo(self, undoing: Undoing) -> Changes:
        """Both boards are there again, and the new one is gone, as long as it has no result."""
        if "undoes" in undoing.data:
            undoing.instead("board")
        number = undoing.data["round"]
        new = max(undoing.before.rounds[number].boards) + 1
        free_of_boards(undoing, number, [*undoing.data["boards"], new])
        undoing.free_of_rounds(number + 1)
        data = {name: undoing.data[name] for name in ("boards", "absent", "white", "black")}
        return [undoing.change(BoardSubstituted, round=number, board=new, **data)]


class BoardAdded(LineKind):
    key, role = "board.added", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number, data = line.data["round"], line.data
        before = state.rounds[number]
        if "undoes" in data:
            boards = without(before.boards, data["board"])
            return with_round(state, number, boards=boards, bye=data["bye"], absent=dict(data["absent"]))
        new = EventBoard(data["board"], data["white"], data["black"], version=line.n)
        if data.get("rematch"):
            state = breached(state, line, "rematch", number)
        return with_round(
            state,
            number,
            boards={**before.boards, new.number: new},
            bye=None if before.bye in new.seats else before.bye,
            absent={entry: kind for entry, kind in before.absent.items() if entry not in new.seats},
        )

    def undo(self, undoing: Undoing) -> Changes:
        if "undoes" in undoing.data:
            undoing.instead("board")
        number, board = free_board(undoing)
        undoing.free_of_rounds(number + 1)
        before = undoing.before.rounds[number]
        absent = [[entry, kind] for entry, kind in before.absent.items()]
        data = {"white": undoing.data["white"], "black": undoing.data["black"], "bye": before.bye, "absent": absent}
        return [undoing.change(BoardAdded, round=number, board=board, **data)]


class TableSet(LineKind):
    key, role = "table.set", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        return with_board(state, line, replace(board_of(state, line), table=line.data["table"]))

    def undo(self, undoing: Undoing) -> Changes:
        number, board = free_board(undoing)
        table = undoing.before.rounds[number].boards[board].table
        return [undoing.change(TableSet, round=number, board=board, table=table)]
