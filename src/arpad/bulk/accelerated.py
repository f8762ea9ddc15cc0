"""Sums of even games by numba, where it is installed: the same whole numbers as the kernel's own, only sooner.

Each thread takes a part of the games and adds into a column of its own; whole numbers come to the same in any order.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np

from arpad.bulk.kernel import GAME, Wide
from arpad.bulk.state import Mask, Numbers

Small = np.ndarray[Any, np.dtype[np.int16]]

MOST_THREADS = 8
WORTH_A_THREAD = 2
"""A thread's own column must be cleared and added up: it is worth it from so many games a player on."""


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Machine code, kept on disk where there is a place for it."""
    try:
        made = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in
        made = numba.njit(nogil=True)(function)
    return made


def even_sums(
    white: Numbers,
    black: Numbers,
    score: Numbers,
    at_start: Numbers,
    table: Wide,
    cap: int,
    uneven: Mask | None,
    always_capped: bool,
    packed: Wide,
    threads: int | None = None,
) -> Wide:
    """Add the games that are worth to one what they cost the other to `packed`. Returns the places of the others."""
    ratings = at_start.astype(np.int16)  # half as wide, twice as near to the processor
    marked = np.zeros(0, dtype=np.bool_) if uneven is None else uneven
    count = _threads(len(white), len(packed)) if threads is None else threads
    bounds = [len(white) * at // count for at in range(count + 1)]

    def part(at: int) -> tuple[Wide, Wide]:
        some = slice(bounds[at], bounds[at + 1])
        own = packed if at == 0 else np.zeros(len(packed), dtype=np.int64)
        rest = np.empty(bounds[at + 1] - bounds[at], dtype=np.int64)
        found = _add(white[some], black[some], score[some], ratings, table, cap, marked, always_capped, own, rest)
        return own, rest[:found] + bounds[at]

    if count == 1:
        return part(0)[1]
    with ThreadPoolExecutor(count) as pool:
        done = list(pool.map(part, range(count)))
    for own, _ in done[1:]:
        packed += own
    return np.concatenate([rest for _, rest in done])


def _threads(games: int, players: int) -> int:
    """As many as there are processors, where each has enough to do."""
    return max(1, min(os.cpu_count() or 1, MOST_THREADS, games // (WORTH_A_THREAD * max(players, 1))))


@compiled
def _add(
    white: Numbers,
    black: Numbers,
    score: Numbers,
    at_start: Small,
    table: Wide,
    cap: int,
    uneven: Mask,
    always_capped: bool,
    packed: Wide,
    rest: Wide,
) -> int:
    """The loop over the games; how many places of others it has put into `rest`.

    Places are unsigned, for which no index from the end has to be thought of.
    """
    found = 0
    some_uneven = len(uneven) > 0
    for game in range(len(white)):
        one, other = np.uint32(white[game]), np.uint32(black[game])
        mine, his = at_start[one], at_start[other]
        difference = mine - his
        if (some_uneven and (uneven[one] or uneven[other])) or (not always_capped and abs(difference) > cap):
            rest[found] = game
            found += 1
        elif mine > 0 and his > 0:
            # Two plain conditions: quicker here than min and max.
            if difference > cap:  # noqa: PLR1730
                difference = cap
            if difference < -cap:  # noqa: PLR1730
                difference = -cap
            worth = table[np.uint32((difference + cap) * 3 + score[game])]
            packed[one] += worth
            packed[other] += 2 * GAME - worth
    return found
