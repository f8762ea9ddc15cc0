"""What every judge of a given round asks: who meets whom, who has the bye, and who has which colour."""

from collections.abc import Callable, Mapping, Sequence

from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.engines import Reason
from arpad.pairing.explain import key
from arpad.pairing.rounds import Board, Seat
from arpad.pairing.state import PairingPlayer, PairingState


def mates_of(players: Sequence[PairingPlayer], given: Mapping[int, Seat]) -> dict[int, int]:
    """Return the opponent of each player, both by their places."""
    place = {player.rank: at for at, player in enumerate(players)}
    return {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}


def wrong_bye(
    state: PairingState,
    bye: int | None,
    given: Mapping[int, Seat],
    barred: str,
    other: str,
    early: tuple[str, Sequence[PairingPlayer]] | None = None,
) -> Reason | None:
    """Return why the bye is wrong: a player has it who may not (`barred`), or it is another player's (`other`). `early`
    is the article for somebody who comes before that player in the order, but leaves no complete pairing."""
    alone = [player.rank for player in state.entrants if given.get(player.rank, (None, None))[0] is None]
    not_allowed = tuple(player.rank for player in state.entrants if player.rank in alone and not player.bye_allowed)
    if not_allowed:
        return Reason(barred, None, not_allowed, kind="bye", criterion="pairing.criterion.c2")
    if bye is None or alone == [bye]:
        return None
    if early is not None:
        order = [player.rank for player in early[1]]
        if any(order.index(rank) < order.index(bye) for rank in alone):
            return Reason(early[0], None, (bye,), kind="bye-order")
    return Reason(other, None, (bye,), kind="bye-order")


def wrong_pair(field: Field, mates: Mapping[int, int], article: Callable[[str], str]) -> Reason | None:
    """Return why two of the given opponents may not meet (C.1, C.3, forbidden pairs)."""
    verdict = illegal(field, sorted((one, two) for one, two in mates.items() if one < two))
    if verdict is None:
        return None
    ranks = tuple(field.entrants[place].rank for place in verdict.players)
    words = f"pairing.criterion.{key(verdict.article)}"
    return Reason(article(verdict.article), None, ranks, kind="barred", criterion=words)


def wrong_colour(boards: Sequence[Board], given: Mapping[int, Seat]) -> Reason | None:
    """Return the first board with the right players and the wrong colours."""
    board = next((one for one in boards if given.get(one.white) != (one.black, "w")), None)
    return Reason(board.rule, None, (board.white, board.black), kind="colour") if board else None
