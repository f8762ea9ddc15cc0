"""A report examined: the edition, the facts that it does not have, and all findings. The commands do the same."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.domain import SYSTEMS, Event, Finding, RatingList, System, gravest_first, named
from arpad.eligibility import Facts
from arpad.eligibility.facts import FACTS
from arpad.eligibility.told_facts import facts_told
from arpad.locale import ArpadError
from arpad.rating import findings_against, report_class
from arpad.rating.participants import participants
from arpad.regulations import Edition, Regulations
from arpad.reports import Report, check_report, tie_break_records
from arpad.surface import values

TEXTS = ("day", "number", "text")
SAID = ("said", "flag")
"""Kinds of facts that are written as texts, and those that are true or false."""


def choose_rules(library: Regulations, event: Event, edition: str | None, system: str = "fide") -> Edition:
    """The edition named, or the one in force when the event started."""
    if edition is not None:
        return library.edition(edition)
    if event.start is None:
        raise ArpadError("report-no-start")
    return library.edition_for(system, report_class(event, None), event.start)


def own_findings(report: Report) -> list[Finding]:
    """Return what is odd about a report by itself: its file, its contradictions, its ranks."""
    return [*report.findings, *check_report(report), *_rank_findings(report)]


def _rank_findings(report: Report) -> list[Finding]:
    """Return what is wrong with the ranks of a report that names its tie-breaks."""
    if not tie_break_records(report):
        return []
    from arpad.standings import rank_findings

    return rank_findings(report)


def eligibility_findings(report: Report, edition: Edition, facts: Facts, ratings: RatingList | None) -> list[Finding]:
    """Find the reasons against rating a report, with the ratings that count."""
    of_class = report_class(report.event, edition)
    taking_part, _ = participants(edition, report.event, of_class, ratings, sums=report.format == "feda")
    return findings_against(edition, report, taking_part, facts)


def ordered(findings: Sequence[Finding], event: Event) -> tuple[Finding, ...]:
    """Findings in the order in which they are shown, with the names of their players."""
    return gravest_first(named(findings, event))


def facts_given(given: Mapping[str, Any]) -> Facts:
    """Facts of an event that its report does not have, by their names: registered="2024-05-01", hybrid=False."""
    kinds = {fact.name: fact.kind for fact in FACTS}
    for name in given:
        if name not in kinds:
            raise ArpadError("facts-unknown", name=name, known=", ".join(sorted(kinds)))
    for name, value in given.items():
        if kinds[name] in SAID and not isinstance(value, bool | None):
            raise ArpadError("surface.yes-or-no", option=name, value=repr(value))
    told = {name: str(value) if kinds[name] in TEXTS else value for name, value in given.items() if value is not None}
    return facts_told(told, lambda fact: fact.name)


def system_given(name: str | None) -> System | None:
    """How an event is played, if somebody says so."""
    return None if name is None else values.chosen("format", name, SYSTEMS)
