"""By what a given round is worse than the one that the manual's Burstein system gives."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from arpad.pairing.burstein_manual.engine import ManualGroup, ManualRound
from arpad.pairing.burstein_manual.rules import article
from arpad.pairing.dutch.criteria.c10_c11 import denied
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason
from arpad.pairing.judging import mates_of, wrong_bye, wrong_pair
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState

COLOURS = "pairing.criterion-burstein.c8"


def manual_faults(state: PairingState, found: ManualRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye, who may meet whom, then group by group."""
    field = Field(state) if found is None else found.field
    mates = mates_of(field.entrants, given)
    if found is not None:
        yield wrong_bye(state, found.bye, given, article("bye-barred"), article("bye"))
    yield wrong_pair(field, mates, article)
    for group in found.groups if found is not None else ():
        yield _group(field, group, mates)


def without_colour(field: Field, pairs: Iterable[Collection[int]]) -> int:
    """6.5: return how many players of some pairs do not get their colour."""
    return sum(denied(field.entrants[min(pair)], field.entrants[max(pair)]) for pair in pairs)


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
    given, best = without_colour(field, pairs), without_colour(field, group.pairs)
    if given != best:
        return Reason(article("colours"), score, (), given, best, criterion=COLOURS)
    return Reason(article("fold"), score, kind="order")
