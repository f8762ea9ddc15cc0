"""By what a given round differs from the one that the Lim system gives."""

from collections.abc import Mapping

from arpad.pairing.engines import Reason
from arpad.pairing.lim.engine import LimRound
from arpad.pairing.lim.field import LimField
from arpad.pairing.rounds import Answer, Pairing, Seat


def reason_of(answer: Answer, found: LimRound | None, given: Mapping[int, Seat]) -> Reason | None:
    """Return the first rule that the given round fails: the bye, who may meet whom, group by group, colours."""
    field = LimField(answer.state) if found is None else found.field
    place = {player.rank: at for at, player in enumerate(field.players)}
    mates = {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}
    if found is not None and (wrong := _bye(answer, found, given)) is not None:
        return wrong
    for one, two in sorted(mates.items()):
        if not field.allowed[one] >> two & 1:
            return _barred(field, one, two)
    if found is None or not isinstance(answer, Pairing):
        return None
    for group in found.groups:
        if any(mates.get(one) != two for one, two in group.pairs):
            came = {*group.came, *group.residents} - {*group.out}
            inside = all(mates.get(one) in came for one in came)
            article = ("4.2" if inside else "3.2") if group.direction else "2.2"
            return Reason(article, group.score, kind="order")
    board = next((one for one in answer.boards if given.get(one.white) != (one.black, "w")), None)
    return Reason(board.rule, None, (board.white, board.black), kind="colour") if board else None


def _barred(field: LimField, one: int, two: int) -> Reason:
    first, second = field.players[one], field.players[two]
    ranks = first.rank, second.rank
    if second.rank in first.opponents:
        return Reason("2.1", None, ranks, kind="barred", criterion="pairing.criterion.c1")
    if tuple(sorted(ranks)) in field.state.forbidden:
        return Reason("forbidden", None, ranks, kind="barred", criterion="pairing.criterion.forbidden")
    return Reason("2.1", None, ranks, kind="barred", criterion="pairing.criterion.c3")


def _bye(answer: Answer, found: LimRound, given: Mapping[int, Seat]) -> Reason | None:
    alone = [player for player in answer.state.entrants if given.get(player.rank, (None, None))[0] is None]
    barred = tuple(player.rank for player in alone if not player.bye_allowed)
    if barred:
        return Reason("1.1", None, barred, kind="bye", criterion="pairing.criterion.c2")
    if found.bye is None or [player.rank for player in alone] == [found.bye]:
        return None
    return Reason("1.1", None, (found.bye,), kind="bye-order")
