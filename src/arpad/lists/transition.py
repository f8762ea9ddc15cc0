"""The change made once to every rating when an edition comes into force: a named step, never a silent edit."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from arpad.documents.steps import Explanation, Step
from arpad.rating.columns import Numbers, by_case
from arpad.rating.results import rounded
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Transition, TransitionMethod


def compress_below(rules: Transition, rating: int, standard: int | None) -> Fraction:  # noqa: ARG001  (a policy's signature)
    """1 March 2024, all three lists: a rating below 2000 becomes R + 0.40 × (2000 − R)."""
    below, factor = rules.below.value or 0, rules.factor.value or Fraction(0)
    return rating + factor * (below - rating) if rating < below else Fraction(rating)


def raise_to_standard(rules: Transition, rating: int, standard: int | None) -> Fraction:
    """1 October 2022, rapid and blitz: a rating more than 100 below the standard one is raised to standard − 100."""
    if standard is None:
        return Fraction(rating)
    return Fraction(max(rating, standard - (rules.distance.value or 0)))


TRANSITIONS: Mapping[TransitionMethod, Callable[[Transition, int, int | None], Fraction]] = {
    "compress-below": compress_below,
    "raise-to-standard": raise_to_standard,
}


def transitions_between(editions: Iterable[Edition], after: dt.date, until: dt.date) -> list[Edition]:
    """Return the editions with a transition that came into force after one day and by another, in their order."""
    found = (edition for edition in editions if edition.transition is not None and after < edition.effective <= until)
    return sorted(found, key=lambda edition: edition.effective)


def apply_transition(edition: Edition, rating: int, standard: int | None = None) -> tuple[int, Explanation]:
    """Return a rating of the last list before the edition as the edition takes it over."""
    rules = edition.transition
    if rules is None:
        return rating, ()
    value = rounded(rules.rounding.value, TRANSITIONS[rules.method.value](rules, rating, standard))
    inputs = {
        "rating": rating,
        "below": rules.below.value,
        "factor": rules.factor.value,
        "distance": rules.distance.value,
        "standard": standard,
    }
    return value, (Step(rules.method.article, f"transition.{rules.method.value}", inputs, value),)


def transition_column(edition: Edition, rating: Numbers, *standard: Numbers) -> Numbers:
    """Return the ratings of a list as the edition takes them over; 0 for none. `standard`: if there is such a list."""

    def taken_over(value: int, beside: int = 0) -> int:
        return apply_transition(edition, value, beside or None)[0] if value else 0

    return by_case(taken_over, rating, *standard)
