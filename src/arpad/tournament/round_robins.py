"""Withdrawal from a round robin (C.05 6.6): the games still open go to the opponents. Whether the results of the player
count is up to the standings (`arpad.standings.withdrawals`)."""

from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED, FORFEITS, is_final
from arpad.tournament.state import EventBoard, EventState


def forfeits_of(state: EventState, entry: int, first: int) -> list[LogChange]:
    """Return the lines that give the games still open to the opponents of a player who leaves. If the opponent has left
    too, both lose in the rounds from the `first` one on that the player misses."""
    others = {entry for entry in state.numbers if state.entries[entry].gone}
    found = []
    for number in sorted(state.rounds):
        gone = {*(others if number >= first else ()), entry}
        results = [
            [board.number, result]
            for board in state.rounds[number].games
            if entry in board.seats and (result := _forfeit(board, gone)) != board.result
        ]
        if results:
            found.append(LogChange("results.set", {"round": number, "results": results, "reason": "withdrawn"}))
    return found


def _forfeit(board: EventBoard, gone: set[int]) -> str | None:
    """The result of a board of somebody who left: as it was, if it has one. Both lose if both have left, and the game
    was not played."""
    if {board.white, board.black} <= gone:
        return board.result if board.result not in (None, *FORFEITS, ADJOURNED) else "-/-"
    if is_final(board.result):
        return board.result
    return "-/+" if board.white in gone else "+/-"
