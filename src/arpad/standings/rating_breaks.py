"""Tie-breaks by the opponents' ratings (art. 10). Scores are 1, ½ and 0, whatever the event gives for them."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from arpad.domain.rating_list import MOST_COMPUTED
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import BEYOND, dp, pd, performance_rules
from arpad.standings.calculation import Calculation, TieBreakColumn
from arpad.standings.codes import TieBreak
from arpad.standings.model import NOTHING
from arpad.standings.own_results import is_game

FAR = 2 * MOST_COMPUTED
EXPECTED = tuple([pd(difference) for difference in range(-FAR, FAR + 1)])
"""8.1.2: the expected score in hundredths for every difference there can be, from the least to the greatest."""


class RatedGame(NamedTuple):
    """A game for the averages: the opponent's rating, the half points, the opponent."""

    rating: int
    half: int
    opponent: int


def rated_games(calculation: Calculation, tie_break: TieBreak, number: int) -> list[RatedGame]:
    """The games played over the board against rated opponents, or those that /U gives a rating."""
    games = calculation.once(("rated", tie_break.unrated), lambda: _all_rated(calculation, tie_break.unrated))
    return games[number]


def _all_rated(calculation: Calculation, unrated: int | None) -> dict[int, list[RatedGame]]:
    contestants = calculation.contestants
    ratings = {number: contestant.rating or unrated for number, contestant in contestants.items()}
    return {
        number: [
            RatedGame(rating, record.half, record.opponent)
            for record in contestant.records
            if record.opponent is not None
            and is_game(calculation, record, "ratings")
            and (rating := ratings[record.opponent]) is not None
        ]
        for number, contestant in contestants.items()
    }


def missed_rounds(calculation: Calculation, number: int) -> int:
    """How many rounds were not played."""
    return sum(
        record.kind not in NOTHING and not is_game(calculation, record, "ratings")
        for record in calculation.contestants[number].records
    )


def counted_ratings(calculation: Calculation, tie_break: TieBreak, number: int) -> tuple[list[int], list[int]]:
    """The ratings that the average takes, and those that it cuts. Annex III: each unplayed round uses up one cut."""
    ratings = sorted(game.rating for game in rated_games(calculation, tie_break, number))
    low, high = tie_break.low + tie_break.median, tie_break.median
    if calculation.edition.ratings.cut.value == "unplayed-first":
        low = max(0, low - missed_rounds(calculation, number))
    end = max(len(ratings) - high, low)
    return ratings[low:end], ratings[:low] + ratings[end:]


def average_rating(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """10.1: the average rating of the opponents, rounded half up. Annex III: players who missed too many rounds come
    after all others."""
    found = {}
    for number in calculation.contestants:
        ratings, _ = counted_ratings(calculation, tie_break, number)
        found[number] = half_up(sum(ratings), len(ratings)) if ratings else None
    most = calculation.edition.ratings.most_missed.value
    if most is None:
        return TieBreakColumn(found)
    keys = {
        number: None if value is None else (missed_rounds(calculation, number) <= most, value)
        for number, value in found.items()
    }
    return TieBreakColumn(found, 1, keys)


class TournamentPerformance(NamedTuple):
    """TPR with its parts: the average, the score in half points over the games, p in hundredths, dp."""

    average: int
    half: int
    games: int
    percentage: int
    dp: int

    @property
    def rating(self) -> int:
        return self.average + self.dp


def tournament_performance(games: Sequence[RatedGame]) -> TournamentPerformance | None:
    """10.2: the average plus the dp of the percentage, which is rounded half up."""
    if not games:
        return None
    half, count = sum(game.half for game in games), len(games)
    average = half_up(sum(game.rating for game in games), count)
    percentage = half_up(50 * half, count)
    difference = dp(percentage, performance_rules().dp_at_extremes.value)
    assert difference is not None
    return TournamentPerformance(average, half, count, percentage, difference)


def performance(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """10.2: the tournament performance rating."""
    found = {}
    for number in calculation.contestants:
        made = tournament_performance(rated_games(calculation, tie_break, number))
        found[number] = None if made is None else made.rating
    return TieBreakColumn(found)


def expected_hundredths(rating: int, opponents: Sequence[int]) -> int:
    """8.1.2: the expected score of a rating against opponents, in hundredths, without a limit of 400."""
    place = rating + FAR
    return sum([EXPECTED[place - opponent] for opponent in opponents])


def perfect_performance(games: Sequence[RatedGame]) -> int | None:
    """10.3: the lowest rating whose expected score is the score made; without points the lowest opponent less 800."""
    if not games:
        return None
    ratings = sorted(game.rating for game in games)
    wanted = 50 * sum(game.half for game in games)
    lowest = ratings[0] - performance_rules().dp_at_extremes.value
    if not wanted:
        return lowest
    candidates = range(lowest, ratings[-1] + BEYOND + 1)
    return candidates[bisect_left(candidates, wanted, key=lambda rating: expected_hundredths(rating, ratings))]


def perfect(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """10.3: the perfect tournament performance."""
    return TieBreakColumn(
        {number: perfect_performance(rated_games(calculation, tie_break, number)) for number in calculation.contestants}
    )


def average_of_opponents(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """10.4, 10.5: the average TPR or PTP of the opponents met, rounded half up."""
    values = calculation.column(opponents_code(tie_break)).values
    found = {}
    for number in calculation.contestants:
        met = [values[game.opponent] for game in rated_games(calculation, tie_break, number)]
        defined = [value for value in met if value is not None]
        found[number] = half_up(sum(defined), len(defined)) if defined else None
    return TieBreakColumn(found)


def opponents_code(tie_break: TieBreak) -> TieBreak:
    """The tie-break that APRO or APPO averages."""
    return TieBreak("TPR" if tie_break.name == "APRO" else "PTP", unrated=tie_break.unrated)


def rating(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """10.6: the rating, the highest first."""
    found = {number: contestant.rating or tie_break.unrated for number, contestant in calculation.contestants.items()}
    if not tie_break.reverse:
        return TieBreakColumn(found)
    return TieBreakColumn(found, 1, {number: None if value is None else -value for number, value in found.items()})
