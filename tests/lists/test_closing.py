"""Random little seasons, closed twice: by the lists and by the naive office. They agree in every cell."""

import datetime as dt
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_office
import naive_rules
from arpad.lists.closing import close_period, explain_player
from arpad.lists.ledger import Ledger, LedgerRow, Standing, day_number
from arpad.lists.period import Period
from arpad.regulations.articles import TimeClass
from proofs import law
from small_seasons import TIME_CLASSES, Season, first_list

KINDS: dict[str, tuple[str, str, tuple[TimeClass, ...], int]] = {
    "feda": ("feda", "2001-07-01", ("standard",), 4),
    "fide-2003": ("fide", "2004-10-01", ("standard",), 5),
    "fide-2005": ("fide", "2006-01-01", ("standard",), 5),
    "fide-2017": ("fide", "2021-10-01", TIME_CLASSES, 5),
    "fide-2022": ("fide", "2022-07-01", TIME_CLASSES, 5),
    "fide-2024": ("fide", "2023-12-01", TIME_CLASSES, 5),
    "fide-2025": ("fide", "2025-08-01", TIME_CLASSES, 4),
    "december": ("fide", "2024-10-01", TIME_CLASSES, 4),
}
"""The system, the first list, the classes that are played, and how many lists follow at most."""


class Builder:
    """A season from a seed: who plays, and the events of each list."""

    def __init__(self, kind: str, seed: int, players: int) -> None:
        self.random = random.Random(f"{kind} {seed}")
        self.system, first, self.classes, self.most = KINDS[kind]
        self.first = dt.date.fromisoformat(first)
        self.ids = [f"p{number:02}" for number in range(players)]
        self.names = 0
        self.ends: set[dt.date] = set()

    def rows(self) -> dict[str, Any]:
        return {id_: self.person(at) for at, id_ in enumerate(self.ids) if at != 1}

    def person(self, at: int) -> dict[str, Any]:
        draw = self.random
        junior = draw.random() < 0.35
        born = self.first.year - draw.choice((16, 17, 18, 18)) if junior else draw.choice((0, 1970, 1990))
        birthday = dt.date(born, draw.randint(1, 12), draw.randint(1, 28)) if born and draw.random() < 0.3 else None
        classes = {}
        for time_class in self.classes:
            chance = 0.7 if time_class == "standard" else 0.4
            if at and draw.random() < chance:
                classes[time_class] = self.standing(time_class, born, birthday)
        return naive_office.new_row(born, birthday, **classes)

    def standing(self, time_class: str, born: int, birthday: dt.date | None) -> dict[str, Any]:
        rules = naive_rules.edition(self.system, time_class, self.first)
        assert rules is not None
        floor, unit = rules["floor"], rules["unit"]
        draw = self.random
        low = draw.randint(floor, floor + 30)
        rating = draw.choice((low, draw.randint(floor, 2650), draw.randint(2270, 2330), draw.randint(2380, 2410)))
        if draw.random() < 0.05:
            rating = draw.randint(2590, 2750)
        own = naive_rules.standing() | {"rating": max(rating // unit * unit, floor)}
        own["total"] = draw.choice((9, 25, 29, 60))
        own["highest"] = max(own["rating"], draw.choice((0, 0, own["rating"] + 20, 2300, 2400)))
        own["inactive"] = day_number(self.first) if draw.random() < 0.15 else 0
        own["k"] = naive_rules.k_of(rules, own, {"born": born, "birthday": birthday}, self.first)
        return own

    def event(self, date: dt.date) -> tuple[dict[str, Any], int]:
        """An event that is due for a list, and how many lists late it is rated."""
        draw = self.random
        time_class = draw.choice(self.classes)
        end = self.last_day(time_class, date)
        length = draw.choice((0, 2, 8, 8, 20, 35, 100))
        rules = naive_rules.edition(self.system, time_class, end - dt.timedelta(days=length))
        if rules is None or naive_rules.due(rules, end) != date:
            length = 0
        rounds = draw.choice((1, 2, 3, 4, 5, 7, 11))
        some = draw.sample(self.ids, draw.randint(2, min(len(self.ids), 9)))
        self.names += 1
        event = {
            "name": f"Event {self.names}", "class": time_class, "start": end - dt.timedelta(days=length), "end": end,
            "players": some,
            "rounds": [{"date": day, "games": self.round(some)} for day in [*self.days(end, length, rounds - 1), end]],
        }  # fmt: skip
        return event, draw.choice((0, 0, 0, 0, 1, 2))

    def days(self, end: dt.date, length: int, count: int) -> list[dt.date]:
        """The days of the rounds before the last; of a long event days on which no part of another one ends."""
        if length <= 30:
            return [end] * count
        free = [day for days in range(1, length + 1) if (day := end - dt.timedelta(days=days)) not in self.ends]
        days = sorted(self.random.sample(free, min(count, len(free))))
        self.ends |= set(days)
        return days

    def last_day(self, time_class: str, date: dt.date) -> dt.date:
        """A day that no other event ends on, from which the list can still be reached, and no earlier one."""
        rules = naive_rules.edition(self.system, time_class, self.first)
        assert rules is not None
        latest = naive_rules.closes(rules, date)
        days = [latest - dt.timedelta(days=back) for back in range(60)]
        days = [day for day in days if naive_rules.due(rules, day) == date and day not in self.ends]
        end = self.random.choice(days)
        self.ends.add(end)
        return end

    def round(self, some: list[str]) -> list[tuple[str, str | None, str]]:
        order = self.random.sample(some, len(some))
        games: list[tuple[str, str | None, str]] = [
            (white, black, self.random.choice("111100==+-"))
            for white, black in zip(order[::2], order[1::2], strict=False)
        ]
        if len(order) % 2:
            games.append((order[-1], None, self.random.choice("UHZ")))
        return games


def ledger_of(date: dt.date, rows: dict[str, Any]) -> Ledger:
    """The list of the naive office as a ledger whose games are known for ever."""
    made = [
        LedgerRow(
            id_,
            born=row["born"],
            birthday=day_number(row["birthday"]),
            standings=tuple(Standing(**row[time_class]) for time_class in TIME_CLASSES),
        )
        for id_, row in rows.items()
    ]
    return first_list(date.isoformat(), made, known_since="1990-01-01")


def cells(rows: Any) -> dict[str, Any]:
    return {row.id: row.standings for row in rows}


def play(kind: str, seed: int, players: int, lists: int, events: int) -> Iterator[Period]:
    """Close a season in both offices and compare each list; gives each period that was closed."""
    builder = Builder(kind, seed, players)
    rows = builder.rows()
    naive = naive_office.new_office(builder.system, builder.first, rows)
    season = Season(ledger_of(builder.first, rows), builder.system)
    waiting: list[tuple[int, dict[str, Any]]] = []
    date = builder.first
    for _ in range(min(lists, builder.most)):
        rules = naive_rules.edition(builder.system, "standard", date)
        assert rules is not None
        date = naive_rules.following(rules, date)
        waiting = [(late - 1, event) for late, event in waiting]
        waiting += [(late, event) for event, late in (builder.event(date) for _ in range(events))]
        reports = [event for late, event in waiting if late <= 0]
        waiting = [due for due in waiting if due[0] > 0]
        period = season.period(date.isoformat(), *reports)
        season.close(date.isoformat(), *reports)
        expected = naive_office.close(naive, date, reports)
        wanted = {
            id_: tuple(Standing(**row[time_class]) for time_class in TIME_CLASSES) for id_, row in expected.items()
        }
        assert cells(season.ledger.all_rows()) == wanted, (kind, date)
        yield period


@pytest.mark.parametrize("kind", KINDS)
@law(8, long=35)
@given(seed=st.integers(0, 10**6), players=st.integers(6, 12), lists=st.integers(1, 5), events=st.integers(1, 5))
def test_both_offices_publish_the_same_lists(kind: str, seed: int, players: int, lists: int, events: int) -> None:
    """Unrated players, juniors near 2300, players near 2400 and near the floor; events rated late, events over a month
    or three, byes and forfeits; rapid events of players rated at standard only; 1 October 2022 and 1 March 2024."""
    assert list(play(kind, seed, players, lists, events))


@pytest.mark.parametrize("kind", ["feda", "fide-2005", "december"])
@law(5)
@given(seed=st.integers(0, 10**6))
def test_what_is_explained_is_what_was_computed(kind: str, seed: int) -> None:
    """A player explained alone has the rating and the games that the list has, where no floor takes it away."""
    builder = Builder(kind, seed, 8)
    for period in play(kind, seed, 8, 2, 3):
        after = close_period(period).ledger.rows(builder.ids)
        for id_ in after:
            for time_class in builder.classes:
                found, own = explain_player(period, id_, time_class), after[id_].standing(time_class)
                if found.rating is not None and own.rating:
                    assert (found.rating, found.games) == (own.rating, own.games)
