"""The results of a round: by keyboard, by thumb, pasted; a board with its history; players who did not come."""

from typing import Annotated, Any

from fastapi import Query

from arpad.tournament.acts.checks import board_at, need_published
from arpad.tournament.amendments import correction_window, default_time
from arpad.tournament.documents import board_document, open_boards
from arpad.tournament.results import UNUSUAL
from arpad.tournament.state import round_stage
from arpad.web.answers import Answer
from arpad.web.tournaments.desk.result_rows import BoardRow, board_rows, latest_entries
from arpad.web.tournaments.desk.shapes import AbsentPlayersDocument, DeskBoardDocument, RoundResultsDocument
from arpad.web.tournaments.place import AsArbiter, AsScorer, BoardInPath, EventPlace, RoundInPath, staff_pages

results = staff_pages()
ShowOthers = Annotated[bool, Query(description="Whether the page shows the boards of others too.")]

MENU = {
    "played": ("1-0", "1/2", "0-1"),
    "forfeits": ("+/-", "-/+", "-/-"),
    "short": ("W-L", "D-D", "L-W"),
    "unusual": tuple(UNUSUAL),
}
"""What a board may have, as its page offers it."""


@results.page("/t/{slug}/desk/results/{number}", "event_results.html", RoundResultsDocument)
def round_results(place: AsScorer, number: RoundInPath, others: ShowOthers = False) -> Answer:
    """The boards of a round with their results: the own ones first, open ones on top."""
    need_published(place.state, number)

    def page() -> dict[str, Any]:
        rows = board_rows(place.state, number, place.seat, own=not others)
        own = [row for row in rows if row.own]
        return {
            "data": results_document(place, number),
            "own": own,
            "others": [row for row in rows if not row.own],
            "other_boards": len(place.state.rounds[number].games) - len(own),
            "latest": latest_entries(place.state, number) if place.seat.may_be("arbiter") else [],
            "rounds": [one for one, found in sorted(place.state.rounds.items()) if found.published_n is not None],
            "n": place.state.n,
        }

    def document() -> dict[str, Any]:
        boards = board_rows(place.state, number, place.seat)
        return results_document(place, number) | {"boards": [row.document() for row in boards]}

    return place.answer(document, page)


def results_document(place: EventPlace, number: int) -> dict[str, Any]:
    """A round at its desk."""
    found = place.state.rounds[number]
    open_ = open_boards(place.state, number)
    return {
        "round": number,
        "state": round_stage(place.state, number),
        "open": open_,
        "own_open": [board for board in open_ if place.seat.has_board(board)],
        "started_at": found.started_at or None,
        "default_time": default_time(place.state, number),
        "results_published": found.results_n is not None,
        "time_zone": place.frame.times.name,
    }


@results.page("/t/{slug}/desk/results/{number}/absent", "event_absent.html", AbsentPlayersDocument)
def absent_players(place: AsArbiter, number: RoundInPath) -> Answer:
    """Laws 6.7: the open boards, to tick the players who have not come."""
    need_published(place.state, number)
    rows = [row for row in board_rows(place.state, number, place.seat) if row.result is None]
    lost_at = default_time(place.state, number)
    over = lost_at is not None and place.now.isoformat() >= lost_at

    def document() -> dict[str, Any]:
        boards = [row.document() for row in rows]
        zone = place.frame.times.name
        return {"round": number, "default_time": lost_at, "time_zone": zone, "over": over, "boards": boards}

    return place.answer(document, lambda: {"data": document(), "rows": rows})


@results.page("/t/{slug}/desk/results/{number}/{board}", "event_board.html", DeskBoardDocument)
def one_board(place: AsScorer, number: RoundInPath, board: BoardInPath) -> Answer:
    """A board with everything that was entered for it, and everything that it may have."""
    need_published(place.state, number)
    board_at(place.state, number, board)
    row = next(one for one in board_rows(place.state, number, place.seat) if one.board == board)

    def document() -> dict[str, Any]:
        return board_document(place.state, number, board) | {"claims": row.claims, "own": row.own}

    return place.answer(
        document,
        lambda: {
            "data": document(),
            "row": row,
            "menu": _menu(place, row),
            "window": correction_window(place.state, number, place.now.isoformat()),
        },
    )


def _menu(place: EventPlace, row: BoardRow) -> dict[str, tuple[str, ...]]:
    """What this seat may enter here."""
    if place.seat.may_be("chief"):
        return MENU
    if place.seat.may_be("arbiter"):
        return {name: codes for name, codes in MENU.items() if name != "unusual"}
    return {"played": MENU["played"]} if row.own and row.result is None else {}
