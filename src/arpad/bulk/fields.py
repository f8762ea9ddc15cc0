"""Who plays where: the events of a period of a generated world, their players, rounds and dates.

Players of an event are close in strength, mostly of one federation. Nobody is twice in one event.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.random import Generator

from arpad.bulk.people import FEDERATIONS, People
from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide

SMALLEST, LARGEST = 8, 200
LEAGUE = 10
"""The number of players of a round robin."""

LEAGUES = 5
"""How many of a hundred events are round robins."""

ABROAD = 20
"""How many of a hundred entries are for an event of players from everywhere."""
SELDOM = 1
"""How many of a hundred entries of players of an isolated federation are for events with others."""

NEAR = 250
LAST_DAY = 26
"""The last day of a month on which an event ends: three days before every list."""

FRACTION = 16
PLACES = 32


@dataclass(frozen=True)
class Fields(ColumnTable):
    """Events, each with its players in a row: `players` holds those of all events one after the other."""

    players: Numbers
    sizes: Numbers
    rounds: Numbers
    round_robin: Mask

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def games(self) -> Numbers:
        return self.sizes // 2 * self.rounds

    def take(self, which: Any) -> Self:
        """Return some of the events, in this order."""
        sizes = self.sizes[which]
        starts = (np.cumsum(self.sizes) - self.sizes)[which]
        shift = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        players = self.players[shift + np.arange(len(shift))]
        return type(self)(players, sizes, self.rounds[which], self.round_robin[which])


@dataclass(frozen=True)
class Program:
    """The events of a period by the day they end. `cut`: how many games of an event are left out at its end."""

    fields: Fields
    first_day: Numbers
    last_day: Numbers
    cut: Numbers


def program(
    rng: Generator, people: People, period: int, month: int, games: int, isolated: tuple[str, ...] = ()
) -> Program:
    """Make events with exactly a number of games in all."""
    alone = np.flatnonzero([name in isolated for name in FEDERATIONS])
    activity = people.activity_in(period, month).astype(np.int64)
    parts: list[Fields] = []
    found, entries = 0, games // 3 + 64
    while found < games:
        parts += _fields(rng, people, month, _apart(rng, people, alone, _entries(rng, activity, entries)))
        found = sum(int(part.games.sum()) for part in parts)
        entries *= 2
    drawn = parts[0].with_others(*parts[1:])
    shuffled = rng.permutation(len(drawn))
    reached = np.cumsum(drawn.games[shuffled].astype(np.int64))
    last = int(np.searchsorted(reached, games))
    chosen = drawn.take(shuffled[: last + 1])
    cut = np.zeros(last + 1, dtype=np.int32)
    cut[last] = int(reached[last]) - games
    days = np.where(rng.integers(0, 2, last + 1) == 0, chosen.rounds, (chosen.rounds + 1) // 2)
    end = rng.integers(days, LAST_DAY + 1, dtype=np.int32)
    start = (end - days + 1).astype(np.int32)
    order = np.lexsort((start, end))
    return Program(chosen.take(order), start[order], end[order], cut[order])


def _entries(rng: Generator, activity: Wide, entries: int) -> list[Numbers]:
    """Give out about a number of entries by activity: players who enter at all, players who enter twice, and so on."""
    share = activity * (entries << FRACTION) // max(int(activity.sum()), 1)
    often = (share + rng.integers(0, 1 << FRACTION, len(activity), dtype=np.int64)) >> FRACTION
    who = np.flatnonzero(often)
    waves: list[Numbers] = []
    while len(who):
        waves.append(who.astype(np.int32))
        who = who[often[who] > len(waves)]
    return waves


def _apart(rng: Generator, people: People, alone: Wide, waves: list[Numbers]) -> list[Numbers]:
    """Take the players of isolated federations out of the waves, but for a few; each federation has its own."""
    for federation in alone.tolist():
        parts: list[Numbers] = []
        for who in waves:
            home = (people.federation[who] == federation) & (rng.integers(0, 100, len(who)) >= SELDOM)
            parts += [who[home], who[~home]]
        waves = parts
    return waves


def _fields(rng: Generator, people: People, month: int, waves: list[Numbers]) -> list[Fields]:
    return [_field(rng, people, month, who) for who in waves if len(who) >= SMALLEST]


def _field(rng: Generator, people: People, month: int, who: Numbers) -> Fields:
    """Return events of these players: sorted by federation and strength, up and down in turn, and cut in pieces."""
    count = len(who)
    near = rng.integers(0, NEAR, count, dtype=np.int64) + rng.integers(0, NEAR, count, dtype=np.int64)
    strength = people.strength(month, who) + near
    group = np.where(rng.integers(0, 100, count) < ABROAD, len(FEDERATIONS), people.federation[who]).astype(np.int64)
    height = np.where(group % 2 == 0, strength, 4095 - strength)
    order = np.sort(((group << 12 | height) << PLACES) | np.arange(count)) & ((1 << PLACES) - 1)
    sizes, league = _sizes(rng, count)
    return Fields(who[order[: int(sizes.sum())]], sizes, _rounds(rng, sizes, league), league)


def _sizes(rng: Generator, count: int) -> tuple[Numbers, Mask]:
    """Return the sizes of events for a number of players; a few too many stay at home."""
    most = count // SMALLEST + 1
    league = rng.integers(0, 100, most) < LEAGUES
    spread = [rng.integers(SMALLEST, LARGEST + 1, most, dtype=np.int32) for _ in range(3)]
    sizes = np.where(league, LEAGUE, np.minimum(np.minimum(spread[0], spread[1]), spread[2])).astype(np.int32)
    filled = np.cumsum(sizes)
    last = int(np.searchsorted(filled, count))
    sizes, league = sizes[: last + 1], league[: last + 1]
    sizes[last] = min(int(sizes[last]), count - int(filled[last] - sizes[last]))
    league[last] &= sizes[last] == LEAGUE
    whole = sizes >= SMALLEST
    return sizes[whole], league[whole]


def _rounds(rng: Generator, sizes: Numbers, league: Mask) -> Numbers:
    """Return 5 to 9 rounds, more if there are more players."""
    least = np.where(sizes < 64, 5, 7)
    most = np.where(sizes < 12, 5, np.where(sizes < 24, 7, 9))
    return np.where(league, LEAGUE - 1, rng.integers(least, most + 1)).astype(np.int32)
