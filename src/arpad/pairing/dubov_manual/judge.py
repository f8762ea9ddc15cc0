"""By what a given round differs from the one that the Dubov system of 1997 gives."""

from collections.abc import Iterator, Mapping

from arpad.pairing.dubov_manual.engine import OldDubovGroup, OldDubovRound
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason
from arpad.pairing.judging import mates_of, wrong_bye, wrong_pair
from arpad.pairing.matching.cardinality import bits
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState

BARRING = {"C.1": "2", "C.3": "2"}


def old_dubov_faults(
    state: PairingState, found: OldDubovRound | None, given: Mapping[int, Seat]
) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye, who may meet whom, then group by group."""
    field = Field(state) if found is None else found.field
    mates = mates_of(field.entrants, given)
    if found is not None:
        yield wrong_bye(state, found.bye, given, barred="2", other="4")
    yield wrong_pair(field, mates, lambda name: BARRING.get(name, name))
    for group in found.groups if found is not None else ():
        yield _group(field, group, mates)


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
