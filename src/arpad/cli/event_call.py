"""From a report file to a rated event: read, choose the edition, find the ratings, check, rate."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from arpad.cli.event_options import EventOptions
from arpad.cli.shared import Shared
from arpad.domain import Event, Finding, RatingList, System
from arpad.eligibility import Facts, check_event, game_exclusions, time_class, try_time_control
from arpad.locale import ArpadError
from arpad.rating import (
    EventRating,
    Participant,
    Summary,
    detect_system,
    participants,
    rate_event,
    rate_summaries,
)
from arpad.regulations import Edition, TimeClass
from arpad.reports import Report, check_consistency, disputed_games, read_report
from arpad.reports.decode import LARGEST
from arpad.reports.stages import pool_stages

ORDER = {"error": 0, "warning": 1, "info": 2}


def load(file: Path) -> Report:
    """A tournament report from a file."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as trouble:
        raise ArpadError("report-unreadable", file=str(file), problem=trouble.strerror or str(trouble)) from None
    try:
        return read_report(data)
    except ArpadError as trouble:
        raise ArpadError("report", file=str(file), problem=trouble) from None


def load_event(file: Path, options: EventOptions) -> Report:
    """A report, its further stages pooled into it."""
    first = load(file)
    if not options.stages:
        return first
    stages = [load(stage) for stage in options.stages]
    if "feda" in (first.format, *(stage.format for stage in stages)):
        raise ArpadError("stages-without-games")
    findings = tuple(finding for stage in (first, *stages) for finding in stage.findings)
    return replace(first, event=pool_stages([first.event, *(stage.event for stage in stages)]), findings=findings)


def stage_findings(edition: Edition, options: EventOptions) -> list[Finding]:
    """6.2: pooling stages is a rule of some editions only."""
    rule = edition.lists.stages_pooled
    if not options.stages or rule.value:
        return []
    return [Finding("stages-not-pooled", "warning", rule.article.number, values={"edition": edition.id})]


def event_class(event: Event, edition: Edition | None) -> TimeClass:
    """The time class of an event: by its time control where that can be read, else as the edition has it."""
    control = try_time_control(event.time_control)
    if control is not None and (edition is None or edition.covers(time_class(control))):
        return time_class(control)
    return "standard" if edition is None or edition.covers("standard") else "rapid"


def choose_edition(settings: Shared, options: EventOptions, event: Event) -> Edition:
    """The edition named, or the one in force when the event started."""
    if options.edition is not None:
        return settings.edition(options.edition)
    if event.start is None:
        raise ArpadError("report-no-start")
    return settings.regulations.edition_for(options.rating_system, event_class(event, None), event.start)


def facts_for(options: EventOptions, system: System) -> Facts:
    """What the options say of the event that the report does not."""
    return Facts(
        registered=options.registered,
        received=options.received,
        hybrid=options.hybrid,
        official=options.official,
        championship=options.championship,
        women_only=options.women,
        norms=options.norms,
        late_approved=options.late_approved,
        asked=options.asked,
        league=options.league,
        rounds_per_day=options.rounds_per_day,
        equal_times=options.equal_times,
        hybrid_approved=options.hybrid_approved,
        pgn=options.pgn,
        duration_approved=options.duration_approved,
        scheduled=options.scheduled,
        arbiter_titled=options.arbiter,
        arbiters_licensed=options.arbiter,
        system=system,
    )


@dataclass(frozen=True, slots=True)
class Rated:
    """A report rated under an edition, with everything that was found on the way."""

    report: Report
    edition: Edition
    rating: EventRating
    findings: tuple[Finding, ...]


def sorted_findings(findings: list[Finding]) -> tuple[Finding, ...]:
    """The gravest first, then as they stand in the file."""
    return tuple(sorted(findings, key=lambda it: (ORDER[it.severity], it.line or 0, it.column or 0, it.player or 0)))


def with_ratings(event: Event, taking_part: Mapping[int, Participant]) -> Event:
    """The event with the ratings that count, so that the checks go by them."""
    players = tuple(player._replace(rating=taking_part[player.rank].rating) for player in event.players)
    return replace(event, players=players)


def system_of(report: Report, options: EventOptions) -> System:
    """The system given, or read off the pairings; a report without games (FEDA 10.31) is of a Swiss or team event."""
    return options.system or ("swiss" if report.format == "feda" else detect_system(report.event))


def eligibility_findings(
    report: Report, options: EventOptions, edition: Edition, taking_part: Mapping[int, Participant]
) -> list[Finding]:
    """What stands against rating the event, by the ratings that count."""
    facts = facts_for(options, system_of(report, options))
    found = check_event(edition, with_ratings(report.event, taking_part), facts)
    if report.format == "feda":
        found = [it for it in found if it.code != "nobody-rated"] + _ratings_unknown(report, taking_part)
    return [*found, *stage_findings(edition, options)]


def _ratings_unknown(report: Report, taking_part: Mapping[int, Participant]) -> list[Finding]:
    """FEDA 10.31: a player with a code is rated, and the report does not say how."""
    return [
        Finding("rating-unknown", "error", line=it.line, player=player.rank, values={"code": it.code})
        for player, it in zip(report.event.players, report.feda, strict=True)
        if it.code.strip("0") and taking_part[player.rank].rating is None
    ]


def rate_report(report: Report, options: EventOptions, edition: Edition, ratings: RatingList | None) -> Rated:
    """Check and rate a report under an edition."""
    event, system = report.event, system_of(report, options)
    taking_part, assumed = participants(edition, event, event_class(event, edition), ratings)
    if report.format == "feda":
        rating = rate_summaries(edition, event, taking_part, _sums(report, taking_part))
    else:
        excluded = game_exclusions(edition, with_ratings(event, taking_part), facts_for(options, system))
        rating = rate_event(edition, event, taking_part, system, disputed_games(event) | excluded)
    against = eligibility_findings(report, options, edition, taking_part)
    found = [*report.findings, *check_consistency(event), *against, *assumed]
    return Rated(report, edition, rating, sorted_findings(found))


def _sums(report: Report, taking_part: Mapping[int, Participant]) -> dict[int, Summary]:
    """FEDA 10.31: what the report sums up of each player whose rating, or lack of one, is known."""
    return {
        player.rank: Summary(it.games, int(it.points * 2), it.average)
        for player, it in zip(report.event.players, report.feda, strict=True)
        if it.games and it.points is not None and it.average is not None and it.points <= it.games
        if taking_part[player.rank].rating is not None or not it.code.strip("0")
    }


def read_ratings(options: EventOptions, event: Event) -> RatingList | None:
    """The players of the event from the list that the options name."""
    if options.ratings is None:
        return None
    from arpad.reports.rating_lists import read_list

    return read_list(options.ratings, {player.id for player in event.players if player.id})
