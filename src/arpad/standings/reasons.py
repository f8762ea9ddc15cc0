"""Explain the standings: every tie-break value, and why one contestant is ranked before another."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from arpad.documents.steps import Explanation, Step
from arpad.i18n import Language, number, text
from arpad.regulations.articles import Article
from arpad.standings._calculation import Calculation, CutAddend, ceiling, cut, draws_at_the_end, is_forfeit
from arpad.standings._tie_breaks import (
    COUNTED,
    FACTORS,
    after_each_round,
    basis_of,
    board_sums,
    buchholz_of,
    column_of,
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
    score_shown,
    standard_halves,
    tournament_performance,
    weighted_sum,
)
from arpad.standings.codes import FLAGS, MODIFIERS, OUTSIDE, TieBreak, code_rule
from arpad.standings.model import GAME_POINTS, MATCH_POINTS, NOTHING, RoundRecord, games_played, games_to_play
from arpad.standings.order import BOARD_RULES, meetings, mutual, partition
from arpad.standings.table import NotRanked, StandingsTable, printed_value

# What the reasons share: names, articles, points and values of a table of standings.

NO_ARTICLE = Article("–", "")
"""What a table cites that goes by points alone, because no edition was in force."""


class Explainer:
    """Writes the steps that explain a table of standings."""

    def __init__(self, table: StandingsTable) -> None:
        self.table = table

    @property
    def calculation(self) -> Calculation:
        return self.table.calculation

    def named(self, number: int) -> str:
        """A contestant by number and name."""
        return f"{number} {self.calculation.contestants[number].name}".rstrip()

    def article(self, tie_break: TieBreak) -> Article:
        """The article of a code, in this edition or in the newest that has it; none if no edition ranks."""
        if self.table.edition is None:
            return NO_ARTICLE
        return code_rule(tie_break.name, self.table.rules, self.table.library)[0].article

    @property
    def last_resort(self) -> Article:
        """The article on players whom nothing separates; none if no edition ranks."""
        return NO_ARTICLE if self.table.edition is None else self.table.rules.lists.last_resort.article

    def points(self, parts: int | Fraction) -> Fraction:
        return Fraction(parts) / self.calculation.competition.unit

    def value(self, tie_break: TieBreak, number: int) -> object:
        """The value of a tie-break as it is printed."""
        return printed_value(tie_break, column_of(self.calculation, tie_break), number)

    def step(
        self, tie_break: TieBreak, what: str, number: int, more: Mapping[str, object], steps: Iterable[Step] = ()
    ) -> Step:
        """Return the step of a contestant's value. `more` are inputs beside the code."""
        inputs = {"code": tie_break.code, **more}
        return Step(self.article(tie_break), f"standings.{what}", inputs, self.value(tie_break, number), tuple(steps))

    def opponents_values(self, basis: TieBreak, opponents: Iterable[int]) -> tuple[Step, ...]:
        """Return a step for each opponent with the value that a mean or a total takes."""
        return tuple(
            Step(
                self.article(basis),
                "standings.opponents-value",
                {"opponent": self.named(opponent), "code": basis.code},
                self.value(basis, opponent),
            )
            for opponent in opponents
        )

    def kind(self, record: RoundRecord) -> str:
        """The message that names what a round was."""
        return f"@record-kind.{record.kind}"


def rounds(numbers: Iterable[int]) -> str:
    """Rounds for a sentence."""
    return ", ".join(map(str, numbers)) or "–"


# The reasons of direct encounter: the group, what each did against the others, and who was split off.


def encounter_step(explainer: Explainer, place: int, tie_break: TieBreak, number: int) -> Step:
    """DE, EDE: the tied group with the points of each against the others, and the places that came of it."""
    table, article = explainer.table, explainer.article(tie_break)
    group = table.ordering.tied_before(place, number)
    inputs: dict[str, object] = {"code": tie_break.code, "count": len(group)}
    if len(group) == 1:
        return Step(article, "standings.encounter-alone", inputs, 0)
    whole = explainer.calculation.competition
    scores = (explainer.calculation.score_of(tie_break),)
    if tie_break.name != "DE" and table.rules.encounter.teams.value == "primary-then-secondary":
        scores = (whole.primary, whole.secondary)  # type: ignore[assignment]
    steps = tuple(_member(explainer, tie_break, group, score, member) for score in scores for member in group)
    steps += tuple(_boards(explainer, tie_break, group))
    parts = partition(explainer.calculation, group, tie_break)
    if len(parts) == 1:
        return Step(article, "standings.encounter-nothing", inputs, 0, steps)
    inputs["order"] = " > ".join(" = ".join(str(member) for member in sorted(part)) for part in parts)
    value = table.ordering.within[place][number]
    return Step(article, "standings.encounter", inputs, value, steps)


def _boards(explainer: Explainer, tie_break: TieBreak, group: list[int]) -> Iterator[Step]:
    """13.3.2: the boards of two teams, if no score separates them."""
    if len(group) != 2 or tie_break.name not in BOARD_RULES:
        return
    plain = TieBreak("EDE", as_games=tie_break.as_games)
    if len(partition(explainer.calculation, group, plain)) > 1:
        return
    boards = explainer.calculation.competition.boards
    for one, other in (group, reversed(group)):
        sums = board_sums(meetings(explainer.calculation, one, other, tie_break.as_games), boards)
        points = tuple(explainer.points(made) for made in sums)
        inputs = {"who": explainer.named(one), "rules": ", ".join(BOARD_RULES[tie_break.name]), "boards": points}
        count = explainer.points(weighted_sum(sums))
        yield Step(explainer.article(tie_break), "standings.encounter-boards", inputs, count)


def _member(explainer: Explainer, tie_break: TieBreak, group: list[int], score: int, member: int) -> Step:
    """What one of the group did against the others."""
    made = mutual(explainer.calculation, group, score, tie_break.as_games)[member]
    whole = explainer.calculation.competition
    name = ({MATCH_POINTS: "MP", GAME_POINTS: "GP"}[score]) if whole.teams else "PTS"
    inputs = {
        "who": explainer.named(member),
        "score": name,
        "open": made.unmet,
        "best": explainer.points(made.points + whole.scales[score].win * made.unmet),
    }
    what = "standings.mutual-open" if made.unmet else "standings.mutual"
    return Step(explainer.article(tie_break), what, inputs, explainer.points(made.points))


# The reasons of tie-breaks by the own results, by boards, and by the scores themselves.


def score_step(explainer: Explainer, tie_break: TieBreak, number: int) -> Step:
    """The score, with a penalty beside it if there is one."""
    calculation = explainer.calculation
    score = score_shown(calculation, tie_break)
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
    performance = tournament_performance(rated_games(explainer.calculation, tie_break, number))
    if performance is None:
        return explainer.step(tie_break, "undefined", number, {})
    inputs = {
        "code": tie_break.code,
        "average": performance.average,
        "points": Fraction(performance.half, 2),
        "games": performance.games,
        "percentage": performance.percentage,
        "dp": performance.dp,
    }
    return Step(article, "standings.performance", inputs, performance.rating)


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
    basis = opponents_code(tie_break)
    games = rated_games(explainer.calculation, tie_break, number)
    steps = explainer.opponents_values(basis, (game.opponent for game in games))
    inputs = {"count": len(games), "of": basis.code}
    return explainer.step(tie_break, "mean" if games else "nobody-met", number, inputs, steps)


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
    basis = buchholz_of(tie_break)
    met = opponents_met(explainer.calculation.contestants[number])
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
    basis = buchholz_of(tie_break)
    inputs = {
        "secondary": explainer.points(explainer.calculation.scores(whole.secondary)[number]),
        "of": basis.code,
        "strength": explainer.value(basis, number),
        "k": normaliser(explainer.calculation, tie_break),
        "score": "GP" if whole.secondary == GAME_POINTS else "MP",
    }
    return explainer.step(tie_break, "strength", number, inputs, [sum_step(explainer, basis, number)])


# The reasons of the standings: every value with its addends, and why one contestant stands before another.

Reason = Callable[[Explainer, TieBreak, int], Step]
REASONS: Mapping[str, Reason] = {
    **dict.fromkeys(("PTS", "MPvGP"), score_step),
    **dict.fromkeys(COUNTED, counted_step),
    "PS": progressive_step,
    "STD": standard_step,
    **dict.fromkeys(("TPN", "RTNG"), plain_step),
    **dict.fromkeys(("BC", "TBR", "BBE"), board_step),
    **dict.fromkeys(("BH", "FB", *FACTORS), sum_step),
    **dict.fromkeys(("AOB", "OTHER_SOB"), average_step),
    "KS": koya_step,
    "SSSC": strength_step,
    **dict.fromkeys(("ABH", "AFB"), adjusted_step),
    "ARO": average_rating_step,
    "TPR": performance_step,
    "PTP": perfect_step,
    **dict.fromkeys(("APRO", "APPO"), opponents_step),
}


def explain(table: StandingsTable, contestant: int) -> Explanation:
    """Why a contestant has their rank: what separates them from the row above, then every value of the list; or why
    they have none."""
    if (gone := table.without_place(contestant)) is not None:
        return (_no_rank(table, gone),)
    row = table.row(contestant)
    above = [other for other in table.rows if other.rank < row.rank]
    tied = [other.number for other in table.rows if other.rank == row.rank and other is not row]
    steps = []
    if above:
        steps.append(_separation(table, above[-1].number, contestant))
    if tied:
        steps.append(_tie(table, tied))
    explainer = Explainer(table)
    inputs = {"who": explainer.named(contestant), "points": row.points}
    rank = Step(explainer.article(TieBreak("PTS")), "standings.rank", inputs, row.rank, tuple(steps))
    return (rank, *values(table, contestant))


def _no_rank(table: StandingsTable, gone: NotRanked) -> Step:
    """Why somebody has no place: expelled from a Swiss, or taken out of a round robin (C.05 6.6)."""
    inputs: dict[str, object] = {"who": f"{gone.number} {gone.name}".rstrip()}
    if gone.number not in table.competition.taken_out:
        return Step(gone.article, "standings.expelled-no-rank", inputs, gone.points)
    whole = table.competition
    games = games_to_play(replace(whole, contestants=whole.complete))
    inputs |= {"played": games_played(whole.complete[gone.number]), "games": games}
    return Step(gone.article, "standings.taken-out-no-rank", inputs, gone.points)


def values(table: StandingsTable, contestant: int) -> Iterable[Step]:
    """Every value of a contestant, in the order of the list."""
    explainer = Explainer(table)
    for place, tie_break in enumerate(table.codes):
        yield value_step(explainer, place, tie_break, contestant)


def value_step(explainer: Explainer, place: int, tie_break: TieBreak, contestant: int) -> Step:
    """One value with what led to it."""
    if tie_break.name in OUTSIDE:
        return _given(explainer, place, tie_break, contestant)
    if tie_break.by_group:
        return encounter_step(explainer, place, tie_break, contestant)
    return REASONS[tie_break.name](explainer, tie_break, contestant)


def _given(explainer: Explainer, place: int, tie_break: TieBreak, contestant: int) -> Step:
    """4.2: lots that were drawn, or a play-off."""
    table = explainer.table
    order = table.given.get(tie_break.name)
    inputs = {"code": tie_break.code, "by": order.by if order is not None else ""}
    what = f"standings.{tie_break.name.lower()}" if order is not None else "standings.not-given"
    return Step(explainer.last_resort, what, inputs, table.ordering.within[place][contestant])


def explain_pair(table: StandingsTable, one: int, other: int) -> Explanation:
    """Why one contestant stands before another: the tie-breaks that leave them level, and the one that decides. If one
    of them has no place, why not."""
    without_place = [gone for number in (one, other) if (gone := table.without_place(number)) is not None]
    if without_place:
        return tuple([_no_rank(table, gone) for gone in without_place])
    first, second = sorted((table.row(one), table.row(other)), key=table.rows.index)
    explainer = Explainer(table)
    place = table.ordering.decided(first.number, second.number)
    if place is None:
        return (_tie(table, [first.number, second.number]),)
    level = table.codes[:place]
    steps = [_level(explainer, tie_break, first.number) for tie_break in level if not tie_break.by_group]
    both = tuple(value_step(explainer, place, table.codes[place], row.number) for row in (first, second))
    return (*steps, _separation(table, first.number, second.number, both))


def _level(explainer: Explainer, tie_break: TieBreak, contestant: int) -> Step:
    value = explainer.value(tie_break, contestant)
    return Step(explainer.article(tie_break), "standings.level", {"code": tie_break.code}, value)


def _separation(table: StandingsTable, first: int, second: int, steps: Explanation = ()) -> Step:
    """The first tie-break that separates two contestants."""
    explainer = Explainer(table)
    place = table.ordering.decided(first, second)
    assert place is not None
    tie_break = table.codes[place]
    inputs: dict[str, object] = {
        "code": tie_break.code,
        "first": explainer.named(first),
        "second": explainer.named(second),
        "one": shown(explainer, place, tie_break, first),
        "other": shown(explainer, place, tie_break, second),
    }
    if tie_break.name in OUTSIDE:
        return Step(explainer.last_resort, "standings.before-given", inputs, tie_break.code, steps)
    what = "standings.before-group" if tie_break.by_group else "standings.before"
    return Step(explainer.article(tie_break), what, inputs, tie_break.code, steps)


def shown(explainer: Explainer, place: int, tie_break: TieBreak, contestant: int) -> object:
    """A value for a sentence; the place within the group, if it is one of the group."""
    if tie_break.by_group:
        return explainer.table.ordering.within[place][contestant]
    value = explainer.value(tie_break, contestant)
    return "–" if value is None else value


def _tie(table: StandingsTable, tied: Iterable[int]) -> Step:
    """4.2: nothing separates them: lots."""
    explainer = Explainer(table)
    return Step(explainer.last_resort, "standings.tie", {}, ", ".join(explainer.named(number) for number in tied))


# Tie-breaks and points in words.

HALF = Fraction(1, 2)


def points_text(points: Fraction | Decimal, language: Language) -> str:
    """Points as tables have them: 3½."""
    return _points_text(*points.as_integer_ratio(), language)


@lru_cache(maxsize=4096)
def _points_text(numerator: int, denominator: int, language: Language) -> str:
    points = Fraction(numerator, denominator)
    whole, rest = divmod(points, 1)
    if rest != HALF:
        return number(points, language)
    return f"{whole or ''}½" if points > 0 else number(points, language)


def tie_break_name(tie_break: TieBreak, language: Language) -> str:
    """Buchholz, cut 1."""
    parts = [text(f"tie-break.{tie_break.name}", language)]
    names = [MODIFIERS[letter] for letter in sorted(tie_break.modifiers, key=FLAGS.__contains__)]
    amounts = {name: getattr(tie_break, name) for name in names}
    parts += [text(f"tie-break-with.{name}", language, n=value) for name, value in amounts.items() if value]
    if tie_break.score:
        parts.append(text(f"tie-break-score.{tie_break.score}", language))
    return ", ".join(parts)
