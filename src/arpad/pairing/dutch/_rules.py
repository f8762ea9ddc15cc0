"""What differs between the editions of the Dutch system, and how each calls its articles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from arpad.pairing._graph import Bracket, Field, Paired
from arpad.pairing._matching import Weights, mask_of
from arpad.pairing.dutch._criteria import Number, completes
from arpad.pairing.dutch._next_bracket import Costs, next_bracket, next_value
from arpad.pairing.dutch._solver import Costs2026
from arpad.pairing.state import points


class BracketCosts(Protocol):
    """The criteria of a bracket as one number."""

    upper: Number

    def weights(self) -> Weights: ...
    def value(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, int]]: ...


@dataclass(frozen=True, slots=True)
class CandidateVerdict:
    """`article` is what a candidate fails on, with `players` if it concerns some; `given` and `best` are the counts
    of the criterion if it has any. Articles without a count are named as in 2017."""

    article: str
    players: tuple[int, ...] = ()
    given: int | Fraction | None = None
    best: int | Fraction | None = None


@dataclass(frozen=True, slots=True)
class DutchRules:
    """An edition at work. `words` is the group of messages that name its criteria, `articles` how it numbers the
    articles of 2017, `counted` the criteria whose counts an explanation tells."""

    costs: Callable[[Field, Bracket], BracketCosts]
    unfit: Callable[[Field, Paired, Sequence[int]], CandidateVerdict | None]
    outlook: Callable[[Field, Bracket, Sequence[int]], list[int]]
    words: str
    pairs: str
    next: str
    colour: str
    counted: frozenset[str]
    articles: Mapping[str, str]


def _unfit_2017(field: Field, paired: Paired, floaters: Sequence[int]) -> CandidateVerdict | None:
    """C.2 and C.5 in the last bracket, C.4 in the penultimate one."""
    bracket = paired.bracket
    if bracket.kind == "last":
        if len(floaters) > len(paired.floaters):
            pairs = (len(bracket.players) - len(floaters)) // 2
            return CandidateVerdict("C.5", given=pairs, best=len(paired.pairs))
        barred = [member for member in floaters if not field.entrants[member].bye_allowed]
        if barred:
            return CandidateVerdict("C.2", tuple(barred))
    elif bracket.kind == "penultimate" and not completes(field, field.after(bracket.residents) | mask_of(floaters)):
        return CandidateVerdict("C.4", tuple(floaters))
    return None


def unfit_2026(field: Field, paired: Paired, floaters: Sequence[int]) -> CandidateVerdict | None:
    """C2, C4 and C5: the round can be completed, and the bye stays with the lowest score."""
    left = field.after(paired.bracket.residents) | mask_of(floaters)
    if paired.bracket.kind == "last" and len(floaters) == 1 and not field.entrants[floaters[0]].bye_allowed:
        return CandidateVerdict("C.2", (floaters[0],))
    if completes(field, left):
        return None
    other = Field(field.state)
    for score in sorted({member.score for member in field.entrants if field.bye is not None}):
        other.give_bye_to(score)
        if field.bye_score is not None and completes(other, left):
            return CandidateVerdict("C5", (), points(field.state, score), points(field.state, field.bye_score))
    return CandidateVerdict("C.4", tuple(floaters))


def _outlook_2017(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[int]:
    if bracket.kind != "normal":
        return []
    return [count for _, count in next_bracket(field, bracket, floaters)]


def outlook_2026(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[int]:
    """How many float from the next bracket, then their scores from high to low."""
    return next_value(field, floaters, bracket.below) if bracket.below else []


RULES = {
    "dutch-2017": DutchRules(
        Costs, _unfit_2017, _outlook_2017, "criterion", "C.5", "C.7", "C.10",
        frozenset(f"C.{number}" for number in range(8, 16)), {"impossible": "A.9"},
    ),
    "dutch-2026": DutchRules(
        Costs2026, unfit_2026, outlook_2026, "criterion-2026", "C6", "C8", "C12",
        frozenset(f"C{number}" for number in range(9, 18)),
        {
            "impossible": "1.9.3", "A.3": "1.3", "A.4": "1.4", "A.9": "1.9.3", "B.1": "3.1", "C.1": "C1", "C.2": "C2",
            "C.3": "C3", "C.4": "C4", "D.1": "4.2", "D.2": "4.3", "D.3": "4.4", "E.1": "5.2.1", "E.2": "5.2.2",
            "E.3": "5.2.3", "E.4": "5.2.4", "E.5": "5.2.5",
        },
    ),
}  # fmt: skip
