"""Little seasons that an arbiter can read, one file an article: lists closed one after the other, by both engines."""

import datetime as dt
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arpad.lists.closing import close_period
from arpad.lists.kernel import by_kernel
from arpad.lists.ledger import LedgerRow, Standing
from arpad.lists.rated_parts import Rater, by_reference
from arpad.regulations.articles import TimeClass
from places import FIXTURES
from small_seasons import TIME_CLASSES, Season, accept, first_list, plain_event

FILES = sorted((FIXTURES / "seasons").glob("*.toml"))
WRITTEN = re.compile(r"(?P<rating>\d+) K(?P<k>\d+) total (?P<total>\d+)(?: highest (?P<highest>\d+))?")


def standing(text: str) -> Standing:
    """`1405 K20 total 50 highest 1450`; without a highest rating it is the present one."""
    found = WRITTEN.fullmatch(text)
    assert found is not None, text
    rating, k, total, highest = (int(group or 0) for group in found.groups())
    return Standing(rating, k, 0, total, max(rating, highest))


def rows(first: dict[str, Any]) -> Iterator[LedgerRow]:
    ids = {id_ for one in TIME_CLASSES for id_ in first.get(one, {})}
    for id_ in sorted(ids):
        row = LedgerRow(id_, id_.capitalize(), born=1980)
        for time_class in TIME_CLASSES:
            given = first.get(time_class, {}).get(id_)
            if isinstance(given, dict):
                row, given = row._replace(born=given["born"]), given["rating"]
            row = row if given is None else row.with_standing(time_class, standing(given))
        yield row


def events(period: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, told in enumerate(period.get("event", ()), 1):
        start, end = told["start"].isoformat(), told["end"].isoformat()
        yield plain_event(start, end, told["rounds"], name=f"Open {number}", time_class=told.get("class", "standard"))


@pytest.mark.parametrize("rate", [by_reference, by_kernel])
@pytest.mark.parametrize("path", FILES)
def test_a_season(path: Path, rate: Rater) -> None:
    season = tomllib.loads(path.read_text(encoding="utf-8"))
    first: dt.date = season["first"]["list"]
    held = Season(first_list(first.isoformat(), rows(season["first"])), season["system"])
    for period in season["period"]:
        date: dt.date = period["list"]
        closed = close_period(held.period(date.isoformat(), *map(accept, events(period))), rate=rate)
        held.ledger = held.lists[date] = closed.ledger
        for time_class in TIME_CLASSES:
            for id_, expected in period.get(time_class, {}).items():
                check(held, time_class, id_, expected)


def check(season: Season, time_class: TimeClass, id_: str, expected: str) -> None:
    found = season.standing(id_, time_class)
    if expected == "unrated":
        assert (found.rating, found.k) == (0, 0), (season.ledger.date, id_)
        return
    assert found._replace(games=0, inactive=0) == standing(expected), (season.ledger.date, id_)
