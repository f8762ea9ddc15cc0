"""Rating a report: its games if it has them, otherwise the sums of its players (FEDA 10.31)."""

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from arpad.documents.document import Document, ShownAs, extended, shows
from arpad.documents.findings import ShownFindings
from arpad.documents.steps import Reasons
from arpad.domain.event import Event, System
from arpad.domain.findings import Finding
from arpad.eligibility.check_days import class_under, stated_class
from arpad.eligibility.checks import check_event, game_exclusions, ratable
from arpad.eligibility.facts import Facts
from arpad.formats.consistency import disputed_games
from arpad.formats.report import Report
from arpad.rating._events import rate_event, rate_summaries
from arpad.rating.model import EventRating, ExplainedRating, NotRated, PlayerRating
from arpad.rating.newcomer import SummaryResult
from arpad.rating.participants import Participants, detect_system, ratings_of
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition

SPLIT = ("monthly-reports", "list-at-each-game")
"""Rules of editions by which the games of a long event are rated by several lists."""


class EventHead(Document, frozen=True):
    """The event of a report."""

    name: str
    city: str
    federation: str
    start: dt.date | None
    end: dt.date | None
    rounds: int | None


class RatedReport(Document, frozen=True):
    """A report rated under an edition, with everything that was found on the way."""

    shown = shows(
        "edition", "event", "ratable", "format", "counted_as", "players", "not_rated", "findings", "steps"
    )  # fmt: skip
    report: Report
    edition: Annotated[Edition, ShownAs(str, lambda edition: edition.id)]
    rating: EventRating
    findings: ShownFindings

    @property
    def event(self) -> Annotated[Event, ShownAs(EventHead)]:
        return self.rating.event

    @property
    def ratable(self) -> bool:
        return ratable(self.findings)

    @property
    def format(self) -> str:
        return self.rating.system

    @property
    def counted_as(self) -> str:
        return self.rating.counted_as

    @property
    def players(self) -> tuple[PlayerRating, ...]:
        return self.rating.players

    @property
    def not_rated(self) -> tuple[NotRated, ...]:
        return self.rating.not_rated

    @property
    def steps(self) -> Reasons:
        return self.rating.steps

    def explained(self, line: PlayerRating) -> ExplainedRating:
        """Return a player's line with its reasons."""
        return extended(ExplainedRating, line, edition=self.edition.id, event=self.event.name)


def stages_not_pooled(edition: Edition) -> list[Finding]:
    """6.2, FEDA 7.2: pooling the stages of an event is a rule of some editions only."""
    rule = edition.lists.stages_pooled
    if rule.value:
        return []
    return [Finding("stages-not-pooled", "error", rule.article.number, values={"edition": edition.id})]


def is_long(edition: Edition, event: Event) -> bool:
    """Return whether an event lasts so long that its games are rated by the list in force at each."""
    limit, rule = edition.lists.long_event_days.value, edition.lists.long_event.value
    if limit is None or rule not in SPLIT or event.start is None or event.end is None:
        return False
    return (event.end - event.start).days + 1 > limit


def rounds_dated(event: Event) -> bool:
    """Return whether every round of an event has a date."""
    return len(event.round_dates) >= event.rounds and None not in event.round_dates[: event.rounds]


def long_undated(edition: Edition, event: Event) -> list[Finding]:
    """2003, 2005 4.11; 2017 4.13; 2022, 2024 4.1: the games of a long event use the list in force at each, if the
    rounds have dates."""
    if not event.rounds or not is_long(edition, event) or rounds_dated(event):
        return []
    return [Finding("event-long-undated", "warning", edition.lists.long_event.article.number)]


def report_class(event: Event, edition: Edition | None) -> TimeClass:
    """Return the time class of an event: by its time control, otherwise by its words or its rounds a day; or the class
    of the edition if that rates no other."""
    return class_under(edition, stated_class(event))


def report_system(report: Report, given: System | None) -> System:
    """The system given, or read off the pairings; a report without games (FEDA 10.31) is of a Swiss or team event."""
    return given or ("swiss" if report.format == "feda" else detect_system(report.event))


def rate_report(
    edition: Edition,
    report: Report,
    event: Event,
    taking_part: Participants,
    system: System,
    facts: Facts,
    *,
    checked: Sequence[Finding] | None = None,
    explain: bool = True,
) -> EventRating:
    """Rate the event of a report, or a part of it, with its participants. `checked` are the findings of check_report
    for this event, if it has been called before."""
    if report.format == "feda":
        return rate_summaries(edition, event, taking_part, _sums(report, taking_part), facts)
    excluded = game_exclusions(edition, event.with_ratings(ratings_of(taking_part)), facts)
    return rate_event(
        edition,
        event,
        taking_part,
        system,
        disputed_games(event, checked) | excluded,
        facts=facts,
        explain=explain,
    )


def findings_against(edition: Edition, report: Report, taking_part: Participants, facts: Facts) -> list[Finding]:
    """Find the reasons against rating a report, with the ratings that count."""
    findings = check_event(edition, report.event.with_ratings(ratings_of(taking_part)), facts)
    if report.format == "feda":
        return [finding for finding in findings if finding.code != "nobody-rated"] + _ratings_unknown(
            report, taking_part
        )
    return findings


def _ratings_unknown(report: Report, taking_part: Participants) -> list[Finding]:
    """FEDA 10.31: a player with a code is rated, and the report does not say how."""
    return [
        Finding("rating-unknown", "error", line=row.line, player=player.rank, values={"code": row.code})
        for player, row in zip(report.event.players, report.feda, strict=True)
        if row.code.strip("0") and taking_part[player.rank].rating is None
    ]


def _sums(report: Report, taking_part: Participants) -> dict[int, SummaryResult]:
    """FEDA 10.31: the sums of each player who is known to be rated or unrated."""
    return {
        player.rank: SummaryResult(Fraction(row.average), row.games, int(row.points * 2))
        for player, row in zip(report.event.players, report.feda, strict=True)
        if row.games and row.points is not None and row.average is not None and row.points <= row.games
        if taking_part[player.rank].rating is not None or not row.code.strip("0")
    }
