"""The level of protection of an event, and the check-list of its measures (anti-cheating protection measures)."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arpad.arbiters.model import ROUND_ROBINS, NormEventSystem
from arpad.regulations.articles import Article
from arpad.regulations.event_rules import PROTECTION_LEVELS, ProtectionLevel, ProtectionMeasure, fair_play_rules

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


@dataclass(frozen=True, slots=True)
class LevelReason:
    """Why an event has a level: a fact (message key `fair-play.fact.FACT`), its article, and its value."""

    fact: str
    article: Article
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ProtectionAnswer:
    """The level by the facts that are known; `open_facts` could raise it. `raised`: one higher as a national
    championship."""

    level: ProtectionLevel
    because: tuple[LevelReason, ...]
    raised: bool
    open_facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A row of the check-list; `done` None: not said."""

    measure: ProtectionMeasure
    duty: str | int
    article: Article
    done: bool | None

    @property
    def missing(self) -> bool:
        """Whether something that must be done is not done."""
        return self.done is False and (self.duty == "must" or isinstance(self.duty, int))


def protection_level(facts: ProtectionFacts) -> ProtectionAnswer:
    """Section 1: level A, otherwise B, otherwise C; a national championship one level higher."""
    rules = fair_play_rules().levels
    official = [LevelReason("official", rules.official.article, {})] if facts.official else []
    norms = [LevelReason("norms", rules.norms.article, {})] if facts.norms else []
    reasons = {
        "A": [*official, *_average(facts, "a"), *_prizes(facts, "a")],
        "B": [*norms, *_prizes(facts, "b"), *_average(facts, "b")],
    }
    level: ProtectionLevel = "A" if reasons["A"] else "B" if reasons["B"] else "C"
    because = reasons.get(level) or [LevelReason("others", rules.others.article, {})]
    raised = facts.national is True and level != "A"
    if raised:
        level = PROTECTION_LEVELS[PROTECTION_LEVELS.index(level) + rules.national_higher.value]
        because = [*because, LevelReason("national", rules.national_higher.article, {})]
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
    """Return the check-list of a level. `taken` are the measures that are done, None if nothing is said about them;
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
        rows.append(MeasureRow(measure, duty, rules.article(measure, level), done))
    return rows


@dataclass(frozen=True, slots=True)
class WaiverTerms:
    """Who may grant a waiver (None: nobody), and until when it must be asked for."""

    by: str | None
    latest: dt.date | None
    article: Article


def waiver_terms(level: ProtectionLevel, start: dt.date | None) -> WaiverTerms:
    """Section 3: standard and enhanced protection may be waived, if it is asked for four weeks before the start."""
    rules = fair_play_rules()
    measure = next(one for one in rules.measures if one.key == WAIVER)
    by = str(measure.duties[level])
    days = dt.timedelta(days=rules.levels.waiver_days.value)
    latest = None if start is None or by == "none" else start - days
    return WaiverTerms(None if by == "none" else by, latest, rules.article(measure, level))
