"""B.06.3, 2: until when an arbiter is active."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arpad.arbiters.model import ArbiterPerson, SeminarNorm, years_later
from arpad.documents.document import ArticleNumber, Document, shows
from arpad.i18n import Language, text
from arpad.regulations.arbiter_editions import ArbiterTitle, arbiter_classification
from arpad.regulations.articles import Article

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
    return [one.end for one in seminars if one.kind in REFRESHING and one.passed is not False]


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
    found = status_on(day, facts)
    if found.active or facts.active_until is None:
        return True if found.active else None
    years = arbiter_classification().activity.years.value
    return False if day >= years_later(facts.active_until, -years) else None
