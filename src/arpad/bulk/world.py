"""Generated test data ("a world"): its players, its switchable effects and the file of true strengths.

Ratings never look at the true strengths; they are only used to judge the ratings afterwards.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.random import Generator

from arpad.bulk.input_files import (
    DAY,
    ID,
    LARGEST_ID,
    PLAYERS,
    WHOLE,
    Days,
    IdIndex,
    Place,
    Players,
    days,
    opened,
    readable,
    whole,
)
from arpad.bulk.run import world_fingerprint
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.domain.values import MONTHS
from arpad.i18n import ArpadError
from arpad.rating.columns import ColumnTable, Mask, Numbers

# What holds in a generated world, and may be switched one by one: White, the curve, juniors, isolation.

PERCENT = 100
WHITE_ADVANTAGE = 30
JUNIORS = 35
"""How many of a hundred players are under 18 at the beginning."""


@dataclass(frozen=True, slots=True)
class Causes:
    """The causes of a world. Left as they are, they give the world that a seed has always given.

    `white`: what the white pieces are worth, in points. `slope`: results follow the table at this share of the true
    difference. `junior_share`: how many of a hundred players are under 18 at the beginning; as many times more or fewer
    children enter later. `improve`: the growth of the young, in percent; below 0 they decline. `isolated`: federations
    whose players seldom play abroad.
    """

    white: int = WHITE_ADVANTAGE
    slope: Fraction = Fraction(1)
    junior_share: int = JUNIORS
    improve: int = PERCENT
    isolated: tuple[str, ...] = ()

    def difference(self, white: Any, black: Any) -> Any:
        """Return the difference of true strengths as the results follow it, seen by White."""
        apart = white - black
        if self.slope != 1:
            apart = apart * self.slope.numerator // self.slope.denominator
        return apart + self.white


AS_ALWAYS = Causes()


# The people of a generated world: when they enter and leave, how strong they truly are, how often they play. True
# strength is hidden: the files hold only ratings. It grows to the age of about 28, stays, and fades slowly from 35.

FIRST_ID = 1_000_001
YOUNGEST, OLDEST = 6, 85

FEDERATIONS = {
    "IND": 150, "ESP": 130, "FRA": 120, "GER": 120, "RUS": 110, "ITA": 80, "POL": 70, "CZE": 50, "HUN": 50, "TUR": 50,
    "USA": 40, "BRA": 30,
}  # fmt: skip
"""Federations, and how many of a thousand players each has."""

AGES = ((JUNIORS, 6, 17), (40, 18, 49), (25, 50, 85))
ENTERING_AGES = ((75, 6, 14), (25, 15, 50))
"""How many of a hundred players are between these ages, at the beginning and when they enter later."""

ACTIVITY = ((35, 1), (30, 2), (18, 5), (12, 12), (5, 30))
"""How many of a hundred players play how often, compared with each other."""

AT_HIS_BEST, SPREAD, WEAKEST, STRONGEST = 1810, 245, 900, 2870
BY_AGE = ((6, -850), (8, -700), (12, -420), (16, -190), (20, -70), (28, 0), (35, 0), (50, -60), (65, -150), (85, -320))
"""How far a player of an age is from their best."""
GROWN_UP = 28
"""Until this age a player may grow."""

FLOOR = 1400
UNRATED = 35
"""How many of a hundred players have no rating at the beginning."""

A_CLUB = 20
"""At least this many are there at the beginning; if fewer are left, all who ever entered play."""

ENTERING = 4
"""How many players enter each month, for a thousand at the beginning."""

LEAVING, LONGEST = 40, 240
"""How many of a hundred players leave, and after how many months at most."""


@dataclass(frozen=True)
class People(ColumnTable):
    """All players, by the month they enter. Ages are in months; `enters` and `leaves` are periods."""

    enters: Numbers
    leaves: Numbers
    born: Numbers
    birth_month: Numbers
    best: Numbers
    activity: Numbers
    federation: Numbers
    woman: Mask
    curve: Numbers

    def age(self, month: int, who: Any = slice(None)) -> Numbers:
        """Return ages in months; a month is counted from the year 0."""
        ages: Numbers = month - (self.born[who] * MONTHS + self.birth_month[who])
        return ages

    def strength(self, month: int, who: Any = slice(None)) -> Numbers:
        """Return true strength in a month."""
        ages = np.clip(self.age(month, who), 0, len(self.curve) - 1)
        strong: Numbers = np.clip(self.best[who] + self.curve[ages], WEAKEST, STRONGEST)
        return strong

    def activity_in(self, period: int, month: int) -> Numbers:
        """Return how often each plays in a period; 0 for players who are not there. If fewer than a club are left, all
        who entered play."""
        entered = int(np.searchsorted(self.enters, period, side="right"))
        years = self.age(month, slice(entered)) // MONTHS
        there = (self.leaves[:entered] > period) & (years >= YOUNGEST) & (years <= OLDEST)
        return self.activity[:entered] * (there if np.count_nonzero(there) >= A_CLUB else np.ones_like(there))


def bell(rng: Generator, count: int, spread: int) -> Numbers:
    """Draw whole numbers by a bell curve around 0: twelve even ones added up."""
    total = np.full(count, -6 * (spread - 1), dtype=np.int32)
    for _ in range(12):
        total += rng.integers(0, spread, count, dtype=np.int32)
    return total


def _curve(improve: int) -> Numbers:
    """Return the way from the best by age in months, straight between the ages given. `improve` is in percent."""
    ways = [(age, way * improve // PERCENT if age < GROWN_UP else way) for age, way in BY_AGE]
    months = [ways[0][1]] * (ways[0][0] * MONTHS)
    for (age, here), (next_age, there) in pairwise(ways):
        span = (next_age - age) * MONTHS
        months += [here + (there - here) * step // span for step in range(span)]
    return np.array([*months, ways[-1][1]], dtype=np.int32)


AgeShares = tuple[tuple[int, int, int], ...]


def _shares(shares: AgeShares, young: int) -> AgeShares:
    """Return shares of ages with another share of the first, the youngest; the others keep theirs among each other."""
    usual, *others = shares
    if young == usual[0]:
        return shares
    rest = sum(share for share, _, _ in others)
    return (young * rest, *usual[1:]), *(((PERCENT - young) * share, low, high) for share, low, high in others)


def _among(rng: Generator, count: int, shares: tuple[int, ...]) -> Numbers:
    """Draw a kind for each; the shares say how many of their sum are of each kind."""
    bounds = np.cumsum(np.array(shares, dtype=np.int32))
    drawn = rng.integers(0, int(bounds[-1]), count, dtype=np.int32)
    return np.searchsorted(bounds, drawn, side="right").astype(np.int32)


def _ages(rng: Generator, count: int, shares: AgeShares) -> Numbers:
    kinds = _among(rng, count, tuple(share for share, _, _ in shares))
    youngest = np.array([low for _, low, _ in shares], dtype=np.int32)[kinds]
    oldest = np.array([high for _, _, high in shares], dtype=np.int32)[kinds]
    return rng.integers(youngest, oldest, dtype=np.int32, endpoint=True)


def populate(rng: Generator, count: int, periods: int, month: int, causes: Causes = AS_ALWAYS) -> People:
    """Make a number of people for a number of monthly periods, from a month on."""
    young = causes.junior_share
    at_first = _shares(AGES, young)
    entering = _shares(ENTERING_AGES, min(ENTERING_AGES[0][0] * young // JUNIORS, PERCENT))
    later = count * ENTERING * (periods - 1) // (1000 + ENTERING * (periods - 1))
    there = max(count - later, min(count, A_CLUB))
    later = count - there
    enters = np.zeros(count, dtype=np.int32)
    enters[there:] = np.sort(rng.integers(1, max(periods, 2), later, dtype=np.int32))
    ages = np.concatenate([_ages(rng, there, at_first), _ages(rng, later, entering)])
    birth_month = rng.integers(0, MONTHS, count, dtype=np.int32)
    born = (month + enters) // MONTHS - ages - (birth_month > (month + enters) % MONTHS)
    stays = np.where(_among(rng, count, (LEAVING, 100 - LEAVING)) == 0, 0, periods)
    leaves = enters + np.maximum(rng.integers(1, LONGEST + 1, count, dtype=np.int32), stays)
    return People(
        enters,
        leaves.astype(np.int32),
        born.astype(np.int32),
        birth_month,
        np.clip(bell(rng, count, SPREAD) + AT_HIS_BEST, WEAKEST, STRONGEST).astype(np.int32),
        np.array([often for _, often in ACTIVITY], dtype=np.int32)[
            _among(rng, count, tuple(share for share, _ in ACTIVITY))
        ],
        _among(rng, count, tuple(FEDERATIONS.values())),
        _among(rng, count, (12, 88)) == 0,
        _curve(causes.improve),
    )


def players_table(rng: Generator, people: People, month: int) -> Any:
    """Return the players as the file holds them: their ratings at the beginning, near their true strength."""
    count = len(people)
    rating = people.strength(month) + bell(rng, count, 60)
    there, low = people.enters == 0, rating < FLOOR
    left = max(int(np.count_nonzero(there)) * UNRATED // 100 - int(np.count_nonzero(there & low)), 0)
    able = max(int(np.count_nonzero(there & ~low)), 1)
    unrated = ~there | low | (rng.integers(0, able, count, dtype=np.int64) < left)
    years = np.maximum(people.age(month) // MONTHS - YOUNGEST, 1)
    games = 5 + rng.integers(0, 9, count, dtype=np.int32) * np.minimum(years, 25) * np.minimum(people.activity, 12) // 4
    lost = rng.integers(0, 4 * np.minimum(years, 30), dtype=np.int32)
    columns = {"rating": rating, "games_played": games, "highest": np.minimum(rating + lost, STRONGEST)}
    columns["highest"] = np.maximum(columns["highest"], rating)
    return pa.table(
        {
            "id": pa.array(np.arange(count, dtype=np.int32) + FIRST_ID),
            "born": pa.array(people.born),
            "sex": pa.array(np.where(people.woman, "F", "M")),
            "federation": pa.array(np.array(list(FEDERATIONS))[people.federation]),
        }
        | {name: pa.array(np.where(unrated, 0, column).astype(np.int32)) for name, column in columns.items()}
    )


# The fourth file of a world: how strong its players truly are, month by month. No rating looks at it. `id`, `month`
# and `strength`: one row for the month in which a player enters, and one for each month in which the strength changes.
# The file also says what White is worth, how steep the curve of the results is, and with which three files it was
# written.

TRUTH = "truth.parquet"
SCHEMA = pa.schema({"id": pa.int64(), "month": pa.date32(), "strength": pa.int32()})
WHITE, SLOPE, WORLD = "white", "slope", "world"


class TruthSink:
    """Writes the strengths of one month after the other, those that changed."""

    def __init__(self, folder: Path, ids: Any, **writing: Any) -> None:
        self._folder, self._ids = folder, ids
        self._writer = pq.ParquetWriter(folder / TRUTH, SCHEMA, **writing)
        self._last: Numbers | None = None

    def add(self, month: dt.date, strength: Numbers) -> None:
        """Write the strengths of a month; 0 is none yet."""
        changed = np.flatnonzero(strength != (0 if self._last is None else self._last))
        self._last = strength
        columns = [
            pa.array(self._ids[changed].astype(np.int64)),
            pa.repeat(pa.scalar(month, pa.date32()), len(changed)),
            pa.array(strength[changed].astype(np.int32)),
        ]
        if len(changed):
            self._writer.write_table(pa.table(columns, schema=SCHEMA))

    def close(self, causes: Causes) -> None:
        """Write the constants of the world and the fingerprint of its files, which must be complete."""
        metadata = {WHITE: str(causes.white), SLOPE: str(causes.slope), WORLD: world_fingerprint(self._folder)}
        self._writer.add_key_value_metadata(metadata)
        self._writer.close()


@dataclass(frozen=True, slots=True)
class Truth:
    """The true strengths of a world, by month: a player at a place among all has a strength from a month on."""

    causes: Causes
    months: Days
    places: Numbers
    strengths: Numbers
    people: int

    def on_days(self, dates: Iterable[dt.date]) -> Iterator[Numbers]:
        """Return everybody's strength at one day after the other; 0 if nothing is known of a player by then."""
        strength = np.zeros(self.people, dtype=np.int32)
        done = 0
        for date in dates:
            until = int(np.searchsorted(self.months, np.datetime64(date, "D"), side="right"))
            strength = strength.copy()
            strength[self.places[done:until]] = self.strengths[done:until]
            done = max(done, until)
            yield strength


def check_truth(folder: Path) -> None:
    """Refuse a world without its truth."""
    if not (folder / TRUTH).is_file():
        raise ArpadError("lab-no-truth", folder=str(folder))


def read_truth(folder: Path, players: Players) -> Truth:
    """Read the true strengths of a world."""
    check_truth(folder)
    file = folder / TRUTH
    parquet = opened(file, {"id": ID, "month": DAY, "strength": WHOLE})
    with readable(file):
        table = parquet.read(columns=["id", "month", "strength"])
        metadata = {name.decode(): value.decode() for name, value in (parquet.metadata.metadata or {}).items()}
    if metadata.get(WORLD, "") and metadata[WORLD] != world_fingerprint(folder):
        raise ArpadError("lab-truth-stale", file=str(file))
    ids = whole(Place(file, "id"), table["id"], 0, LARGEST_ID)
    months = days(Place(file, "month"), table["month"])
    strength = whole(Place(file, "strength"), table["strength"], 0, HIGHEST_RATING)
    places = IdIndex.of(players.ids).places(ids)
    if len(places) and int(places.min()) < 0:
        stranger = int(ids[int(np.argmax(places < 0))])
        raise ArpadError("lab-truth-other", file=str(file), id=stranger, players=PLAYERS)
    if not len(places):
        raise ArpadError("lab-no-truth", folder=str(folder))
    order = np.argsort(months, kind="stable")
    causes = Causes(int(metadata.get(WHITE, "0")), Fraction(metadata.get(SLOPE, "1")))
    return Truth(causes, months[order], places[order], strength[order].astype(np.int32), len(players))
