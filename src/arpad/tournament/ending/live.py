"""Ratings on the way: the games finished so far, rated as a report of them would be. They are provisional."""

from arpad.domain import RatingList, System
from arpad.eligibility import Facts
from arpad.locale import ArpadError
from arpad.rating import report_class, report_system
from arpad.rating.reports import RatedReport, check_and_rate
from arpad.regulations import Regulations
from arpad.reports import Report, read_report
from arpad.tournament.ending.rated_files import RatedFile, rated_files
from arpad.tournament.state import EventState

SYSTEMS: dict[str, System] = {
    "berger": "round-robin", "varma": "round-robin", "double-berger": "double-round-robin", "match": "match",
    "scheveningen": "scheveningen",
}  # fmt: skip


def told_facts(state: EventState) -> Facts:
    """Return what the rules of an event say and a report does not."""
    rules = state.laws
    hybrid = rules.hybrid if "hybrid" in state.data else None
    return Facts(registered=rules.registered, hybrid=hybrid, official=rules.official)


def told_system(state: EventState, report: Report) -> System:
    """Return the kind of event for rating: teams, or what the rules say, or what the pairings look like."""
    return "team" if state.laws.team else SYSTEMS.get(state.laws.system) or report_system(report, None)


def rate_so_far(
    state: EventState, regulations: Regulations, rating_system: str = "fide", ratings: RatingList | None = None
) -> list[RatedReport]:
    """Rate what is finished, under the edition in force on the first day: one answer for each time class. `ratings` are
    a list; without it the ratings that players were entered with count."""
    if state.laws.start is None:
        raise ArpadError("report-no-start")
    return [_rated(state, one, regulations, rating_system, ratings) for one in rated_files(state)]


def _rated(
    state: EventState, file: RatedFile, regulations: Regulations, rating_system: str, ratings: RatingList | None
) -> RatedReport:
    report = read_report(file.data)
    assert state.laws.start is not None
    edition = regulations.edition_for(rating_system, report_class(report.event, None), state.laws.start)
    facts = told_facts(state)
    told = Facts(told_system(state, report), facts.registered, hybrid=facts.hybrid, official=facts.official)
    return check_and_rate(report, edition, told, ratings)
