"""Clocks checked during a round (Arbiters' Manual, checking of clocks).

Time that both clocks show, less the increments of the moves made, is the time both began with, less the minutes gone:
t1 + t2 − moves × 2 × increment / 60 = 2 × base − minutes gone. By more than two minutes, and the clock is looked at."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.domain import TimeControl

TOLERANCE = 2
"""Minutes by which a clock may differ."""
SECONDS = 60


@dataclass(frozen=True, slots=True)
class ClockPlan:
    """What the clocks of a round begin with: the minutes of the first period, and the increment in seconds."""

    base: Fraction
    increment: Fraction

    @property
    def per_move(self) -> Fraction:
        """The minutes that a move of both players adds."""
        return 2 * self.increment / SECONDS

    def expected(self, minutes_gone: Fraction | int) -> Fraction:
        """Return what the sum of both clocks, less the increments, should be so many minutes after the start."""
        return 2 * self.base - minutes_gone

    def found(self, white: Fraction | int, black: Fraction | int, moves: int) -> Fraction:
        """Return the sum of both clocks in minutes, less the increments of the moves made."""
        return white + black - moves * self.per_move

    def fits(self, white: Fraction | int, black: Fraction | int, moves: int, minutes_gone: Fraction | int) -> bool:
        """Return whether a clock is right, two minutes more or less."""
        return abs(self.found(white, black, moves) - self.expected(minutes_gone)) <= TOLERANCE


def clock_plan(control: TimeControl) -> ClockPlan:
    """Return how clocks are checked under a time control, in its first period: later ones add time of their own."""
    return ClockPlan(control.periods[0].minutes, control.increment)
