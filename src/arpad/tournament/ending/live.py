"""Ratings on the way: the games finished so far, rated as a report of them would be. They are provisional."""

from dataclasses import replace
from typing import NamedTuple

from arpad.domain import Player, RatingList, RoundResult, System
from arpad.eligibility import Facts
from arpad.examination import GivenRatings, examine
from arpad.locale import ArpadError
from arpad.rating import report_class, report_system
from arpad.rating.reports import RatedReport
from arpad.regulations import Regulations
from arpad.reports import Report, read_report
from arpad.tournament.cells import event_of
from arpad.tournament.ending.rated_files import rated_files
from arpad.tournament.files.type_records import with_type
from arpad.tournament.state import EventBoard, EventState

SYSTEMS: dict[str, System] = {
    "berger": "round-robin", "varma": "round-robin", "double-berger": "double-round-robin", "match": "match",
    "scheveningen": "scheveningen",
}  # fmt: skip


FIDE = "fide"
LARGE = 100
"""In a Swiss of more players, one of them is rated alone: opponents count by their ratings, whatever else they play."""


class LiveRating(NamedTuple):
    """A report rated so far, and the starting rank of one player in it."""

    rated: RatedReport
    rank: int


def told_facts(state: EventState) -> Facts:
    """Return what the rules of an event say and a report does not."""
    rules = state.laws
    hybrid = rules.hybrid if "hybrid" in state.data else None
    return Facts(registered=rules.registered, hybrid=hybrid, official=rules.official)


def told_system(state: EventState, report: Report) -> System:
    """Return the kind of event for rating: teams, or what the rules say, or what the pairings look like."""
    return "team" if state.laws.team else SYSTEMS.get(state.laws.system) or report_system(report, None)


def rate_so_far(
    state: EventState, regulations: Regulations, rating_system: str = FIDE, ratings: RatingList | None = None
) -> list[RatedReport]:
    """Rate what is finished, under the edition in force on the first day: one answer for each time class. `ratings` are
    a list; without it the ratings that players were entered with count."""
    if state.laws.start is None:
        raise ArpadError("report-no-start")
    return [_rated(state, read_report(one.data), regulations, rating_system, ratings) for one in rated_files(state)]


def rate_player_so_far(
    state: EventState, entry: int, regulations: Regulations, ratings: RatingList | None = None
) -> list[LiveRating]:
    """Rate what one player has finished under FIDE's regulations: one answer for each time class in which they have
    played."""
    if state.laws.start is None:
        raise ArpadError("report-no-start")
    rank = state.number_of(entry)
    if rated_alone(state) and rank is not None:
        report = _report_around(state, entry, rank)
        return [LiveRating(_rated(state, report, regulations, FIDE, ratings, "swiss"), rank)]
    return [
        LiveRating(_rated(state, read_report(one.data), regulations, FIDE, ratings), one.entries.index(entry) + 1)
        for one in rated_files(state)
        if entry in one.entries
    ]


def rated_alone(state: EventState) -> bool:
    """Whether the players of an event are rated one by one."""
    return state.laws.swiss and not state.laws.team and len(state.numbers) > LARGE


def boards_of(state: EventState, entry: int) -> list[EventBoard]:
    """Return the boards of a player."""
    return [board for one in state.rounds.values() for board in one.boards_of_entries.get(entry, ())]


def _report_around(state: EventState, entry: int, rank: int) -> Report:
    """The games of one player as a report, with the opponents: of these, only the games against the player."""
    both = {one for board in boards_of(state, entry) for one in board.seats}
    event = event_of(state, rated=True, only={entry, *both})
    players = tuple(one if one.rank == rank else _against(one, rank) for one in event.players)
    return Report("trf26", with_type(state, replace(event, players=players)), (), ())


def _against(player: Player, rank: int) -> Player:
    away = (RoundResult(one.round, None, None, "Z") for one in player.rounds)
    rounds = (one if one.opponent == rank else none for one, none in zip(player.rounds, away, strict=True))
    return player._replace(rounds=tuple(rounds))


def _rated(
    state: EventState,
    report: Report,
    regulations: Regulations,
    rating_system: str,
    ratings: RatingList | None,
    system: System | None = None,
) -> RatedReport:
    assert state.laws.start is not None
    edition = regulations.edition_for(rating_system, report_class(report.event, None), state.laws.start)
    facts = replace(told_facts(state), system=system or told_system(state, report))
    return examine(report, facts, regulations, GivenRatings(ratings), edition=edition).rated()
