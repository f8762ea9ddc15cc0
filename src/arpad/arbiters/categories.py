"""Rules of B.06.3 for arbiters' categories: upgrades (3 to 7) and who may be appointed to a role (8)."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from arpad.arbiters.model import ShownChecks, UsedFor, years_later
from arpad.documents.checks import Check, all_hold, compared, decided, stated
from arpad.documents.document import ArticleNumber, Document, ShownAs, shows
from arpad.i18n import Language, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import (
    ARBITER_CATEGORIES,
    ArbiterCategory,
    EventLevel,
    UpgradeRules,
    UpgradeTo,
    arbiter_bounds,
    arbiter_classification,
    arbiter_numbers,
    report_deputies,
    school_arbiters,
)
from arpad.regulations.rating_rules import Rule

# B.06.3, 8: who may be appointed to which role.

NATIONAL = "NA"


class Appointment(Document, frozen=True):
    """Whether an arbiter may have a role in an event; `allowed` is null if the rules leave it open.

    It is then possible only with approval beforehand. `by_reading`: the cell of the table is blank in the print."""

    role: str
    event: ArbiterCategory
    category: str
    allowed: bool | None
    categories: tuple[ArbiterCategory, ...]
    article: ArticleNumber
    by_reading: bool = False

    def words(self, language: Language) -> str:
        """Return the answer in a sentence."""
        key = {True: "may", False: "may-not", None: "may-open"}[self.allowed]
        values = {"event": self.event, "category": self.category, "article": self.article.number}
        role, allowed = text(f"arbiter.role.{self.role}", language), ", ".join(self.categories)
        return text(f"arbiter.{key}", language, role=role, allowed=allowed, **values)


def may_be_appointed(role: str, event: str, category: str, level: EventLevel | None = None) -> Appointment:
    """8.1 to 8.3: look a role up in the table. `event` is a category of events or a kind of FIDE's calendar; `category`
    that of the arbiter, NA for a national arbiter."""
    rules = arbiter_classification()
    found = rules.role(role)
    if event.upper() in ARBITER_CATEGORIES:
        column = parse.choice("CATEGORY", event.upper(), ARBITER_CATEGORIES)
    else:
        kind = rules.kind(event)
        column, level = kind.category, level or kind.level
    row = found.allowed[column]
    if category == NATIONAL:
        return Appointment(role, column, category, None, row, rules.procedure.national_arbiters.article)
    own = parse.choice("--category", category, ARBITER_CATEGORIES)
    if role == "chief" and level == "world":
        wanted = tuple(one for one in row if one in rules.procedure.world_chief.value)
        if wanted != row or own not in wanted:
            article = rules.procedure.world_chief.article
            return Appointment(role, column, own, own in wanted, wanted, article)
    article = rules.procedure.appointments.article
    return Appointment(role, column, own, own in row, row, article, column in found.blank)


class LeastMost(Document, frozen=True):
    """A number between two bounds."""

    least: int
    most: int


class ArbitersNeeded(Document, frozen=True):
    """How many arbiters an event needs."""

    shown = shows("chief", "deputy", "arbiters", "report_deputies")
    players: int
    chief: int
    deputy: int
    arbiters: LeastMost
    school: int
    report_deputies: int

    def words(self, language: Language) -> str:
        """Return how many arbiters are needed beside the chief and the deputy, from the least to the most."""
        least, most = self.arbiters.least, self.arbiters.most
        numbers = str(least) if least == most else f"{least}–{most}"
        return text("arbiter.needed", language, players=self.players, arbiters=numbers)


class AllArbitersNeeded(ArbitersNeeded, frozen=True):
    """How many arbiters a number of players needs, also in schools."""

    shown = ArbitersNeeded.__struct_fields__


def arbiters_needed(players: int) -> AllArbitersNeeded:
    """Return how many arbiters a number of players needs."""
    rules = arbiter_numbers()
    return AllArbitersNeeded(
        players,
        rules.chiefs.value,
        rules.deputies.value,
        LeastMost(*arbiter_bounds(players)),
        school_arbiters(players),
        report_deputies(players),
    )


# B.06.3, 3 to 7: whether an International Arbiter may be put into a higher category.

ROLES = ("chief", "deputy")
"""3.5: the roles that count."""


@dataclass(frozen=True, slots=True)
class UpgradeEvent:
    """An event in which the arbiter worked. `positive`: the evaluation; `used`: it was used before."""

    category: ArbiterCategory
    role: str
    start: dt.date
    end: dt.date
    name: str = ""
    positive: bool | None = None
    used: UsedFor | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class UpgradeApplication:
    """An application for a category: form IA3. `since` is the day of the present category, or of the IA title."""

    to: UpgradeTo
    date: dt.date
    ia: dt.date | None = None
    since: dt.date | None = None
    active: bool | None = None
    sanctioned: bool | None = None
    events: tuple[UpgradeEvent, ...] = ()
    last_name: str = ""
    first_name: str = ""
    id: str = ""
    federation: str = ""
    official: str = ""

    @property
    def present(self) -> ArbiterCategory:
        """The category before: the next lower one."""
        return ARBITER_CATEGORIES[ARBITER_CATEGORIES.index(self.to) + 1]


class UpgradeAnswer(Document, frozen=True):
    """An application for a category.

    `counted` are the events that count."""

    shown = shows("to", "from_", "date", "complete", "counted", "checks")
    application: UpgradeApplication
    complete: bool | None
    checks: ShownChecks
    counted: Annotated[tuple[UpgradeEvent, ...], ShownAs(list[str], lambda events: [event.name for event in events])]

    @property
    def to(self) -> UpgradeTo:
        return self.application.to

    @property
    def from_(self) -> ArbiterCategory:
        return self.application.present

    @property
    def date(self) -> dt.date:
        return self.application.date


def judge_upgrade(application: UpgradeApplication) -> UpgradeAnswer:
    """Check an application for a category by B.06.3."""
    rules = arbiter_classification().upgrade(application.to)
    counted = tuple(event for event in application.events if _counts(application, rules, event))
    checks = (
        *_person(application, rules),
        *_events(application, rules, counted),
    )
    return UpgradeAnswer(application, all_hold(checks), checks, counted)


def _counts(application: UpgradeApplication, rules: UpgradeRules, event: UpgradeEvent) -> bool:
    """3.5, 7.3: chief or deputy in the last years, after the present category, not evaluated badly."""
    first = years_later(application.date, -rules.recent_years.value)
    return (
        event.role in ROLES
        and first <= event.end <= application.date
        and event.positive is not False
        and _fresh(application, event)
    )


def _fresh(application: UpgradeApplication, event: UpgradeEvent) -> bool:
    """7.3: not used before, and begun after the last upgrade or award."""
    after = application.since is None or event.start > application.since
    return after and event.used in (None, "none")


def _person(application: UpgradeApplication, rules: UpgradeRules) -> Iterator[Check]:
    yield _years(rules.title_years, "ia-years", application.ia, application.date, "ia")
    yield stated(rules.active.article, "active-now", application.active, "active")
    clean = None if application.sanctioned is None else not application.sanctioned
    yield stated(rules.not_sanctioned.article, "not-sanctioned", clean, "sanctioned")
    if rules.category_years.value is not None:
        yield _years(rules.category_years, "category-years", application.since, application.date, "category_since")


def _years(rule: Rule[int | None], name: str, since: dt.date | None, day: dt.date, key: str) -> Check:
    """Check that enough years have passed; what is found is the first day on which they have."""
    first = None if since is None else years_later(since, rule.value or 0)
    return compared(rule.article, name, day, first, key, "most")


def _events(application: UpgradeApplication, rules: UpgradeRules, counted: tuple[UpgradeEvent, ...]) -> Iterator[Check]:
    """3.5: two events of the targeted category, or one and three of the present one; 7.2.1: exactly as many."""
    to, present = application.to, application.present
    categories = [event.category for event in counted]
    counts = (categories.count(to), categories.count(present))
    plain = (rules.targeted.value, 0)
    mixed = (rules.mixed_targeted.value, rules.mixed_current.value)
    way = next((way for way in (plain, mixed) if counts[0] >= way[0] and counts[1] >= way[1]), None)
    missing = ("event.positive",) if way and any(event.positive is None for event in counted) else ()
    ok = way is not None and (None if missing else True)
    needed = f"{plain[0]} {to} | {mixed[0]} {to} + {mixed[1]} {present}"
    counts_text = f"{counts[0]} {to} + {counts[1]} {present}"
    yield Check(rules.targeted.article, "events", needed, counts_text, ok, missing, "is")
    procedure = arbiter_classification().procedure
    number = len(application.events)
    wanted = sum(way) if way else f"{sum(plain)} | {sum(mixed)}"
    exact = way is None or number == wanted
    yield Check(procedure.exact.article, "exact-events", wanted, number, exact, sense="is")
    stale = [place for place, event in enumerate(application.events, 1) if not _fresh(application, event)]
    fresh = False if stale else None if application.since is None else True
    article, detail = procedure.after_last.article, ", ".join(map(str, stale))
    yield decided(article, "fresh-events", 0, len(stale), fresh, "category_since", sense="most", detail=detail)
