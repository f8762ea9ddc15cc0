"""Two editions on the last list, player by player: who gains, loses, is listed by one only, crosses a threshold."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arpad.lab.ages import AGE_GROUPS, age_groups
from arpad.lab.steps import LabPeople, ListColumns
from arpad.rating.columns import Mask, Numbers, Wide

THRESHOLDS = (2000, 2100, 2200, 2300, 2400, 2500)
BAND = 200
SHOWN = 10


@dataclass(frozen=True, slots=True)
class GroupGain:
    """Players who are alike in something: how many, and the sum of what they gain by the other edition."""

    by: str
    name: str
    players: int
    sum: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.sum, self.players)


@dataclass(frozen=True, slots=True)
class PlayerGain:
    """A player under both editions: rating and rank, and the difference."""

    id: str
    first: int
    first_rank: int
    other: int
    other_rank: int

    @property
    def gain(self) -> int:
        return self.other - self.first


@dataclass(frozen=True, slots=True)
class Crossing:
    """How many players the other edition brings over a threshold, and how many below it. Players without a rating are
    below."""

    threshold: int
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class ComparedPlayers:
    """Everybody on the last lists of two editions."""

    compared: int
    only_first: int
    only_other: int
    sum: int
    gains: tuple[GroupGain, ...]
    most: tuple[PlayerGain, ...]
    least: tuple[PlayerGain, ...]
    crossings: tuple[Crossing, ...]

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.sum, self.compared) if self.compared else None


def compare_players(people: LabPeople, first: ListColumns, other: ListColumns) -> ComparedPlayers:
    """Compare the last lists of two editions."""
    one, two = first.rating.astype(np.int64), other.rating.astype(np.int64)
    both = (one > 0) & (two > 0)
    gain = two - one
    order = _by_gain(both, gain)
    ranks = _ranks(one), _ranks(two)
    shown = [
        PlayerGain(people.id_at(at), int(one[at]), int(ranks[0][at]), int(two[at]), int(ranks[1][at]))
        for at in [*order[:SHOWN].tolist(), *order[::-1][:SHOWN].tolist()]
    ]
    half = min(SHOWN, len(order))
    return ComparedPlayers(
        int(both.sum()),
        int(((one > 0) & (two == 0)).sum()),
        int(((one == 0) & (two > 0)).sum()),
        int(gain[both].sum()),
        tuple(_gains(people, first, both, gain)),
        tuple(shown[:half]),
        tuple(shown[half:]),
        tuple(
            Crossing(least, int(((one < least) & (two >= least)).sum()), int(((one >= least) & (two < least)).sum()))
            for least in THRESHOLDS
        ),
    )


def _by_gain(both: Mask, gain: Wide) -> Wide:
    """Return the players rated by both editions, the largest gain first; of equal gains the lower place first."""
    places = np.flatnonzero(both)
    return places[np.lexsort((places, -gain[places]))]


def _ranks(rating: Wide) -> Wide:
    """Return the rank of everybody: one more than there are players with a higher rating."""
    counts = np.bincount(rating)
    higher = np.cumsum(counts[::-1])[::-1] - counts
    return higher[rating] + 1


def _gains(people: LabPeople, first: ListColumns, both: Mask, gain: Wide) -> Iterator[GroupGain]:
    """Return the gains by rating, K, age and federation."""
    bands = first.rating // BAND * BAND
    yield from _grouped("rating", bands, {value: str(value) for value in np.unique(bands[both]).tolist()}, both, gain)
    ages = age_groups(people.born, first.date.year)
    yield from _grouped("age", ages, dict(enumerate(AGE_GROUPS)), both, gain)
    federations = dict(sorted(enumerate(people.federations), key=lambda one: one[1]))
    yield from _grouped("federation", people.federation, federations, both, gain)
    yield from _grouped("k", first.k, {value: str(value) for value in np.unique(first.k[both]).tolist()}, both, gain)


def _grouped(by: str, codes: Numbers, names: dict[int, str], both: Mask, gain: Wide) -> Iterator[GroupGain]:
    for code, name in names.items():
        members = both & (codes == code)
        if members.any():
            yield GroupGain(by, name, int(members.sum()), int(gain[members].sum()))
