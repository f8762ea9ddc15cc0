"""By what a given round is worse than the one that the manual's Burstein system gives."""

from collections.abc import Mapping

from arpad.pairing.burstein_manual.engine import ManualGroup, ManualRound
from arpad.pairing.burstein_manual.rules import article
from arpad.pairing.dutch.criteria.c10_c11 import denied
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.engines import Reason
from arpad.pairing.explain import key
from arpad.pairing.rounds import Answer, Pairing, Seat

COLOURS = "pairing.criterion-burstein.c8"


def reason_of(answer: Answer, found: ManualRound | None, given: Mapping[int, Seat]) -> Reason | None:
    """Return the first rule that the given round fails: the bye, who may meet whom, group by group, colours."""
    field = Field(answer.state) if found is None else found.field
    place = {player.rank: at for at, player in enumerate(field.entrants)}
    mates = {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}
    if found is not None and (wrong := _bye(answer, found, given)) is not None:
        return wrong
    verdict = illegal(field, sorted((one, two) for one, two in mates.items() if one < two))
    if verdict is not None:
        ranks = tuple(field.entrants[at].rank for at in verdict.players)
        words = f"pairing.criterion.{key(verdict.article)}"
        return Reason(article(verdict.article), None, ranks, kind="barred", criterion=words)
    if found is None or not isinstance(answer, Pairing):
        return None
    for group in found.groups:
        if (worse := _group(field, group, mates)) is not None:
            return worse
    board = next((one for one in answer.boards if given.get(one.white) != (one.black, "w")), None)
    return Reason(board.rule, None, (board.white, board.black), kind="colour") if board else None


def _bye(answer: Answer, found: ManualRound, given: Mapping[int, Seat]) -> Reason | None:
    alone = [player for player in answer.state.entrants if given.get(player.rank, (None, None))[0] is None]
    barred = tuple(player.rank for player in alone if not player.bye_allowed)
    if barred:
        return Reason(article("bye-barred"), None, barred, kind="bye", criterion="pairing.criterion.c2")
    if found.bye is None or [player.rank for player in alone] == [found.bye]:
        return None
    return Reason(article("bye"), None, (found.bye,), kind="bye-order")


def _group(field: Field, group: ManualGroup, mates: Mapping[int, int]) -> Reason | None:
    """Fewer pairs in the group, more players without their colour, or a later order."""
    members = set(group.order)
    pairs = {frozenset((one, mates[one])) for one in members if mates.get(one) in members}
    if pairs == {frozenset(pair) for pair in group.pairs}:
        return None
    score = field.scores[group.order[-1]] if group.came is None else min(field.scores[at] for at in group.order)
    if len(pairs) < len(group.pairs):
        words = "pairing.criterion-burstein.c5"
        return Reason(article("float"), score, (), len(pairs), len(group.pairs), criterion=words)
    given, best = (
        sum(denied(field.entrants[min(pair)], field.entrants[max(pair)]) for pair in some)
        for some in (pairs, group.pairs)
    )
    if given != best:
        return Reason(article("colours"), score, (), given, best, criterion=COLOURS)
    return Reason(article("fold"), score, kind="order")
