"""Imported lists in a series: each continues the list before it, whose games and activity are known.

What a list publishes (rating, K, games, flag) stays as it is. What it does not publish (games so far, highest rating,
since when somebody is inactive, the games of the year) comes from the lists before if these explain the listed K.
"""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from arpad.formats.rating_lists.columns import Found
from arpad.i18n import Words
from arpad.lists.imports import standings
from arpad.lists.ledger import Ledger, column, day_number, places_of, standard_k_column
from arpad.lists.published import Editions
from arpad.lists.whole_list import games_since, months_before
from arpad.rating.coefficient import k_column
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition

NAMED = 5
"""At most this many players are named in a finding that stands for all of its kind."""


def continued(
    previous: Ledger,
    listed: Ledger,
    editions: Editions,
    *,
    next_list: bool,
    flagged: Collection[TimeClass] = TIME_CLASSES,
) -> Ledger:
    """Return an imported list that goes on from the list before. `next_list`: no list lies between them, so that the
    games of the year are known on. `flagged` are the classes whose activity the list tells; that of the others goes on
    as it was, until they play."""
    before = _Before.of_list(previous, listed)
    columns: dict[str, Numbers] = {}
    for time_class, edition in editions.items():
        columns |= before.standing(time_class, edition, flagged=time_class in flagged)
    born, birthday = listed.numbers("born"), listed.numbers("birthday")
    known = before.of("birthday")
    columns["birthday"] = np.where((birthday == 0) & (known // 10_000 == born), known, birthday)
    ledger = replace(listed.with_numbers(columns), newcomers=_still_unrated(previous, listed))
    if not next_list:
        return replace(ledger, since=listed.date)
    months = max((one.lists.inactive_months.value for one in editions.values()), default=0)
    oldest = day_number(months_before(listed.date, months))
    kept = previous.played.filter(
        pc.and_(
            pc.greater(previous.played["period"], oldest), pc.less(previous.played["period"], day_number(listed.date))
        )
    )
    own = listed.played.filter(pc.equal(listed.played["period"], day_number(listed.date)))
    order = [(name, "ascending") for name in ("id", "time_class", "period")]
    return replace(ledger, since=previous.since, played=pa.concat_tables([kept, own]).sort_by(order).combine_chunks())


@dataclass(frozen=True, slots=True)
class _Before:
    """The list before, and the places of the players of a list on it; -1 if they are missing."""

    previous: Ledger
    listed: Ledger
    places: Wide

    @classmethod
    def of_list(cls, previous: Ledger, listed: Ledger) -> "_Before":
        return cls(previous, listed, places_of(listed.players["id"], previous.players["id"]))

    def of(self, name: str) -> Numbers:
        """Return a column of the list before, for the players of this one; 0 if they are not on it."""
        return self.previous.numbers_at(name, self.places)

    def standing(self, time_class: TimeClass, edition: Edition, *, flagged: bool) -> dict[str, Numbers]:
        """Return games so far, highest rating and inactivity of one class: from the lists before if the listed K
        follows from them, else as the list alone lets them be seen."""
        own = {name: self.listed.numbers(column(time_class, name)) for name in ("rating", "k", "games", "inactive")}
        born, year = self.listed.numbers("born"), self.listed.date.year
        plain = standings(edition, self.listed.date, born, own["rating"], own["k"], own["games"])
        rated = self.of(column(time_class, "rating")) > 0
        total = self.of(column(time_class, "total")) + own["games"]
        highest = np.maximum(self.of(column(time_class, "highest")), own["rating"])
        follows = rated & (own["rating"] > 0)
        beside = standard_k_column(self.listed, edition, time_class)  # 7.3.3: of players new to rapid or blitz
        follows &= k_column(edition, year, born, own["rating"], total, highest, beside) == own["k"]
        since, today = self.of(column(time_class, "inactive")), np.int32(day_number(self.listed.date))
        inactive = np.where(own["inactive"] > 0, np.where(since > 0, since, today), np.int32(0))
        if not flagged:
            idle = own["games"] < edition.lists.active_games.value
            inactive = np.where((own["rating"] > 0) & idle, since, np.int32(0))
        return {
            column(time_class, "total"): np.where(follows, total, plain["total"]),
            column(time_class, "highest"): np.where(follows, highest, plain["highest"]),
            column(time_class, "inactive"): inactive,
        }


def _still_unrated(previous: Ledger, listed: Ledger) -> pa.Table:
    """Return the results of players without a rating, as long as the list gives them none."""
    kept = previous.newcomers
    for time_class in ("standard", "rapid", "blitz"):
        rated = listed.players.filter(pc.greater(listed.players[column(time_class, "rating")], 0))["id"]
        out = pc.and_(pc.equal(kept["time_class"], time_class), pc.is_in(kept["id"], rated.combine_chunks()))
        kept = kept.filter(pc.invert(out))
    return kept.combine_chunks()


def tell_oddities(
    previous: Ledger | None,
    ledger: Ledger,
    editions: Editions,
    found: Found,
    flagged: Collection[TimeClass] = TIME_CLASSES,
) -> None:
    """Tell what an imported list leaves open or contradicts itself in: one finding for each kind, with its players."""
    for time_class, edition in editions.items():
        own = {name: ledger.numbers(column(time_class, name)) for name in ("rating", "k", "games", "total", "inactive")}
        rated, rules = own["rating"] > 0, edition.lists
        if not rated.any():
            continue
        odd = rated & (own["inactive"] > 0) & (own["games"] >= rules.active_games.value)
        _tell(found, ledger, "series-inactive-games", "warning", odd, time_class)
        year_ago = months_before(ledger.date, rules.inactive_months.value)
        if ledger.since <= year_ago and time_class in flagged:
            idle = games_since(ledger, time_class, year_ago) < rules.inactive_games.value
            _tell(found, ledger, "series-idle", "warning", rated & idle & (own["inactive"] == 0), time_class)
        _tell(found, ledger, "series-junior-turn", "info", rated & _turned(ledger, edition, own), time_class)
        if previous is None:
            _tell(found, ledger, "series-games-before", "info", rated, time_class, date=ledger.date)


def _turned(ledger: Ledger, edition: Edition, own: Mapping[str, Numbers]) -> Mask:
    """A junior's K of somebody who grew up with the last year: it may be a newcomer's, or the K of the year before."""
    rules = edition.k
    if rules.junior.value is None or rules.junior_age.value is None or rules.new_games.value is None:
        return np.zeros(len(ledger), dtype=np.bool_)
    grown = ledger.date.year - ledger.numbers("born") == rules.junior_age.value + 1
    return np.asarray(grown & (own["k"] == rules.junior.value) & (own["total"] < rules.new_games.value))


def _tell(
    found: Found, ledger: Ledger, code: str, severity: Any, which: Mask, time_class: TimeClass, **values: dt.date
) -> None:
    places = np.flatnonzero(which)
    if len(places):
        ids = ledger.players["id"].take(pa.array(places[:NAMED])).to_pylist()
        named = ", ".join(ids) + (" …" if len(places) > NAMED else "")
        found.add(
            code,
            severity,
            None,
            None,
            count=len(places),
            ids=named,
            time_class=Words(f"time-class.{time_class}"),
            **values,
        )
