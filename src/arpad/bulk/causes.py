"""What holds in a generated world, and may be switched one by one: White, the curve, juniors, isolation."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

PERCENT = 100
WHITE = 30
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

    white: int = WHITE
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
