"""From a report file to a rated event: read, choose the edition, find the ratings, check, rate."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from arpad.cli.event_options import EventOptions
from arpad.cli.report_file import load
from arpad.cli.shared import Shared
from arpad.domain import Event, Finding, RatingList
from arpad.eligibility import Facts
from arpad.locale import ArpadError
from arpad.rating import Participant, findings_against, report_class, report_system
from arpad.rating.reports import RatedReport, check_and_rate, stages_not_pooled
from arpad.regulations import Edition
from arpad.reports import Report
from arpad.reports.stages import pool_reports


def load_event(file: Path, options: EventOptions) -> Report:
    """A report, its further stages pooled into it."""
    return pool_reports([load(file), *(load(stage) for stage in options.stages)])


def stage_findings(edition: Edition, options: EventOptions) -> list[Finding]:
    """6.2: pooling stages is a rule of some editions only."""
    return stages_not_pooled(edition, "warning") if options.stages else []


def choose_edition(settings: Shared, options: EventOptions, event: Event) -> Edition:
    """The edition named, or the one in force when the event started."""
    if options.edition is not None:
        return settings.edition(options.edition)
    if event.start is None:
        raise ArpadError("report-no-start")
    return settings.regulations.edition_for(options.rating_system, report_class(event, None), event.start)


def facts_for(options: EventOptions, report: Report) -> Facts:
    """Return the facts of the event that the options give and the report does not."""
    return replace(options.facts, system=report_system(report, options.system))


def eligibility_findings(
    report: Report, options: EventOptions, edition: Edition, taking_part: Mapping[int, Participant]
) -> list[Finding]:
    """Find the reasons against rating the event, with the ratings that count."""
    facts = facts_for(options, report)
    return [*findings_against(edition, report, taking_part, facts), *stage_findings(edition, options)]


def rate_call(report: Report, options: EventOptions, edition: Edition, ratings: RatingList | None) -> RatedReport:
    """Check and rate a report under an edition."""
    facts = facts_for(options, report)
    return check_and_rate(report, edition, facts, ratings, stage_findings(edition, options))


def read_ratings(options: EventOptions, event: Event) -> RatingList | None:
    """The players of the event from the list that the options name."""
    if options.ratings is None:
        return None
    from arpad.reports.rating_lists import read_list

    return read_list(options.ratings, {player.id for player in event.players if player.id})
