"""The reasons of sums over the opponents: Buchholz, Sonneborn-Berger, Koya and what is built on them."""

from fractions import Fraction
from typing import NamedTuple

from arpad.documents.steps import Step
from arpad.regulations.articles import Article
from arpad.standings.calculation import Calculation
from arpad.standings.codes import TieBreak
from arpad.standings.cuts import CutAddend, cut
from arpad.standings.model import GAME_POINTS, NOTHING, RoundRecord
from arpad.standings.opponents import FACTORS, basis_of, koya_limit, normaliser, opponents_met
from arpad.standings.telling import Telling, rounds
from arpad.standings.unplayed import ceiling, draws_at_the_end, is_forfeit


class _Sum(NamedTuple):
    """A sum that is explained: its article, on which event it is built, in which score, times which points, and whether
    forfeits count as games."""

    article: Article
    basis: Calculation
    score: int
    times: int | None
    forfeits: bool


def sum_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """BH, FB, SB and those of teams: every round with the opponent's score, then what was cut, then the sum."""
    basis, score, times = basis_of(telling.calculation, tie_break)
    asked = _Sum(telling.article(tie_break), basis, score, times, tie_break.as_games or basis.competition.round_robin)
    met = basis.met(score, tie_break.as_games)[number]
    kept, left_out = cut(met.addends(times), tie_break.low + tie_break.median, tie_break.median)
    steps = [_round(telling, asked, *met_with, number) for met_with in zip(met.records, met.scores, strict=True)]
    steps += [_cut(telling, addend, asked) for addend in left_out]
    by_round = sorted(kept, key=lambda addend: addend.round)
    values = tuple(_points(telling, asked, addend.value) for addend in by_round)
    return telling.step(tie_break, "sum" if kept else "sum-empty", number, {"addends": values}, steps)


def _points(telling: Telling, asked: _Sum, value: int) -> object:
    """An addend in points; a product has been multiplied by the unit twice."""
    return telling.points(value) / (1 if asked.times is None else asked.basis.competition.unit)


def _round(telling: Telling, asked: _Sum, record: RoundRecord, seen: int, number: int) -> Step:
    """A round's part: the opponent's score, for a product with the points made."""
    step = _met(telling, asked, record, seen, number)
    if asked.times is None:
        return step
    points, score = telling.points(record.points[asked.times]), telling.points(seen)
    inputs = {"round": record.round, "score": score, "points": points}
    return Step(asked.article, "standings.product", inputs, score * points, (step,))


def _met(telling: Telling, asked: _Sum, record: RoundRecord, score: int, number: int) -> Step:
    """The opponent's score in a round: as it is, adjusted, or that of a stand-in."""
    inputs: dict[str, object] = {"round": record.round, "kind": telling.kind(record)}
    if record.kind != "played" and not (asked.forfeits and is_forfeit(record)):
        return _stand_in(telling, asked, record, telling.points(score), number, inputs)
    assert record.opponent is not None
    inputs["opponent"] = telling.named(record.opponent)
    own = asked.basis.scores(asked.score)[record.opponent]
    value = telling.points(score)
    if own == score:
        return Step(asked.article, "standings.met", inputs, value)
    draws = _draws(asked.basis, record.opponent)
    inputs |= {"own": telling.points(own), "rounds": rounds(draws), "count": len(draws)}
    return Step(telling.table.edition.unplayed.opponents.article, "standings.met-adjusted", inputs, value)


def _draws(basis: Calculation, number: int) -> list[int]:
    """The unplayed rounds of an opponent that count as draws."""
    records = basis.contestants[number].records
    if basis.competition.round_robin:
        return []
    if basis.edition.unplayed.opponents.value == "draw":
        return [record.round for record in records if record.kind != "played" and record.kind not in NOTHING]
    return [record.round for record in reversed(draws_at_the_end(records))]


def _stand_in(
    telling: Telling, asked: _Sum, record: RoundRecord, value: Fraction, number: int, inputs: dict[str, object]
) -> Step:
    """An own unplayed round: the virtual opponent or the dummy, with the ceiling that took hold."""
    policy = telling.table.edition.unplayed.own
    contestant = asked.basis.contestants[number]
    absence = asked.basis.absence(contestant, record, asked.score)
    scale, points = absence.scale, telling.points
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
        inputs["opponent"] = telling.named(record.opponent)
        return Step(_part(policy.article, 1), "standings.dummy-forfeit", inputs, value)
    inputs |= {"draw": points(scale.draw), "rounds": absence.rounds}
    return Step(_part(policy.article, 2), "standings.dummy-bye", inputs, value)


def _part(article: Article, part: int) -> Article:
    return Article(f"{article.number}.{part}", article.source)


def _cut(telling: Telling, cut: CutAddend, asked: _Sum) -> Step:
    """What was cut, and by which rule."""
    cuts = telling.table.edition.cuts
    article = (cuts.voluntary_first if cut.why == "voluntary" else cuts.lowest).article
    inputs = {"round": cut.addend.round, "score": telling.points(cut.addend.score)}
    return Step(article, f"standings.cut-{cut.why}", inputs, _points(telling, asked, cut.addend.value))


def average_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """AOB and the sum of Buchholz: the opponents met over the board, each with their Buchholz."""
    basis = TieBreak("FB" if tie_break.fore else "BH", tie_break.score)
    met = opponents_met(telling.calculation, number)
    what = "nobody-met" if not met else "mean" if tie_break.name == "AOB" else "total"
    inputs = {"count": len(met), "of": basis.code}
    return telling.step(tie_break, what, number, inputs, telling.opponents_values(basis, met))


def koya_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """KS: the limit, the opponents above it and the points made against them."""
    calculation, article = telling.calculation, telling.article(tie_break)
    score = calculation.score_of(tie_break)
    limit, games = koya_limit(calculation, tie_break)
    steps = []
    for record in calculation.contestants[number].records:
        if record.opponent is not None:
            own = calculation.scores(score)[record.opponent]
            met = {"round": record.round, "opponent": telling.named(record.opponent), "score": telling.points(own)}
            what = "standings.koya-above" if 2 * own >= limit else "standings.koya-below"
            steps.append(Step(article, what, met, telling.points(record.points[score])))
    return telling.step(tie_break, "koya", number, {"limit": telling.points(limit) / 2, "games": games}, steps)


def adjusted_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """The score as opponents see it."""
    basis = telling.calculation.fore if tie_break.name == "AFB" else telling.calculation
    own = basis.scores(telling.calculation.score_of(tie_break))[number]
    drawn = _draws(basis, number)
    inputs = {"own": telling.points(own), "rounds": rounds(drawn), "count": len(drawn)}
    return telling.step(tie_break, "adjusted" if drawn else "adjusted-not", number, inputs)


def strength_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """SSSC: the secondary score plus Buchholz over K."""
    whole = telling.calculation.competition
    basis = TieBreak("FB" if tie_break.fore else "BH", as_games=tie_break.as_games)
    inputs = {
        "secondary": telling.points(telling.calculation.scores(whole.secondary)[number]),
        "of": basis.code,
        "strength": telling.value(basis, number),
        "k": normaliser(telling.calculation, tie_break),
        "score": "GP" if whole.secondary == GAME_POINTS else "MP",
    }
    return telling.step(tie_break, "strength", number, inputs, [sum_step(telling, basis, number)])


SUM_REASONS = {
    **dict.fromkeys(("BH", "FB", *FACTORS), sum_step),
    "AOB": average_step,
    "OTHER_SOB": average_step,
    "KS": koya_step,
    "SSSC": strength_step,
    "ABH": adjusted_step,
    "AFB": adjusted_step,
}
