"""Results of players without a rating, kept from list to list until they are enough for a first one (7.1.4)."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pyarrow as pa

from arpad.domain.games import PlayerGame, players_met
from arpad.lists.ledger import NEWCOMERS, Ledger, day_number
from arpad.rating.first_rating import InitialRating, pooled_rating
from arpad.rating.newcomer import NewcomerEvent, RoundRobinResult, SummaryResult, may_be_first, would_be_ignored
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations


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
    told = start and other_start and (start != other_start or (day and other_day and day != other_day))
    if told or not any(would_be_ignored(edition, result.event) for result in counting):
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
    floor = None if edition.initial.first_performance_floor.value is None else edition.lists.floor.value
    kept = replace(event, floor=floor, first_event=never_rated, whole=whole)
    if edition.initial.same_day.value == "by-text":
        kept = replace(kept, start=None, first_round=None)
    return Result(edition.id, kept)


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
    told = (document["floor"], document["championship"], document["first_event"])
    return Result(
        document["edition"],
        NewcomerEvent(
            document["name"],
            played,
            result,
            day,
            *told,
            start,
            first_round,
            document.get("reduced_by", ""),
            document.get("whole", ""),
        ),
    )
