"""Ratings on the way: the games finished so far, rated as a report of them would be. They are provisional."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from arpad.domain.event import Player, RoundResult, System
from arpad.domain.rating_list import RatingList
from arpad.eligibility.facts import Facts
from arpad.examination import GivenRatings, examine
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.rating.examine import RatedReport, report_system
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.tournament.cells import event_of
from arpad.tournament.ending.rated_files import class_named, rated_files
from arpad.tournament.files.type_records import with_type
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventBoard, EventState

SYSTEMS: dict[str, System] = {
    "berger": "round-robin", "varma": "round-robin", "double-berger": "double-round-robin", "match": "match",
    "scheveningen": "scheveningen",
}  # fmt: skip


FIDE = "fide"
LARGE = 100
"""In a Swiss of more players, one of them is rated alone: opponents count by their ratings, whatever else they play."""


class LiveRating(NamedTuple):
    """A report rated so far, and the starting rank of one player in it. `entries` are its players."""

    rated: RatedReport
    rank: int
    entries: tuple[int, ...]

    @property
    def not_listed(self) -> list[int]:
        """The player and the opponents who count as unrated though a rating was entered."""
        lines = self.rated.rating.players
        own = next(line.participant.player for line in lines if line.participant.player.rank == self.rank)
        met = {self.rank, *(round_.opponent for round_ in own.rounds if round_.opponent is not None)}
        people = (line.participant for line in lines if line.participant.player.rank in met)
        unrated = [one.player for one in people if one.rating is None and one.player.rating is not None]
        return [self.entries[player.rank - 1] for player in unrated]


def told_facts(state: EventState) -> Facts:
    """Return what the rules of an event say and a report does not."""
    rules = state.laws
    hybrid = rules.hybrid if "hybrid" in state.data else None
    return Facts(registered=rules.registered, hybrid=hybrid, official=rules.official)


def told_system(state: EventState, report: Report) -> System:
    """Return the kind of event for rating: teams, or what the rules say, or what the pairings look like."""
    return "team" if state.laws.team else SYSTEMS.get(state.laws.system) or report_system(report, None)


def named_edition(rules: EventRules, regulations: Regulations, system: str, time_class: TimeClass) -> Edition | None:
    """Return the edition that the rules name for rating; None if they name none of this rating system and time
    class."""
    if not rules.rating_edition:
        return None
    edition = regulations.edition(rules.rating_edition)
    return edition if edition.system == system and edition.covers(time_class) else None


Rate = Callable[[Report, Facts, TimeClass], list[RatedReport]]
"""Rates a report of a time class, with what the rules of the event say: as the office does, or by given ratings."""


def by_ratings(
    state: EventState, regulations: Regulations, rating_system: str = FIDE, ratings: RatingList | None = None
) -> Rate:
    """Return what rates under the edition of the rules, or the one in force on the first day, by the ratings of a list;
    without one by those that players were entered with."""

    def rate(report: Report, facts: Facts, time_class: TimeClass) -> list[RatedReport]:
        assert state.laws.start is not None
        named = named_edition(state.laws, regulations, rating_system, time_class)
        edition = named or regulations.edition_for(rating_system, time_class, state.laws.start)
        return [examine(report, facts, regulations, GivenRatings(ratings), edition=edition).rated()]

    return rate


def rate_so_far(state: EventState, rate: Rate) -> list[RatedReport]:
    """Rate what is finished: one answer for each time class."""
    if state.laws.start is None:
        raise ArpadError("report-no-start")
    reports = ((read_report(one.data), one.time_class) for one in rated_files(state))
    return [rated for report, time_class in reports for rated in rate(report, _facts_of(state, report), time_class)]


def rate_player_so_far(state: EventState, entry: int, rate: Rate) -> list[LiveRating]:
    """Rate what one player has finished: one answer for each time class in which they have played."""
    if state.laws.start is None:
        raise ArpadError("report-no-start")
    rank = state.number_of(entry)
    if rated_alone(state) and rank is not None:
        report = _report_around(state, entry, rank)
        facts = replace(told_facts(state), system="swiss")
        found = rate(report, facts, class_named(state.laws.time_class))
        return [LiveRating(rated, rank, state.numbers) for rated in found]
    live = []
    for one in rated_files(state):
        if entry in one.entries:
            report, own = read_report(one.data), one.entries.index(entry) + 1
            found = rate(report, _facts_of(state, report), one.time_class)
            live += [LiveRating(rated, own, one.entries) for rated in found]
    return live


def _facts_of(state: EventState, report: Report) -> Facts:
    return replace(told_facts(state), system=told_system(state, report))


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
