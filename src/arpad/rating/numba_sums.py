"""Sums of even games by numba, if it is installed: the same whole numbers as with numpy, only faster.

Each thread takes a part of the games and adds into a separate column; whole numbers give the same sum in any order.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np

from arpad.rating.columns import Numbers, Small, Wide
from arpad.rating.game_by_game import MIRROR, NOBODY, WIDTH

MOST_THREADS = 8
WORTH_A_THREAD = 2
"""A thread's column must be cleared and added up: this pays off from this many games a player on."""


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Machine code, cached on disk if possible."""
    made: Callable[..., Any]
    try:
        made = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in
        made = numba.njit(nogil=True)(function)
    return made


def even_sums(
    white: Numbers, black: Numbers, score: Numbers, ratings: Small, table: Wide, threads: int | None = None
) -> Wide:
    """Return the sums of games in which one player gains what the other loses, as `game_by_game.even_sums` does."""
    count = _threads(len(white), len(ratings)) if threads is None else threads
    bounds = [len(white) * at // count for at in range(count + 1)]

    def part(at: int) -> Wide:
        some = slice(bounds[at], bounds[at + 1])
        packed = np.zeros(len(ratings), dtype=np.int64)
        _add(white[some], black[some], score[some], ratings, table, packed)
        return packed

    if count == 1:
        return part(0)
    with ThreadPoolExecutor(count) as pool:
        first, *others = pool.map(part, range(count))
    for other in others:
        first += other
    return first


def _threads(games: int, players: int) -> int:
    """Return the number of threads: one for each processor, if each has enough to do."""
    return max(1, min(os.cpu_count() or 1, MOST_THREADS, games // (WORTH_A_THREAD * max(players, 1))))


@compiled
def _add(white: Numbers, black: Numbers, score: Numbers, ratings: Small, table: Wide, packed: Wide) -> None:
    """Add up the games in one loop without a branch.

    Places are unsigned, so that an index cannot count from the end.
    """
    for game in range(len(white)):
        one, other = np.uint32(white[game]), np.uint32(black[game])
        place = np.int32(ratings[one]) - np.int32(ratings[other]) + score[game] * WIDTH + NOBODY
        packed[one] += table[np.uint32(place)]
        packed[other] += table[np.uint32(MIRROR - place)]
