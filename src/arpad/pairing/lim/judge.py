"""By what a given round differs from the one that the Lim system gives."""

from collections.abc import Iterator, Mapping, Sequence

from arpad.pairing.engines import Reason
from arpad.pairing.judging import mates_of, wrong_bye
from arpad.pairing.lim.engine import LimGroup, LimRound
from arpad.pairing.lim.field import LimField
from arpad.pairing.lim.refusals import DEFECT_ARTICLES, LEAVING_ARTICLES, defects, floater_pairs, leaving_of
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState
from arpad.pairing.upfloating import Worse, first_worse


def lim_faults(state: PairingState, found: LimRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye, who may meet whom, then group by group."""
    field = LimField(state) if found is None else found.field
    mates = mates_of(field.players, given)
    if found is not None:
        yield wrong_bye(state, found.bye, given, "1.1", "1.1")
    for one, two in sorted(mates.items()):
        if not field.allowed[one] >> two & 1:
            yield barred(field, one, two)
    for group in found.groups if found is not None else ():
        yield _in_group(field, group, mates)


def _in_group(field: LimField, group: LimGroup, mates: Mapping[int, int]) -> Reason | None:
    """By what the given pairs of a group are worse: who leaves it, the colours that are due, or the order; None if they
    are those of the rules."""
    members = {*group.came, *group.residents}
    out = sorted(place for place in members if mates.get(place) not in members)
    if group.direction and not group.undone and out != sorted(group.out):
        return _wrong_floaters(field, group, out)
    if all(mates.get(one) == two for one, two in group.pairs):
        return None
    if group.undone or (out and not group.direction):
        return Reason("2.6", group.score, kind="order")
    if any(mates.get(one) != two for one, two in floater_pairs(group)):
        return Reason("3.8", group.score, kind="order")
    given = [(one, two) for one, two in mates.items() if one in members and one < two]
    below = group.direction < 0
    worse = first_worse(defects(field, given, below), defects(field, group.pairs, below))
    if worse is None or worse[1] < worse[2]:
        return Reason("4.2", group.score, kind="order")
    return _quality(group, DEFECT_ARTICLES[worse[0]], worse)


def _wrong_floaters(field: LimField, group: LimGroup, out: Sequence[int]) -> Reason:
    """2.3 and 3: too many players leave, or others than those who should."""
    if len(out) != len(group.out):
        return _quality(group, "2.3", ("floaters", len(out), len(group.out)))
    leaving = leaving_of(field, group)
    worse = first_worse(leaving.counts(out), leaving.counts(group.out))
    if worse is None or worse[1] < worse[2]:
        return Reason("3.3" if group.direction > 0 else "3.4", group.score, kind="order")
    return _quality(group, LEAVING_ARTICLES[worse[0]], worse)


def _quality(group: LimGroup, article: str, worse: Worse) -> Reason:
    name, given, best = worse
    return Reason(article, group.score, given=given, best=best, criterion=f"pairing.criterion-lim.{name}")


def barred(field: LimField, one: int, two: int) -> Reason:
    """2.1: why two players may not meet."""
    first, second = field.players[one], field.players[two]
    ranks = first.rank, second.rank
    if second.rank in first.opponents:
        return Reason("2.1", None, ranks, kind="barred", criterion="pairing.criterion.c1")
    if tuple(sorted(ranks)) in field.state.forbidden:
        return Reason("forbidden", None, ranks, kind="barred", criterion="pairing.criterion.forbidden")
    return Reason("2.1", None, ranks, kind="barred", criterion="pairing.criterion.c3")
