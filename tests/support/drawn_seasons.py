"""Seasons drawn from a seed, closed by the reference and over columns."""

import datetime as dt
import random
from typing import Any

import numpy as np

from arpad.bulk.replay import Line, PartColumns, State, close_columns, first_state, rate_part
from arpad.domain.games import History
from arpad.lists.ledger import LedgerRow, Standing
from arpad.rating.coefficient import k_factor
from arpad.rating.game_by_game import Games
from arpad.regulations.rating_edition import Edition, closing_date, list_in_force, lists_after

HALF_POINTS = {"1": 2, "=": 1, "0": 0}


class Builder:
    """A season from a seed: a first list and the events of each list after it."""

    def __init__(
        self,
        line: Line,
        first: str,
        periods: int,
        seed: str,
        totals: tuple[int, ...] = (5, 25, 29, 60),
        counts: tuple[int, ...] = (0, 1, 1, 2, 3),
    ) -> None:
        self.line, self.periods, self.totals, self.counts = line, periods, totals, counts
        self.draw = random.Random(seed)
        self.first = dt.date.fromisoformat(first)
        self.edition = line.on(self.first)
        self.ids = [f"p{number:02}" for number in range(self.draw.randint(6, 12))]
        self.ends: set[dt.date] = set()
        self.count = 0

    def rows(self) -> list[LedgerRow]:
        return [LedgerRow(id_, born=self.born(), standings=(self.standing(at), Standing(), Standing())) for at, id_ in
                enumerate(self.ids)]  # fmt: skip

    def born(self) -> int:
        return self.first.year - self.draw.choice((16, 17, 18, 18, 30, 50)) if self.draw.random() < 0.9 else 0

    def standing(self, at: int) -> Standing:
        draw, floor = self.draw, self.edition.lists.floor.value
        if at and draw.random() < 0.35:
            return Standing()
        rating = draw.choice((floor + draw.randint(0, 15), draw.randint(floor, 2700), draw.randint(2280, 2310), 2395))
        total = draw.choice(self.totals)
        highest = max(rating, draw.choice((0, 0, rating + 30, 2300, 2400)))
        return Standing(rating, 0, 0, total, highest)

    def events(self, date: dt.date) -> list[dict[str, Any]]:
        """The events that are due for a list."""
        return [self.event(date) for _ in range(self.draw.choice(self.counts))]

    def event(self, date: dt.date) -> dict[str, Any]:
        """An event that ends in time for a list, on a day of its own."""
        draw = self.draw
        previous = max(listing for listing in self.lists() if listing < date)
        last = closing_date(self.line.on(previous), date)
        open_from = closing_date(self.line.on(previous), previous) + dt.timedelta(days=1)
        days = [open_from + dt.timedelta(days=back) for back in range((last - open_from).days + 1)]
        end = draw.choice([day for day in days if day not in self.ends])
        self.ends.add(end)
        start = end - dt.timedelta(days=draw.choice((0, 2, 8, 20)))
        some = draw.sample(self.ids, draw.randint(2, len(self.ids)))
        self.count += 1
        rounds = [{"date": end, "games": self.round(some)} for _ in range(draw.choice((1, 3, 5, 9)))]
        return {
            "name": f"Event {self.count}", "class": "standard", "start": max(start, self.first), "end": end,
            "players": some, "rounds": rounds,
        }  # fmt: skip

    def round(self, some: list[str]) -> list[tuple[str, str | None, str]]:
        order = self.draw.sample(some, len(some))
        return [
            (white, black, self.draw.choice("11100==-")) for white, black in zip(order[::2], order[1::2], strict=False)
        ]

    def lists(self) -> list[dt.date]:
        found = [self.first]
        while len(found) <= self.periods:
            found.append(next(lists_after(self.line.on(found[-1]), found[-1])))
        return found


def columns_of(rows: list[LedgerRow], date: dt.date, edition: Edition) -> State:
    standings = [row.standing("standard") for row in rows]
    numbers = [
        np.array(column, dtype=np.int32)
        for column in (
            [row.born for row in rows],
            *([getattr(standing, name) for standing in standings] for name in ("rating", "total", "highest")),
        )
    ]
    return first_state(date, edition, *numbers)


def parts_of(line: Line, events: list[dict[str, Any]], ids: list[str]) -> list[PartColumns]:
    """The events as columns, by edition and list, in the order in which they were played."""
    events = sorted(events, key=lambda event: (event["start"], event["end"]))
    end = np.array([one["end"].toordinal() for one in events], dtype=np.int32)
    grouped: dict[tuple[int, dt.date], list[tuple[int, int, int, int]]] = {}
    for number, event in enumerate(events):
        edition = line.on(event["start"])
        games = grouped.setdefault((line.place(edition), list_in_force(edition, event["start"])), [])
        for round_ in event["rounds"]:
            for white, black, result in round_["games"]:
                if result in HALF_POINTS:
                    games.append((number, ids.index(white), ids.index(black), HALF_POINTS[result]))
    return [
        PartColumns(
            line.editions[place], date,
            Games(*(np.array(column, dtype=np.int32) for column in (zip(*games, strict=True) if games else [[]] * 4))),
            end,
        )
        for (place, date), games in grouped.items()
    ]  # fmt: skip


def cells(state: State) -> list[tuple[int, ...]]:
    columns = (state.rating, state.k, state.games, state.total, state.highest, state.inactive)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def with_k(rows: list[LedgerRow], edition: Edition, date: dt.date) -> list[LedgerRow]:
    """The rows with the K that their history gives."""
    found = []
    for row in rows:
        standing = row.standing("standard")
        if standing.rating:
            standing = standing._replace(
                k=k_factor(
                    edition, History(standing.rating, standing.total, standing.highest, date, row.born or None)
                ).k
            )
        found.append(row.with_standing("standard", standing))
    return found


def close_over_columns(line: Line, state: State, date: dt.date, events: list[dict[str, Any]], ids: list[str]) -> State:
    """The next list from the events that are due for it."""
    rated = [rate_part(part, state, line) for part in parts_of(line, events, ids)]
    return close_columns(state, date, rated, line)
