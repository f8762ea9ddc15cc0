"""Claims: what the players of a board say about its result. They decide nothing, unless the rules accept two equal
ones."""

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import board_at, need_published
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import PLAYED, parse_result
from arpad.tournament.state import EventState

SIDES = ("white", "black")


def last_claims(state: EventState, number: int, board: int) -> dict[str, str]:
    """Return what each side of a board said last."""
    return {str(one["side"]): str(one["result"]) for one in state.claims.get(number, {}).get(board, ())}


@command
def claim_result(state: EventState, _hearing: Hearing, number: int, board: int, side: str, typed: str) -> Changes:
    """Keep what a player says about their own board. If the rules accept claims, two equal ones set the result, and
    different ones are marked and never decided. The same claim again writes nothing."""
    if state.laws.claims == "off":
        raise ArpadError("event-claims-off")
    need_published(state, number)
    found = board_at(state, number, board)
    result = parse_result(typed)
    if found.result is not None:
        raise ArpadError("event-claim-late", board=board, result=found.result)
    if result not in PLAYED:
        raise ArpadError("event-claim-result", result=result)
    said = last_claims(state, number, board)
    data = {"round": number, "board": board, "result": result}
    new = [] if said.get(side) == result else [LogChange("claim.made", {**data, "side": side})]
    other = said.get(SIDES[1 - SIDES.index(side)])
    if new and state.laws.claims == "accept" and other == result:
        new.append(LogChange("result.set", {**data, "by": "players"}))
    return new
