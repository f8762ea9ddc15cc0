"""Rules of B.06.3: until when an arbiter is active (2), categories: upgrades (3 to 7), and who may be appointed (8)."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from arpad.arbiters.model import ArbiterPerson, SeminarNorm, ShownChecks, UsedFor, years_later
from arpad.documents.checks import Check, all_hold, compared, decided, stated
from arpad.documents.document import ArticleNumber, Document, ShownAs, shows
from arpad.i18n import Language, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import (
    ARBITER_CATEGORIES,
    ArbiterCategory,
    ArbiterTitle,
    EventLevel,
    UpgradeRules,
    UpgradeTo,
    arbiter_bounds,
    arbiter_classification,
    arbiter_numbers,
    report_deputies,
    school_arbiters,
)
from arpad.regulations.articles import Article
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
    arbiter_role = rules.role(role)
    if event.upper() in ARBITER_CATEGORIES:
        column = parse.choice("CATEGORY", event.upper(), ARBITER_CATEGORIES)
    else:
        kind = rules.kind(event)
        column, level = kind.category, level or kind.level
    row = arbiter_role.allowed[column]
    if category == NATIONAL:
        return Appointment(role, column, category, None, row, rules.procedure.national_arbiters.article)
    own = parse.choice("--category", category, ARBITER_CATEGORIES)
    if role == "chief" and level == "world":
        wanted = tuple(one for one in row if one in rules.procedure.world_chief.value)
        if wanted != row or own not in wanted:
            article = rules.procedure.world_chief.article
            return Appointment(role, column, own, own in wanted, wanted, article)
    article = rules.procedure.appointments.article
    return Appointment(role, column, own, own in row, row, article, column in arbiter_role.blank)


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


# B.06.3, 2: until when an arbiter is active.

REFRESHING = ("refresher", "IA")
"""2.2.2: refresher courses, and certification seminars for International Arbiters."""


class ActivityStatus(Document, frozen=True):
    """Whether an arbiter is active on a day, and until when; null: not known, `missing` names the facts that decide."""

    shown = shows("date", "active", "ends", "since", "article", "missing")
    date: dt.date
    active: bool | None
    ends: dt.date | None
    article: ArticleNumber
    since: dt.date | None
    missing: tuple[str, ...] = ()

    def words(self, language: Language) -> str:
        """Return whether an arbiter is active on the day, and until when."""
        unknown = "activity-last-event" if "last_event" in self.missing else "activity-open"
        key = {True: "active", False: "inactive", None: unknown}[self.active]
        ends = "–" if self.ends is None else self.ends.isoformat()
        return text(f"arbiter.{key}", language, day=self.date.isoformat(), ends=ends, article=self.article.number)


@dataclass(frozen=True, slots=True)
class ActivityFacts:
    """What decides until when an arbiter is active: the days of the awards and of the courses that were passed, the
    year of the last event before the regulations, and the end of activity that FIDE publishes."""

    fa: dt.date | None = None
    ia: dt.date | None = None
    courses: tuple[dt.date, ...] = ()
    last_event: int | None = None
    active_until: dt.date | None = None


@dataclass(frozen=True, slots=True)
class _End:
    """An end of activity: by which article, and from which day on it is known (None: always)."""

    ends: dt.date
    article: Article
    since: dt.date | None = None


def refreshed(seminars: Iterable[SeminarNorm]) -> list[dt.date]:
    """Return the last days of the courses that make an arbiter active again, if they were passed."""
    return [seminar.end for seminar in seminars if seminar.kind in REFRESHING and seminar.passed is not False]


def activity_facts(person: ArbiterPerson, seminars: Iterable[SeminarNorm]) -> ActivityFacts:
    """Return what a person and their seminars tell about activity."""
    return ActivityFacts(person.fa, person.ia, tuple(refreshed(seminars)), person.last_event, person.active_until)


def status_on(day: dt.date, facts: ActivityFacts) -> ActivityStatus:
    """2.2: four years after the last course, or after the award of a new FA title; the latest day counts. The first end
    of arbiters who had their title when the regulations came into force is in the table of 2.6, by the year of their
    last event. New titles and categories do not change it (2.3). The day that FIDE publishes counts too, with the
    years that end there."""
    known = [end for end in _ends(facts) if end.since is None or end.since <= day]
    if known:
        last = max(known, key=lambda end: end.ends)
        return ActivityStatus(day, day <= last.ends, last.ends, last.article, last.since)
    missing = ("last_event",) if _held_before(facts) and facts.last_event is None else ()
    return ActivityStatus(day, None, None, Article("2.6", arbiter_classification().source), None, missing)


def _ends(facts: ActivityFacts) -> Iterator[_End]:
    rules = arbiter_classification()
    years = rules.activity.years
    for course in facts.courses:
        yield _End(years_later(course, years.value), Article("2.2.2", rules.source), course)
    if facts.active_until is not None:
        yield _End(facts.active_until, years.article, years_later(facts.active_until, -years.value))
    if facts.fa is not None and facts.fa >= rules.effective:
        yield _End(years_later(facts.fa, years.value), Article("2.2.1", rules.source), facts.fa)
    elif facts.last_event is not None:
        yield from _transition(facts, facts.last_event)


def _transition(facts: ActivityFacts, year: int) -> Iterator[_End]:
    """2.6: the row of the year of the last event, for the title held when the regulations came into force."""
    rules = arbiter_classification()
    title: ArbiterTitle = "IA" if facts.ia is not None and facts.ia < rules.effective else "FA"
    row = next((row for row in rules.transitions if year <= row.through), None)
    if row is not None:
        yield _End(row.ends[title], row.article)


def _held_before(facts: ActivityFacts) -> bool:
    """Whether a title was held when the regulations came into force: then 2.6 tells, and not 2.2.1."""
    effective = arbiter_classification().effective
    return any(award is not None and award < effective for award in (facts.fa, facts.ia))


def active_on(day: dt.date, facts: ActivityFacts) -> bool | None:
    """2.9.2 of B.06.1: whether an arbiter was active on a day. Without FIDE's own day of end an arbiter may have passed
    courses that nobody named."""
    status = status_on(day, facts)
    if status.active or facts.active_until is None:
        return True if status.active else None
    years = arbiter_classification().activity.years.value
    return False if day >= years_later(facts.active_until, -years) else None
