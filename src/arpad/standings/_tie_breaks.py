"""Tie-breaks by code: own results (7), Buchholz (8), Sonneborn-Berger (9), ratings (10), boards (12)."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from arpad.domain.rating_list import MOST_COMPUTED
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import BEYOND, dp, pd, performance_rules
from arpad.regulations.tiebreak_editions import RoundRobinForfeits
from arpad.standings._calculation import Calculation, TieBreakColumn, cut
from arpad.standings.codes import TieBreak
from arpad.standings.model import GAME_POINTS, MATCH_POINTS, NOTHING, VOLUNTARY, Contestant, RoundRecord, games_to_play

# Tie-breaks by the boards of team matches (art. 12).


def board_sums(records: Iterable[RoundRecord], boards: int) -> tuple[int, ...]:
    """The game points on each board over some matches."""
    sums = [0] * boards
    for record in records:
        for place, points in enumerate(record.boards):
            sums[place] += points
    return tuple(sums)


def weighted_sum(sums: Sequence[int]) -> int:
    """12.1: each board's points times its number."""
    return sum(board * points for board, points in enumerate(sums, 1))


def without_last(sums: Sequence[int]) -> tuple[int, ...]:
    """12.3: the points without the last board, without the last two, and so on."""
    return tuple(sum(sums[:end]) for end in range(len(sums) - 1, 0, -1))


def board_count(calculation: Calculation, _: TieBreak, contestant: Contestant) -> int:
    """12.1: the board count; the lower is better."""
    return weighted_sum(board_sums(contestant.records, calculation.competition.boards))


def top_boards(calculation: Calculation, _: TieBreak, contestant: Contestant) -> tuple[int, ...]:
    """12.2: the points on board 1, then on board 2, and so on."""
    return board_sums(contestant.records, calculation.competition.boards)


def bottom_boards(calculation: Calculation, _: TieBreak, contestant: Contestant) -> tuple[int, ...]:
    """12.3: the points without the last board, then without the last two, and so on."""
    return without_last(board_sums(contestant.records, calculation.competition.boards))


# Tie-breaks by the opponents' scores: Buchholz (art. 8), Sonneborn-Berger and Koya (art. 9), and those of teams that
# are built on them (13.2, 13.4).

FACTORS = {
    "SB": (MATCH_POINTS, MATCH_POINTS),
    "EMMSB": (MATCH_POINTS, MATCH_POINTS),
    "EMGSB": (MATCH_POINTS, GAME_POINTS),
    "EGMSB": (GAME_POINTS, MATCH_POINTS),
    "EGGSB": (GAME_POINTS, GAME_POINTS),
}
"""13.2: the opponents' score, and the own points it is multiplied by."""


class SumBasis(NamedTuple):
    """What a sum is made from: the event, the opponents' score, and the own points it is multiplied by, if any."""

    calculation: Calculation
    score: int
    times: int | None


def basis_of(calculation: Calculation, tie_break: TieBreak) -> SumBasis:
    """What Buchholz, Fore Buchholz or Sonneborn-Berger is made from."""
    if tie_break.name in FACTORS:
        return SumBasis(calculation, *FACTORS[tie_break.name])
    basis = calculation.fore if tie_break.name == "FB" else calculation
    return SumBasis(basis, calculation.score_of(tie_break), None)


def opponents_sum(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """8.1: the sum of the opponents' scores. 8.3, Fore Buchholz: the same with the last round drawn. 9.1, 13.2: each
    score multiplied by the points made against them."""
    basis, score, times = basis_of(calculation, tie_break)
    met = basis.met(score, tie_break.as_games)[contestant.number]
    low, high = tie_break.low + tie_break.median, tie_break.median
    return sum([addend.value for addend in cut(met.addends(times), low, high)[0]]) if low else met.total(times)


def average_of_buchholz(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> Fraction | None:
    """8.2: the mean of the Buchholz of the opponents met over the board; undefined if nobody was met."""
    sums = column_of(calculation, buchholz_of(tie_break)).values
    met = [sums[opponent] for opponent in opponents_met(contestant)]
    return Fraction(sum(met), len(met)) if met else None


def sum_of_buchholz(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """Annex III: the sum of the Buchholz of the opponents met over the board."""
    sums = column_of(calculation, buchholz_of(tie_break)).values
    return sum(sums[opponent] for opponent in opponents_met(contestant))


def opponents_met(contestant: Contestant) -> list[int]:
    """The opponents met over the board, one for each game."""
    return [record.opponent for record in contestant.records if record.kind == "played" and record.opponent is not None]


def buchholz_of(tie_break: TieBreak) -> TieBreak:
    """The Buchholz that a tie-break is built on, with /F that with the last round drawn."""
    return TieBreak("FB" if tie_break.fore else "BH", tie_break.score, as_games=tie_break.as_games)


def koya_limit(calculation: Calculation, tie_break: TieBreak) -> tuple[int, int]:
    """9.2: twice the score from which opponents count, half of what can be won and the limit in draws; and how many
    games everybody has to play."""
    whole = calculation.competition
    scale = whole.scales[calculation.score_of(tie_break)]
    games = games_to_play(whole) if whole.round_robin else whole.rounds
    return scale.win * games + 2 * tie_break.limit * scale.draw, games


def koya(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """9.2: the points made against opponents who have at least half of all points."""
    score = calculation.score_of(tie_break)
    limit, scores = koya_limit(calculation, tie_break)[0], calculation.scores(score)
    return sum(
        record.points[score]
        for record in contestant.records
        if record.opponent is not None and 2 * scores[record.opponent] >= limit
    )


def normaliser(calculation: Calculation, tie_break: TieBreak) -> Fraction:
    """13.4: the highest primary score of the event over the highest secondary score of a match, rounded down; at least
    one. /K replaces it."""
    if tie_break.normaliser is not None:
        return tie_break.normaliser
    whole = calculation.competition
    most = whole.rounds * whole.scales[whole.primary].win // whole.scales[whole.secondary].win
    return Fraction(max(most, 1))


def schedule_strength(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> Fraction:
    """13.4: the secondary score plus the Buchholz of the primary score over a normaliser."""
    strength = column_of(calculation, buchholz_of(tie_break)).values[contestant.number]
    secondary = calculation.scores(calculation.competition.secondary)[contestant.number]
    return secondary + Fraction(strength) / normaliser(calculation, tie_break)


def adjusted_score(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """16.3: the score as the opponents see it; for Fore Buchholz with the last round drawn."""
    basis = calculation.fore if tie_break.name == "AFB" else calculation
    return basis.adjusted(calculation.score_of(tie_break))[contestant.number]


# Tie-breaks by the own results (art. 7) and by the other score (13.1).

Purpose = Literal["wins", "losses", "ratings"]
FORFEITS_AS_GAMES: Mapping[RoundRobinForfeits, frozenset[Purpose]] = {
    "games-but-own-count": frozenset(),
    "games": frozenset({"wins", "losses", "ratings"}),
    "games-but-ratings-and-losses": frozenset({"wins"}),
}
"""15.2: for what a forfeit of a round robin is a game, beside the sums of arts. 6 and 9."""


def is_game(calculation: Calculation, record: RoundRecord, purpose: Purpose | None = None) -> bool:
    """Whether a round counts as a game, for ratings or for the own results. Forfeits count only in a round robin."""
    if record.kind == "played":
        return True
    if not calculation.competition.round_robin or record.opponent is None:
        return False
    counted = FORFEITS_AS_GAMES[calculation.edition.round_robin.forfeits.value]
    if record.kind == "forfeit-win":
        return (purpose or "wins") in counted
    return record.kind == "forfeit-loss" and (purpose or "losses") in counted


def counts(calculation: Calculation, tie_break: TieBreak, record: RoundRecord) -> bool:
    """Whether a round is one of those that WIN, WON, BPG, BWG or REP counts."""
    return COUNTED[tie_break.name](calculation, calculation.score_of(tie_break), record)


def _win(calculation: Calculation, score: int, record: RoundRecord) -> bool:
    """7.1: a win's points, played or not."""
    return record.points[score] == calculation.competition.scales[score].win


def _won(calculation: Calculation, _: int, record: RoundRecord) -> bool:
    """7.2: won over the board."""
    return record.half == 2 and is_game(calculation, record)


def _black(calculation: Calculation, _: int, record: RoundRecord) -> bool:
    """7.3: played with Black."""
    return record.colour == "b" and is_game(calculation, record)


def _won_black(calculation: Calculation, score: int, record: RoundRecord) -> bool:
    """7.4: won with Black."""
    return record.colour == "b" and _won(calculation, score, record)


def _elected(calculation: Calculation, _: int, record: RoundRecord) -> bool:
    """7.6: no requested bye and no forfeit loss."""
    return record.kind not in VOLUNTARY or is_game(calculation, record)


COUNTED: Mapping[str, Callable[[Calculation, int, RoundRecord], bool]] = {
    "WIN": _win,
    "WON": _won,
    "BPG": _black,
    "BWG": _won_black,
    "REP": _elected,
}


def counted_rounds(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """7.1 to 7.4, 7.6: how many rounds count."""
    counted, score = COUNTED[tie_break.name], calculation.score_of(tie_break)
    return sum([counted(calculation, score, record) for record in contestant.records])


def after_each_round(contestant: Contestant, score: int) -> list[int]:
    """The score after each round."""
    return list(accumulate(record.points[score] for record in contestant.records))


def progressive(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """7.5: the sum of the scores after each round, /Cn without those after the first n."""
    return sum(after_each_round(contestant, calculation.score_of(tie_break))[tie_break.low :])


def standard_points(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> Fraction:
    """7.7: the points as if every round were a game of 1, ½ and 0."""
    score = calculation.score_of(tie_break)
    return Fraction(sum([standard_halves(calculation, score, record) for record in contestant.records]), 2)


def standard_halves(calculation: Calculation, score: int, record: RoundRecord) -> int:
    """7.7: a game by comparing the points of both, an unplayed round by comparing its points to a draw's."""
    points, other = record.points[score], calculation.competition.scales[score].draw
    if record.kind in NOTHING:
        return 0
    if record.kind == "played" and record.opponent is not None:
        other = calculation.contestants[record.opponent].records[record.round - 1].points[score]
    return 2 if points > other else 1 if points == other else 0


def pairing_number(_: Calculation, _tie_break: TieBreak, contestant: Contestant) -> int:
    """7.8: the final pairing number, the lowest first."""
    return contestant.number


def own_score(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int:
    """The score, with penalties (299); 13.1: the secondary score."""
    score = score_shown(calculation, tie_break)
    return calculation.scores(score)[contestant.number] + contestant.penalty[score]


def score_shown(calculation: Calculation, tie_break: TieBreak) -> int:
    """13.1: the secondary score, or the one that the code names."""
    return calculation.competition.secondary if tie_break.name == "MPvGP" else calculation.score_of(tie_break)


# Tie-breaks by the opponents' ratings (art. 10). Scores are 1, ½ and 0, whatever the event gives for them.

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
    of_rounds = {
        number: ratings | {rank: rating or unrated for rank, rating in listed.items()}
        for number, listed in calculation.competition.ratings.items()
    }
    return {
        number: [
            RatedGame(rating, record.half, record.opponent)
            for record in contestant.records
            if record.opponent is not None
            and is_game(calculation, record, "ratings")
            and (rating := of_rounds.get(record.round, ratings)[record.opponent]) is not None
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


def average_rating(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int | None:
    """10.1: the average rating of the opponents, rounded half up."""
    ratings, _ = counted_ratings(calculation, tie_break, contestant.number)
    return half_up(sum(ratings), len(ratings)) if ratings else None


def enough_played_first(calculation: Calculation, _: TieBreak, number: int, average: int) -> object:
    """Annex III: players who missed too many rounds come after all others."""
    most = calculation.edition.ratings.most_missed.value
    return average if most is None else (missed_rounds(calculation, number) <= most, average)


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


def performance(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int | None:
    """10.2: the tournament performance rating."""
    made = tournament_performance(rated_games(calculation, tie_break, contestant.number))
    return None if made is None else made.rating


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


def perfect(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int | None:
    """10.3: the perfect tournament performance."""
    return perfect_performance(rated_games(calculation, tie_break, contestant.number))


def average_of_opponents(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int | None:
    """10.4, 10.5: the average TPR or PTP of the opponents met, rounded half up."""
    values = column_of(calculation, opponents_code(tie_break)).values
    met = [values[game.opponent] for game in rated_games(calculation, tie_break, contestant.number)]
    defined = [value for value in met if value is not None]
    return half_up(sum(defined), len(defined)) if defined else None


def opponents_code(tie_break: TieBreak) -> TieBreak:
    """The tie-break that APRO or APPO averages."""
    return TieBreak("TPR" if tie_break.name == "APRO" else "PTP", unrated=tie_break.unrated)


def rating(calculation: Calculation, tie_break: TieBreak, contestant: Contestant) -> int | None:
    """10.6: the rating, the highest first."""
    competition = calculation.competition
    return competition.rating_in(contestant.number, competition.counted) or tie_break.unrated


# The tie-breaks that have one value for each contestant, by code: the value, of what power of the unit of points, and
# by what it is sorted, if not by itself.


class Method(NamedTuple):
    """How a tie-break is computed for a contestant; `key` gets the number and the value, the higher the better."""

    value: Callable[[Calculation, TieBreak, Contestant], Any]
    units: int = 0
    key: Callable[[Calculation, TieBreak, int, Any], object] | None = None


METHODS: Mapping[str, Method] = {
    **dict.fromkeys(("PTS", "MPvGP"), Method(own_score, 1)),
    **dict.fromkeys(COUNTED, Method(counted_rounds)),
    "PS": Method(progressive, 1),
    "STD": Method(standard_points),
    "TPN": Method(pairing_number, key=lambda _, tie_break, number, __: number if tie_break.reverse else -number),
    **dict.fromkeys(("BH", "FB"), Method(opponents_sum, 1)),
    "AOB": Method(average_of_buchholz, 1),
    "OTHER_SOB": Method(sum_of_buchholz, 1),
    "KS": Method(koya, 1),
    **dict.fromkeys(FACTORS, Method(opponents_sum, 2)),
    "SSSC": Method(schedule_strength, 1),
    **dict.fromkeys(("ABH", "AFB"), Method(adjusted_score, 1)),
    "ARO": Method(average_rating, key=enough_played_first),
    "TPR": Method(performance),
    "PTP": Method(perfect),
    **dict.fromkeys(("APRO", "APPO"), Method(average_of_opponents)),
    "RTNG": Method(rating, key=lambda _, tie_break, __, value: -value if tie_break.reverse else value),
    "BC": Method(board_count, 1, key=lambda _, __, ___, value: -value),
    "TBR": Method(top_boards, 1),
    "BBE": Method(bottom_boards, 1),
}


def column_of(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """Return the values of a tie-break that has one value for each contestant."""
    return calculation.once(tie_break, lambda: _column(calculation, tie_break))


def _column(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    value, units, key = METHODS[tie_break.name]
    values = {
        number: value(calculation, tie_break, contestant) for number, contestant in calculation.contestants.items()
    }
    keys = values
    if key is not None:
        keys = {n: None if held is None else key(calculation, tie_break, n, held) for n, held in values.items()}
    return TieBreakColumn(values, calculation.competition.unit**units, keys)
