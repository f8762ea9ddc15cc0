"""Examine a report: its contradictions, the edition, the participants, eligibility and the rating.

The command line, the library, the web site and the office all use this one examination.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Protocol

from arpad.documents.document import Document, ShownAs, shows
from arpad.documents.findings import ShownFindings
from arpad.domain.event import Event, System, named
from arpad.domain.findings import Finding, gravest_first
from arpad.domain.rating_list import RatingList
from arpad.eligibility.checks import ratable
from arpad.eligibility.facts import Facts
from arpad.formats.consistency import check_report
from arpad.formats.report import Report, tie_break_records
from arpad.i18n import ArpadError
from arpad.rating.examine import (
    RatedReport,
    findings_against,
    long_undated,
    rate_report,
    report_class,
    stages_not_pooled,
)
from arpad.rating.model import EventRating, without_guests
from arpad.rating.participants import Participants, participants
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations

# A report examined: its contradictions and ranks, the edition, who takes part, the reasons against rating it, and the
# rating itself.


class RatingSource(Protocol):
    """Whose ratings count for a report, and how it is rated by them."""

    def participants(self, edition: Edition, report: Report) -> tuple[Participants, list[Finding]]:
        """Return every player by starting rank, and what was assumed or contradicts the report."""

    def rate(
        self, edition: Edition, report: Report, taking_part: Participants, facts: Facts, checked: Sequence[Finding]
    ) -> EventRating | None:
        """Rate the report; None if it is rated in several parts. `checked` is what check_report found."""


@dataclass(frozen=True, slots=True)
class GivenRatings:
    """The ratings of a list, or those of the report itself."""

    ratings: RatingList | None = None

    def participants(self, edition: Edition, report: Report) -> tuple[Participants, list[Finding]]:
        of_class = report_class(report.event, edition)
        taking_part, found = participants(edition, report.event, of_class, self.ratings, sums=report.format == "feda")
        listed = {entry.id: entry.name for entry in self.ratings or ()}
        return taking_part, [*found, *swapped_names(report, listed)]

    def rate(
        self, edition: Edition, report: Report, taking_part: Participants, facts: Facts, checked: Sequence[Finding]
    ) -> EventRating:
        return rate_report(edition, report, report.event, taking_part, facts.system, facts, checked=checked)


class ReportExamination(Document, frozen=True):
    """What was found in a report, the gravest first. Without an edition, or if nothing can be computed, there is no
    rating, and `problem` says why."""

    shown = shows("edition", "format", "ratable", "findings")
    report: Report
    format: System
    edition: Annotated[Edition, ShownAs(str, lambda edition: edition.id)] | None
    rating: EventRating | None
    findings: ShownFindings
    problem: ArpadError | None = None

    @property
    def ratable(self) -> bool:
        return ratable(self.findings)

    def rated(self) -> RatedReport:
        """Return the rated report, or raise the problem for which there is none."""
        if self.problem is not None:
            raise self.problem
        assert self.edition is not None
        assert self.rating is not None
        return RatedReport(self.report, self.edition, self.rating, self.findings)


def examine(
    report: Report,
    facts: Facts,
    regulations: Regulations,
    source: RatingSource | None = None,
    *,
    edition: Edition | None = None,
    system: str = "fide",
    time_class: TimeClass | None = None,
    stages: bool = False,
    more: Iterable[Finding] = (),
) -> ReportExamination:
    """Examine a report: choose the edition, unless one is named, check the report, and rate it.

    `facts` hold how the event was played, too. `system` and `time_class` help to choose the edition. `stages`: the
    report was pooled from several (6.2). `more` is what was found before.
    """
    source = source or GivenRatings()
    checked = check_report(report)
    found = [*report.findings, *checked, *_rank_findings(report), *more]
    rating, problem = None, None
    try:
        edition = edition or choose_edition(regulations, report.event, system, time_class)
    except ArpadError as none:
        problem = none
        found.append(Finding("no-edition", "error", values={"problem": none}))
    else:
        taking_part, assumed = source.participants(edition, report)
        found += findings_against(edition, report, taking_part, facts)
        found += [*(stages_not_pooled(edition) if stages else ()), *long_undated(edition, report.event), *assumed]
        try:
            rating = source.rate(edition, report, taking_part, facts, checked)
        except ArpadError as impossible:
            problem = impossible
            found.append(Finding("event-not-computable", "error", values={"problem": impossible}))
        if rating is not None:
            rating = replace(without_guests(rating), findings=tuple(assumed))
    return ReportExamination(report, facts.system, edition, rating, ordered(found, report.event), problem)


def swapped_names(report: Report, listed: Mapping[str, str]) -> Iterator[Finding]:
    """Players whom a file of Swiss-Manager has with their first name as surname: the names of the list, by ids, say
    so. One finding for all."""
    swapped = [
        player
        for player in report.event.players
        if report.format == "swiss-manager" and "," in player.name and player.id in listed
        for one, other in ([_name_words(part) for part in player.name.split(",", 1)],)
        if one != other and [_name_words(part) for part in listed[player.id].split(",", 1)] == [other, one]
    ]
    if swapped:
        numbers = ", ".join(str(player.rank) for player in swapped)
        values = {"count": len(swapped), "players": numbers}
        yield Finding("swiss-manager-names-swapped", "info", player=swapped[0].rank, values=values)


def _name_words(name: str) -> frozenset[str]:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return frozenset("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def choose_edition(
    regulations: Regulations, event: Event, system: str = "fide", time_class: TimeClass | None = None
) -> Edition:
    """Return the edition in force when the event started (0.1)."""
    if event.start is None:
        raise ArpadError("report-no-start")
    return regulations.edition_for(system, time_class or report_class(event, None), event.start)


def own_findings(report: Report) -> list[Finding]:
    """Return what is odd about a report by itself: its file, its contradictions, its ranks."""
    return [*report.findings, *check_report(report), *_rank_findings(report)]


def ordered(findings: Iterable[Finding], event: Event) -> tuple[Finding, ...]:
    """Return findings in the order in which they are shown, with the names of their players."""
    return gravest_first(named(findings, event))


def _rank_findings(report: Report) -> list[Finding]:
    """Return what is wrong with the ranks of a report that names its tie-breaks; few reports do, so standings are
    loaded only for these."""
    if not tie_break_records(report):
        return []
    from arpad.standings.check import rank_findings  # noqa: PLC0415

    return rank_findings(report)
