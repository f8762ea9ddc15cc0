"""Explain the value of each tie-break: own results, boards, ratings (art. 10) and opponents' scores."""

from fractions import Fraction
from typing import NamedTuple

from arpad.documents.steps import Step
from arpad.regulations.articles import Article
from arpad.standings._calculation import Calculation, CutAddend, ceiling, cut, draws_at_the_end, is_forfeit
from arpad.standings._reason_words import Explainer, rounds
from arpad.standings._tie_breaks import (
    COUNTED,
    FACTORS,
    after_each_round,
    average_of_opponents,
    basis_of,
    board_sums,
    counted_ratings,
    counts,
    expected_hundredths,
    koya_limit,
    missed_rounds,
    normaliser,
    opponents_code,
    opponents_met,
    perfect_performance,
    rated_games,
    standard_halves,
    tournament_performance,
)
from arpad.standings.codes import TieBreak
from arpad.standings.model import GAME_POINTS, NOTHING, RoundRecord

# The reasons of tie-breaks by the own results, by boards, and by the scores themselves.


def score_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """The score, with a penalty beside it if there is one."""
    calculation = explainer.calculation
    whole = calculation.competition
    score = whole.secondary if tie_break.name == "MPvGP" else calculation.score_of(tie_break)
    own, penalty = calculation.scores(score)[number], calculation.contestants[number].penalty[score]
    inputs = {"own": explainer.points(own), "penalty": explainer.points(penalty)}
    return explainer.step(tie_break, "score-penalty" if penalty else "score", number, inputs)


def counted_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """WIN, WON, BPG, BWG, REP: the rounds that count, and the others with what they were."""
    calculation = explainer.calculation
    records = calculation.contestants[number].records
    counted = [record.round for record in records if counts(calculation, tie_break, record)]
    others = [record.round for record in records if record.round not in counted]
    inputs = {
        "rounds": rounds(counted),
        "counted": len(counted),
        "others": rounds(others),
        "left": len(others),
    }
    steps = [
        Step(explainer.article(tie_break), "standings.round-was", {"round": record.round}, explainer.kind(record))
        for record in records
        if record.kind != "played"
    ]
    return explainer.step(tie_break, "counted", number, inputs, steps)


def progressive_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """PS: the scores after each round, without those that are cut."""
    contestant = explainer.calculation.contestants[number]
    scores = after_each_round(contestant, explainer.calculation.score_of(tie_break))[tie_break.low :]
    inputs = {"addends": tuple(explainer.points(value) for value in scores), "cut": tie_break.low}
    return explainer.step(tie_break, "progressive-cut" if tie_break.low else "progressive", number, inputs)


def standard_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """STD: one for a round better than a draw, a half for one equal to it."""
    records = explainer.calculation.contestants[number].records
    score = explainer.calculation.score_of(tie_break)
    halves = {record.round: standard_halves(explainer.calculation, score, record) for record in records}
    inputs = {
        "wins": rounds(round_ for round_, half in halves.items() if half == 2),
        "draws": rounds(round_ for round_, half in halves.items() if half == 1),
    }
    return explainer.step(tie_break, "standard", number, inputs)


def plain_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """TPN, RTNG: a value of the list of participants."""
    return explainer.step(tie_break, "plain", number, {})


def board_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """BC, TBR, BBE: board by board."""
    whole = explainer.calculation.competition
    sums = board_sums(explainer.calculation.contestants[number].records, whole.boards)
    steps = [
        Step(explainer.article(tie_break), "standings.board", {"board": board}, explainer.points(points))
        for board, points in enumerate(sums, 1)
    ]
    return explainer.step(tie_break, f"boards-{tie_break.name.lower()}", number, {}, steps)


OWN_REASONS = {
    "PTS": score_step,
    "MPvGP": score_step,
    **dict.fromkeys(COUNTED, counted_step),
    "PS": progressive_step,
    "STD": standard_step,
    "TPN": plain_step,
    "RTNG": plain_step,
    **dict.fromkeys(("BC", "TBR", "BBE"), board_step),
}


# The reasons of tie-breaks by ratings (art. 10).


def average_rating_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """ARO: the ratings, those that are cut, their sum over their number."""
    calculation = explainer.calculation
    ratings, left_out = counted_ratings(calculation, tie_break, number)
    steps = []
    if left_out:
        cut = ", ".join(map(str, left_out))
        steps.append(Step(explainer.table.rules.ratings.cut.article, "standings.ratings-cut", {}, cut))
    most, missed = explainer.table.rules.ratings.most_missed, missed_rounds(calculation, number)
    if most.value is not None and missed > most.value:
        steps.append(Step(most.article, "standings.missed", {"most": most.value}, missed))
    if not ratings:
        return explainer.step(tie_break, "undefined", number, {}, steps)
    return explainer.step(tie_break, "ratings", number, {"addends": tuple(ratings), "count": len(ratings)}, steps)


def performance_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """TPR: the average, the percentage and dp."""
    article = explainer.article(tie_break)
    made = tournament_performance(rated_games(explainer.calculation, tie_break, number))
    if made is None:
        return explainer.step(tie_break, "undefined", number, {})
    inputs = {
        "code": tie_break.code,
        "average": made.average,
        "points": Fraction(made.half, 2),
        "games": made.games,
        "percentage": made.percentage,
        "dp": made.dp,
    }
    return Step(article, "standings.performance", inputs, made.rating)


def perfect_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """PTP: the expectation at the value, and one point below it."""
    article = explainer.article(tie_break)
    games = rated_games(explainer.calculation, tie_break, number)
    value = perfect_performance(games)
    if value is None:
        return explainer.step(tie_break, "undefined", number, {})
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


def opponents_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """APRO, APPO: the values of the opponents."""
    basis, article = opponents_code(tie_break), explainer.article(tie_break)
    games = rated_games(explainer.calculation, tie_break, number)
    steps = explainer.opponents_values(basis, (game.opponent for game in games))
    value = average_of_opponents(explainer.calculation, tie_break).values[number]
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


# The reasons of sums over the opponents: Buchholz, Sonneborn-Berger, Koya and what is built on them.


class _Sum(NamedTuple):
    """A sum that is explained: its article, on which event it is built, in which score, times which points, and whether
    forfeits count as games."""

    article: Article
    basis: Calculation
    score: int
    times: int | None
    forfeits: bool


def sum_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """BH, FB, SB and those of teams: every round with the opponent's score, then what was cut, then the sum."""
    basis, score, times = basis_of(explainer.calculation, tie_break)
    asked = _Sum(explainer.article(tie_break), basis, score, times, tie_break.as_games or basis.competition.round_robin)
    met = basis.met(score, tie_break.as_games)[number]
    kept, left_out = cut(met.addends(times), tie_break.low + tie_break.median, tie_break.median)
    steps = [_round(explainer, asked, *met_with, number) for met_with in zip(met.records, met.scores, strict=True)]
    steps += [_cut(explainer, addend, asked) for addend in left_out]
    by_round = sorted(kept, key=lambda addend: addend.round)
    values = tuple(_points(explainer, asked, addend.value) for addend in by_round)
    return explainer.step(tie_break, "sum" if kept else "sum-empty", number, {"addends": values}, steps)


def _points(explainer: Explainer, asked: _Sum, value: int) -> object:
    """An addend in points; a product has been multiplied by the unit twice."""
    return explainer.points(value) / (1 if asked.times is None else asked.basis.competition.unit)


def _round(explainer: Explainer, asked: _Sum, record: RoundRecord, seen: int, number: int) -> Step:
    """A round's part: the opponent's score, for a product with the points made."""
    step = _met(explainer, asked, record, seen, number)
    if asked.times is None:
        return step
    points, score = explainer.points(record.points[asked.times]), explainer.points(seen)
    inputs = {"round": record.round, "score": score, "points": points}
    return Step(asked.article, "standings.product", inputs, score * points, (step,))


def _met(explainer: Explainer, asked: _Sum, record: RoundRecord, score: int, number: int) -> Step:
    """The opponent's score in a round: as it is, adjusted, or that of a stand-in."""
    inputs: dict[str, object] = {"round": record.round, "kind": explainer.kind(record)}
    if record.kind != "played" and not (asked.forfeits and is_forfeit(record)):
        return _stand_in(explainer, asked, record, explainer.points(score), number, inputs)
    assert record.opponent is not None
    inputs["opponent"] = explainer.named(record.opponent)
    own = asked.basis.scores(asked.score)[record.opponent]
    value = explainer.points(score)
    if own == score:
        return Step(asked.article, "standings.met", inputs, value)
    draws = _draws(asked.basis, record.opponent)
    inputs |= {"own": explainer.points(own), "rounds": rounds(draws), "count": len(draws)}
    return Step(explainer.table.rules.unplayed.opponents.article, "standings.met-adjusted", inputs, value)


def _draws(basis: Calculation, number: int) -> list[int]:
    """The unplayed rounds of an opponent that count as draws."""
    records = basis.contestants[number].records
    if basis.competition.round_robin:
        return []
    if basis.edition.unplayed.opponents.value == "draw":
        return [record.round for record in records if record.kind != "played" and record.kind not in NOTHING]
    return [record.round for record in reversed(draws_at_the_end(records))]


def _stand_in(
    explainer: Explainer, asked: _Sum, record: RoundRecord, value: Fraction, number: int, inputs: dict[str, object]
) -> Step:
    """An own unplayed round: the virtual opponent or the dummy, with the ceiling that took hold."""
    policy = explainer.table.rules.unplayed.own
    contestant = asked.basis.contestants[number]
    absence = asked.basis.absence(contestant, record, asked.score)
    scale, points = absence.scale, explainer.points
    if policy.value == "virtual-opponent":
        before = sum(earlier.points[asked.score] for earlier in contestant.records if earlier.round < record.round)
        inputs |= {
            "before": points(before),
            "complement": points(scale.win - record.points[asked.score]),
            "draws": points(scale.draw * (absence.counted - record.round)),
        }
        return Step(policy.article, "standings.virtual", inputs, value)
    inputs |= {"own": points(absence.own), "ceiling": points(ceiling(absence))}
    if policy.value == "dummy":
        return Step(policy.article, "standings.dummy", inputs, value)
    if is_forfeit(record):
        assert record.opponent is not None
        inputs["opponent"] = explainer.named(record.opponent)
        return Step(_part(policy.article, 1), "standings.dummy-forfeit", inputs, value)
    inputs |= {"draw": points(scale.draw), "rounds": absence.rounds}
    return Step(_part(policy.article, 2), "standings.dummy-bye", inputs, value)


def _part(article: Article, part: int) -> Article:
    return Article(f"{article.number}.{part}", article.source)


def _cut(explainer: Explainer, cut: CutAddend, asked: _Sum) -> Step:
    """What was cut, and by which rule."""
    cuts = explainer.table.rules.cuts
    article = (cuts.voluntary_first if cut.why == "voluntary" else cuts.lowest).article
    inputs = {"round": cut.addend.round, "score": explainer.points(cut.addend.score)}
    return Step(article, f"standings.cut-{cut.why}", inputs, _points(explainer, asked, cut.addend.value))


def average_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """AOB and the sum of Buchholz: the opponents met over the board, each with their Buchholz."""
    basis = TieBreak("FB" if tie_break.fore else "BH", tie_break.score)
    met = opponents_met(explainer.calculation, number)
    what = "nobody-met" if not met else "mean" if tie_break.name == "AOB" else "total"
    inputs = {"count": len(met), "of": basis.code}
    return explainer.step(tie_break, what, number, inputs, explainer.opponents_values(basis, met))


def koya_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """KS: the limit, the opponents above it and the points made against them."""
    calculation, article = explainer.calculation, explainer.article(tie_break)
    score = calculation.score_of(tie_break)
    limit, games = koya_limit(calculation, tie_break)
    steps = []
    for record in calculation.contestants[number].records:
        if record.opponent is not None:
            own = calculation.scores(score)[record.opponent]
            met = {"round": record.round, "opponent": explainer.named(record.opponent), "score": explainer.points(own)}
            what = "standings.koya-above" if 2 * own >= limit else "standings.koya-below"
            steps.append(Step(article, what, met, explainer.points(record.points[score])))
    return explainer.step(tie_break, "koya", number, {"limit": explainer.points(limit) / 2, "games": games}, steps)


def adjusted_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """The score as opponents see it."""
    basis = explainer.calculation.fore if tie_break.name == "AFB" else explainer.calculation
    own = basis.scores(explainer.calculation.score_of(tie_break))[number]
    drawn = _draws(basis, number)
    inputs = {"own": explainer.points(own), "rounds": rounds(drawn), "count": len(drawn)}
    return explainer.step(tie_break, "adjusted" if drawn else "adjusted-not", number, inputs)


def strength_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """SSSC: the secondary score plus Buchholz over K."""
    whole = explainer.calculation.competition
    basis = TieBreak("FB" if tie_break.fore else "BH", as_games=tie_break.as_games)
    inputs = {
        "secondary": explainer.points(explainer.calculation.scores(whole.secondary)[number]),
        "of": basis.code,
        "strength": explainer.value(basis, number),
        "k": normaliser(explainer.calculation, tie_break),
        "score": "GP" if whole.secondary == GAME_POINTS else "MP",
    }
    return explainer.step(tie_break, "strength", number, inputs, [sum_step(explainer, basis, number)])


SUM_REASONS = {
    **dict.fromkeys(("BH", "FB", *FACTORS), sum_step),
    "AOB": average_step,
    "OTHER_SOB": average_step,
    "KS": koya_step,
    "SSSC": strength_step,
    "ABH": adjusted_step,
    "AFB": adjusted_step,
}
