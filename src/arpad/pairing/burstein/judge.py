"""By what a given round is worse than the one that the Burstein system gives."""

from collections.abc import Mapping

from arpad.pairing.burstein.engine import BursteinRound, bye_order
from arpad.pairing.burstein.rules import rules_of
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.judge import reason_of as reason_in_brackets
from arpad.pairing.engines import Reason
from arpad.pairing.judging import wrong_bye
from arpad.pairing.rounds import Answer, Pairing, Seat


def reason_of(answer: Answer, found: BursteinRound | None, given: Mapping[int, Seat]) -> Reason | None:
    """Return the first rule that the given round fails: the bye, then bracket by bracket, then colours."""
    rules = rules_of(answer.state.system)
    if found is None or not isinstance(answer, Pairing):
        return reason_in_brackets(Field(answer.state), None, (), given, rules)
    if (wrong := _bye(answer, found, given)) is not None:
        return wrong
    return reason_in_brackets(found.field, found.brackets, answer.boards, given, rules)


def _bye(answer: Pairing, found: BursteinRound, given: Mapping[int, Seat]) -> Reason | None:
    """C2, and 3.1: the bye of somebody else."""
    barred, other, early = map(rules_of(answer.state.system).article, ("C.2", "bye", "bye-complete"))
    return wrong_bye(answer, found.bye, given, barred, other, (early, bye_order(answer.state)))
