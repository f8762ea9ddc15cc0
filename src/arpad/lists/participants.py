"""Ratings and K of an event's participants, and results of unrated players kept for later (7.1.4)."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pyarrow as pa

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame, players_met
from arpad.lists.ledger import NEWCOMERS, Ledger, LedgerRow, Standing, day_number, history_of
from arpad.lists.period import Part
from arpad.rating.coefficient import k_factor
from arpad.rating.first_rating import InitialRating, pooled_rating
from arpad.rating.inputs import rated_as
from arpad.rating.newcomer import (
    NewcomerEvent,
    RoundRobinResult,
    SummaryResult,
    first_floor,
    may_be_first,
    would_be_ignored,
)
from arpad.rating.participants import Participant, about, foreigner, foreigners_in_reports, is_foreigner
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations

# Results of players without a rating, kept from list to list until they are enough for a first one (7.1.4).


@dataclass(frozen=True, slots=True)
class Result:
    """One event of an unrated player and the edition it was played under."""

    edition: str
    event: NewcomerEvent

    @property
    def date(self) -> int:
        return day_number(self.event.date)

    @property
    def counts(self) -> bool:
        """Return whether there is anything in it: a game against a rated opponent, or a result."""
        return self.event.counts


Results = dict[tuple[str, TimeClass], list[Result]]


def first_rating(regulations: Regulations, results: Sequence[Result], list_date: dt.date) -> InitialRating:
    """Return the value of a player's results on a list, by the edition of the latest pooled event."""
    played = [(regulations.edition(result.edition), result.event) for result in in_order(results)]
    return pooled_rating(played[-1][0], played, list_date=list_date)


def in_order(results: Iterable[Result]) -> list[Result]:
    """Sort results in the order in which they were played: by their last day, then by the day they started, then by the
    player's first round; the same whatever order they came in."""
    return sorted(results, key=lambda result: (result.date, *_began(result), to_json(result)))


def _began(result: Result) -> tuple[int, int]:
    return day_number(result.event.start), day_number(result.event.first_round)


def first_in_doubt(regulations: Regulations, results: Sequence[Result]) -> tuple[Result, Result] | None:
    """Return two events of which either may be the player's first (8.2.1), if it matters: they ended on one day, and
    nothing shows which began first."""
    counting = [result for result in in_order(results) if result.counts][:2]
    if len(counting) < 2 or not counting[0].event.first_event:
        return None
    one, two = counting
    edition = regulations.edition(two.edition)
    if edition.initial.same_day.value != "started-first" or one.date != two.date:
        return None
    (start, day), (other_start, other_day) = _began(one), _began(two)
    differ = start and other_start and (start != other_start or (day and other_day and day != other_day))
    if differ or not any(would_be_ignored(edition, result.event) for result in counting):
        return None
    return one, two


def results_of(ledger: Ledger) -> Results:
    """Return the results that a ledger keeps, by player and time class."""
    found: Results = {}
    for row in ledger.newcomers.to_pylist():
        found.setdefault((row["id"], row["time_class"]), []).append(from_json(row["result"]))
    return found


def newcomers_table(results: Mapping[tuple[str, TimeClass], Sequence[Result]]) -> pa.Table:
    """Return the results as the ledger keeps them, sorted."""
    rows = sorted((*whose, result.date, to_json(result)) for whose, kept in results.items() for result in kept)
    if not rows:
        return NEWCOMERS.empty_table()
    return pa.table([list(cells) for cells in zip(*rows, strict=True)], schema=NEWCOMERS)


def to_be_kept(edition: Edition, event: NewcomerEvent, *, never_rated: bool, whole: str = "") -> Result:
    """Return a result to be kept: 2005 10.31 measures a first performance by the floor at the time of the event.

    All events are known together, so their dates show which is the first, unless the player was once rated.
    """
    newcomer_event = replace(event, floor=first_floor(edition), first_event=never_rated, whole=whole)
    if edition.initial.same_day.value == "by-text":
        newcomer_event = replace(newcomer_event, start=None, first_round=None)
    return Result(edition.id, newcomer_event)


def as_one(events: Sequence[NewcomerEvent], end: dt.date | None) -> NewcomerEvent:
    """2003 and 2005 4.11: a league whose games go by the list of their day is one event, dated by its last day."""
    return replace(events[0], games=tuple(game for event in events for game in event.games), date=end)


def first_event(regulations: Regulations, results: Iterable[Result]) -> Result | None:
    """Return the event that is a player's first (6.1, 10.20, 8.2.1); None if none of them can be."""
    can_be = (result for result in in_order(results) if may_be_first(regulations.edition(result.edition), result.event))
    return next(can_be, None)


def have_begun(regulations: Regulations, results: Results) -> dict[TimeClass, frozenset[str]]:
    """Return those whose first event is among their results, by time class."""
    found: dict[TimeClass, set[str]] = {}
    for (id_, time_class), kept in results.items():
        if any(may_be_first(regulations.edition(result.edition), result.event) for result in kept):
            found.setdefault(time_class, set()).add(id_)
    return {time_class: frozenset(ids) for time_class, ids in found.items()}


def to_json(result: Result) -> str:
    """Return a result as one line of text, always the same for the same result."""
    event = result.event
    document: dict[str, Any] = {
        "edition": result.edition,
        "name": event.name,
        "date": event.date.isoformat() if event.date else None,
        "floor": event.floor,
        "championship": event.championship,
        "first_event": event.first_event,
    }
    began = {"start": event.start, "first_round": event.first_round}
    document |= {name: day.isoformat() for name, day in began.items() if day is not None}
    if event.reduced_by:
        document["reduced_by"] = event.reduced_by
    if event.whole:
        document["whole"] = event.whole
    if isinstance(event.result, RoundRobinResult):
        played = event.result
        document["round_robin"] = [str(played.average), played.games, played.score, played.opponents]
    elif isinstance(event.result, SummaryResult):
        document["summary"] = [str(event.result.average), event.result.games, event.result.score]
    if event.games or event.result is None:
        document["games"] = _games_json(event.games)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _games_json(games: Sequence[PlayerGame]) -> list[list[Any]]:
    """Return the games as a result keeps them; with the ranks of the opponents if somebody was met more than once."""
    ranks = players_met(games) < len(games)
    return [
        [game.opponent, game.score, game.played, game.standing_in, *([game.rank] if ranks else [])] for game in games
    ]


def from_json(text: str) -> Result:
    document = json.loads(text)
    result: RoundRobinResult | SummaryResult | None = None
    if "round_robin" in document:
        average, games, score, opponents = document["round_robin"]
        result = RoundRobinResult(Fraction(average), games, score, opponents)
    elif "summary" in document:
        average, games, score = document["summary"]
        result = SummaryResult(Fraction(average), games, score)
    played = tuple(PlayerGame(one, score, "", *rest) for one, score, *rest in document.get("games", ()))
    names = ("date", "start", "first_round")
    day, start, first_round = (dt.date.fromisoformat(document[name]) if document.get(name) else None for name in names)
    flags = (document["floor"], document["championship"], document["first_event"])
    return Result(
        document["edition"],
        NewcomerEvent(
            document["name"],
            played,
            result,
            day,
            *flags,
            start,
            first_round,
            document.get("reduced_by", ""),
            document.get("whole", ""),
        ),
    )


# The rating and K of each participant: from the list in force when the event starts, whenever it is rated.

Rows = Mapping[str, LedgerRow]


@dataclass(frozen=True, slots=True)
class KnownLists:
    """The players of the events, as the lists have them.

    `at_start` is the list in force at the start of the event, `now` the list before the period, of `date`; `foreign`
    FIDE's list at the start. `have_begun` are those whose first event in this class is another one.
    `cap_used` are those whose one upgrade by the cap (8.3.1 of 2022) lies in another part of the event.
    `by_report`: foreigners whom FIDE's list does not have count with the FIDE rating of the report.
    """

    date: dt.date
    at_start: Rows
    now: Rows
    foreign: Rows = field(default_factory=dict)
    federation: str = ""
    have_begun: frozenset[str] = frozenset()
    by_report: bool = True
    cap_used: frozenset[str] = frozenset()


def taking_part(part: Part, lists: KnownLists) -> tuple[dict[int, Participant], list[Finding]]:
    """Return every player of an event by starting rank, and what does not agree with the list."""
    participants: dict[int, Participant] = {}
    findings: list[Finding] = []
    for player in part.event.players:
        participants.setdefault(player.rank, _participant(part, player, lists, findings))
    return participants, findings


def is_guest(part: Part, player: Player, lists: KnownLists) -> bool:
    """FEDA 9.56: a foreigner who is not affiliated. They count by their FIDE rating and get no rating of this list.

    A report of sums (10.31) has the federations of Spain's regions: nobody is a foreigner by them.
    """
    if player.id in lists.now or (lists.by_report and part.accepted.report.format == "feda"):
        return False
    return is_foreigner(part.edition, player, lists.federation)


def _participant(part: Part, player: Player, lists: KnownLists, findings: list[Finding]) -> Participant:
    edition, time_class = part.edition, part.time_class
    if is_guest(part, player, lists):
        return _guest(edition, player, lists, findings)
    at_start = _standing(lists.at_start.get(player.id), time_class)
    now = _standing(lists.now.get(player.id), time_class)
    standard = _standing(lists.at_start.get(player.id), "standard").rating if time_class != "standard" else 0
    base, given = at_start.rating or None, part.accepted.ratings.get(player.id)
    steps: Explanation = ()
    if given is not None:
        base = given or None
        steps = (Step(edition.change.method.article, "period.base-rating", {"list": at_start.rating or None}, base),)
    _compare(player, base, standard, player.id in lists.now, findings)
    taken = rated_as(edition, base, standard=standard or None, now=now.rating or None)
    if part.edition.numbered is not None and now.rating and player.id in lists.have_begun:
        # FRBE 10.e: a provisional rating, made of the results that are kept
        return Participant(player, None, None, steps, first_event=False, ru=base, provisional=True)
    if taken.own is None:
        first = player.id not in lists.have_begun and not now.total
        return Participant(player, None, None, first_event=first)
    standing_in = base is None and bool(standard) and taken.own == taken.for_opponents
    k, reasons = _coefficient(part, player, lists, now)
    entered = taken.for_opponents is None
    cap_used = player.id in lists.cap_used
    reasons = (*steps, *taken.steps, *reasons)
    return Participant(player, taken.own, k, reasons, standing_in, entered, first_event=not entered, cap_used=cap_used)


def _guest(edition: Edition, player: Player, lists: KnownLists, findings: list[Finding]) -> Participant:
    """Return a foreigner as FIDE's list has them (9.56); if it lacks them, as the report does, which gives the FIDE
    rating of foreigners (10.23)."""
    row = lists.foreign.get(player.id)
    rating = (row.standing("standard").rating if row else 0) or None
    if not lists.by_report:
        return foreigner(edition, player, rating)
    if row is None and player.rating is not None:
        values = {"id": player.id or "–", "rating": player.rating}
        findings.append(about(player, "foreigner-by-report", "warning", foreigners_in_reports(edition), **values))
        return foreigner(edition, player, player.rating, by_report=True)
    if rating is None:
        article = edition.lists.foreigners_by_fide.article.number
        findings.append(about(player, "foreigner-unrated", "info", article, id=player.id or "–"))
    elif player.rating not in (None, rating):
        findings.append(about(player, "rating-differs", "warning", report=player.rating, list=rating))
    return foreigner(edition, player, rating)


def _standing(row: LedgerRow | None, time_class: TimeClass) -> Standing:
    return Standing() if row is None else row.standing(time_class)


def _coefficient(part: Part, player: Player, lists: KnownLists, now: Standing) -> tuple[int, Explanation]:
    """K as the list before the period has it. If it has none, or the edition of the event fixes K, K by the rules."""
    if now.k and part.edition.k.method.value != "fixed":
        return now.k, (Step(part.edition.k.middle.article, "period.k", {"list": lists.date}, now.k),)
    row = lists.now.get(player.id)
    if row is None:  # then the report says when the player was born
        row = LedgerRow(player.id, born=player.born or 0, birthday=day_number(player.birthday))
    factor = k_factor(part.edition, history_of(part.edition, row, part.time_class, lists.date))
    return factor.k, factor.steps


def _compare(player: Player, base: int | None, standard: int, known: bool, findings: list[Finding]) -> None:
    """Report a rating that differs from the list; the list counts."""
    if player.rating is None or player.rating == base or (base is None and standard == player.rating):
        return
    if not known:
        findings.append(about(player, "not-on-office-list", "warning", id=player.id or "–", rating=player.rating))
        return
    shown = "–" if base is None else base
    findings.append(about(player, "rating-differs", "warning", report=player.rating, list=shown))
