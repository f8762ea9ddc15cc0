"""2.9 to 6.2: the conditions of an application for a title, one small function for each, in one ordered list."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from arpad.arbiters.application_case import ApplicationCase, places
from arpad.arbiters.days import age_on
from arpad.arbiters.model import SeminarNorm
from arpad.arbiters.norm_articles import any_holds, is_international, most_uses, stated
from arpad.arbiters.norms import JudgedNorm
from arpad.arbiters.paper_checks import PAPERS, ApplicationCheck, Checks, all_norms, check_languages
from arpad.regulations.arbiter_editions import FideArbiterRules, InternationalArbiterRules
from arpad.titles.model import Check, at_least


def check_national_arbiter(case: ApplicationCase) -> Checks:
    """2.9.1: a person who asks for norms of a FIDE Arbiter is registered as a national arbiter."""
    if case.application.title == "FA":
        registered = case.application.person.national_arbiter
        yield stated(case.article("2.9.1"), "national-arbiter", registered, "person.national_arbiter")


def check_fide_arbiter(case: ApplicationCase) -> Checks:
    """4.11, 2.9.4: an International Arbiter is a FIDE Arbiter first."""
    if case.application.title == "IA":
        award = case.application.person.fa
        held = award is not None and award <= case.date
        yield Check(case.article("4.11"), "fide-arbiter", True, held, held, sense="is")


def check_norm_age(case: ApplicationCase) -> Checks:
    """2.9.3: eighteen years old on the first day of every event."""
    rules, born = case.rules, case.application.person.born
    starts = [norm.event.start for norm in case.events if norm.event.start]
    if not isinstance(rules, FideArbiterRules) or not starts:
        return
    found = None if born is None else age_on(born, min(starts))
    yield at_least(rules.norm_age.article, "norm-age", rules.norm_age.value, found, "person.born")


def check_age(case: ApplicationCase) -> Checks:
    """5.4.2, 5.5.2: old enough on the day of the application."""
    rule, born = case.rules.age, case.application.person.born
    found = None if born is None else age_on(born, case.date)
    yield at_least(rule.article, "age", rule.value, found, "person.born")


def check_number(case: ApplicationCase) -> Checks:
    """5.4.3, 5.5.3: exactly as many norms of tournaments as required; more are an error too."""
    rule, found = case.rules.tournaments, len(case.norms)
    yield Check(rule.article, "tournaments", rule.value, found, found == rule.value, sense="is")


def check_seminars(case: ApplicationCase) -> Checks:
    """3.7, 4.7: a seminar of the title, and only one (5.4.3)."""
    rule, found = case.rules.seminars, case.seminars
    if not rule.value:
        return
    yield Check(rule.article, "seminars", rule.value, len(found), len(found) >= rule.value)
    if len(found) > rule.value:
        yield Check(case.rules.tournaments.article, "seminars", rule.value, len(found), False, sense="is")
    for seminar in found:
        yield _passed(case, seminar)


def _passed(case: ApplicationCase, seminar: SeminarNorm) -> Check:
    """3.7: at least 80 % in the examination of an FA seminar; 4.7: a positive evaluation of an IA seminar."""
    rules = case.rules
    if isinstance(rules, FideArbiterRules) and seminar.exam is not None:
        return Check(rules.exam.article, "exam", rules.exam.value, seminar.exam, seminar.exam >= rules.exam.value)
    passed = seminar.passed if seminar.passed is not None or seminar.exam is None else seminar.exam > Fraction(0)
    return stated(rules.seminars.article, "seminar-passed", passed, "seminar.passed")


def check_uses(case: ApplicationCase) -> Checks:
    """3.9, 4.9: each of some articles once; 4.8.1, 4.8.4: a limited number of times."""
    limits = most_uses(case.edition, case.application.title)
    used = Counter(norm.article for norm in case.norms)
    for article, rule in limits.items():
        if used[article] > rule.value:
            those = places(case.norms, (norm for norm in case.norms if norm.article == article))
            yield Check(
                rule.article, "uses", rule.value, used[article], False, sense="most", detail=f"{article}: {those}"
            )
    for group, rule in {rule.article: rule for rule in limits.values()}.items():
        most = max((used[name] for name, other in limits.items() if other.article == group), default=0)
        if 0 < most <= rule.value:
            yield Check(group, "uses", rule.value, most, True, sense="most")


def check_rounds(case: ApplicationCase) -> Checks:
    """3.10, 4.10: every event is long enough, and only one is short."""
    rules = case.rules
    rounds = [(place, norm.rounds) for place, norm in enumerate(case.norms, 1) if norm.rounds is not None]
    if not rounds:
        return
    answers = {place: check.ok for place, check in rounds}
    yield all_norms(rules.rounds.article, "enough-rounds", answers, "norm.rounds")
    short = [norm for norm in case.norms if norm.short]
    most = rules.short_events.value
    detail = places(case.norms, short)
    ok = len(short) <= most
    yield Check(rules.short_events.article, "short-events", most, len(short), ok, sense="most", detail=detail)


def check_systems(case: ApplicationCase) -> Checks:
    """2.4: two different systems; 2.5: or a large international Swiss among Swiss events only."""
    rule, systems = case.edition.norms.systems, case.systems
    known = {system for system in systems if system is not None}
    ok: bool | None = len(known) >= rule.value
    if not ok and None in systems:
        yield Check(rule.article, "systems", rule.value, len(known), None, ("norm.system",))
        return
    large = None
    if not ok and known == {"swiss"}:
        large = any_holds(large_swiss(case, norm) for norm in case.events)
        ok = True if large else large
    missing = ("norm.players", "norm.rated", "norm.federations", "norm.rounds") if ok is None else ()
    article = case.edition.norms.swiss_players.article if large else rule.article
    yield Check(article, "large-swiss" if large else "systems", rule.value, len(known), ok, missing)


def large_swiss(case: ApplicationCase, norm: JudgedNorm) -> bool | None:
    """2.5, 2.5.1: whether an event, or its festival, is a large international Swiss."""
    rules, event = case.edition.norms, norm.event
    players, rated = festival_numbers(case, norm)
    enough_rated = None if rated is None or players is None else rated >= rules.swiss_rated.value * players
    answers = (
        None if players is None else players >= rules.swiss_players.value,
        enough_rated,
        is_international(event, case.rules.international.value),
        None if event.rounds is None else event.rounds >= rules.swiss_rounds.value,
    )
    return False if False in answers else None if None in answers else True


def festival_numbers(case: ApplicationCase, norm: JudgedNorm) -> tuple[int | None, int | None]:
    """2.5.1: the players and the rated players of a festival: as stated, or of its events in the application."""
    event = norm.event
    if event.festival_players is not None or not event.festival:
        whole = event.festival_players, event.festival_rated
        return whole if event.festival_players is not None else (event.players, event.rated)
    events = [other.event for other in case.events if other.event.festival == event.festival]
    players, rated = [one.players for one in events], [one.rated for one in events]
    return _sum(players), _sum(rated)


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def check_chiefs(case: ApplicationCase) -> Checks:
    """4.13.1: norms for the IA title are not all of one chief arbiter."""
    rules = case.rules
    if not isinstance(rules, InternationalArbiterRules) or not case.events:
        return
    chiefs = {norm.norm.chief for norm in case.events}
    known = chiefs - {""}
    rule = rules.chief_arbiters
    ok = True if len(known) >= rule.value else None if "" in chiefs else False
    yield Check(rule.article, "chief-arbiters", rule.value, len(known), ok, ("norm.chief",) if ok is None else ())


def check_examination(case: ApplicationCase) -> Checks:
    """3.12: an examination instead of norms, for federations that cannot hold rated events: the commission decides."""
    yield Check(case.article("3.12"), "exam-only", True, None, None, sense="is")


PERSON: tuple[ApplicationCheck, ...] = (
    check_national_arbiter,   # 2.9.1
    check_fide_arbiter,       # 4.11
    check_norm_age,           # 2.9.3
    check_age,                # 5.4.2, 5.5.2
)  # fmt: skip
NUMBER: tuple[ApplicationCheck, ...] = (
    check_number,             # 5.4.3, 5.5.3
    check_seminars,           # 3.7, 4.7
)  # fmt: skip
TOGETHER: tuple[ApplicationCheck, ...] = (
    check_uses,               # 3.9, 4.8.1, 4.8.4, 4.9
    check_rounds,             # 3.10, 4.10
    check_systems,            # 2.4, 2.5
    check_chiefs,             # 4.13.1
)  # fmt: skip
"""What the norms must be together."""


def application_checks(case: ApplicationCase) -> Iterator[Check]:
    """Check the application as a whole; each norm is judged by its own article besides."""
    whole = (*PERSON, *NUMBER, *TOGETHER, *PAPERS)
    by_examination = (check_examination, *PERSON, check_languages)
    for check in by_examination if case.application.exam_only else whole:
        yield from check(case)
