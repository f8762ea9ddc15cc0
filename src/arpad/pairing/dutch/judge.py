"""By what a given round is worse than the one that the rules give."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import CandidateVerdict, DutchRules, rules_of
from arpad.pairing.dutch.verdict import compare, illegal
from arpad.pairing.engines import Reason, ReasonKind
from arpad.pairing.explain import key
from arpad.pairing.judging import mates_of, wrong_colour
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.rounds import Board, Seat

KINDS: Mapping[str, ReasonKind] = {
    "C.1": "barred", "C.2": "bye", "C.3": "barred", "C.4": "completion", "forbidden": "barred", "D.1": "order",
    "D.2": "order", "D.3": "order",
}  # fmt: skip


def reason_of(
    field: Field,
    brackets: Sequence[Paired] | None,
    boards: Sequence[Board],
    given: Mapping[int, Seat],
    rules: DutchRules | None = None,
) -> Reason | None:
    """Return the criterion by which the given pairing is worse; without `brackets` the round cannot be paired."""
    rules = rules or rules_of(field.state.system)
    pairs = sorted((one, two) for one, two in mates_of(field.entrants, given).items() if one < two)
    barred = illegal(field, pairs)
    if brackets is None:
        return None if barred is None else _reason(rules, field, barred, None)
    barred_from_bye = tuple(
        place
        for place, player in enumerate(field.entrants)
        if given.get(player.rank, (None, None))[0] is None and not player.bye_allowed
    )
    if barred_from_bye:
        return _reason(rules, field, CandidateVerdict("C.2", barred_from_bye), None)
    if barred is not None:
        return _reason(rules, field, barred, None)
    if (found := _first_worse(rules, field, brackets, pairs)) is not None:
        return found
    wrong = wrong_colour(boards, given)
    return None if wrong is None else replace(wrong, article=rules.article(wrong.article))


def _first_worse(
    rules: DutchRules, field: Field, brackets: Sequence[Paired], pairs: list[tuple[int, int]]
) -> Reason | None:
    rest = field.everybody
    for paired in brackets:
        players = set(paired.bracket.players)
        rest &= ~mask_of(paired.bracket.players)
        inside = [pair for pair in pairs if pair[0] in players and pair[1] in players]
        if inside != list(paired.pairs):
            score = field.scores[paired.bracket.residents[-1]]
            return _reason(rules, field, compare(field, paired, inside, rest, rules), score)
        rest |= mask_of(paired.floaters)
    return None


def _reason(rules: DutchRules, field: Field, verdict: CandidateVerdict, score: int | None) -> Reason:
    return Reason(
        rules.article(verdict.article),
        score,
        tuple(field.entrants[place].rank for place in verdict.players),
        verdict.given,
        verdict.best,
        KINDS.get(verdict.article, "quality"),
        criterion_key(rules, verdict.article),
    )


def criterion_key(rules: DutchRules, article: str) -> str:
    """Return the key of the words for a criterion: those of 2017, if it is not one that an edition counts."""
    group = "criterion" if article in KINDS else rules.words
    return f"pairing.{group}.{key(article)}"
