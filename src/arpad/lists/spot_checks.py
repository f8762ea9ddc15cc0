"""Spot checks: whether the reference engine gives some players the same values as the list."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from heapq import nsmallest
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from arpad.domain.values import sha256_of
from arpad.lists.closing import close_period
from arpad.lists.ledger import PERSON, STANDING, Ledger, Row, column
from arpad.lists.period import Period
from arpad.lists.rated_parts import by_reference, period_parts
from arpad.regulations.articles import TIME_CLASSES

SAMPLE = 20
"""How many players of a list are looked at."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A player of whom the list and the reference engine have something otherwise: the columns, with the cell of the
    one and of the other."""

    id: str
    cells: tuple[tuple[str, str | int, str | int], ...]

    def __str__(self) -> str:
        return f"{self.id}: " + ", ".join(f"{name} {listed} ≠ {found}" for name, listed, found in self.cells)


def spot_check(period: Period, ledger: Ledger, seed: str) -> list[Otherwise]:
    """Rate players who took part in the period, drawn by the seed, by the reference engine with all its reasons; return
    those whom the list has otherwise."""
    ids = sample(period, seed, SAMPLE)
    found = close_period(_of_these(period, ids), rate=partial(by_reference, explain=True)).ledger.rows(ids)
    listed = ledger.rows(ids)
    cells = {id_: _otherwise(listed.get(id_, Row(id_)), found.get(id_, Row(id_))) for id_ in ids}
    return [Otherwise(id_, otherwise) for id_, otherwise in cells.items() if otherwise]


def sample(period: Period, seed: str, count: int) -> list[str]:
    """Choose players who took part, or all if there are fewer: those whose hash with the seed comes first."""
    merged = period.decisions.merged
    everybody = {
        merged.get(player.id, player.id) for report in period.reports for player in report.event.players if player.id
    }
    return sorted(nsmallest(count, everybody, key=lambda id_: sha256_of(f"{seed} {id_}")))


def _of_these(period: Period, ids: Collection[str]) -> Period:
    """Return the period with the reports of these players alone, and with only the players of these reports on the list
    before: what it gives these players is the same."""
    parts = period_parts(period, ids)
    reports = {part.accepted.sha256 for part in parts}
    known = {*ids, *(player.id for part in parts for player in part.event.players)}
    known |= {drop for drop, keep in period.decisions.merged.items() if keep in known}
    return replace(
        period,
        previous=_rows_of(period.previous, known),
        reports=tuple(report for report in period.reports if report.sha256 in reports),
    )


def _rows_of(ledger: Ledger, ids: Collection[str]) -> Ledger:
    wanted = pa.array(sorted(ids), pa.string())
    tables = {name: getattr(ledger, name) for name in ("players", "played", "newcomers")}
    return replace(
        ledger, **{name: table.filter(pc.is_in(table["id"], value_set=wanted)) for name, table in tables.items()}
    )


def _otherwise(listed: Row, found: Row) -> tuple[tuple[str, str | int, str | int], ...]:
    pairs = zip(_cells(listed), _cells(found), strict=True)
    return tuple((name, one, other) for (name, one), (_, other) in pairs if one != other)


def _cells(row: Row) -> Iterator[tuple[str, Any]]:
    yield from ((name, getattr(row, name)) for name in PERSON)
    for time_class in TIME_CLASSES:
        own = row.standing(time_class)
        yield from ((column(time_class, name), getattr(own, name)) for name in STANDING)
