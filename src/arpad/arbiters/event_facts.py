"""What a tournament report says about an event for arbiters: facts, norms, category and certificates."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from arpad.arbiters.categories import ArbitersNeeded, arbiters_needed
from arpad.arbiters.events import (
    CategoryAnswer,
    CategoryFacts,
    CertificateQuota,
    category_by_numbers,
    certificate_quota,
)
from arpad.arbiters.fair_play import ProtectionFacts, ProtectionPlan, measure_rows, protection_level, protection_plan
from arpad.arbiters.model import NormEvent, NormEventKind, NormEventSystem
from arpad.arbiters.norms import ArticleAnswer, EventNorms, event_norms, norm_possible
from arpad.documents.document import Document, extended, shows
from arpad.domain.event import Event, Player
from arpad.domain.rating_list import TITLES
from arpad.eligibility.time_controls import time_class
from arpad.inputs.times import read_time_control
from arpad.regulations.arbiter_editions import (
    ARBITER_TITLES,
    EventLevel,
    arbiter_classification,
    arbiter_edition,
)
from arpad.titles.event import system_of
from arpad.titles.games import FID, NO_FEDERATION, code
from arpad.titles.model import NormSystem

# The facts of an event that a report tells: players, ratings, federations, titles, rounds, the system.

SYSTEMS: Mapping[NormSystem, NormEventSystem] = {
    "swiss": "swiss", "round-robin": "round-robin", "double-round-robin": "double", "team": "team",
    "knock-out": "knockout", "scheveningen": "other", "schiller": "other", "match": "other",
}  # fmt: skip
Ratings = Mapping[int, int | None]
TWICE = 2


@dataclass(frozen=True, slots=True)
class AskedFacts:
    """Facts that no report has, as a user gives them. None: not given."""

    system: NormEventSystem | None = None
    kind: NormEventKind | None = None
    level: EventLevel | None = None
    present: int | None = None
    rateable: bool | None = None
    approved: bool | None = None
    norm_possible: bool | None = None
    women: bool | None = None


class ReportFacts(NormEvent, frozen=True, kw_only=True):
    """The facts of an event that decide about norms of arbiters.

    They are of its report: what the articles ask for, and what the forms and the categories count besides. `titled` are
    the players with any title; `average` is of the rated players, unrounded."""

    shown = shows("name", "start", "end", "system", "rounds", "players", "rated", "federations", "titled")
    titled: int
    average: Fraction | None
    women: bool
    standard: bool | None


def report_facts(event: Event, asked: AskedFacts | None = None, ratings: Ratings | None = None) -> ReportFacts:
    """Return the facts of a report; `ratings` are those of the list in force, by starting rank, if they are known."""
    given = asked or AskedFacts()
    system = given.system or SYSTEMS[system_of(event)]
    rated = [rating for rating in (_rating(player, ratings) for player in event.players) if rating]
    standard = _standard(event)
    kind = given.kind or ("rapid-blitz" if standard is False else None)
    possible = given.norm_possible if given.norm_possible is not None else norm_possible(event)
    return ReportFacts(
        name=event.name,
        start=event.start,
        end=event.end or event.start,
        system=system,
        kind=kind,
        level=given.level,
        rounds=event.all_rounds or None,
        present=given.present,
        players=len(event.players),
        rated=len(rated),
        federations=federations_of_players(event.players),
        rateable=True if len(rated) == len(event.players) else given.rateable,
        boards=_boards(event),
        teams=len(event.teams) or None,
        double=_teams_meet_twice(event) or None,
        approved=given.approved,
        norm_possible=possible,
        titled=titled_players(event.players, TITLES),
        average=Fraction(sum(rated), len(rated)) if rated else None,
        women=given.women if given.women is not None else _all_women(event),
        standard=standard,
    )


def _rating(player: Player, ratings: Ratings | None) -> int | None:
    return player.rating if ratings is None else ratings.get(player.rank)


def _standard(event: Event) -> bool | None:
    read = read_time_control(event.time_control)
    return None if read is None else time_class(read.control) == "standard"


def _all_women(event: Event) -> bool:
    return bool(event.players) and all(player.sex == "f" for player in event.players)


def _boards(event: Event) -> int | None:
    """The boards of a match: as many games as two teams play in a round."""
    if not event.teams or not event.all_rounds:
        return None
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    matches: dict[tuple[int, frozenset[int | None]], int] = {}
    for game in event.games():
        match = (game.round, frozenset((team_of.get(game.white), team_of.get(game.black))))
        matches[match] = matches.get(match, 0) + 1
    return max(matches.values(), default=None)


def _teams_meet_twice(event: Event) -> bool:
    """Whether every two teams meet in at least two rounds: a double round robin of teams."""
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    rounds: dict[frozenset[int], set[int]] = {}
    for game in event.games():
        pair = frozenset(team_of[rank] for rank in (game.white, game.black) if rank in team_of)
        rounds.setdefault(pair, set()).add(game.round)
    pairs = [frozenset(pair) for pair in combinations(range(len(event.teams)), 2)]
    return bool(pairs) and all(len(rounds.get(pair, ())) >= TWICE for pair in pairs)


def federations_of_players(players: tuple[Player, ...]) -> int | None:
    """Return how many federations are represented; None if the report has none at all."""
    known = {code(player.federation) for player in players} - {"", FID, NO_FEDERATION}
    return len(known) or None


def titled_players(players: tuple[Player, ...], titles: tuple[str, ...]) -> int:
    """Return how many players hold one of the titles."""
    return sum(player.title.strip().upper() in titles for player in players)


def category_facts(event: Event, facts: ReportFacts) -> CategoryFacts:
    """B.06.3, 1.3: what decides the category of an event."""
    rules = arbiter_classification().events
    titled = tuple(player for player in event.players if player.title.strip().upper() in rules.open_titles.value)
    return extended(
        CategoryFacts,
        facts,
        titled=len(titled),
        titled_federations=federations_of_players(titled) or 0,
        international_norm=event_norms(facts, "IA").possible,
    )


# An event from the arbiters' side, by its report: norms, certificates, its category, how many it needs, fair play.


class EventForArbiters(Document, frozen=True):
    """An event from the arbiters' side. `protection` has the level, its reasons and its check-list."""

    event: ReportFacts
    norms: tuple[EventNorms, ...]
    certificates: CertificateQuota
    category: CategoryAnswer
    needed: ArbitersNeeded
    protection: ProtectionPlan


def event_for_arbiters(event: Event) -> EventForArbiters:
    """Return everything that the report of an event shows about its arbiters."""
    facts = report_facts(event)
    norms = tuple(event_norms(facts, title) for title in ARBITER_TITLES)
    level = protection_level(protection_facts(facts))
    return EventForArbiters(
        facts,
        norms,
        certificate_quota(arbiter_edition(norms[0].edition), facts),
        category_by_numbers(category_facts(event, facts)),
        arbiters_needed(len(event.players)),
        protection_plan(level, measure_rows(level.level, None, quick=facts.standard is False), facts.start),
    )


def protection_facts(facts: ReportFacts) -> ProtectionFacts:
    """Return what a report shows of the level of protection."""
    return ProtectionFacts(facts.system, facts.average, facts.women, norms=facts.norm_possible)


def fitting_articles(norms: EventNorms) -> list[ArticleAnswer]:
    """Return the articles that are about events of this system and kind at all."""
    return [
        answer
        for answer in norms.answers
        if all(check.ok is not False for check in answer.checks if check.name in ("system", "kind"))
    ]
