"""B.06.3, 2: until when an arbiter is active."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arpad.arbiters.days import years_later
from arpad.arbiters.model import ArbiterPerson, SeminarNorm
from arpad.regulations import ArbiterTitle, Article, arbiter_classification

REFRESHING = ("refresher", "IA")
"""2.2.2: refresher courses, and certification seminars for International Arbiters."""


@dataclass(frozen=True, slots=True)
class ActivityStatus:
    """Whether an arbiter is active on a day, until when, and by which article. None: it is not known."""

    day: dt.date
    active: bool | None
    ends: dt.date | None
    article: Article
    since: dt.date | None


def refreshed(seminars: Iterable[SeminarNorm]) -> list[dt.date]:
    """Return the last days of the courses that make an arbiter active again, if they were passed."""
    return [one.end for one in seminars if one.kind in REFRESHING and one.passed is not False]


def status_on(
    day: dt.date,
    award: dt.date | None,
    courses: Sequence[dt.date],
    *,
    last_event: int | None = None,
    title: ArbiterTitle = "FA",
) -> ActivityStatus:
    """2.2: four years after the award of the FA title or after the last course, whichever is later; titles and
    categories do not change it (2.3). Without either, 2.6 tells by the year of the last event."""
    rules = arbiter_classification()
    known = [one for one in (award, *courses) if one is not None and one <= day]
    if known:
        since = max(known)
        ends = years_later(since, rules.activity.years.value)
        return ActivityStatus(day, day <= ends, ends, rules.activity.years.article, since)
    if last_event is not None:
        for row in rules.transitions:
            if last_event <= row.through:
                ends = row.ends[title]
                return ActivityStatus(day, day <= ends, ends, row.article, None)
    return ActivityStatus(day, None, None, Article("2.6", rules.source), None)


def active_on(day: dt.date, person: ArbiterPerson, seminars: Iterable[SeminarNorm]) -> bool | None:
    """2.9.2 of B.06.1: whether an arbiter was active on a day. FIDE's own day of end is taken with the years that
    ended there."""
    found = status_on(day, person.fa, refreshed(seminars))
    if found.active:
        return True
    ends = person.active_until
    if ends is None:
        return None
    years = arbiter_classification().activity.years.value
    return day <= ends if day >= years_later(ends, -years) else None
