"""Fair play as data: the levels of protection, what each asks for, the thresholds of statistics, complaints."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, get_args

from arpad.regulations.article import Article
from arpad.regulations.data_files import HERE, read_toml, refuse_unknown
from arpad.regulations.loader import rule_groups
from arpad.regulations.rules import Bounds, Rule, groups_of

FILE = "fair_play.toml"
ProtectionLevel = Literal["C", "B", "A"]
PROTECTION_LEVELS: tuple[ProtectionLevel, ...] = get_args(ProtectionLevel)
"""From the standard level to the maximum."""
PROTECTION_SOURCE = "manual-2023-protection"
CashSum = Annotated[int, Bounds(0, 10**9)]
MEASURE_KEYS = {"key", "C", "B", "A", "article", "quick", "en", "es"}


@dataclass(frozen=True, slots=True)
class LevelRules:
    """Section 1: what makes an event one of level A or B. Prizes must be exceeded, averages reached."""

    average_a: Rule[int]
    average_a_women: Rule[int]
    prizes_over_a: Rule[CashSum]
    average_b: Rule[int]
    average_b_women: Rule[int]
    prizes_over_b: Rule[CashSum]
    official: Rule[str]
    norms: Rule[str]
    others: Rule[str]
    national_higher: Rule[int]
    waiver_days: Rule[int]


@dataclass(frozen=True, slots=True)
class OfficialThresholds:
    """I.6 of the anti-cheating regulations: thresholds of z that are in force."""

    online: Rule[Fraction]
    board: Rule[Fraction]
    support: Rule[Fraction]


@dataclass(frozen=True, slots=True)
class NotedThresholds:
    """Notes that are no text of the Handbook: what z may be a reason for."""

    dismissed_below: Rule[Fraction]
    intrusive: Rule[Fraction]
    intrusive_named: Rule[Fraction]
    odds_a_player: Rule[int]
    ignored_below: Rule[Fraction]
    doubts_over: Rule[Fraction]
    procedure_over: Rule[Fraction]
    procedure_safer: Rule[tuple[Fraction, ...]]
    match_rate: Rule[Fraction]
    match_rating: Rule[int]
    match_step: Rule[Fraction]


@dataclass(frozen=True, slots=True)
class ComplaintRules:
    """VI: how long after the last round a complaint may be made."""

    years: Rule[int]
    years_online: Rule[int]


@dataclass(frozen=True, slots=True)
class ProtectionMeasure:
    """A row of the check-list: what each level asks for, a duty or a number of measures. `quick` is the duty of rapid
    and blitz events at level A, if it is another one."""

    key: str
    duties: Mapping[ProtectionLevel, str | int]
    articles: Mapping[str, str]
    quick: str | None
    name: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FairPlayRules:
    """The regulations and notes on fair play."""

    levels: LevelRules
    official: OfficialThresholds
    notes: NotedThresholds
    complaints: ComplaintRules
    measures: tuple[ProtectionMeasure, ...]
    equipment: Mapping[str, Mapping[str, str]]

    def article(self, measure: ProtectionMeasure, level: ProtectionLevel) -> Article:
        """The article that asks for a measure at a level."""
        return Article(measure.articles.get(level, "3"), PROTECTION_SOURCE)


@cache
def fair_play_rules() -> FairPlayRules:
    """The rules, each with its article."""
    data = read_toml(HERE / FILE)
    parts = rule_groups(FILE, data | {"source": PROTECTION_SOURCE}, groups_of(FairPlayRules))
    measures = tuple(_measure(row) for row in data["measure"])
    equipment = {row["key"]: {"en": row["en"], "es": row["es"]} for row in data["equipment"]}
    return FairPlayRules(**parts, measures=measures, equipment=equipment)


def _measure(row: Mapping[str, Any]) -> ProtectionMeasure:
    refuse_unknown(FILE, row, MEASURE_KEYS, "measure")
    duties = {level: row[level] for level in PROTECTION_LEVELS}
    return ProtectionMeasure(row["key"], duties, row["article"], row.get("quick"), {"en": row["en"], "es": row["es"]})
