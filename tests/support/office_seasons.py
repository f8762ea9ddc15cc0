"""Seasons of an office from a seed: reports of every kind, and decisions beside them."""

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from arpad.domain.event import ResultCode, System
from arpad.eligibility.facts import Facts
from arpad.formats.report import FedaLine, Report
from arpad.i18n import ArpadError
from arpad.lists.closing import Closed, close_period
from arpad.lists.ledger import LedgerRow, Standing
from arpad.lists.period import Accepted, Period, PersonChange, RatingDecision
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import lists_after
from small_seasons import TIME_CLASSES, Season, accept, first_list, player

KINDS: dict[str, tuple[str, str, tuple[TimeClass, ...]]] = {
    "feda": ("feda", "2001-07-01", ("standard",)),
    "fide-2003": ("fide", "2004-10-01", ("standard",)),
    "fide-2005": ("fide", "2006-01-01", ("standard",)),
    "fide-2017": ("fide", "2021-10-01", TIME_CLASSES),
    "fide-2022": ("fide", "2022-07-01", TIME_CLASSES),
    "fide-2024": ("fide", "2023-12-01", TIME_CLASSES),
    "december": ("fide", "2024-10-01", TIME_CLASSES),
    "fide-2025": ("fide", "2025-08-01", TIME_CLASSES),
}
"""The system, the first list, and the classes that are played."""

CONTROLS = ("", "90 min + 30 sec increment from move one", "60 min", "10 min + 5 sec increment from move one")
SYSTEMS: tuple[System, ...] = ("swiss", "swiss", "swiss", "team", "match", "round-robin", "double-round-robin")
TOLD: tuple[ResultCode, ...] = ("1", "=", "0")
Pairing = tuple[str, str | None, str]


class Builder:
    """A season from a seed: a first list, and for each list reports of every kind with what was decided beside them."""

    def __init__(self, kind: str, seed: int) -> None:
        self.draw = random.Random(f"{kind} {seed}")
        self.system, first, self.classes = KINDS[kind]
        self.first = dt.date.fromisoformat(first)
        self.ids = [f"p{number:02}" for number in range(self.draw.randint(6, 12))]
        self.count = 0
        self.merged: dict[str, str] = {}

    def season(self) -> Season:
        rows = [self.row(id_) for id_ in self.ids[1:]]
        abroad = first_list(self.first.isoformat(), [player(id_, 2100) for id_ in self.ids[:4]])
        foreign = abroad if self.system == "feda" else None
        first = first_list(self.first.isoformat(), rows, known_since="1990-01-01")
        return Season(first, self.system, "ESP" if foreign else "", foreign)

    def period(self, season: Season) -> Period:
        """The next period of a season, with reports and decisions."""
        edition = season.rules.edition_for(self.system, "standard", season.ledger.date)
        date = next(lists_after(edition, season.ledger.date))
        return season.period(date.isoformat(), *self.reports(date), **self.decisions())

    def row(self, id_: str) -> LedgerRow:
        draw = self.draw
        standings = []
        for time_class in TIME_CLASSES:
            rating = draw.choice((1405, draw.randint(1400, 2600), draw.randint(2270, 2410), draw.randint(2590, 2750)))
            listed = time_class in self.classes and draw.random() < (0.7 if time_class == "standard" else 0.4)
            k, total = draw.choice((10, 20, 40)), draw.choice((9, 25, 29, 60))
            standings.append(Standing(rating, k, 0, total, rating) if listed else Standing())
        born = draw.choice((0, 1970, self.first.year - 16))
        return LedgerRow(id_, id_.capitalize(), "ESP", born=born, standings=tuple(standings))

    def reports(self, date: dt.date) -> list[Accepted]:
        return [self.report(date) for _ in range(self.draw.choice((0, 1, 2, 4, 6)))]

    def report(self, date: dt.date) -> Accepted:
        draw = self.draw
        end = date - dt.timedelta(days=draw.randint(3, 40))
        start = end - dt.timedelta(days=draw.choice((0, 2, 8, 40, 100)))
        system = draw.choice(SYSTEMS)
        some = draw.sample(self.ids, 2 if system == "match" else draw.randint(3, min(len(self.ids), 8)))
        rounds = self.rounds(system, some)
        days = sorted(start + dt.timedelta(days=draw.randint(0, (end - start).days)) for _ in rounds)
        self.count += 1
        event = {
            "name": f"Event {self.count}", "class": draw.choice(self.classes), "start": start, "end": end,
            "players": some, "rounds": [{"date": day, "games": games} for day, games in zip(days, rounds, strict=True)],
        }  # fmt: skip
        ratings = {id_: draw.choice((0, 1900, 2200, 4500)) for id_ in some if draw.random() < 0.05}
        facts = Facts(equal_times=False) if draw.random() < 0.05 else Facts()
        accepted = accept(event, self.told(some), system=system, facts=facts, ratings=ratings)
        return replace(accepted, report=self.odd(accepted.report))

    def rounds(self, system: System, some: list[str]) -> list[list[Pairing]]:
        draw = self.draw
        if system in ("round-robin", "double-round-robin"):
            pairs = [pair for pair in combinations(some, 2) if draw.random() < 0.98]
            back = [(black, white) for white, black in pairs] if system == "double-round-robin" else []
            return [[(white, black, self.result(0.02))] for white, black in (*pairs, *back)] or [[]]
        return [self.round(some) for _ in range(draw.choice((1, 3, 5, 9)))]

    def round(self, some: list[str]) -> list[Pairing]:
        order = self.draw.sample(some, len(some))
        games: list[Pairing] = [(a, b, self.result(0.1)) for a, b in zip(order[::2], order[1::2], strict=False)]
        return [*games, (order[-1], None, self.draw.choice("UHZ"))] if len(order) % 2 else games

    def result(self, forfeit: float) -> str:
        return self.draw.choice("+-" if self.draw.random() < forfeit else "1110=")

    def told(self, some: list[str]) -> dict[str, dict[str, Any]]:
        """What the report says of its players: now and then a rating, another federation."""
        draw = self.draw
        return {
            id_: {"rating": draw.choice((None, None, 2000)), "federation": draw.choice(("", "ESP", "FRA"))}
            for id_ in some
        }

    def odd(self, report: Report) -> Report:
        """Now and then sums instead of games, a time control, a player without an id, a game told in two ways."""
        draw, event = self.draw, report.event
        if self.system == "feda" and draw.random() < 0.2:
            return self.sums(report)
        players = list(event.players)
        if draw.random() < 0.1:
            at = draw.randrange(len(players))
            first = players[at].rounds[0]._replace(result=draw.choice(TOLD))
            players[at] = players[at]._replace(rounds=(first, *players[at].rounds[1:]))
        if draw.random() < 0.1:
            players[0] = players[0]._replace(id="")
        return replace(report, event=replace(event, time_control=draw.choice(CONTROLS), players=tuple(players)))

    def sums(self, report: Report) -> Report:
        """FEDA 10.31: a report without games."""
        draw, event = self.draw, report.event
        lines = tuple(
            FedaLine(one.id, one.name, None, "", None, Fraction(draw.randint(0, 8), 2), 5, draw.randint(1900, 2300))
            for one in event.players
        )
        players = tuple(one._replace(rounds=()) for one in event.players)
        return replace(
            report, format="feda", feda=lines, event=replace(event, rounds=0, round_dates=(), players=players)
        )

    def decisions(self) -> dict[str, Any]:
        draw = self.draw
        if draw.random() < 0.15 and len(self.merged) < 2:
            keep, drop = draw.sample([player_id for player_id in self.ids if player_id not in self.merged.values()], 2)
            if drop not in self.merged and keep not in self.merged:
                self.merged[drop] = keep
        found: dict[str, Any] = {"merged": dict(self.merged)}
        if draw.random() < 0.2:
            chosen = RatingDecision(draw.choice(self.ids), draw.choice(self.classes), draw.choice((0, 2100)))
            found["ratings"] = (chosen,)
        if draw.random() < 0.2:
            found["persons"] = (PersonChange(draw.choice(self.ids), "born", 2010),)
        return found


def answer(close: Callable[[Period], Closed], period: Period) -> Closed | str:
    """What a closing gives: the list, or the event that cannot be computed."""
    try:
        return close(period)
    except ArpadError as problem:
        return str(problem.values["event"])


def closed_by_reference(period: Period) -> tuple[Period, Closed]:
    """The period closed, without the events that cannot be computed."""
    while isinstance(closed := answer(close_period, period), str):
        period = replace(period, reports=tuple(report for report in period.reports if report.event.name != closed))
    return period, closed
