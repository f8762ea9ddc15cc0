"""Ru: the value of one event, or of all events together, for a player without a rating."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arpad.documents.steps import Step, Trail
from arpad.domain.games import points
from arpad.rating.rounding import rounded
from arpad.rating.symbols import newcomer_average
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Above, At, BelowRoundRobin, Rule, dp


@dataclass(frozen=True, slots=True)
class Performance:
    """The value of a result. `value` is None if dp is indeterminate."""

    average: Fraction
    percentage: int
    dp: int | None
    bonus: Fraction | None
    value: Fraction | None
    steps: Trail


@dataclass(frozen=True, slots=True)
class _Result:
    """W half points of n games against an average; `opponents` is n of a round robin, None elsewhere."""

    average: Fraction
    games: int
    score: int
    percentage: int
    opponents: int | None


@dataclass(frozen=True, slots=True)
class _Added:
    """What is added to the average; None if it is indeterminate."""

    value: Fraction | None
    steps: Trail
    dp: int | None = None
    bonus: Fraction | None = None


def performance(edition: Edition, total: Fraction, games: int, score: int, opponents: int | None = None) -> Performance:
    """Ru from the sum of the opponents' ratings, the games and the score in half points.

    `opponents` is n, the number of opponents, if the result is one round robin counted as such; otherwise None.
    """
    rules = edition.initial
    fictitious, rating = rules.fictitious_opponents.value, rules.fictitious_rating.value or 0
    n, w = games + fictitious, score + fictitious
    average = (total + fictitious * rating) / n
    percentage = rounded(edition.conversion.percentage_rounding.value, Fraction(50 * w, n))
    rule: Rule[Above | At | BelowRoundRobin] = rules.at_half
    if w > n:
        rule = rules.above_half
    elif w < n:
        rule = rules.below_half if opponents is None else rules.below_half_round_robin
    added = METHODS[rule.value](edition, rule.article, _Result(average, n, w, percentage, opponents))
    value, symbol = None if added.value is None else average + added.value, newcomer_average(edition)
    steps = (*_average_steps(edition, games, w, average, opponents), *added.steps)
    if value is not None and value != average:
        steps = (
            *steps,
            Step(rule.article, "initial.ru", {"average": average, "added": added.value, "symbol": symbol}, value),
        )
    return Performance(average, percentage, added.dp, added.bonus, value, steps)


def _average_steps(edition: Edition, games: int, score: int, average: Fraction, opponents: int | None) -> Trail:
    """Return the step for the average; the average of a round robin is explained elsewhere."""
    rules = edition.initial
    count = rules.fictitious_opponents
    inputs: dict[str, object]
    if count.value:
        rating = rules.fictitious_rating.value
        inputs = {"count": count.value, "rating": rating, "games": games + count.value, "score": points(score)}
        inputs["symbol"] = newcomer_average(edition)
        return (Step(count.article, "initial.average-fictitious", inputs, average),)
    if opponents is None:
        inputs = {"n": games, "symbol": newcomer_average(edition)}
        return (Step(rules.average.article, "initial.average", inputs, average),)
    return ()


def by_average(edition: Edition, article: Article, result: _Result) -> _Added:
    """10.22, 8.2.3: at 50% Ru is the average."""
    inputs = {"symbol": newcomer_average(edition)}
    return _Added(Fraction(0), (Step(article, "initial.at-half", inputs, result.average),), dp=0)


def by_bonus(edition: Edition, article: Article, result: _Result) -> _Added:  # noqa: ARG001  (a method's signature)
    """10.23, 8.24, 8.2.3 of 2022: above 50%, a bonus for every half point."""
    rule = edition.initial.bonus
    assert rule.value is not None
    halves = result.score - result.games
    bonus = halves * rule.value
    return _Added(
        bonus, (Step(rule.article, "initial.bonus", {"halves": halves, "each": rule.value}, bonus),), bonus=bonus
    )


def by_dp(edition: Edition, article: Article, result: _Result) -> _Added:  # noqa: ARG001  (a method's signature)
    """10.24, 8.25, 8.2.3: dp of the percentage."""
    difference = dp(result.percentage, edition.conversion.dp_at_extremes.value)
    inputs = {"score": points(result.score), "games": result.games, "percentage": result.percentage}
    what = "initial.indeterminate" if difference is None else "initial.dp"
    steps = (Step(edition.conversion.dp.article, what, inputs, difference),)
    return _Added(None if difference is None else Fraction(difference), steps, dp=difference)


def by_reduced_dp(edition: Edition, article: Article, result: _Result) -> _Added:
    """10.25, 8.26: below 50% in a round robin, dp × n/(n+1)."""
    whole = by_dp(edition, article, result)
    if whole.dp is None or result.opponents is None:
        return whole
    n = result.opponents
    reduced = Fraction(whole.dp * n, n + 1)
    step = Step(article, "initial.dp-reduced", {"dp": whole.dp, "n": n, "n1": n + 1}, reduced)
    return _Added(reduced, (*whole.steps, step), dp=whole.dp)


METHODS: Mapping[Above | At | BelowRoundRobin, Callable[[Edition, Article, _Result], _Added]] = {
    "average": by_average,
    "bonus": by_bonus,
    "dp": by_dp,
    "dp-reduced": by_reduced_dp,
}
