"""Players tell the result of their own board, by the code on their badge. Five wrong codes close it for a while."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.i18n import ArpadError
from arpad.office.accounts.people import AttemptLimit, begin_attempt, forgive
from arpad.tournament.acts.results import claim_result
from arpad.tournament.journal import Done
from arpad.tournament.results import parse_result
from arpad.tournament.roles import is_badge_code
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import EventBoard, EventState
from arpad.web.tournaments.actions import EventAction, Hand
from arpad.web.tournaments.done_shapes import ClaimedDocument
from arpad.web.tournaments.fields import EventField, RoundNumber, TableNumber

MOST_ATTEMPTS = 5
"""Wrong codes for a board in a quarter of an hour."""
BadgeCode = Annotated[str, EventField(about="The six figures on the player's badge.", longest=20)]
ClaimedResult = Annotated[
    str,
    EventField(
        lambda _where, typed: parse_result(typed), "select", "1-0, 1/2 or 0-1.", ("1-0", "1/2", "0-1"), longest=20
    ),
]


@dataclass(frozen=True, slots=True)
class ClaimResult(EventAction):
    """Tell the result of the own board, with the code of the badge. Two equal claims set it if the rules say so."""

    answers: ClassVar[tuple[Any, ...]] = (ClaimedDocument,)
    name = "claim"
    path = "table/{table}/claim"
    least = "public"
    back = "table/{table}"
    at: ClassVar[Mapping[str, str]] = {"event-badge": "code"}
    said = ("result",)

    table: TableNumber
    round: RoundNumber
    code: BadgeCode
    result: ClaimedResult

    def do(self, hand: Hand) -> Done:
        kept = hand.keeper.open(hand.slug)
        board = board_at_table(kept.state, self.round, self.table)
        side = self._side(hand, kept.row.secret, board)
        player = kept.state.entries[board.white if side == "white" else board.black]
        return hand.act(claim_result(self.round, board.number, side, self.result), f"{player.name} (badge)")

    def _side(self, hand: Hand, secret: str, board: EventBoard) -> str:
        """Return whose code it is. Wrong codes are counted, for each board."""
        database, key = hand.keeper.database, f"badge {hand.slug} {self.round} {board.number}"
        try:
            used = begin_attempt(database, [AttemptLimit(key, MOST_ATTEMPTS)], hand.at)[key]
        except ArpadError:
            raise ArpadError("event-badge-closed", board=board.number) from None
        for side, entry in (("white", board.white), ("black", board.black)):
            if is_badge_code(secret, entry, self.code):
                forgive(database, [key])
                return side
        raise ArpadError("event-badge", left=MOST_ATTEMPTS - used)

    def document(self, state: EventState) -> dict[str, Any]:
        board = board_at_table(state, self.round, self.table)
        return {"round": self.round, "table": self.table, "board": board.number, "result": board.result}


def board_at_table(state: EventState, number: int, table: int) -> EventBoard:
    """Return the board that is played at a table; refuse rounds that are not published."""
    found = state.rounds.get(number)
    if found is None or found.published_n is None:
        known = [str(one) for one, there in sorted(state.rounds.items()) if there.published_n is not None]
        raise ArpadError("event-round-unknown", round=number, known=", ".join(known) or "–")
    tables = round_tables(state, number)
    board = next((one for one in found.games if tables[one.number] == table), None)
    if board is None:
        raise ArpadError("event-table-unknown", table=table, round=number)
    return board
