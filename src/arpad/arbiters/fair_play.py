"""Fair play: complaints, protection levels with their measures, and thresholds for z-scores.

Complaints are confidential until they are closed (III.B.12), so nothing is stored. A z-score is never a verdict.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args

from arpad.arbiters.model import ROUND_ROBINS, NormEventSystem, years_later
from arpad.documents.document import ArticleNumber, Document, InWords, extended, shows
from arpad.documents.editions import plain_value
from arpad.domain.findings import Finding, Severity
from arpad.i18n import Language, date_text, text
from arpad.regulations.event_rules import PROTECTION_LEVELS, ProtectionLevel, fair_play_rules

# Complaints about fair play, during a tournament (ITC) or after it (PTC): what they need, how long, and where to send
# them. Nothing is stored: they are confidential until they are closed (III.B.12).

ComplaintKind = Literal["ITC", "PTC"]
COMPLAINT_KINDS: tuple[ComplaintKind, ...] = get_args(ComplaintKind)
Ground = Literal["observation", "device", "engine", "rating"]
GROUNDS: tuple[Ground, ...] = get_args(Ground)
"""What a complaint rests on: something seen, a device found, moves compared with an engine, or only a strong result."""
ENGINE_KEYS = ("engine", "settings", "hash", "pvs", "interface", "moves", "matches")
"""VI.2 of the notes: what a comparison with an engine must state."""
ENGINE_ARTICLE = "Regan VI.2"
"""The notes have a VI.2 of their own: that of the regulations is about languages."""
PERSON_KEYS = ("name", "id", "federation", "address", "email", "phone")


@dataclass(frozen=True, slots=True)
class ComplaintParty:
    """The complainant, or the respondent."""

    name: str = ""
    id: str = ""
    federation: str = ""
    address: str = ""
    email: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True)
class FairPlayComplaint:
    """A complaint. `titled`: a WFM/FM title is at stake, or a titled person is involved (II.5). None: not known."""

    kind: ComplaintKind
    complainant: ComplaintParty
    respondent: ComplaintParty
    facts: str = ""
    event: str = ""
    last_round: dt.date | None = None
    chief_organiser: str = ""
    chief_arbiter: str = ""
    online: bool = False
    level: ProtectionLevel | None = None
    titled: bool | None = None
    grounds: tuple[Ground, ...] | None = None
    why_not_then: str = ""
    engine: tuple[tuple[str, str], ...] = ()
    attachments: tuple[str, ...] = ()
    consent: bool | None = None
    date: dt.date | None = None


def check_complaint(complaint: FairPlayComplaint) -> list[Finding]:
    """III.B: what a complaint lacks or what stands against it, not whether it is right."""
    return [*_parties(complaint), *_facts(complaint), *_engine(complaint), *_limits(complaint), *_grounds(complaint)]


def _found(code: str, severity: Severity, article: str, **values: object) -> Finding:
    return Finding(f"complaint-{code}", severity, article, values=values)


def _parties(complaint: FairPlayComplaint) -> Iterator[Finding]:
    for key in PERSON_KEYS:
        if not getattr(complaint.complainant, key):
            article = "III.B.1" if key == "id" else "III.B.4"
            yield _found("complainant", "error", article, what=f"@complaint.key.{key}")
    if not complaint.respondent.name:
        yield _found("respondent", "error", "III.B.4")


def _facts(complaint: FairPlayComplaint) -> Iterator[Finding]:
    needed = ("facts", "event", "chief_organiser", "chief_arbiter", "date", "consent")
    for key in needed:
        if not getattr(complaint, key):
            yield _found("missing", "error", "III.B.4", what=f"@complaint.key.{key}")
    if not complaint.attachments:
        yield _found("no-attachments", "warning", "III.B.8")
    if complaint.kind == "PTC" and not complaint.why_not_then:
        yield _found("why-not-then", "error", "III.B.7")


def _engine(complaint: FairPlayComplaint) -> Iterator[Finding]:
    if not complaint.engine and "engine" not in (complaint.grounds or ()):
        return
    described = {key for key, value in complaint.engine if value}
    for key in ENGINE_KEYS:
        if key not in described:
            yield _found("engine", "error", ENGINE_ARTICLE, what=f"@complaint.key.{key}")


def last_day(complaint: FairPlayComplaint) -> dt.date | None:
    """VI.1: eight years after the last round; one year online."""
    rules = fair_play_rules().complaints
    years = rules.years_online.value if complaint.online else rules.years.value
    return None if complaint.last_round is None else years_later(complaint.last_round, years)


def _limits(complaint: FairPlayComplaint) -> Iterator[Finding]:
    rules = fair_play_rules().complaints
    article = (rules.years_online if complaint.online else rules.years).article.number
    last = last_day(complaint)
    if last is None:
        yield _found("limit-open", "warning", article)
    elif complaint.date is not None and complaint.date > last:
        yield _found("too-late", "error", article, day=last)


def _grounds(complaint: FairPlayComplaint) -> Iterator[Finding]:
    """III.B.9: a complaint that rests on nothing but a strong result is manifestly unfounded."""
    if complaint.grounds is None:
        yield _found("grounds-open", "warning", "III.B.9")
    elif set(complaint.grounds) == {"rating"}:
        yield _found("unfounded", "warning", "III.B.9")


Addressee = Literal["chief-arbiter", "fpl", "federation", "open"]


def addressee(complaint: FairPlayComplaint) -> Addressee:
    """III.B.6, II.4 to II.5: during a tournament the chief arbiter. After it the Fair Play Commission for levels A and
    B, and the national federation for level C, unless a title of FM or a titled person is concerned."""
    if complaint.kind == "ITC":
        return "chief-arbiter"
    if complaint.level in ("A", "B") or (complaint.level == "C" and complaint.titled):
        return "fpl"
    return "federation" if complaint.level == "C" and complaint.titled is False else "open"


def complaint_values(complaint: FairPlayComplaint, language: Language) -> dict[str, object]:
    """What fills forms ITC and PTC."""
    values: dict[str, object] = {}
    for name in ("complainant", "respondent"):
        party: ComplaintParty = getattr(complaint, name)
        who = " · ".join(part for part in (party.name, party.id and f"FIDE ID {party.id}") if part)
        values |= {f"{name}.name": who}
        values |= {f"{name}.{key}": getattr(party, key) for key in ("federation", "address", "email", "phone")}
    named = [(key, getattr(complaint, key)) for key in ("event", "chief_organiser", "chief_arbiter", "why_not_then")]
    facts = [complaint.facts.strip(), *(f"{_key(key, language)}: {value}" for key, value in named if value)]
    consent = "" if complaint.consent is None else "yes" if complaint.consent else "no"
    return values | {
        "facts": [part for part in facts if part],
        "engine": [f"{_key(key, language)}: {value}" for key, value in complaint.engine if value],
        "attachments": list(complaint.attachments),
        "consent": consent,
        "date": "" if complaint.date is None else date_text(complaint.date, language),
    }


def _key(key: str, language: Language) -> str:
    return text(f"complaint.key.{key}", language)


# The level of protection of an event, and the check-list of its measures (anti-cheating protection measures).

WAIVER, ANNEX = "waiver", "annex_a"
STANDARD = "C"


@dataclass(frozen=True, slots=True)
class ProtectionFacts:
    """What decides the level. None: not known. `official`: an event of FIDE's level 1; `norms`: titles or norms of
    (W)GM or (W)IM are possible; `prizes`: the sum of the cash prizes in euros; `national`: a national championship of
    players, teams or youth."""

    system: NormEventSystem | None = None
    average: Fraction | None = None
    women: bool = False
    prizes: Fraction | None = None
    norms: bool | None = None
    official: bool | None = None
    national: bool | None = None


class LevelReason(Document, frozen=True):
    """Why an event has a level: a fact (message key `fair-play.fact.FACT`), its article, and its value."""

    shown = shows("article", "fact", "words")
    fact: str
    article: ArticleNumber
    values: Mapping[str, object] = {}

    @property
    def words(self) -> Annotated["LevelReason", InWords(str, lambda reason, language: reason.in_words(language))]:
        return self

    def in_words(self, language: Language) -> str:
        """Return why an event has its level, with the article."""
        return text(f"fair-play.fact.{self.fact}", language, article=self.article.number, **self.values)


class ProtectionAnswer(Document, frozen=True):
    """The level by the facts that are known; those that are `open` could raise it. `raised`: one higher as a national
    championship."""

    level: ProtectionLevel
    because: tuple[LevelReason, ...]
    raised: bool
    open: tuple[str, ...]


class MeasureRow(Document, frozen=True):
    """A row of the check-list; `done` is None if it is not known."""

    shown = shows("key", "duty", "article", "done", "words")
    key: str
    duty: str | int
    article: ArticleNumber
    done: bool | None
    words: Annotated[Mapping[str, str], InWords(str, lambda name, language: name[language])]

    @property
    def missing(self) -> bool:
        """Whether something that must be done is not done."""
        return self.done is False and (self.duty == "must" or isinstance(self.duty, int))

    def cells(self, language: Language) -> tuple[str, str, str]:
        """Return the article, the measure and the duty in words: a word, or how many measures are needed."""
        number = isinstance(self.duty, int)
        duty = text(f"fair-play.duty.{'number' if number else self.duty}", language, number=self.duty)
        return self.article.number, self.words[language], duty


class WaiverTerms(Document, frozen=True):
    """Who may grant a waiver (None: nobody), and until when it must be asked for."""

    by: str | None
    latest: dt.date | None


class ProtectionPlan(ProtectionAnswer, frozen=True, kw_only=True):
    """The level of protection of an event, its reasons and its check-list."""

    shown = shows("level", "because", "raised", "open", "rows", "missing", "waiver")
    rows: tuple[MeasureRow, ...]
    waiver: WaiverTerms

    @property
    def missing(self) -> list[str]:
        return [row.key for row in self.rows if row.missing]


def protection_level(facts: ProtectionFacts) -> ProtectionAnswer:
    """Section 1: level A, otherwise B, otherwise C; a national championship one level higher."""
    rules = fair_play_rules().levels
    official = [LevelReason("official", rules.official.article)] if facts.official else []
    norms = [LevelReason("norms", rules.norms.article)] if facts.norms else []
    reasons = {
        "A": [*official, *_average(facts, "a"), *_prizes(facts, "a")],
        "B": [*norms, *_prizes(facts, "b"), *_average(facts, "b")],
    }
    level: ProtectionLevel = "A" if reasons["A"] else "B" if reasons["B"] else "C"
    because = reasons.get(level) or [LevelReason("others", rules.others.article)]
    raised = facts.national is True and level != "A"
    if raised:
        level = PROTECTION_LEVELS[PROTECTION_LEVELS.index(level) + rules.national_higher.value]
        because = [*because, LevelReason("national", rules.national_higher.article)]
    return ProtectionAnswer(level, tuple(because), raised, tuple(_open(facts, level)))


def _open(facts: ProtectionFacts, level: ProtectionLevel) -> list[str]:
    """The facts that were not given and could raise the level."""
    if level == "A":
        return []
    names = ["official", "prizes", "national"] + (["norms"] if level == STANDARD else [])
    found = [name for name in names if getattr(facts, name) is None]
    if facts.system is None or (facts.system in ROUND_ROBINS and facts.average is None):
        found.append("average")
    return found


def _average(facts: ProtectionFacts, letter: str) -> list[LevelReason]:
    """A round robin whose average is reached."""
    rule = getattr(fair_play_rules().levels, f"average_{letter}{'_women' if facts.women else ''}")
    if facts.system not in ROUND_ROBINS or facts.average is None or facts.average < rule.value:
        return []
    return [LevelReason("average", rule.article, {"average": facts.average, "limit": rule.value})]


def _prizes(facts: ProtectionFacts, letter: str) -> list[LevelReason]:
    """Cash prizes that exceed a sum."""
    rule = getattr(fair_play_rules().levels, f"prizes_over_{letter}")
    if facts.prizes is None or facts.prizes <= rule.value:
        return []
    return [LevelReason("prizes", rule.article, {"prizes": facts.prizes, "limit": rule.value})]


def measure_rows(
    level: ProtectionLevel, taken: Collection[str] | None, equipment: Collection[str] = (), *, quick: bool = False
) -> list[MeasureRow]:
    """Return the check-list of a level. `taken` are the measures that are done, None if they are not known;
    `equipment` are those of annex A. Rapid and blitz events have lighter duties."""
    rules = fair_play_rules()
    rows = []
    for measure in rules.measures:
        if measure.key == WAIVER:
            continue
        duty = measure.quick if quick and level == "A" and measure.quick else measure.duties[level]
        done = None if taken is None else measure.key in taken
        if measure.key == ANNEX and isinstance(duty, int) and taken is not None:
            done = len(set(equipment)) >= duty
        rows.append(MeasureRow(measure.key, duty, rules.article(measure, level), done, measure.name))
    return rows


def waiver_terms(level: ProtectionLevel, start: dt.date | None) -> WaiverTerms:
    """Section 3: standard and enhanced protection may be waived, if it is asked for four weeks before the start."""
    rules = fair_play_rules()
    measure = next(protection_measure for protection_measure in rules.measures if protection_measure.key == WAIVER)
    by = str(measure.duties[level])
    days = dt.timedelta(days=rules.levels.waiver_days.value)
    latest = None if start is None or by == "none" else start - days
    return WaiverTerms(None if by == "none" else by, latest)


def protection_plan(answer: ProtectionAnswer, rows: Sequence[MeasureRow], start: dt.date | None) -> ProtectionPlan:
    """Return the level of an event that starts on a day, with its check-list."""
    return extended(ProtectionPlan, answer, rows=tuple(rows), waiver=waiver_terms(answer.level, start))


# What a z-score may be a reason for, by the regulations in force and by notes that are not. Never a verdict.

PRECISION = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
HALF = Decimal("0.5")
FIGURES = 12
"""Significant digits of a probability."""
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


class ScoreAnswer(Document, frozen=True):
    """What a rule says about a score: message key `fair-play.score.KEY`. `binding`: it is of the regulations in force;
    otherwise of the notes. `ok` None: a fact is missing."""

    shown = shows("rule", "key", "article", "source", "binding", "threshold", "ok", "words")
    rule: str
    key: str
    article: ArticleNumber
    binding: bool
    threshold: Fraction | None
    ok: bool | None

    @property
    def source(self) -> str:
        return self.article.source

    @property
    def words(self) -> Annotated[str, InWords(str, lambda key, language: text(f"fair-play.score.{key}", language))]:
        return self.key


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


# Fair play in words and as JSON: levels of protection with their measures, and what a z-score may be a reason for.


def open_words(answer: ProtectionAnswer, language: Language) -> str:
    """Return which facts could raise the level, or nothing."""
    facts = ", ".join(text(f"fair-play.open.{fact}", language) for fact in answer.open)
    return text("fair-play.could-be-higher", language, facts=facts) if facts else ""


def waiver_words(terms: WaiverTerms, language: Language) -> str:
    """Return who may grant a waiver, and until when it must be asked for."""
    key = "waiver-none" if terms.by is None else "waiver-until" if terms.latest else "waiver"
    by = "" if terms.by is None else text(f"fair-play.waiver-by.{terms.by}", language)
    return text(f"fair-play.{key}", language, by=by, day=terms.latest or "")


def score_document(facts: ScoreFacts, rating: int | None, language: Language) -> dict[str, Any]:
    """A z-score: its chance, and the answer of every rule with its source."""
    rate = None if rating is None else plain_value(unusual_match_rate(rating))
    return {
        "z": plain_value(facts.z),
        "tail": tail(facts.z),
        "one_in": one_in(facts.z),
        "players_held": players_held(facts.z),
        "match_rate": rate,
        "rules": [answer.document(language) for answer in score_answers(facts)],
    }
