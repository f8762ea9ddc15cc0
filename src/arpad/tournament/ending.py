"""The end of an event: live ratings, norm forecasts, norms made, missing items, reports for rating."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arpad.domain.event import HALF_POINTS_OF, Event, Player, RoundResult, System
from arpad.domain.findings import Finding
from arpad.domain.games import points
from arpad.domain.rating_list import RatingList
from arpad.eligibility.facts import Facts
from arpad.eligibility.time_controls import time_class
from arpad.examination import GivenRatings, examine
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords
from arpad.i18n import ArpadError
from arpad.inputs.times import try_time_control
from arpad.rating.examine import RatedReport, report_system
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for
from arpad.titles.model import HELD, Candidate, EventFacts
from arpad.titles.needs import MOST_ROUNDS, Need, find_need
from arpad.titles.norms import find_all
from arpad.tournament._file_content import PROGRAM, RATING_ONLY, comments, with_type
from arpad.tournament.acts.checks import boards_named
from arpad.tournament.as_report import event_of, with_teams
from arpad.tournament.export import export_trf
from arpad.tournament.knockout import (
    SUDDEN_DEATH,
    StageRule,
    final_order,
    play_offs_of,
    stages_of,
    ties_of,
    undecided,
)
from arpad.tournament.results import ADJOURNED, codes
from arpad.tournament.rules import EventRules
from arpad.tournament.schedules import after_decision, not_expected
from arpad.tournament.state import EventBoard, EventRound, EventState, PeriodEntry
from arpad.tournament.times import (
    RatingPeriod,
    by_round,
    day_of_round,
    list_month,
    listed_in,
    period_named,
    rating_list,
    rating_periods,
)

# Norms on the way: what each player still needs, once four rounds or fewer are left.


def norm_facts(state: EventState) -> EventFacts:
    """Return what the rules of an event say about norms."""
    rules = state.event_rules
    return EventFacts(host=rules.federation, registered=rules.registered)


def norm_edition(state: EventState) -> TitleEdition | None:
    """Return the regulations of titles in force on the first day (0.2); None before the first edition."""
    if state.event_rules.start is None:
        raise ArpadError("norm.no-start")
    try:
        return title_edition_for(state.event_rules.start)
    except ArpadError:
        return None


def titles_open_to(player: Player) -> list[NormTitle]:
    """Return the titles that a player may still make a norm for."""
    held = HELD.get(player.title, ())
    return [title for title in NORM_TITLES if title not in held and (player.sex == "f" or not title.startswith("W"))]


def last_round_over(state: EventState) -> int:
    """Return the last complete round; refuse an event in which too many rounds are left, or none."""
    if state.event_rules.team or not state.event_rules.rounds:
        raise ArpadError("event-no-forecast")
    complete = [
        number
        for number, event_round in state.rounds.items()
        if event_round.published_n is not None and event_round.complete
    ]
    last = max((number for number in complete if set(range(1, number + 1)) <= set(complete)), default=0)
    left = state.event_rules.rounds - last
    if not 1 <= left <= MOST_ROUNDS:
        raise ArpadError("event-forecast-rounds", left=left, most=MOST_ROUNDS)
    return last


def event_so_far(state: EventState) -> Event:
    """Return the event up to its last complete round, with all its rounds announced."""
    return by_round(state, replace(event_of(state, last_round_over(state)), rounds=state.event_rules.rounds))


def forecasts(state: EventState, entries: Sequence[int] | None = None) -> Iterator[tuple[int, Need]]:
    """Yield what players need, one title after the other: those named, or all. Titles that are out of reach are
    included."""
    event, edition, facts = event_so_far(state), norm_edition(state), norm_facts(state)
    if edition is None:
        return
    for number, entry in enumerate(state.numbers, 1):
        player = event.player(number)
        if player is None or (entries is not None and entry not in entries) or state.entries[entry].gone:
            continue
        for title in titles_open_to(player):
            yield entry, find_need(event, number, edition, facts, title)


# The reports for rating: one for each time class, the results as they are rated, TRF26.

CLASSES: tuple[TimeClass, ...] = ("standard", "rapid", "blitz")


@dataclass(frozen=True, slots=True)
class RatedFile:
    """A report for rating, and what it cannot say. `entries` are its players, in the order of their starting ranks;
    `period` is that of a part of a long event."""

    time_class: TimeClass
    data: bytes
    findings: tuple[Finding, ...] = ()
    entries: tuple[int, ...] = ()
    period: str = ""


def rated_files(state: EventState) -> list[RatedFile]:
    """Return the reports of an event, the results as rated. A knock-out has one for each time class that was played;
    sudden-death games have unequal clocks, and are left out. Games of a match that was decided are left out too."""
    if state.event_rules.system == "knockout":
        return _knockout_files(state)
    file = export_trf(_without(state, after_decision(state)), "trf26", rated=True)
    findings = (*file.findings, *_rating_only(state))
    return [RatedFile(state.event_rules.time_class, file.data, findings, state.numbers)]


def _rating_only(state: EventState) -> Iterator[Finding]:
    """C.04.2.D.8: players whose results were corrected for rating alone have other points than these results give."""
    for number, event_round in sorted(state.rounds.items()):
        for board in event_round.games:
            if board.rated is None:
                continue
            for entry, counts, rated in zip(board.seats, codes(board.result), codes(board.rated), strict=True):
                if counts is not None and rated is not None and HALF_POINTS_OF[counts] != HALF_POINTS_OF[rated]:
                    values = {"points": points(HALF_POINTS_OF[counts]), "rated": points(HALF_POINTS_OF[rated])}
                    rank = state.number_of(entry)
                    yield Finding("rated-points", "warning", player=rank, round=number, values=values)


def _without(state: EventState, rounds: Sequence[int]) -> EventState:
    """The event without some rounds that are not rated."""
    if not rounds:
        return state
    event_rounds = {number: event_round for number, event_round in state.rounds.items() if number not in rounds}
    return replace(state, rounds=event_rounds)


# The report of a part: the games of its rounds alone, with the ratings and titles of its list.


def need_complete_period(state: EventState, period: RatingPeriod) -> None:
    """Refuse a part with rounds that are not over, with open or adjourned games, or without its list."""
    there = {number: one for number, one in state.rounds.items() if number in period.rounds and one.published_n}
    if missing := [number for number in period.rounds if number not in there]:
        raise ArpadError("event-period-open", period=period.name, rounds=", ".join(map(str, missing)))
    need_results(replace(state, rounds=there), set())
    first = rating_periods(state.event_rules)[0].name
    if period.name != first and period.name not in state.periods:
        raise ArpadError("event-period-list", period=period.name, slug=state.event_rules.slug)


def part_event(state: EventState, period: RatingPeriod) -> Event:
    """Return a part as a report has it: its rounds from the first column on, the numbers of the event, and the players
    who had a round in it."""
    last, count = period.rounds[-1], len(period.rounds)
    whole = with_teams(state, event_of(state, last, rated=True), last, rated=True)
    places = {number: place for place, number in enumerate(period.rounds, 1)}
    played = {seat for number in period.rounds for board in state.rounds[number].games for seat in board.seats}
    days = tuple(day_of_round(state.event_rules, number) for number in period.rounds)
    players = []
    for player in whole.players:
        entry = state.entries[state.numbers[player.rank - 1]]
        if entry.entry not in played and (entry.from_round > last or entry.out_in(period.rounds[0])):
            continue
        players.append(_in_part(player, listed_in(state, entry, period.name), places))
    part = replace(
        whole,
        name=f"{whole.name}, {period.name}",
        start=days[0],
        end=days[count - 1],
        rounds=0,
        round_dates=days,
        players=(),
        teams=tuple(replace(team, match_points=None, game_points=None) for team in whole.teams),
        team_byes=None,
        extra_points=(),
    )
    scores = Scores(part)
    return replace(part, players=tuple(one._replace(points=scores.total(one)) for one in players))


def _in_part(player: Player, listed: PeriodEntry, places: Mapping[int, int]) -> Player:
    rounds = (one._replace(round=places[one.round]) for one in player.rounds if one.round in places)
    rating = None if listed.only_orders else listed.rating or None
    return player._replace(rating=rating, title=listed.title, federation=listed.federation, rounds=tuple(rounds))


def part_file(state: EventState, period: RatingPeriod) -> RatedFile:
    """Return the report of a part, as it is handed over."""
    names = [one.name for one in rating_periods(state.event_rules)]
    first, last = period.rounds[0], period.rounds[-1]
    place, listed = names.index(period.name) + 1, list_month(period.name, state.periods.get(period.name))
    said = f"Period {place} of {len(names)}: rounds {first}-{last} of {state.event_rules.rounds}, list {listed}"
    corrected = tuple(f"{RATING_ONLY} @ Round {number}:" for number in period.rounds)
    remarks = (line for line in comments(state, last, rated=True) if line.startswith(corrected))
    event = with_type(state, part_event(state, period))
    data = event_to_trf(replace(event, type_code=""), "trf16", TrfRecords(comments=(said, *remarks)))
    return RatedFile(state.event_rules.time_class, data, entries=state.numbers, period=period.name)


def complete_part(state: EventState, name: str) -> RatedFile:
    """Return the report of a part that is over; refuse one that is not."""
    period = period_named(state.event_rules, name)
    need_complete_period(state, period)
    return part_file(state, period)


def parts_so_far(state: EventState) -> list[RatedFile]:
    """Return the parts of a long event with what was published of each, if a list of a period was taken."""
    files = []
    for period in rating_periods(state.event_rules) if state.periods else ():
        rounds = [number for number in period.rounds if number in state.rounds and state.rounds[number].published_n]
        if rounds:
            files.append(part_file(state, period._replace(rounds=tuple(rounds))))
    return files


def _knockout_files(state: EventState) -> list[RatedFile]:
    stages = [stage for stage in stages_of(state) if stage.name != SUDDEN_DEATH]
    files = []
    for speed in CLASSES:
        names = [stage.name for stage in stages if _class_of(state, stage) == speed]
        event, entries = _games_event(state, names)
        if event.players:
            data = event_to_trf(event, "trf26", TrfRecords(program=PROGRAM))
            files.append(RatedFile(speed, data, entries=entries))
    if not files:
        raise ArpadError("event-nothing-played")
    return files


def _class_of(state: EventState, stage: StageRule) -> str:
    """The class of a stage: its name begins with it. If the rules name no stages, the first is played with the time
    control of the event, which says its class."""
    control = try_time_control(stage.time_control)
    if "stages" in state.data or control is None or stage != stages_of(state)[0]:
        return stage.name.partition("-")[0]
    return time_class(control)


def _games_event(state: EventState, stages: Sequence[str]) -> tuple[Event, tuple[int, ...]]:
    """The games of some stages as an event, and its players: each game of a stage of a round is a round of its own."""
    rounds: dict[tuple[int, int, int], list[EventBoard]] = {}
    for number, event_round in sorted(state.rounds.items()):
        games: dict[tuple[int | None, str], int] = {}
        for board in event_round.games:
            if board.stage in stages and board.result is not None:
                game = games[board.tie, board.stage] = games.get((board.tie, board.stage), 0) + 1
                rounds.setdefault((number, stages.index(board.stage), game), []).append(board)
    took_part = sorted(
        {entry for boards in rounds.values() for board in boards for entry in board.seats},
        key=state.numbers.index,
    )
    played_rounds = {
        place: EventRound(place, {board.number: board for board in rounds[key]})
        for place, key in enumerate(sorted(rounds), 1)
    }
    entries = {entry: replace(state.entries[entry], from_round=1) for entry in took_part}
    as_rounds = replace(state, entries=entries, numbers=tuple(took_part), rounds=played_rounds)
    rules = state.event_rules
    controls = (stage.time_control for stage in stages_of(state) if stage.name in stages)
    control = next(controls, rules.time_control)
    event = event_of(as_rounds, len(rounds), rated=True)
    event = replace(event, type="Knock-out", time_control=control, rounds=len(rounds), extra_points=())
    scores, order = Scores(event), [entry for entry in final_order(state) if entry in entries]
    places = [order.index(entry) + 1 for entry in took_part]
    players = (
        player._replace(points=scores.total(player), final_rank=place)
        for player, place in zip(event.players, places, strict=True)
    )
    return replace(event, players=tuple(players)), tuple(took_part)


# Ratings on the way: the games finished so far, rated as a report of them would be. They are provisional.

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
        unrated = [person.player for person in people if person.rating is None and person.player.rating is not None]
        return [self.entries[player.rank - 1] for player in unrated]


def stated_facts(state: EventState) -> Facts:
    """Return what the rules of an event say and a report does not."""
    rules = state.event_rules
    hybrid = rules.hybrid if "hybrid" in state.data else None
    return Facts(registered=rules.registered, hybrid=hybrid, official=rules.official)


def stated_system(state: EventState, report: Report) -> System:
    """Return the kind of event for rating: teams, or what the rules say, or what the pairings look like."""
    return "team" if state.event_rules.team else SYSTEMS.get(state.event_rules.system) or report_system(report, None)


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
        assert state.event_rules.start is not None
        named = named_edition(state.event_rules, regulations, rating_system, time_class)
        edition = named or regulations.edition_for(rating_system, time_class, state.event_rules.start)
        given = GivenRatings(ratings or _list_of_part(state, report))
        return [examine(report, facts, regulations, given, edition=edition).rated()]

    return rate


def _list_of_part(state: EventState, report: Report) -> RatingList | None:
    """The list of the part that a report has, with K; None for a whole event, or before its list was taken."""
    names = {f"{state.event_rules.name}, {name}": name for name in state.periods}
    name = names.get(report.event.name, "")
    return rating_list(state, name)


def rate_so_far(state: EventState, rate: Rate) -> list[RatedReport]:
    """Rate what is finished: one answer for each time class."""
    if state.event_rules.start is None:
        raise ArpadError("report-no-start")
    return [rated for file in parts_so_far(state) or rated_files(state) for rated in _rated(state, file, rate)]


def _rated(state: EventState, file: RatedFile, rate: Rate) -> list[RatedReport]:
    report = read_report(file.data)
    return rate(report, replace(stated_facts(state), system=stated_system(state, report)), file.time_class)


def rate_player_so_far(state: EventState, entry: int, rate: Rate) -> list[LiveRating]:
    """Rate what one player has finished: one answer for each time class in which they have played."""
    if state.event_rules.start is None:
        raise ArpadError("report-no-start")
    rank = state.number_of(entry)
    parts = parts_so_far(state)
    if rated_alone(state) and rank is not None and not parts:
        report = _report_around(state, entry, rank)
        facts = replace(stated_facts(state), system="swiss")
        reports = rate(report, facts, state.event_rules.time_class)
        return [LiveRating(rated, rank, state.numbers) for rated in reports]
    return [
        LiveRating(rated, file.entries.index(entry) + 1, file.entries)
        for file in parts or rated_files(state)
        if entry in file.entries
        for rated in _rated(state, file, rate)
        if any(line.participant.player.rank == rank for line in rated.rating.players) or not parts
    ]


def rated_alone(state: EventState) -> bool:
    """Whether the players of an event are rated one by one."""
    return state.event_rules.swiss and not state.event_rules.team and len(state.numbers) > LARGE


def boards_of(state: EventState, entry: int) -> list[EventBoard]:
    """Return the boards of a player."""
    return [board for event_round in state.rounds.values() for board in event_round.boards_of_entries.get(entry, ())]


def _report_around(state: EventState, entry: int, rank: int) -> Report:
    """The games of one player as a report, with the opponents: of these, only the games against the player."""
    both = {seat for board in boards_of(state, entry) for seat in board.seats}
    event = event_of(state, rated=True, only={entry, *both})
    players = tuple(player if player.rank == rank else _against(player, rank) for player in event.players)
    return Report("trf26", with_type(state, replace(event, players=players)), (), ())


def _against(player: Player, rank: int) -> Player:
    away = (RoundResult(round_result.round, None, None, "Z") for round_result in player.rounds)
    rounds = (
        round_result if round_result.opponent == rank else none
        for round_result, none in zip(player.rounds, away, strict=True)
    )
    return player._replace(rounds=tuple(rounds))


# What an event still waits for before it can be finished.


def need_complete(state: EventState) -> None:
    """Refuse an event that has rounds to draw, boards without a result, adjourned games, ties or play-offs that nobody
    has won."""
    free = set(not_expected(state))
    drawn = [
        number for number, event_round in state.rounds.items() if event_round.published_n is not None or number in free
    ]
    if not state.closed or len(drawn) < state.event_rules.rounds:
        raise ArpadError("event-rounds-missing", drawn=len(drawn), rounds=state.event_rules.rounds)
    need_results(state, free)
    if state.event_rules.system == "knockout":
        ties = [tie.number for tie in ties_of(state).values() if not tie.decided]
        if ties:
            raise ArpadError("event-ties-open", round=state.last_drawn, ties=", ".join(map(str, ties)))
    open_play_offs = undecided(play_offs_of(state).values())
    if open_play_offs:
        raise ArpadError("event-play-off-open", number=open_play_offs[0])


def need_all_results(state: EventState) -> None:
    """VCL 169: refuse a report for rating while a published game has no result, or is adjourned."""
    published = {number: one for number, one in state.rounds.items() if one.published_n is not None}
    need_results(replace(state, rounds=published), set(not_expected(state)))


def need_results(state: EventState, free: set[int]) -> None:
    """Refuse boards without a result, and adjourned games."""
    decided = (
        {tie.number for tie in ties_of(state).values() if tie.decided}
        if state.event_rules.system == "knockout"
        else set()
    )
    for number, event_round in sorted(state.rounds.items()):
        games = [board for board in event_round.games if number not in free and board.tie not in decided]
        missing = [board.number for board in games if board.result is None]
        if missing or (number not in free and not games and not event_round.complete):
            raise ArpadError("event-results-missing", round=number, boards=boards_named(missing))
        adjourned = [board.number for board in games if board.result == ADJOURNED]
        if adjourned:
            raise ArpadError("event-adjourned-open", round=number, boards=boards_named(adjourned))


# Norms that were made in an event.


def norms_of(state: EventState, file: RatedFile) -> list[Candidate]:
    """Return the players of a report with a norm, or with one that is undecided; of the parts of a long event, the last
    one has those of the whole."""
    if file.period:
        if file.period != rating_periods(state.event_rules)[-1].name:
            return []
        file = rated_files(state)[0]
    return norms_in(state, read_report(file.data).event)


def norms_in(state: EventState, event: Event) -> list[Candidate]:
    """Return the players of an event with a norm, or with one that is undecided; nobody before the first edition of
    the title regulations."""
    edition = None if state.event_rules.start is None else norm_edition(state)
    if edition is None:
        return []
    candidates = find_all(by_round(state, event), edition, norm_facts(state))
    return [candidate for candidate in candidates if any(norm.achieved or norm.undecided for norm in candidate.norms)]
