"""Facts that change nothing, because the edition has no rule for them."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import finding
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition


def check_facts_used(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """4.11, 4.12, 0.2, 6.2: an exception that was granted must be one that the edition has."""
    rules = edition.eligibility
    late = (rules.late_registration, rules.late_registration_top)
    said = (
        ("league", facts.league, rules.duration_leagues, rules.duration_leagues.value),
        ("duration_approved", facts.duration_approved, rules.duration_exceptions, rules.duration_exceptions.value),
        ("late_approved", facts.late_approved, late[0], any(rule.value for rule in late)),
        ("asked", facts.asked, rules.match_after_decision, asking_helps(edition)),
    )
    for name, given, rule, known in said:
        if given and not known:
            yield finding("fact-without-rule", rule, "info", fact=f"@web.field.{name}", edition=edition.id)


def asking_helps(edition: Edition) -> bool:
    """6.2 from 2022 on, rapid and blitz 5.2: all games of a match are rated if somebody asked beforehand."""
    return edition.eligibility.match_after_decision.value == "not-rated-unless-asked"
