"""By what a given round is worse than the one that the Dubov system gives."""

from collections.abc import Mapping

from arpad.pairing.dubov.engine import DubovRound, bye_order
from arpad.pairing.dubov.rules import article, words
from arpad.pairing.dubov.shifts import DubovBracket
from arpad.pairing.dubov.upfloaters import DubovSearch, player_at
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import CandidateVerdict
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.engines import Reason
from arpad.pairing.rounds import Answer, Pairing, Seat
from arpad.pairing.systems import SwissSystem
from arpad.pairing.upfloating import Scoregroup, first_worse


def reason_of(answer: Answer, found: DubovRound | None, given: Mapping[int, Seat]) -> Reason | None:
    """Return the first rule that the given round fails: the bye, the upfloaters, the pairs, the colours."""
    system = answer.state.system
    field = Field(answer.state) if found is None else found.field
    place = {player.rank: at for at, player in enumerate(field.entrants)}
    mates = {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}
    if found is not None and isinstance(answer, Pairing) and (wrong := _bye(answer, found, given)) is not None:
        return wrong
    verdict = illegal(field, sorted((one, two) for one, two in mates.items() if one < two))
    if verdict is not None:
        return _barred(system, field, verdict)
    if found is None or not isinstance(answer, Pairing):
        return None
    for group, bracket in found.groups:
        if (worse := _group(system, field, group, bracket, mates)) is not None:
            return worse
    board = next((one for one in answer.boards if given.get(one.white) != (one.black, "w")), None)
    return Reason(board.rule, None, (board.white, board.black), kind="colour") if board else None


def _barred(system: SwissSystem, field: Field, verdict: CandidateVerdict) -> Reason:
    ranks = tuple(field.entrants[place].rank for place in verdict.players)
    name = verdict.article.replace(".", "")
    return Reason(article(system, name), None, ranks, kind="barred", criterion=f"pairing.criterion.{name.lower()}")


def _bye(answer: Pairing, found: DubovRound, given: Mapping[int, Seat]) -> Reason | None:
    """C2, and 3.1: the bye of somebody else."""
    system = answer.state.system
    alone = [player for player in answer.state.entrants if given.get(player.rank, (None, None))[0] is None]
    barred = tuple(player.rank for player in alone if not player.bye_allowed)
    if barred:
        return Reason(article(system, "C2"), None, barred, kind="bye", criterion="pairing.criterion.c2")
    if found.bye is None or [player.rank for player in alone] == [found.bye]:
        return None
    order = bye_order(answer.state)
    early = any(order.index(player.rank) < order.index(found.bye) for player in alone)
    return Reason(article(system, "bye-complete" if early else "bye"), None, (found.bye,), kind="bye-order")


def _group(
    system: SwissSystem, field: Field, group: Scoregroup, bracket: DubovBracket, mates: Mapping[int, int]
) -> Reason | None:
    score = field.scores[group.residents[0]]
    residents = set(group.residents)
    came = tuple(place for place in group.lower if mates.get(place) in residents)
    if set(came) != set(bracket.upfloaters):
        return _upfloaters(system, field, group, bracket, came)
    members = {*group.residents, *came}
    pairs = {frozenset((place, mates[place])) for place in members if mates.get(place) in members}
    if pairs == {frozenset(pair) for pair in bracket.pairs}:
        return None
    given, best = (
        sum(same_preference(field, *pair) for pair in some)
        for some in ([tuple(sorted(pair)) for pair in pairs], bracket.pairs)
    )
    if given != best:
        return Reason(article(system, "C7"), score, (), given, best, criterion=words("C7"))
    s1 = set(bracket.s1)
    across = all(len(pair & s1) == 1 for pair in pairs)
    return Reason(article(system, "transposition" if across else "shifters"), score, kind="order")


def same_preference(field: Field, one: int, two: int) -> bool:
    """C7: whether one of two players cannot get the colour."""
    return player_at(field, one).preference.colour == player_at(field, two).preference.colour


def _upfloaters(
    system: SwissSystem, field: Field, group: Scoregroup, bracket: DubovBracket, came: tuple[int, ...]
) -> Reason:
    score = field.scores[group.residents[0]]
    search = DubovSearch(field, group)
    given, best = search.value(came, only=True), search.value(bracket.upfloaters, only=True)
    if given is None or best is None:
        ranks = tuple(field.entrants[place].rank for place in came)
        return Reason(article(system, "C4"), score, ranks, kind="completion")
    worse = first_worse(given, best)
    if worse is None:
        ranks = tuple(field.entrants[place].rank for place in bracket.upfloaters)
        return Reason(article(system, "upfloaters"), score, ranks, kind="upfloaters")
    return Reason(article(system, worse[0]), score, (), *worse[1:], criterion=words(worse[0]))
