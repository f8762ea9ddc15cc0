"""Little seasons for tests of the closing: players, events as plain dictionaries, lists closed one after the other."""

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa

from arpad.domain.event import Event, Player, RoundResult, System
from arpad.eligibility.facts import Facts
from arpad.formats.report import Report
from arpad.lists.closing import Closed, close_period
from arpad.lists.ledger import NEWCOMERS, PLAYED, Ledger, LedgerRow, Standing, day_number, players_table
from arpad.lists.period import Accepted, Decisions, Period
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import Regulations, regulations

MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
TIME_CLASSES: tuple[TimeClass, ...] = ("standard", "rapid", "blitz")


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def game_lines(lines: Iterable[str]) -> list[tuple[str, str | None, str]]:
    """Games written `ana-bob 1` (white-black and white's result), a bye `ana U`."""
    found: list[tuple[str, str | None, str]] = []
    for line in lines:
        pairing, result = line.split()
        white, _, black = pairing.partition("-")
        found.append((white, black or None, result))
    return found


def plain_event(
    start: str, end: str, rounds: list[str], *, name: str = "Open", time_class: str = "standard", dates: str = ""
) -> dict[str, Any]:
    """An event as a dictionary from rounds like `ana-bob 1, eva U`; `dates` are those of the rounds."""
    days = [day(part) for part in dates.split()] or [day(start)] * len(rounds)
    played = [
        {"date": date, "games": game_lines(line.split(", ") if line else [])}
        for date, line in zip(days, rounds, strict=True)
    ]
    ids = dict.fromkeys(id_ for round_ in played for game in round_["games"] for id_ in game[:2] if id_)  # type: ignore[attr-defined]
    return {
        "name": name, "class": time_class, "start": day(start), "end": day(end), "players": list(ids), "rounds": played,
    }  # fmt: skip


def report(event: Mapping[str, Any], people: Mapping[str, Mapping[str, Any]] | None = None) -> Report:
    """A report of an event as it would have been read."""
    ranks = {id_: rank for rank, id_ in enumerate(event["players"], 1)}
    rounds: dict[str, list[RoundResult]] = {id_: [] for id_ in ranks}
    for number, round_ in enumerate(event["rounds"], 1):
        for white, black, result in round_["games"]:
            if black is None:
                rounds[white].append(RoundResult(number, None, None, result))
                continue
            rounds[white].append(RoundResult(number, ranks[black], "w", result))
            rounds[black].append(RoundResult(number, ranks[white], "b", MIRROR[result]))  # type: ignore[arg-type]
    players = tuple(
        Player(rank, **{"name": id_.capitalize(), **(people or {}).get(id_, {})}, id=id_, rounds=tuple(rounds[id_]))
        for id_, rank in ranks.items()
    )
    told = Event(
        name=event["name"],
        start=event["start"],
        end=event["end"],
        rounds=len(event["rounds"]),
        round_dates=tuple(round_["date"] for round_ in event["rounds"]),
        players=players,
    )
    return Report("trf16", told, (), ())


def accept(
    event: Mapping[str, Any],
    people: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    system: System = "swiss",
    facts: Facts | None = None,
    ratings: Mapping[str, int] | None = None,
    sha256: str = "",
) -> Accepted:
    """The event as an accepted report. What stands for its bytes is its text."""
    key = sha256 or hashlib.sha256(repr(event).encode()).hexdigest()
    return Accepted(key, report(event, people), facts or Facts(), system, event["class"], ratings=ratings or {})


def player(
    id_: str, rating: int = 0, *, k: int = 20, total: int = 50, highest: int = 0, born: int = 1980, **more: Any
) -> LedgerRow:
    """A player with a standard rating; `rapid=1900`, `blitz=…` give others, `federation=…` and so on the rest."""
    ratings = {"standard": rating} | {
        time_class: more.pop(time_class) for time_class in ("rapid", "blitz") if time_class in more
    }
    standings = tuple(
        Standing(ratings[time_class], k, 0, total, max(highest, ratings[time_class]))
        if ratings.get(time_class)
        else Standing()
        for time_class in TIME_CLASSES
    )
    return LedgerRow(id_, **{"name": id_.capitalize(), **more}, born=born, standings=standings)


def first_list(
    date: str, rows: Iterable[LedgerRow], *, known_since: str = "", games: Iterable[tuple[Any, ...]] = ()
) -> Ledger:
    """A ledger to begin with; `games` are (id, class, list, games) of the past."""
    since = day(known_since) if known_since else day(date)
    played = sorted((id_, time_class, day_number(day(list_date)), count) for id_, time_class, list_date, count in games)
    columns = [list(cells) for cells in zip(*played, strict=True)] if played else [[], [], [], []]
    table = pa.table(columns, schema=PLAYED)
    return Ledger(day(date), since, players_table(rows), table, NEWCOMERS.empty_table())


@dataclass
class Season:
    """Lists closed one after the other."""

    ledger: Ledger
    system: str = "fide"
    federation: str = ""
    foreign: Ledger | None = None
    rules: Regulations = field(default_factory=regulations)
    lists: dict[dt.date, Ledger] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lists[self.ledger.date] = self.ledger

    def past(self, date: dt.date) -> Ledger:
        before = [listing for listing in self.lists if listing <= date]
        return self.lists[max(before) if before else min(self.lists)]

    def period(self, date: str, *reports: Accepted | dict[str, Any], **decided: Any) -> Period:
        found = tuple(one if isinstance(one, Accepted) else accept(one) for one in reports)
        foreign = self.foreign
        return Period(
            self.system, day(date), self.ledger, found, self.rules, self.past, self.federation, Decisions(**decided),
            None if foreign is None else lambda _: foreign,
        )  # fmt: skip

    def close(self, date: str, *reports: Accepted | dict[str, Any], **decided: Any) -> Closed:
        """Close the period that ends in the list of a day."""
        closed = close_period(self.period(date, *reports, **decided))
        self.ledger = self.lists[closed.ledger.date] = closed.ledger
        return closed

    def idle(self, *dates: str) -> None:
        """Lists for which nobody played."""
        for date in dates:
            self.close(date)

    def row(self, id_: str) -> LedgerRow:
        return self.ledger.rows([id_])[id_]

    def standing(self, id_: str, time_class: TimeClass = "standard") -> Standing:
        return self.row(id_).standing(time_class)

    def rating(self, id_: str, time_class: TimeClass = "standard") -> int:
        return self.standing(id_, time_class).rating


def with_ids(accepted: Accepted, ids: Mapping[int, str]) -> Accepted:
    return replace(accepted, ids=ids)
