"""A time control: the periods of a game and the time added for each move."""

from dataclasses import dataclass
from fractions import Fraction

MINUTES_OF_AN_HOUR = 60


@dataclass(frozen=True, slots=True)
class ControlPeriod:
    """Minutes for a number of moves; None: for all the moves that remain."""

    minutes: Fraction
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods in order and the increment in seconds. A delay counts as an increment.

    `by_period` are the increments of the periods if they differ, and `increment` is then what they add to a game of 60
    moves, shared out among its moves; None in it: an increment that begins or ends within a period.
    """

    periods: tuple[ControlPeriod, ...]
    increment: Fraction = Fraction(0)
    by_period: tuple[Fraction | None, ...] = ()

    @property
    def increments(self) -> tuple[Fraction | None, ...]:
        """The increment of each period."""
        return self.by_period or (self.increment,) * len(self.periods)

    def minutes_for(self, moves: int = 60) -> Fraction:
        """Return the time of one player for a game of this many moves: every period, and an increment for each move."""
        return sum((period.minutes for period in self.periods), Fraction(0)) + self.increment * moves / 60
