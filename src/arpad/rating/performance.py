"""Rp, the performance rating (B.01 1.4.7 to 1.4.9): the average of the opponents plus dp."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arpad.documents.document import Document, shows
from arpad.documents.schema import HalfPoints
from arpad.documents.steps import Reasons, Step
from arpad.domain.event import HALF_POINTS_OF, OVER_THE_BOARD, Event
from arpad.domain.games import PlayerGame, points
from arpad.rating.inputs import check_games
from arpad.rating.results import half_up, rounded
from arpad.regulations.rating_rules import dp, performance_rules


class PerformanceRating(Document, frozen=True):
    """Rp with its parts: Ra rounded, p in hundredths, dp."""

    shown = shows("average", "average_exact", "percentage", "dp", "performance", "games_counted", "steps")
    games_counted: int
    score: HalfPoints
    exact_average: Fraction
    average: int
    percentage: int
    dp: int
    performance: int
    steps: Reasons

    @property
    def average_exact(self) -> str:
        return str(self.exact_average)


def performance_in(
    event: Event, number: int, ratings: Mapping[int, int | None] | None = None
) -> PerformanceRating | None:
    """Return the performance of a player over the games of an event, against the ratings that the report gives or
    against others; None without a game against somebody rated."""
    player, known = event.player(number), ratings or {other.rank: other.rating for other in event.players}
    cells = () if player is None else player.rounds
    games = [
        PlayerGame(known.get(cell.opponent), HALF_POINTS_OF[cell.result])
        for cell in cells
        if cell.opponent is not None and cell.result in OVER_THE_BOARD
    ]
    return performance_rating(games)


def performance_rating(games: Sequence[PlayerGame]) -> PerformanceRating | None:
    """Return the performance over the games played against rated opponents; None if there are none."""
    check_games(games)
    counted = [game for game in games if game.played and game.opponent is not None]
    if not counted:
        return None
    rules = performance_rules()
    n, score = len(counted), sum(game.score for game in counted)
    exact = Fraction(sum(game.opponent or 0 for game in counted), n)
    average = rounded(rules.average_rounding.value, exact)
    percentage = half_up(50 * score, n)
    difference = dp(percentage, rules.dp_at_extremes.value)
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
            Step(rules.average_rounding.article, "performance.average", {"n": n, "exact": exact}, average),
            Step(
                rules.dp_at_extremes.article,
                "initial.dp",
                {"score": points(score), "games": n, "percentage": percentage},
                difference,
            ),
            Step(rules.formula.article, "performance.rp", {"average": average, "dp": difference}, average + difference),
        ),
    )
