"""How fast a rating follows a change of strength. 14.3: K 10, 15 and 25 renew it in about 75, 50 and 30 games."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from arpad.lab.stretch import SCALE
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import pd

STEP = 100
GAMES = (30, 50, 75)
MOST_GAMES = 10_000


@dataclass(frozen=True, slots=True)
class HalfLife:
    """What K makes of a step of 100 points: after how many games half of it is made up, by the formula of 14.1 and by
    the table, and the share made up after 30, 50 and 75 games, by the formula."""

    k: int
    formula: Any
    table: int | None
    made_up: tuple[Any, ...]


def half_life(k: int) -> HalfLife:
    """Against steady opponents of the true strength, an error shrinks with each game by K · P'(0), P'(0) = ln 10 / 1600
    for the formula of 14.1; by the table by K · (PD − ½)."""
    rate = k * np.log(10) / (4 * SCALE)
    return HalfLife(k, np.log(2) / rate, _by_table(k), tuple(1 - np.exp(-rate * games) for games in GAMES))


def _by_table(k: int) -> int | None:
    """Count the games until the rating is half of the step behind, each won as often as expected."""
    behind = Fraction(STEP)
    for game in range(1, MOST_GAMES):
        behind -= Fraction(k * (pd(int(behind)) - 50), 100)
        if behind <= STEP // 2:
            return game
    return None


def edition_ks(edition: Edition) -> tuple[int, ...]:
    """Return every K of an edition, the least first."""
    named = (getattr(edition.k, name).value for name in ("low", "middle", "new", "junior"))
    return tuple(sorted({k for k in named if k}))
