"""What a z-score may be a reason for, by the regulations in force and by notes that are not. Never a verdict."""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Literal

from arpad.regulations.articles import Article
from arpad.regulations.event_rules import fair_play_rules

PRECISION = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
HALF = Decimal("0.5")
FIGURES = 12
"""The figures of a chance that are told."""
GREATEST = 10
"""No z-score of a player is higher."""

StatisticsTest = Literal["quick", "full"]


def tail(z: Fraction) -> Decimal:
    """Return the chance that a normal value is z standard deviations or more above the mean: Q(z) = erfc(z/√2)/2."""
    with localcontext() as context:
        context.prec = PRECISION
        value = Decimal(z.numerator) / Decimal(z.denominator)
        square = value * value
        term = value
        total = term
        place = 1
        while abs(term) > abs(total) * Decimal(10) ** -PRECISION:
            place += 2
            term = term * square / place
            total += term
        density = (-square / 2).exp() / (2 * PI).sqrt()
        chance = HALF - density * total
        context.prec = FIGURES
        return +chance


def one_in(z: Fraction) -> Decimal:
    """Return 1/Q(z): how many players it takes to expect one such score."""
    with localcontext() as context:
        context.prec = FIGURES
        return 1 / tail(z)


def players_held(z: Fraction) -> int:
    """IV of the notes: for how many players the odds at z are at least five times their number."""
    return int(one_in(z) / fair_play_rules().notes.odds_a_player.value)


def unusual_match_rate(rating: int) -> Fraction:
    """IV of the notes: the share of matching moves, in percent, that may be called unusual in a quick test."""
    notes = fair_play_rules().notes
    return notes.match_rate.value - notes.match_step.value * (notes.match_rating.value - rating) / 100


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """A z-score and what is known beside it. `players` of the event and `test` None: not known."""

    z: Fraction
    players: int | None = None
    online: bool = False
    evidence: bool = False
    named_before: bool = False
    test: StatisticsTest | None = None


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """What a rule says about a score: message key `fair-play.score.KEY`. `binding`: it is of the regulations in force;
    otherwise of the notes. `ok` None: a fact is missing."""

    rule: str
    key: str
    article: Article
    binding: bool
    threshold: Fraction | None
    ok: bool | None


def score_answers(facts: ScoreFacts) -> list[ScoreAnswer]:
    """Return the answers of all rules, those in force first."""
    return [_official(facts), _dismissal(facts), _intrusive(facts), _alone(facts), _test(facts)]


def _official(facts: ScoreFacts) -> ScoreAnswer:
    """I.6: above the threshold there is presumed cheating, if there is no other evidence; with it, 2.50 may support."""
    rules = fair_play_rules().official
    if facts.evidence:
        rule = rules.support
        reached = facts.z >= rule.value
        key = "supports" if reached else "no-support"
        return ScoreAnswer("official", key, rule.article, True, rule.value, reached)
    rule = rules.online if facts.online else rules.board
    above = facts.z > rule.value
    return ScoreAnswer("official", "presumed" if above else "not-presumed", rule.article, True, rule.value, above)


def _dismissal(facts: ScoreFacts) -> ScoreAnswer:
    """VII: a complaint may be dismissed if all scores are below 2.00, even if something was observed."""
    rule = fair_play_rules().notes.dismissed_below
    below = facts.z < rule.value
    return ScoreAnswer("dismissal", "dismiss" if below else "not-dismissed", rule.article, False, rule.value, below)


def _intrusive(facts: ScoreFacts) -> ScoreAnswer:
    """IV: actions that single a player out need the full test and 3.00, or 2.00 if the player was named before the
    event; with many players the odds must be five times their number."""
    notes = fair_play_rules().notes
    rule = notes.intrusive_named if facts.named_before else notes.intrusive
    if facts.test == "quick":
        return ScoreAnswer("intrusive", "intrusive-quick", notes.intrusive.article, False, rule.value, False)
    enough: bool | None = facts.z >= rule.value
    if enough and not facts.named_before:
        enough = None if facts.players is None else players_held(facts.z) >= facts.players
    if enough and facts.test is None:
        enough = None
    key = {True: "intrusive", False: "not-intrusive", None: "intrusive-open"}[enough]
    return ScoreAnswer("intrusive", key, rule.article, False, rule.value, enough)


def _alone(facts: ScoreFacts) -> ScoreAnswer:
    """V: what a score may lead to if nothing was observed."""
    notes = fair_play_rules().notes
    if facts.evidence:
        return ScoreAnswer("alone", "observed", notes.ignored_below.article, False, None, None)
    if facts.z > notes.procedure_over.value:
        rule, key = notes.procedure_over, "procedure"
    elif facts.z > notes.doubts_over.value:
        rule, key = notes.doubts_over, "doubts"
    elif facts.z < notes.ignored_below.value:
        rule, key = notes.ignored_below, "ignored"
    else:
        rule, key = notes.doubts_over, "unsaid"
    return ScoreAnswer("alone", key, rule.article, False, rule.value, key in ("procedure", "doubts"))


def _test(facts: ScoreFacts) -> ScoreAnswer:
    """IV.4: a quick test is good for discreet actions and for a raised alert only."""
    article = fair_play_rules().notes.match_rate.article
    key = {"quick": "quick-test", "full": "full-test", None: "test-open"}[facts.test]
    return ScoreAnswer("test", key, article, False, None, None if facts.test is None else facts.test == "full")
