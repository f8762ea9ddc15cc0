"""Rules that no edition changes: time classes (Laws A.1, B.1), the performance rating (B.01 1.4.7 to 1.4.9)."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from arpad.regulations.article import Article
from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.rules import RoundingName, Rule


@dataclass(frozen=True, slots=True)
class TimeClasses:
    """Base time and increments over a number of moves: up to one limit blitz, from the other on standard.

    `hours_per_day` and `rapid_rounds_per_day` limit how much of a class can be played on a day.
    """

    blitz_up_to: Rule[int]
    standard_from: Rule[int]
    moves: Rule[int]
    hours_per_day: Rule[int]
    rapid_rounds_per_day: Rule[int]


@dataclass(frozen=True, slots=True)
class PerformanceRules:
    """Rp = Ra + dp."""

    average_rounding: Rule[RoundingName]
    formula: Rule[str]
    dp_at_extremes: Rule[int]


@dataclass(frozen=True, slots=True)
class TournamentCategories:
    """The categories of round robins by their average: the first rating of category 1, and the ratings of each."""

    first: Rule[int]
    step: Rule[int]


def _rules(table: dict[str, Any]) -> dict[str, Rule[Any]]:
    return {name: Rule(told["value"], Article(told["article"], told["source"])) for name, told in table.items()}


@cache
def tournament_categories() -> TournamentCategories:
    return TournamentCategories(**_rules(read_toml(HERE / "laws.toml")["category"]))


@cache
def time_classes() -> TimeClasses:
    return TimeClasses(**_rules(read_toml(HERE / "laws.toml")["time-class"]))


@cache
def performance_rules() -> PerformanceRules:
    return PerformanceRules(**_rules(read_toml(HERE / "laws.toml")["performance"]))
