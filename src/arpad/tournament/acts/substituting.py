"""C.05 6.7.3: two players whose opponents did not come play each other."""

from collections.abc import Collection, Sequence

from arpad.i18n import ArpadError
from arpad.pairing.colours import colour_of_higher
from arpad.tournament.acts.checks import board_at, need_published, need_single_players, need_unfinished
from arpad.tournament.acts.correcting import draft_given_up, need_next_not_out
from arpad.tournament.acts.results import without_word
from arpad.tournament.drawing import pairing_state, restricted
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.publication_rules import met_in
from arpad.tournament.state import EventBoard, EventState

CAME = {"+/-": (True, False), "-/+": (False, True)}
"""Who came to a board that was lost by forfeit: White, Black."""


@command
def substitute(
    state: EventState, hearing: Hearing, number: int, first: int, second: int, *, absent: Collection[int] = ()
) -> Changes:
    """Give up two boards at which one player did not come, and let the two others play each other. `absent` says who
    did not come to a board that has no result yet."""
    found = need_published(state, number)
    need_unfinished(state)
    need_single_players(state)
    if state.laws.level == "L1":
        raise ArpadError("event-level", level=state.laws.level)
    if not found.begun:
        raise ArpadError("event-not-started", round=number)
    need_next_not_out(state, number)
    boards = [board_at(state, number, board) for board in (first, second)]
    if first == second:
        raise ArpadError("event-substitute-board", round=number, board=second)
    here, gone = zip(*(_came(board, number, absent) for board in boards), strict=True)
    names = {"white": state.entries[here[0]].name, "black": state.entries[here[1]].name}
    if (met := met_in(state, number, *here)) is not None:
        raise ArpadError("event-met-before", round=met, **names)
    if _forbidden(state, number, here):
        hearing.confirm("event-pair-forbidden", **names)
    white, black = _colours(state, number, boards, here)
    data = {"round": number, "boards": [first, second], "white": white, "black": black, "absent": list(gone)}
    silent = without_word(state, number, gone) if absent else []
    return draft_given_up(state, hearing, LogChange("board.substituted", data), *silent)


def _forbidden(state: EventState, number: int, two: Collection[int]) -> bool:
    numbers = {state.number_of(entry) for entry in two}
    return any(numbers <= set(group.players) for group in restricted(state, number))


def _came(board: EventBoard, number: int, absent: Collection[int]) -> tuple[int, int]:
    """Who came to a board, and who did not."""
    if board.result is None and (board.white in absent) != (board.black in absent):
        return (board.black, board.white) if board.white in absent else board.seats
    if board.result not in CAME:
        raise ArpadError("event-substitute-board", round=number, board=board.number)
    return board.seats if CAME[board.result][0] else (board.black, board.white)


def _colours(state: EventState, number: int, boards: Sequence[EventBoard], here: Sequence[int]) -> tuple[int, int]:
    """The scheduled colours if they differ; else by E.1-E.5 from the state before the round."""
    one, two = here
    whites = [board.white == entry for board, entry in zip(boards, here, strict=True)]
    if whites[0] != whites[1]:
        return (one, two) if whites[0] else (two, one)
    before = pairing_state(state, number, absent={entry for entry in state.numbers if entry not in here})
    higher, lower = before.entrants
    colour, _ = colour_of_higher(higher, lower, before.initial)
    first, second = (state.numbers[player.rank - 1] for player in (higher, lower))
    return (first, second) if colour == "w" else (second, first)
