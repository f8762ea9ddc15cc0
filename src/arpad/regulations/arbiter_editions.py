"""Regulations for arbiters as data: titles (B.06.1), categories (B.06.3), and how many an event needs."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Literal, NamedTuple, TypeVar, get_args

from arpad.i18n import ArpadError
from arpad.regulations.articles import HERE, Article, read_toml
from arpad.regulations.rating_editions import DatedFiles, dated_edition, rule_groups
from arpad.regulations.rating_rules import Age, Ascending, DatedEdition, InfoOnly, Rule, Share, groups_of

# What an edition of the regulations for arbiters' titles (B.06.1) says, group by group: the shape of every file in
# `arbiters/`. As in `rating_rules`, an annotation is the schema of a parameter.

ArbiterTitle = Literal["FA", "IA"]
ARBITER_TITLES: tuple[ArbiterTitle, ...] = get_args(ArbiterTitle)


@dataclass(frozen=True, slots=True)
class CommonNormRules:
    """2: what holds for the norms of both titles. None: no limit."""

    systems: Rule[int]
    swiss_players: Rule[int]
    swiss_rated: Rule[Share]
    swiss_rounds: Rule[int]
    certificate_players: Rule[int]
    certificates_round_robin: Rule[int]
    certificates_world: Rule[int | None]
    supervisor_titles: Rule[tuple[str, ...]]
    chief_titles: Rule[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FideArbiterRules:
    """3, 5.4: the title of FIDE Arbiter."""

    tournaments: Rule[int]
    seminars: Rule[int]
    exam: Rule[Share]
    international: Rule[int]
    norm_age: Rule[Age]
    age: Rule[Age]
    swiss_rated: Rule[int]
    round_robin_rated: Rule[int]
    double_rated: Rule[int]
    once: Rule[int]
    team_rounds: Rule[int]
    team_boards: Rule[int]
    teams: Rule[int]
    teams_double: Rule[int]
    team_rated: Rule[Share]
    quick_rated: Rule[int]
    quick_rounds: Rule[int]
    rounds: Rule[int]
    short_rounds: Rule[int]
    short_events: Rule[int]
    national_norms: InfoOnly[int | None]
    languages: Rule[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class InternationalArbiterRules:
    """4, 5.5: the title of International Arbiter."""

    tournaments: Rule[int]
    seminars: Rule[int]
    international: Rule[int]
    age: Rule[Age]
    national_finals: Rule[int]
    quick_events: Rule[int]
    once: Rule[int]
    large_players: Rule[int]
    large_federations: Rule[int]
    large_rated: Rule[Share]
    large_rounds: Rule[int]
    team_rounds: Rule[int]
    team_boards: Rule[int]
    teams: Rule[int]
    teams_double: Rule[int]
    team_rated: Rule[Share]
    rounds: Rule[int]
    short_rounds: Rule[int]
    short_events: Rule[int]
    chief_arbiters: Rule[int]
    language: Rule[str]


@dataclass(frozen=True, slots=True)
class ExpiryRules:
    """5: days and years of an application."""

    tournament_years: Rule[int]
    seminar_years: Rule[int]
    filing_years: Rule[int]
    national_age: Rule[Age]
    lead_days: Rule[int]
    published_days: Rule[int]


@dataclass(frozen=True, slots=True)
class ArbiterEdition(DatedEdition):
    """One edition of the regulations for arbiters' titles."""

    norms: CommonNormRules
    fa: FideArbiterRules
    ia: InternationalArbiterRules
    expiry: ExpiryRules

    def of(self, title: ArbiterTitle) -> FideArbiterRules | InternationalArbiterRules:
        """The rules of a title."""
        return self.fa if title == "FA" else self.ia


# B.06.3: the activity of arbiters, the categories of events and of arbiters, and who may be appointed to what.

CLASSES_FILE = "arbiter_classes.toml"
ArbiterCategory = Literal["A", "B", "C", "D"]
ARBITER_CATEGORIES: tuple[ArbiterCategory, ...] = get_args(ArbiterCategory)
UpgradeTo = Literal["A", "B", "C"]
UPGRADES: tuple[UpgradeTo, ...] = get_args(UpgradeTo)
EventLevel = Literal["national", "international", "continental", "world"]
EVENT_LEVELS: tuple[EventLevel, ...] = get_args(EventLevel)


@dataclass(frozen=True, slots=True)
class ActivityRules:
    """2.2: how long an arbiter stays active."""

    years: Rule[int]


@dataclass(frozen=True, slots=True)
class EventCategoryRules:
    """1.3: the numbers that make an event one of category B, C or D."""

    round_robin_players: Rule[int]
    double_players: Rule[int]
    average_b: Rule[int]
    average_b_women: Rule[int]
    average_c: Rule[int]
    average_c_women: Rule[int]
    open_rounds: Rule[int]
    open_over_players: Rule[int]
    open_rated: Rule[Share]
    open_titled: Rule[int]
    open_federations: Rule[int]
    open_titles: Rule[tuple[str, ...]]
    norm_level: Rule[bool]


@dataclass(frozen=True, slots=True)
class UpgradeRules:
    """3 to 5: what a category needs: events of the targeted category, or some of it and some of the current one."""

    title_years: Rule[int]
    active: Rule[bool]
    not_sanctioned: Rule[bool]
    category_years: Rule[int | None]
    recent_years: Rule[int]
    targeted: Rule[int]
    mixed_targeted: Rule[int]
    mixed_current: Rule[int]


@dataclass(frozen=True, slots=True)
class ProcedureRules:
    """7 and 8: how categories are asked for, and how arbiters are appointed."""

    exact: Rule[bool]
    after_last: Rule[bool]
    world_chief: Rule[tuple[str, ...]]
    national_arbiters: Rule[str]
    appointments: Rule[bool]


@dataclass(frozen=True, slots=True)
class OfficialKind:
    """1.3: a kind of event of FIDE's calendar, and its category."""

    id: str
    category: ArbiterCategory
    level: EventLevel
    article: Article
    name: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TransitionRow:
    """2.6: the end of activity of arbiters whose last event was in a year, or before it."""

    through: int
    ends: Mapping[ArbiterTitle, dt.date]
    article: Article


@dataclass(frozen=True, slots=True)
class ArbiterRole:
    """8.3: the categories that may have a role, by the category of the event; `blank` cells are filled by reading."""

    id: str
    allowed: Mapping[ArbiterCategory, tuple[ArbiterCategory, ...]]
    blank: frozenset[str]


@dataclass(frozen=True, slots=True)
class ArbiterClasses:
    """The regulations for the classification of arbiters."""

    source: str
    effective: dt.date
    activity: ActivityRules
    events: EventCategoryRules
    upgrade_a: UpgradeRules
    upgrade_b: UpgradeRules
    upgrade_c: UpgradeRules
    procedure: ProcedureRules
    transitions: tuple[TransitionRow, ...]
    roles: tuple[ArbiterRole, ...]
    kinds: tuple[OfficialKind, ...]

    def upgrade(self, to: UpgradeTo) -> UpgradeRules:
        """What a category needs."""
        return {"A": self.upgrade_a, "B": self.upgrade_b, "C": self.upgrade_c}[to]

    def kind(self, name: str) -> OfficialKind:
        """The kind of event with this id. An unknown one is refused with a list of those there are."""
        return _named(self.kinds, name, "arbiter-event-kind")

    def role(self, name: str) -> ArbiterRole:
        """The role with this id."""
        return _named(self.roles, name, "arbiter-role")


Named = TypeVar("Named", OfficialKind, ArbiterRole)


def _named(rows: tuple[Named, ...], name: str, error: str) -> Named:
    for row in rows:
        if row.id == name:
            return row
    raise ArpadError(error, value=name, known=", ".join(row.id for row in rows))


@cache
def arbiter_classification() -> ArbiterClasses:
    """The regulations in force."""
    data = read_toml(HERE / CLASSES_FILE)
    source = data["source"]
    return ArbiterClasses(
        source=source,
        effective=data["effective"],
        **rule_groups(CLASSES_FILE, data, groups_of(ArbiterClasses)),
        transitions=tuple(
            TransitionRow(row["through"], {"FA": row["FA"], "IA": row["IA"]}, Article(row["article"], source))
            for row in data["transition"]
        ),
        roles=tuple(
            ArbiterRole(row["id"], {name: tuple(row[name]) for name in ARBITER_CATEGORIES}, frozenset(row["blank"]))
            for row in data["role"]
        ),
        kinds=tuple(
            OfficialKind(
                row["id"], row["category"], row["level"], Article(row["article"], source),
                {"en": row["en"], "es": row["es"]},
            )
            for row in data["kind"]
        ),
    )  # fmt: skip


# The library of the regulations for arbiters' titles: the editions of B.06.1, each in force from a date on.


@cache
def _library() -> DatedFiles[ArbiterEdition]:
    return DatedFiles(HERE / "arbiters", partial(dated_edition, ArbiterEdition))


def arbiter_edition(name: str) -> ArbiterEdition:
    """The edition with this id. An unknown one is refused with a list of those there are."""
    return _library().edition(name)


def arbiter_editions() -> list[ArbiterEdition]:
    """All editions, by date."""
    return _library().editions()


def arbiter_edition_for(date: dt.date) -> ArbiterEdition:
    """The edition in force on the day of an application."""
    return _library().in_force(date, "arbiter-too-early")


def arbiter_edition_of_event(start: dt.date) -> ArbiterEdition:
    """The edition that says what an event had to be: the one in force when it started, the first for older events."""
    return arbiter_edition_for(max(start, arbiter_editions()[0].effective))


# How many arbiters an event needs, by the number of its players.

NUMBERS_FILE = "arbiter_numbers.toml"


class CountBounds(NamedTuple):
    """From least to most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ArbiterNumbers:
    """The numbers by which arbiters are counted."""

    players_most: Rule[int]
    players_least: Rule[int]
    players_school: Rule[int]
    chiefs: Rule[int]
    deputies: Rule[int]
    more_deputies_over: Rule[Annotated[tuple[int, ...], Ascending()]]


@cache
def arbiter_numbers() -> ArbiterNumbers:
    """The numbers, each with its article."""
    numbers: ArbiterNumbers = rule_groups(NUMBERS_FILE, read_toml(HERE / NUMBERS_FILE), {"needed": ArbiterNumbers})[
        "needed"
    ]
    return numbers


def arbiter_bounds(players: int) -> CountBounds:
    """Return how many arbiters a number of players needs: about one for every 20 to 25."""
    rules = arbiter_numbers()
    return CountBounds(-(-players // rules.players_most.value), -(-players // rules.players_least.value))


def school_arbiters(players: int) -> int:
    """Return how many arbiters a school event needs: one for every 30 players."""
    return -(-players // arbiter_numbers().players_school.value)


def report_deputies(players: int) -> int:
    """Return how many deputies form IT3 has a line for: one always, and one more above each of its limits."""
    rules = arbiter_numbers()
    return rules.deputies.value + sum(players > limit for limit in rules.more_deputies_over.value)
