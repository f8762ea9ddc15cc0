"""All findings of an edition about an event, and whether the event can be rated."""

from collections.abc import Iterable

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks import checks_for
from arpad.eligibility.facts import Facts
from arpad.formats.consistency import CONTRADICTIONS
from arpad.regulations.rating_edition import Edition


def check_event(edition: Edition, event: Event, facts: Facts) -> list[Finding]:
    """Return all findings of the edition about an event: every check runs, in the order of the articles."""
    return [finding for check in checks_for(edition) for finding in check(edition, event, facts)]


def ratable(findings: Iterable[Finding]) -> bool:
    """Whether the event can be rated: no error that concerns all of it. An error with a round concerns one game, unless
    two lines contradict each other: then the report is wrong, and nobody knows which line."""
    return not any(
        finding.severity == "error" and (finding.round is None or finding.code in CONTRADICTIONS)
        for finding in findings
    )
