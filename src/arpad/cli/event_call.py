"""From a report file to a rated event: read, choose the edition, find the ratings, check, rate."""

from dataclasses import replace
from pathlib import Path

from arpad.cli.event_options import EventOptions
from arpad.cli.shared import Shared
from arpad.domain import Event, Finding, RatingList
from arpad.eligibility import Facts
from arpad.rating import report_system
from arpad.rating.reports import RatedReport, check_and_rate, stages_not_pooled
from arpad.regulations import Edition
from arpad.reports import Report
from arpad.reports.stages import pool_reports
from arpad.surface.examining import choose_rules
from arpad.surface.sources import load_report


def load_event(file: Path, options: EventOptions) -> Report:
    """Read a report, and pool its further stages into it."""
    return pool_reports([load_report(file), *(load_report(stage) for stage in options.stages)])


def stage_findings(edition: Edition, options: EventOptions) -> list[Finding]:
    """6.2: pooling stages is a rule of some editions only."""
    return stages_not_pooled(edition, "warning") if options.stages else []


def choose_edition(settings: Shared, options: EventOptions, event: Event) -> Edition:
    """Return the edition named, or the one in force when the event started."""
    return choose_rules(settings.regulations, event, options.edition, options.rating_system)


def facts_for(options: EventOptions, report: Report) -> Facts:
    """Return the facts of the event that the options give and the report does not."""
    return replace(options.facts, system=report_system(report, options.system))


def rate_call(report: Report, options: EventOptions, edition: Edition, ratings: RatingList | None) -> RatedReport:
    """Check and rate a report under an edition."""
    facts = facts_for(options, report)
    return check_and_rate(report, edition, facts, ratings, stage_findings(edition, options))


def read_ratings(options: EventOptions, event: Event) -> RatingList | None:
    """Read the players of the event from the list that the options name."""
    if options.ratings is None:
        return None
    from arpad.reports.rating_lists import read_list

    return read_list(options.ratings, {player.id for player in event.players if player.id})
