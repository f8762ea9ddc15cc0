"""C.05 6.6: withdrawal from a round robin. With less than half of the games played, the results count for nobody."""

from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED, FORFEITS, PLAYED, SHORT, is_final
from arpad.tournament.state import EventBoard, EventState


def completed(state: EventState, entry: int) -> tuple[int, int]:
    """Return how many games a player has completed, and how many the table gives them."""
    own = [board for one in state.rounds.values() for board in one.games if entry in (board.white, board.black)]
    return sum(board.result in PLAYED | SHORT for board in own), len(own)


def results_count(state: EventState, entry: int) -> bool:
    """Whether the results of a player who left count: they do if half of the games, or more, were completed."""
    done, games = completed(state, entry)
    return 2 * done >= games


def annulled(state: EventState) -> list[int]:
    """Return the players who left too early: their results stay in the table and are rated, and count for nobody."""
    return [entry for entry in withdrawn(state) if not results_count(state, entry)]


def withdrawn(state: EventState) -> list[int]:
    """Return the players who withdrew or were expelled."""
    return [entry for entry in state.numbers if state.entries[entry].state in ("withdrawn", "expelled")]


def forfeits_of(state: EventState, entry: int, first: int) -> list[LogChange]:
    """Return the lines that give the games still open to the opponents of a player who leaves. If the opponent has left
    too, both lose in the rounds from the `first` one on that the player misses."""
    others = set(withdrawn(state))
    found = []
    for number in sorted(state.rounds):
        gone = {*(others if number >= first else ()), entry}
        results = [
            [board.number, result]
            for board in state.rounds[number].games
            if entry in (board.white, board.black) and (result := _forfeit(board, gone)) != board.result
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
