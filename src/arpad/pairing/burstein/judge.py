"""By what a given round is worse than the one that the Burstein system gives."""

from collections.abc import Iterator, Mapping

from arpad.pairing.burstein.engine import BursteinRound, bye_order
from arpad.pairing.burstein.rules import rules_of
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.judge import reason_of
from arpad.pairing.engines import Reason
from arpad.pairing.judging import wrong_bye
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState


def burstein_faults(
    state: PairingState, found: BursteinRound | None, given: Mapping[int, Seat]
) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye (C2, 3.1), then who may meet whom, then bracket by bracket."""
    rules = rules_of(state.system)
    if found is None:
        yield reason_of(Field(state), None, (), given, rules)
        return
    barred, other, early = map(rules.article, ("C.2", "bye", "bye-complete"))
    yield wrong_bye(state, found.bye, given, barred, other, (early, bye_order(state)))
    yield reason_of(found.field, found.brackets, (), given, rules)
