"""B.06.3: the activity of arbiters, the categories of events and of arbiters, and who may be appointed to what."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeVar, get_args

from arpad.i18n import ArpadError
from arpad.regulations.arbiter_rules import ArbiterTitle
from arpad.regulations.article import Article
from arpad.regulations.data_files import HERE, read_toml
from arpad.regulations.loader import rule_groups
from arpad.regulations.rules import Rule, Share, groups_of

FILE = "arbiter_classes.toml"
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
    data = read_toml(HERE / FILE)
    source = data["source"]
    return ArbiterClasses(
        source=source,
        effective=data["effective"],
        **rule_groups(FILE, data, groups_of(ArbiterClasses)),
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
