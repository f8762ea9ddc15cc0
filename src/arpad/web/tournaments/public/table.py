"""A table in the hall: the board of the round that is played at it, and what its players say. A QR code leads here."""

from typing import Annotated, Any

from fastapi import Path

from arpad.i18n import ArpadError
from arpad.tournament.documents import points_before
from arpad.tournament.public import PublicState
from arpad.tournament.standings import current_round
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.public.claiming import board_at_table
from arpad.web.tournaments.shapes import TableDocument, TablePlayerDocument

tables = Pages("event")
TableInPath = Annotated[int, Path(ge=1, le=9999, description="The table.")]


@tables.page("/t/{slug}/table/{table}", "event_table.html", TableDocument)
def one_table(event: Seen, table: TableInPath) -> Answer:
    """The board of the round that is played at a table."""
    return event.answer(lambda: table_document(event.view, table), form=event.view.laws.claims != "off")


def table_document(view: PublicState, table: int) -> TableDocument:
    """A table in the round of the moment."""
    number = current_round(view)
    if not number:
        raise ArpadError("event-round-unknown", round=1, known="–")
    board = board_at_table(view, number, table)
    points = points_before(view, number)
    return {
        "event": view.laws.slug,
        "round": number,
        "table": table,
        "board": board.number,
        "white": _player(view, board.white, points),
        "black": _player(view, board.black, points),
        "result": board.result,
        "claims": view.laws.claims,
    }


def _player(view: PublicState, entry: int, points: dict[int, Any]) -> TablePlayerDocument:
    player = view.entries.get(entry)
    return {
        "entry": entry,
        "number": view.number_of(entry),
        "name": "–" if player is None else player.name,
        "rating": None if player is None else player.rating or None,
        "points": points.get(entry),
    }
