"""1.1: the conditions of an event for norms, as far as the report shows them; missing data are a finding."""

from dataclasses import dataclass

from arpad.domain.event import MINUTES_OF_AN_HOUR, Event
from arpad.domain.findings import Finding
from arpad.eligibility.check_days import busiest_day, length
from arpad.eligibility.facts import Facts
from arpad.inputs.times import read_time_control
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import Conditions, TitleEdition
from arpad.titles.model import Check, EventFacts, NormSystem, Sense

ARBITER_TITLES = frozenset({"IA", "FA", "NA", "IO", "GM", "IM", "FM"})
"""The titles that may come before a chief arbiter's name."""

ConditionFound = Check | Finding | None


@dataclass(frozen=True, slots=True)
class _Case:
    event: Event
    rules: Conditions
    facts: EventFacts
    system: NormSystem


def check_conditions(
    event: Event, edition: TitleEdition, facts: EventFacts, system: NormSystem
) -> tuple[tuple[Check, ...], tuple[Finding, ...]]:
    """Check all conditions of 1.1: the answers, and the questions that the report cannot answer."""
    case = _Case(event, edition.conditions, facts, system)
    answers = [check(case) for check in CONDITIONS]
    checks = tuple(answer for answer in answers if isinstance(answer, Check))
    return checks, tuple(answer for answer in answers if isinstance(answer, Finding))


def _check(rule: Rule[object], name: str, required: object, found: object, ok: bool, sense: Sense = "least") -> Check:
    return Check(rule.article, name, required, found, ok, sense=sense)


def _open(rule: Rule[object], code: str, **values: object) -> Finding:
    return Finding(code, "info", rule.article.number, values=values)


def check_registered(case: _Case) -> ConditionFound:
    """1.1.1: registered a number of days before the start."""
    rule = case.rules.registered_days
    if rule.value is None:
        return None
    if case.facts.registered is None or case.event.start is None:
        return _open(rule, "norm-registration-unknown", days=rule.value)
    days = (case.event.start - case.facts.registered).days
    return _check(rule, "registered", rule.value, days, days >= rule.value)


def check_hours(case: _Case) -> ConditionFound:
    """1.1.2: a limit of hours a day; every game counts as 60 moves."""
    rule, read = case.rules.hours_a_day, read_time_control(case.event.time_control)
    if read is None:
        return None
    rounds, _, certain = busiest_day(case.event, Facts())
    hours = 2 * rounds * read.control.minutes_for() / MINUTES_OF_AN_HOUR
    if hours <= rule.value and not certain:
        return None
    return _check(rule, "hours-a-day", rule.value, hours, hours <= rule.value, "most")


def check_rounds(case: _Case) -> ConditionFound:
    """1.1.3: no more than two rounds a day."""
    rule = case.rules.rounds_a_day
    rounds, _, certain = busiest_day(case.event, Facts())
    if rounds <= rule.value and not certain:
        return _open(rule, "norm-rounds-a-day-unknown", limit=rule.value)
    return _check(rule, "rounds-a-day", rule.value, rounds, rounds <= rule.value, "most")


def check_minutes(case: _Case) -> ConditionFound:
    """1.1.3: enough minutes for 60 moves, whatever the ratings."""
    rule, read = case.rules.minutes, read_time_control(case.event.time_control)
    if read is None:
        return _open(rule, "norm-time-unknown", minutes=rule.value)
    minutes = read.control.minutes_for()
    return _check(rule, "minutes", rule.value, minutes, minutes >= rule.value)


def check_increment(case: _Case) -> ConditionFound:
    """1.1.3 from July 2021 to 2022: a minimum increment in seconds for each move."""
    rule, read = case.rules.increment_seconds, read_time_control(case.event.time_control)
    if rule.value is None or read is None:
        return None
    return _check(rule, "increment", rule.value, read.control.increment, read.control.increment >= rule.value)


def check_days(case: _Case) -> ConditionFound:
    """1.14 of 2017: no longer than 90 days; leagues may be, and others with approval."""
    return _longer(case, case.rules.longest_days, "norm-too-long")


def check_lists(case: _Case) -> ConditionFound:
    """1.1.4: in a long event the ratings and titles on the day of each game count."""
    return _longer(case, case.rules.long_event_days, "norm-long-event")


def _longer(case: _Case, rule: Rule[int | None], code: str) -> Finding | None:
    days = length(case.event)
    if rule.value is None or days is None or days <= rule.value:
        return None
    return Finding(code, "warning", rule.article.number, values={"days": days, "limit": rule.value})


def check_arbiter(case: _Case) -> ConditionFound:
    """1.1.5: the chief arbiter is an International or a FIDE Arbiter, known by the title before the name."""
    rule = case.rules.arbiter_titles
    first = case.event.chief_arbiter.replace(".", " ").split()[:1]
    title = first[0].upper() if first else ""
    wanted = " | ".join(rule.value)
    if title not in ARBITER_TITLES and title not in rule.value:
        return _open(rule, "norm-arbiter-unknown", titles=wanted)
    return _check(rule, "arbiter", wanted, title, title in rule.value, "is")


def check_format(case: _Case) -> ConditionFound:
    """1.4.2e: a format that the regulations do not name needs approval beforehand; before 2022 a match never counts."""
    return format_check(case.rules, case.system, approved=case.facts.approved)


def format_check(rules: Conditions, system: NormSystem, *, approved: bool) -> Check | None:
    """1.4.2e: check a format that has norms only with approval, or never; None if it always has them."""
    if system in rules.formats.value:
        return None
    good = approved and rules.formats_approved.value
    return Check(rules.formats.article, "format", True, approved, good, sense="is", detail=system)


CONDITIONS = (
    check_registered,   # 1.1.1
    check_hours,        # 1.1.2
    check_rounds,       # 1.1.3
    check_minutes,      # 1.1.3
    check_increment,    # 1.1.3, from July 2021 to 2022
    check_days,         # 1.14, before 2022
    check_lists,        # 1.1.4
    check_arbiter,      # 1.1.5
    check_format,       # 1.4.2e; 1.6 before 2022
)  # fmt: skip
"""The conditions in the order of their articles."""
