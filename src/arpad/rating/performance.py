"""Rp, the performance rating (B.01 1.4.7 to 1.4.9): the average of the opponents plus dp."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.domain import PlayerGame, points
from arpad.rating.rounding import half_up
from arpad.regulations import Article
from arpad.regulations.tables import dp
from arpad.trail import Step, Trail

SOURCE = "manual-2023-b01"
AT_EXTREMES = 800


@dataclass(frozen=True, slots=True)
class PerformanceRating:
    """Rp with its parts: Ra rounded, p in hundredths, dp."""

    games: int
    score: int
    exact_average: Fraction
    average: int
    percentage: int
    dp: int
    performance: int
    steps: Trail


def performance_rating(games: Sequence[PlayerGame]) -> PerformanceRating | None:
    """The performance over the games played against rated opponents; None where there are none."""
    counted = [game for game in games if game.played and game.opponent is not None]
    if not counted:
        return None
    n, score = len(counted), sum(game.score for game in counted)
    exact = Fraction(sum(game.opponent or 0 for game in counted), n)
    average = half_up(exact.numerator, exact.denominator)
    percentage = half_up(50 * score, n)
    difference = dp(percentage, AT_EXTREMES)
    assert difference is not None
    return PerformanceRating(
        n,
        score,
        exact,
        average,
        percentage,
        difference,
        average + difference,
        (
            Step(Article("1.4.7", SOURCE), "performance.average", {"n": n, "exact": exact}, average),
            Step(
                Article("1.4.9", SOURCE),
                "initial.dp",
                {"score": points(score), "games": n, "percentage": percentage},
                difference,
            ),
            Step(
                Article("1.4.8", SOURCE), "performance.rp", {"average": average, "dp": difference}, average + difference
            ),
        ),
    )
