"""By what a given round differs from the one that the Dubov system of 1997 gives."""

from collections.abc import Mapping

from arpad.pairing.dubov_manual.engine import OldDubovGroup, OldDubovRound
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.engines import Reason
from arpad.pairing.matching.cardinality import bits
from arpad.pairing.rounds import Answer, Pairing, Seat

BARRING = {"C.1": "2", "C.3": "2"}


def reason_of(answer: Answer, found: OldDubovRound | None, given: Mapping[int, Seat]) -> Reason | None:
    """Return the first rule that the given round fails: the bye, who may meet whom, group by group, colours."""
    field = Field(answer.state) if found is None else found.field
    place = {player.rank: at for at, player in enumerate(field.entrants)}
    mates = {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}
    if found is not None and (wrong := _bye(answer, found, given)) is not None:
        return wrong
    verdict = illegal(field, sorted((one, two) for one, two in mates.items() if one < two))
    if verdict is not None:
        ranks = tuple(field.entrants[one].rank for one in verdict.players)
        criterion = f"pairing.criterion.{verdict.article.lower().replace('.', '')}"
        return Reason(BARRING.get(verdict.article, verdict.article), None, ranks, kind="barred", criterion=criterion)
    if found is None or not isinstance(answer, Pairing):
        return None
    for group in found.groups:
        if (worse := _group(field, group, mates)) is not None:
            return worse
    board = next((one for one in answer.boards if given.get(one.white) != (one.black, "w")), None)
    return Reason(board.rule, None, (board.white, board.black), kind="colour") if board else None


def _bye(answer: Answer, found: OldDubovRound, given: Mapping[int, Seat]) -> Reason | None:
    alone = [player for player in answer.state.entrants if given.get(player.rank, (None, None))[0] is None]
    barred = tuple(player.rank for player in alone if not player.bye_allowed)
    if barred:
        return Reason("2", None, barred, kind="bye", criterion="pairing.criterion.c2")
    if found.bye is None or [player.rank for player in alone] == [found.bye]:
        return None
    return Reason("4", None, (found.bye,), kind="bye-order")


def _group(field: Field, group: OldDubovGroup, mates: Mapping[int, int]) -> Reason | None:
    """8.2, then 7.1 and 7.2, then 6.4 and 6.3."""
    score = field.scores[(group.residents or group.came)[0]]
    if any(mates.get(one) != two for one, two in group.floater_pairs):
        return Reason("8.2", score, kind="order")
    residents = set(group.residents)
    up = {place for place in bits(group.waiting) if field.scores[place] < score and mates.get(place) in residents}
    for transfer in group.transfers:
        if transfer.place is not None and transfer.place not in up:
            return Reason(transfer.article, score, (field.entrants[transfer.place].rank,), kind="upfloaters")
    kept = {*group.white, *group.black}
    if any(mates.get(place) not in kept for place in kept):
        return Reason("6.4", score, kind="order")
    return None if all(mates.get(one) == two for one, two in group.pairs) else Reason("6.3", score, kind="order")
