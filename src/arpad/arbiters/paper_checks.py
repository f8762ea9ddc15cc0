"""5.3, 4.12, 2.8 and others: what the papers of an application must be, each norm and each seminar for itself."""

import datetime as dt
from collections.abc import Callable, Iterable

from arpad.arbiters.application_case import ApplicationCase
from arpad.arbiters.days import years_later
from arpad.arbiters.norm_articles import stated
from arpad.arbiters.norms import JudgedNorm
from arpad.arbiters.status import active_on, activity_facts
from arpad.regulations.arbiter_editions import InternationalArbiterRules
from arpad.regulations.articles import Article
from arpad.titles.model import Check

Checks = Iterable[Check]
ApplicationCheck = Callable[[ApplicationCase], Checks]


def all_norms(article: Article, name: str, answers: dict[int, bool | None], key: str) -> Check:
    """Check a fact of every norm; `answers` are by the place of the norm."""
    against = [place for place, answer in answers.items() if answer is False]
    unknown = [place for place, answer in answers.items() if answer is None]
    ok = False if against else None if unknown else True
    found = sum(answer is True for answer in answers.values())
    detail = ", ".join(map(str, against or unknown))
    return Check(article, name, len(answers), found, ok, (key,) if ok is None else (), "is", detail)


def check_expiry(case: ApplicationCase) -> Checks:
    """5.3.1: no norm of a tournament is older than six years on the day of the application."""
    ends = [(norm.expires, place) for place, norm in case.placed_events]
    known = [(day, place) for day, place in ends if day is not None]
    if not ends:
        return
    rule = case.edition.expiry.tournament_years
    against = [place for day, place in known if day < case.date]
    ok = False if against else None if len(known) < len(ends) else True
    first = min(known)[0] if known else None
    detail = ", ".join(map(str, against))
    missing = ("norm.end",) if ok is None else ()
    yield Check(rule.article, "norm-expiry", case.date, first, ok, missing, detail=detail)


def check_seminar_expiry(case: ApplicationCase) -> Checks:
    """5.3.2: no seminar is older than four years on the day of the application."""
    rule = case.edition.expiry.seminar_years
    if case.seminars and case.rules.seminars.value:
        last = max(years_later(seminar.end, rule.value) for seminar in case.seminars)
        yield Check(rule.article, "seminar-expiry", case.date, last, last >= case.date)


def check_filing(case: ApplicationCase) -> Checks:
    """5.3.3: the application comes at most one year after the last event."""
    last = last_filing_day(case)
    if last is not None:
        yield Check(case.edition.expiry.filing_years.article, "filing", case.date, last, last >= case.date)


def last_filing_day(case: ApplicationCase) -> dt.date | None:
    """5.3.3: a year after the last event."""
    ends = [norm.event.end for norm in case.events if norm.event.end is not None]
    return years_later(max(ends), case.edition.expiry.filing_years.value) if ends else None


def check_after_award(case: ApplicationCase) -> Checks:
    """4.12: norms for the IA title begin when the FA title has been awarded, and were not used for it."""
    award = case.application.person.fa
    if case.application.title != "IA":
        return
    article = case.article("4.12")
    begun = {} if award is None else {place: _after(norm, award) for place, norm in case.placed_events}
    if begun:
        yield all_norms(article, "after-award", begun, "norm.start")
    unused = {place: _unused(norm, begun.get(place)) for place, norm in enumerate(case.norms, 1)}
    if unused and (award is not None or False in unused.values()):
        yield all_norms(article, "unused", unused, "norm.used_for")


def _unused(norm: JudgedNorm, begun: bool | None) -> bool | None:
    """Whether a norm was not used for the FA title; an event after its award cannot have been, unless it says so."""
    used = norm.norm.used_for
    return used != "FA" if used is not None else True if begun else None


def _after(norm: JudgedNorm, award: dt.date) -> bool | None:
    return None if norm.event.start is None else norm.event.start >= award


def check_active(case: ApplicationCase) -> Checks:
    """2.9.2: a person who asks for norms of an International Arbiter is active on the days of the events."""
    person = case.application.person
    if case.application.title != "IA" or person.fa is None or not case.events:
        return
    facts = activity_facts(person, case.application.seminars)
    answers: dict[int, bool | None] = {
        place: None if norm.event.start is None else active_on(norm.event.start, facts)
        for place, norm in case.placed_events
        if _after(norm, person.fa) is not False
    }
    if answers:
        yield all_norms(case.article("2.9.2"), "active", answers, "person.active_until")


def check_languages(case: ApplicationCase) -> Checks:
    """3.3: one of six languages; 4.3: English."""
    rules, person = case.rules, case.application.person
    spoken = person.languages
    if isinstance(rules, InternationalArbiterRules):
        english = person.english if person.english is not None or spoken is None else rules.language.value in spoken
        yield stated(rules.language.article, "english", english, "person.english")
        return
    if person.english and spoken is None:
        spoken = ("en",)
    wanted = ", ".join(rules.languages.value)
    ok = None if spoken is None else bool(set(spoken) & set(rules.languages.value))
    found = None if spoken is None else ", ".join(spoken)
    missing = ("person.languages",) if ok is None else ()
    yield Check(rules.languages.article, "languages", wanted, found, ok, missing, "is")


def check_signatures(case: ApplicationCase) -> Checks:
    """2.8: the chief arbiter and the federation sign every norm."""
    for name, key in (("signed", "norm.signed"), ("federation-signed", "norm.federation_signed")):
        answers = {place: getattr(norm.norm, name.replace("-", "_")) for place, norm in enumerate(case.norms, 1)}
        if answers:
            yield all_norms(case.article("2.8"), name, answers, key)


def check_fees(case: ApplicationCase) -> Checks:
    """6.2: an event whose arbiters did not pay FIDE's fee is not rated, and gives no norms."""
    answers = {place: norm.norm.event_rated for place, norm in case.placed_events}
    if answers:
        yield all_norms(case.article("6.2"), "event-rated", answers, "norm.event_rated")


PAPERS: tuple[ApplicationCheck, ...] = (
    check_expiry,             # 5.3.1
    check_seminar_expiry,     # 5.3.2
    check_filing,             # 5.3.3
    check_after_award,        # 4.12
    check_active,             # 2.9.2
    check_languages,          # 3.3, 4.3
    check_signatures,         # 2.8
    check_fees,               # 6.2
)  # fmt: skip
"""What the papers must be, each for itself."""
