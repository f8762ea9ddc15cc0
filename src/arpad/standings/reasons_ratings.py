"""The reasons of tie-breaks by ratings (art. 10)."""

from fractions import Fraction

from arpad.documents.steps import Step
from arpad.standings.codes import TieBreak
from arpad.standings.rating_breaks import (
    average_of_opponents,
    counted_ratings,
    expected_hundredths,
    missed_rounds,
    opponents_code,
    perfect_performance,
    rated_games,
    tournament_performance,
)
from arpad.standings.telling import Telling


def average_rating_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """ARO: the ratings, those that are cut, their sum over their number."""
    calculation = telling.calculation
    ratings, left_out = counted_ratings(calculation, tie_break, number)
    steps = []
    if left_out:
        cut = ", ".join(map(str, left_out))
        steps.append(Step(telling.table.edition.ratings.cut.article, "standings.ratings-cut", {}, cut))
    most, missed = telling.table.edition.ratings.most_missed, missed_rounds(calculation, number)
    if most.value is not None and missed > most.value:
        steps.append(Step(most.article, "standings.missed", {"most": most.value}, missed))
    if not ratings:
        return telling.step(tie_break, "undefined", number, {}, steps)
    return telling.step(tie_break, "ratings", number, {"addends": tuple(ratings), "count": len(ratings)}, steps)


def performance_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """TPR: the average, the percentage and dp."""
    article = telling.article(tie_break)
    made = tournament_performance(rated_games(telling.calculation, tie_break, number))
    if made is None:
        return telling.step(tie_break, "undefined", number, {})
    inputs = {
        "code": tie_break.code,
        "average": made.average,
        "points": Fraction(made.half, 2),
        "games": made.games,
        "percentage": made.percentage,
        "dp": made.dp,
    }
    return Step(article, "standings.performance", inputs, made.rating)


def perfect_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """PTP: the expectation at the value, and one point below it."""
    article = telling.article(tie_break)
    games = rated_games(telling.calculation, tie_break, number)
    value = perfect_performance(games)
    if value is None:
        return telling.step(tie_break, "undefined", number, {})
    ratings = [game.rating for game in games]
    points = Fraction(sum(game.half for game in games), 2)
    inputs = {
        "code": tie_break.code,
        "points": points,
        "lowest": min(ratings),
        "expected": Fraction(expected_hundredths(value, ratings), 100),
        "below": Fraction(expected_hundredths(value - 1, ratings), 100),
    }
    return Step(article, "standings.perfect" if points else "standings.perfect-zero", inputs, value)


def opponents_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """APRO, APPO: the values of the opponents."""
    basis, article = opponents_code(tie_break), telling.article(tie_break)
    games = rated_games(telling.calculation, tie_break, number)
    steps = telling.opponents_values(basis, (game.opponent for game in games))
    value = average_of_opponents(telling.calculation, tie_break).values[number]
    what = "standings.mean" if games else "standings.nobody-met"
    inputs = {"code": tie_break.code, "count": len(games), "of": basis.code}
    return Step(article, what, inputs, value, steps)


RATING_REASONS = {
    "ARO": average_rating_step,
    "TPR": performance_step,
    "PTP": perfect_step,
    "APRO": opponents_step,
    "APPO": opponents_step,
}
