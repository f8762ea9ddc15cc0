"""From a report file to its examination: read the file and the list that the options name."""

from dataclasses import replace
from pathlib import Path

from arpad.cli.event_options import EventOptions
from arpad.cli.shared import Shared
from arpad.domain.event import Event
from arpad.domain.rating_list import RatingList
from arpad.examination import GivenRatings, ReportExamination, examine
from arpad.formats.feda import pool_reports
from arpad.formats.report import Report
from arpad.library.files import load_report
from arpad.rating.examine import report_system


def load_event(file: Path, options: EventOptions) -> Report:
    """Read a report, and pool its further stages into it."""
    return pool_reports([load_report(file), *(load_report(stage) for stage in options.stages)])


def examine_call(
    settings: Shared, report: Report, options: EventOptions, edition: str | None, ratings: RatingList | None
) -> ReportExamination:
    """Examine a report under the edition named, or the one in force when the event started."""
    return examine(
        report,
        replace(options.facts, system=report_system(report, options.system)),
        settings.regulations,
        GivenRatings(ratings),
        edition=None if edition is None else settings.edition(edition),
        system=options.rating_system,
        stages=bool(options.stages),
    )


def read_ratings(options: EventOptions, event: Event) -> RatingList | None:
    """Read the players of the event from the list that the options name."""
    if options.ratings is None:
        return None
    from arpad.formats.rating_lists.files import read_list

    return read_list(options.ratings, {player.id for player in event.players if player.id})
