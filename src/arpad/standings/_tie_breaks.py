"""Tie-breaks by code: own results (7), Buchholz (8), Sonneborn-Berger (9), ratings (10), boards (12)."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Literal, NamedTuple

from arpad.domain.rating_list import MOST_COMPUTED
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import BEYOND, dp, pd, performance_rules
from arpad.regulations.tiebreak_editions import RoundRobinForfeits
from arpad.standings._calculation import Calculation, TieBreakColumn, sum_after_cut
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


def _board_sums(calculation: Calculation) -> dict[int, tuple[int, ...]]:
    boards = calculation.competition.boards
    return {number: board_sums(contestant.records, boards) for number, contestant in calculation.contestants.items()}


def board_count(calculation: Calculation, _: TieBreak) -> TieBreakColumn:
    """12.1: the board count; the lower is better."""
    found = {number: weighted_sum(sums) for number, sums in _board_sums(calculation).items()}
    return TieBreakColumn(found, calculation.competition.unit, {number: -value for number, value in found.items()})


def top_boards(calculation: Calculation, _: TieBreak) -> TieBreakColumn:
    """12.2: the points on board 1, then on board 2, and so on."""
    return TieBreakColumn(_board_sums(calculation), calculation.competition.unit)


def bottom_boards(calculation: Calculation, _: TieBreak) -> TieBreakColumn:
    """12.3: the points without the last board, then without the last two, and so on."""
    found = {number: without_last(sums) for number, sums in _board_sums(calculation).items()}
    return TieBreakColumn(found, calculation.competition.unit)


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


def _opponent_sums(calculation: Calculation, tie_break: TieBreak) -> Mapping[int, int]:
    low, high = tie_break.low + tie_break.median, tie_break.median
    basis, score, times = basis_of(calculation, tie_break)
    key = ("sum", score, times, tie_break.as_games, low, high)
    if low:
        ordered = basis.values_in_order(score, times, tie_break.as_games)
        return basis.of_each(key, lambda contestant: sum_after_cut(ordered[contestant.number], low, high))
    met = basis.met(score, tie_break.as_games)
    return basis.of_each(key, lambda contestant: met[contestant.number].total(times))


def buchholz(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """8.1: the sum of the opponents' scores. 8.3, Fore Buchholz: the same with the last round drawn."""
    return TieBreakColumn(_opponent_sums(calculation, tie_break), calculation.competition.unit)


def sonneborn_berger(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """9.1, 13.2: the sum of the opponents' scores, each multiplied by the points made against them."""
    return TieBreakColumn(_opponent_sums(calculation, tie_break), calculation.competition.unit**2)


def average_of_buchholz(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """8.2: the mean of the Buchholz of the opponents met over the board; undefined if nobody was met."""
    sums = column_of(calculation, _plain(tie_break, "FB" if tie_break.fore else "BH")).values
    found: dict[int, Fraction | None] = {}
    for number in calculation.contestants:
        met = [sums[opponent] for opponent in opponents_met(calculation, number)]
        found[number] = Fraction(sum(met), len(met)) if met else None
    return TieBreakColumn(found, calculation.competition.unit)


def sum_of_buchholz(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """Annex III: the sum of the Buchholz of the opponents met over the board."""
    sums = column_of(calculation, _plain(tie_break, "BH")).values
    found = {
        number: sum(sums[opponent] for opponent in opponents_met(calculation, number))
        for number in calculation.contestants
    }
    return TieBreakColumn(found, calculation.competition.unit)


def opponents_met(calculation: Calculation, number: int) -> list[int]:
    """The opponents met over the board, one for each game."""
    records = calculation.contestants[number].records
    return [record.opponent for record in records if record.kind == "played" and record.opponent is not None]


def _plain(tie_break: TieBreak, name: str) -> TieBreak:
    return TieBreak(name, tie_break.score, as_games=tie_break.as_games)


def koya_limit(calculation: Calculation, tie_break: TieBreak) -> tuple[int, int]:
    """9.2: twice the score from which opponents count, half of what can be won and the limit in draws; and how many
    games everybody has to play."""
    whole = calculation.competition
    scale = whole.scales[calculation.score_of(tie_break)]
    games = games_to_play(whole) if whole.round_robin else whole.rounds
    return scale.win * games + 2 * tie_break.limit * scale.draw, games


def koya(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """9.2: the points made against opponents who have at least half of all points."""
    score = calculation.score_of(tie_break)
    limit, _ = koya_limit(calculation, tie_break)
    above = {number for number, points in calculation.scores(score).items() if 2 * points >= limit}
    found = {
        number: sum(record.points[score] for record in contestant.records if record.opponent in above)
        for number, contestant in calculation.contestants.items()
    }
    return TieBreakColumn(found, calculation.competition.unit)


def normaliser(calculation: Calculation, tie_break: TieBreak) -> Fraction:
    """13.4: the highest primary score of the event over the highest secondary score of a match, rounded down; at least
    one. /K replaces it."""
    if tie_break.normaliser is not None:
        return tie_break.normaliser
    whole = calculation.competition
    most = whole.rounds * whole.scales[whole.primary].win // whole.scales[whole.secondary].win
    return Fraction(max(most, 1))


def schedule_strength(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """13.4: the secondary score plus the Buchholz of the primary score over a normaliser."""
    strength = column_of(calculation, _plain(tie_break, "FB" if tie_break.fore else "BH")).values
    divisor = normaliser(calculation, tie_break)
    secondary = calculation.scores(calculation.competition.secondary)
    found = {number: secondary[number] + strength[number] / divisor for number in calculation.contestants}
    return TieBreakColumn(found, calculation.competition.unit)


def adjusted_score(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """16.3: the score as the opponents see it; for Fore Buchholz with the last round drawn."""
    basis = calculation.fore if tie_break.name == "AFB" else calculation
    return TieBreakColumn(basis.adjusted(calculation.score_of(tie_break)), calculation.competition.unit)


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


def counted_rounds(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.1 to 7.4, 7.6: how many rounds count."""
    counted, score = COUNTED[tie_break.name], calculation.score_of(tie_break)
    return TieBreakColumn(
        {
            number: sum([counted(calculation, score, record) for record in contestant.records])
            for number, contestant in calculation.contestants.items()
        }
    )


def after_each_round(contestant: Contestant, score: int) -> list[int]:
    """The score after each round."""
    return list(accumulate(record.points[score] for record in contestant.records))


def progressive(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.5: the sum of the scores after each round, /Cn without those after the first n."""
    score = calculation.score_of(tie_break)
    found = {
        number: sum(after_each_round(contestant, score)[tie_break.low :])
        for number, contestant in calculation.contestants.items()
    }
    return TieBreakColumn(found, calculation.competition.unit)


def standard_points(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.7: half points as if every round were a game of 1, ½ and 0."""
    score = calculation.score_of(tie_break)
    return TieBreakColumn(
        {
            number: sum([standard_halves(calculation, score, record) for record in contestant.records])
            for number, contestant in calculation.contestants.items()
        },
        2,
    )


def standard_halves(calculation: Calculation, score: int, record: RoundRecord) -> int:
    """7.7: a game by comparing the points of both, an unplayed round by comparing its points to a draw's."""
    points, other = record.points[score], calculation.competition.scales[score].draw
    if record.kind in NOTHING:
        return 0
    if record.kind == "played" and record.opponent is not None:
        other = calculation.contestants[record.opponent].records[record.round - 1].points[score]
    return 2 if points > other else 1 if points == other else 0


def pairing_number(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """7.8: the final pairing number, the lowest first."""
    numbers = {number: number for number in calculation.contestants}
    side = 1 if tie_break.reverse else -1
    return TieBreakColumn(numbers, 1, {number: side * number for number in numbers})


def own_score(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """The score, with penalties (299); 13.1: the secondary score."""
    whole = calculation.competition
    score = whole.secondary if tie_break.name == "MPvGP" else calculation.score_of(tie_break)
    scores = calculation.scores(score)
    found = {
        number: scores[number] + contestant.penalty[score] for number, contestant in calculation.contestants.items()
    }
    return TieBreakColumn(found, whole.unit)


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
    values = column_of(calculation, opponents_code(tie_break)).values
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


# The tie-breaks that have one value for each contestant, by code.

Method = Callable[[Calculation, TieBreak], TieBreakColumn]

METHODS: Mapping[str, Method] = {
    "PTS": own_score,
    "MPvGP": own_score,
    **dict.fromkeys(COUNTED, counted_rounds),
    "PS": progressive,
    "STD": standard_points,
    "TPN": pairing_number,
    "BH": buchholz,
    "FB": buchholz,
    "AOB": average_of_buchholz,
    "OTHER_SOB": sum_of_buchholz,
    "KS": koya,
    **dict.fromkeys(FACTORS, sonneborn_berger),
    "SSSC": schedule_strength,
    "ABH": adjusted_score,
    "AFB": adjusted_score,
    "ARO": average_rating,
    "TPR": performance,
    "PTP": perfect,
    "APRO": average_of_opponents,
    "APPO": average_of_opponents,
    "RTNG": rating,
    "BC": board_count,
    "TBR": top_boards,
    "BBE": bottom_boards,
}


def column_of(calculation: Calculation, tie_break: TieBreak) -> TieBreakColumn:
    """Return the values of a tie-break that has one value for each contestant."""
    return calculation.once(tie_break, lambda: METHODS[tie_break.name](calculation, tie_break))
