"""What undoes lines about boards. A result is undone until a round is drawn with it; then it is corrected instead, by
the windows of C.04.2.D.8."""

from collections.abc import Sequence

from arpad.tournament.acts.correcting import may_be_corrected
from arpad.tournament.inverses.common import Inverse, Undoing, never
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.state import EventBoard


def _boards(undoing: Undoing) -> list[int]:
    """The boards of a line."""
    data = undoing.data
    return [board for board, _ in data["results"]] if "results" in data else [data["board"]]


def _result_back(undoing: Undoing) -> Changes:
    """Each board has the result that it had before."""
    if undoing.data.get("play_off"):
        return _play_off_back(undoing)
    number = undoing.data["round"]
    boards = _boards(undoing)
    _untouched(undoing, number, boards)
    now, before = undoing.now.rounds[number].boards, undoing.before.rounds[number].boards
    undoing.free_of_rounds(number + 1)
    may_be_corrected(undoing.now, undoing.hearing, number, [now[board] for board in boards], undoing.at)
    return [change for board in boards for change in _as_before(undoing, number, before[board], now[board])]


def _one_board(undoing: Undoing) -> tuple[int, int]:
    """The round and the board of a line; refused if a later line has touched the board."""
    number, board = undoing.data["round"], undoing.data["board"]
    _untouched(undoing, number, [board])
    return number, board


def _untouched(undoing: Undoing, number: int, boards: Sequence[int]) -> None:
    """Refuse if a later line has touched one of the boards, or the round is no longer there."""
    found = undoing.now.rounds.get(number)
    if found is None or any(board not in found.boards for board in boards):
        undoing.free_of(lambda line: line.data.get("round") == number and line.kind.startswith(("round.", "board.")))
        undoing.instead("by-hand")
    last = max(found.boards[board].version for board in boards)
    if last > undoing.line.n:
        undoing.depends(last)


def _as_before(undoing: Undoing, number: int, before: EventBoard, now: EventBoard) -> list[LogChange]:
    board = before.number
    was = {} if now.result is None else {"was": now.result}
    if before.result is None:
        return [undoing.change("result.cleared", round=number, board=board, **was)]
    played = {} if before.played is None else {"played": before.played}
    found = [undoing.change("result.set", round=number, board=board, result=before.result, **played, **was)]
    if before.rated is not None:
        found.append(undoing.change("correction.rated", round=number, board=board, result=before.rated))
    return found


def _play_off_back(undoing: Undoing) -> Changes:
    tie, game = undoing.data["tie"], undoing.data["board"]
    before = undoing.before.play_offs[tie][game].result
    if before is None:
        undoing.instead("play-off")
    return [undoing.change("result.set", play_off=True, tie=tie, board=game, result=before)]


def _rated_back(undoing: Undoing) -> Changes:
    number, board = _one_board(undoing)
    before = undoing.before.rounds[number].boards[board]
    return [undoing.change("correction.rated", round=number, board=board, result=before.rated or before.result)]


def _swapped_back(undoing: Undoing) -> Changes:
    number, board = _one_board(undoing)
    undoing.free_of_rounds(number + 1)
    may_be_corrected(undoing.now, undoing.hearing, number, [undoing.now.rounds[number].boards[board]], undoing.at)
    return [undoing.change("colours.swapped", round=number, board=board)]


def _not_substituted(undoing: Undoing) -> Changes:
    """Both boards are there again, and the new one is gone, as long as it has no result."""
    if "undoes" in undoing.data:
        undoing.instead("board")
    number = undoing.data["round"]
    new = max(undoing.before.rounds[number].boards) + 1
    _untouched(undoing, number, [*undoing.data["boards"], new])
    undoing.free_of_rounds(number + 1)
    data = {name: undoing.data[name] for name in ("boards", "absent", "white", "black")}
    return [undoing.change("board.substituted", round=number, board=new, **data)]


def _not_added(undoing: Undoing) -> Changes:
    if "undoes" in undoing.data:
        undoing.instead("board")
    number, board = _one_board(undoing)
    undoing.free_of_rounds(number + 1)
    before = undoing.before.rounds[number]
    absent = [[entry, kind] for entry, kind in before.absent.items()]
    data = {"white": undoing.data["white"], "black": undoing.data["black"], "bye": before.bye, "absent": absent}
    return [undoing.change("board.added", round=number, board=board, **data)]


def _table_back(undoing: Undoing) -> Changes:
    number, board = _one_board(undoing)
    table = undoing.before.rounds[number].boards[board].table
    return [undoing.change("table.set", round=number, board=board, table=table)]


INVERSES: dict[str, Inverse] = {
    "result.set": _result_back,
    "results.set": _result_back,
    "result.cleared": _result_back,
    "correction.rated": _rated_back,
    "colours.swapped": _swapped_back,
    "board.substituted": _not_substituted,
    "board.added": _not_added,
    "table.set": _table_back,
    "claim.made": never("claim"),
    "tie.lot": never("tie"),
    "tie.stage": never("tie"),
}
