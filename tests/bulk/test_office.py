"""Periods of an office closed twice, by the reference engine and by the kernel: the lists agree in every cell."""

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.domain import System
from arpad.domain.event import ResultCode
from arpad.eligibility import Facts
from arpad.lists import rated_by_kernel
from arpad.lists.accepted import Accepted
from arpad.lists.closing import Closed, close_period
from arpad.lists.ledger import Row, Standing
from arpad.lists.period import Period, PersonChange, RatingDecision
from arpad.lists.rated_by_kernel import KernelPart, close_by_kernel
from arpad.lists.rated_parts import RatedPart
from arpad.lists.spot_checks import spot_check
from arpad.locale import ArpadError
from arpad.regulations import Regulations, TimeClass
from arpad.regulations.calendar import lists_after
from arpad.reports import Report
from arpad.reports.report import FedaLine
from kernel_parts import rated_by
from proofs import law
from small_seasons import TIME_CLASSES, Season, accept, first_list, plain_event, player

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

    def row(self, id_: str) -> Row:
        draw = self.draw
        standings = []
        for time_class in TIME_CLASSES:
            rating = draw.choice((1405, draw.randint(1400, 2600), draw.randint(2270, 2410), draw.randint(2590, 2750)))
            listed = time_class in self.classes and draw.random() < (0.7 if time_class == "standard" else 0.4)
            k, total = draw.choice((10, 20, 40)), draw.choice((9, 25, 29, 60))
            standings.append(Standing(rating, k, 0, total, rating) if listed else Standing())
        born = draw.choice((0, 1970, self.first.year - 16))
        return Row(id_, id_.capitalize(), "ESP", born=born, standings=tuple(standings))

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


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(6, long=25)
def test_both_engines_close_alike(kind: str, seed: int) -> None:
    """Swiss events, teams, matches and round robins, complete or not; unrated players, newcomers from list to list,
    rated only at standard, entered since; forfeits, disputed games, games excluded; sums of FEDA, foreigners; events
    over a list; decided ratings, changed people, merged identities. Ledger, editions, lists, findings and games."""
    builder = Builder(kind, seed)
    season = builder.season()
    for _ in range(4):
        edition = season.rules.edition_for(builder.system, "standard", season.ledger.date)
        date = next(lists_after(edition, season.ledger.date)).isoformat()
        period = season.period(date, *builder.reports(dt.date.fromisoformat(date)), **builder.decisions())
        while isinstance(closed := answer(close_period, period), str):
            assert answer(close_by_kernel, period) == closed, (kind, date)
            period = replace(period, reports=tuple(report for report in period.reports if report.event.name != closed))
        assert answer(close_by_kernel, period) == closed, (kind, date)
        assert not spot_check(period, closed.ledger, f"{seed}")
        season.ledger = season.lists[closed.ledger.date] = closed.ledger


OPEN = plain_event("2024-05-11", "2024-05-12", ["ana-bob 1, cid-eva =", "ana-cid 0, bob-eva +"])
LEAGUE = plain_event("2021-05-11", "2021-05-12", ["ana-bob 1", "bob-cid =", "cid-ana 0"])


def season(date: str = "2024-05-01", system: str = "fide") -> Season:
    rows = [player("ana", 2000, federation="ESP"), player("bob", 1900), player("cid", 1800), player("dan", 1700)]
    return Season(first_list(date, rows), system)


@pytest.mark.parametrize(
    ("start", "date", "report", "by"),
    [
        pytest.param("2024-05-01", "2024-06-01", accept(OPEN), KernelPart, id="game by game"),
        pytest.param("2024-05-01", "2024-06-01", accept(OPEN, system="round-robin"), KernelPart, id="as a Swiss"),
        pytest.param("2021-05-01", "2021-06-01", accept(LEAGUE), KernelPart, id="Swiss of 2021"),
        pytest.param("2021-05-01", "2021-06-01", accept(LEAGUE, system="round-robin"), RatedPart, id="round robin"),
        pytest.param("2024-05-01", "2024-06-01", accept(OPEN, ratings={"ana": 4500}), RatedPart, id="beyond tables"),
    ],
)
def test_the_kernel_rates_what_goes_game_by_game(start: str, date: str, report: Accepted, by: type) -> None:
    assert rated_by(season(start).period(date, report)) == [by]


def test_the_average_of_an_event_is_for_the_reference_engine() -> None:
    event = plain_event("1997-01-11", "1997-01-12", ["ana-bob 1"])
    assert rated_by(season("1997-01-01", "feda").period("1997-07-01", event)) == [RatedPart]


def test_a_game_with_somebody_who_is_not_in_the_report() -> None:
    """Nobody knows what to do with it but the reference engine, which leaves it out."""
    accepted = accept(OPEN)
    event = accepted.report.event
    without = replace(accepted.report, event=replace(event, players=event.players[:3]))
    period = season().period("2024-06-01", replace(accepted, report=without))
    assert rated_by(period) == [RatedPart]
    assert close_by_kernel(period) == close_period(period)


CLUB = """
id = "club-2024"
system = "club"
time_class = "standard"
effective = 2024-03-01
extends = "fide-2024"
source = { id = "club-rules", en = "Club rules", es = "Normas" }
[name]
en = "Club rules"
es = "Normas"
[lists]
foreigners_by_fide = { value = true, article = "1" }
"""


def test_foreigners_who_count_by_their_fide_rating(tmp_path: Path) -> None:
    """Eva is on FIDE's list alone, with 2100: a draw is worth something to Cid (1800), and she gets no rating."""
    (tmp_path / "club-2024.toml").write_text(CLUB, encoding="utf-8")
    clubs = replace(season(system="club"), federation="ESP", foreign=first_list("2024-05-01", [player("eva", 2100)]))
    clubs.rules = Regulations(tmp_path)
    period = clubs.period("2024-06-01", accept(OPEN, {"eva": {"federation": "FRA"}}))
    assert rated_by(period) == [KernelPart]
    closed = close_by_kernel(period)
    assert closed == close_period(period)
    assert (closed.games, closed.ledger.rows(["eva"])) == (3, {})


def test_many_parts_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts for either engine side by side, more of them than are rated at once; every part is told when it is done."""
    monkeypatch.setattr(rated_by_kernel, "TOGETHER", 2)
    events = [
        accept(plain_event(f"2021-05-{day}", f"2021-05-{day}", ["ana-bob 1", "bob-cid =", "cid-ana 0"]),
               system="round-robin" if day % 3 else "swiss")
        for day in range(11, 18)
    ]  # fmt: skip
    period = season("2021-05-01").period("2021-06-01", *events)
    by = rated_by(period)
    assert [kind is RatedPart for kind in by] == [bool(day % 3) for day in range(11, 18)]
    done: list[int] = []
    assert close_by_kernel(period, done.append) == close_period(period)
    assert done == [1, 2, 3, 4, 5, 6, 7]


def test_a_report_that_cannot_be_computed_is_named() -> None:
    """A report of sums under an edition that goes game by game."""
    accepted = accept(OPEN)
    lines = tuple(FedaLine(one.id, one.name, None, "", None, Fraction(1), 2, 1900) for one in accepted.event.players)
    sums = replace(accepted, report=replace(accepted.report, format="feda", feda=lines))
    for close in (close_period, close_by_kernel):
        with pytest.raises(ArpadError) as problem:
            close(season().period("2024-06-01", sums))
        assert (problem.value.key, problem.value.values["event"]) == ("close-report", "Open")
