"""Clocks checked during a round (Arbiters' Manual, checking of clocks).

Time that both clocks show, less the increments of the moves made, is the time both began with, less the minutes gone:
t1 + t2 − moves × 2 × increment / 60 = 2 × base − minutes gone. If the two differ by
more than two minutes, the clock is looked at."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.domain.event import TimeControl

TOLERANCE = 2
"""Minutes by which a clock may differ."""
SECONDS = 60
NEAR = 1
"""Moves before and after a control at which a clock may or may not have given the time of the next period."""


@dataclass(frozen=True, slots=True)
class ClockPlan:
    """What the clocks of a round begin with: the minutes of the first period, and the increment in seconds. `later` are
    the further periods: the move after which each begins, and its minutes."""

    base: Fraction
    increment: Fraction
    later: tuple[tuple[int, Fraction], ...] = ()

    @property
    def per_move(self) -> Fraction:
        """The minutes that a move of both players adds."""
        return 2 * self.increment / SECONDS

    def given(self, moves: int = 0) -> Fraction:
        """Return the minutes that a player has been given after some moves, without the increments."""
        return self.base + sum((minutes for after, minutes in self.later if moves >= after), Fraction(0))

    def expected(self, minutes_gone: Fraction | int, moves: int = 0) -> Fraction:
        """Return what the sum of both clocks, less the increments, should be some minutes after the start."""
        return 2 * self.given(moves) - minutes_gone

    def found(self, white: Fraction | int, black: Fraction | int, moves: int) -> Fraction:
        """Return the sum of both clocks in minutes, less the increments of the moves made."""
        return white + black - moves * self.per_move

    def fits(
        self,
        white: Fraction | int,
        black: Fraction | int,
        moves: int,
        minutes_gone: Fraction | int,
        tolerance: Fraction | int = TOLERANCE,
    ) -> bool:
        """Return whether a clock is right, two minutes more or less."""
        return abs(self.found(white, black, moves) - self.expected(minutes_gone, moves)) <= tolerance

    def most(self, moves: int) -> Fraction:
        """Return the most minutes that a clock can show: all that was given, and nothing used."""
        return self.given(moves) + (moves + 1) * self.increment / SECONDS

    def is_near_control(self, moves: int) -> bool:
        """Return whether the clock may or may not have given the time of the next period yet."""
        return any(abs(moves - after) <= NEAR for after, _ in self.later)


def clock_plan(control: TimeControl) -> ClockPlan:
    """Return how clocks are checked under a time control."""
    later = []
    moves = 0
    for period, following in zip(control.periods, control.periods[1:], strict=False):
        moves += period.moves or 0
        later.append((moves, following.minutes))
    return ClockPlan(control.periods[0].minutes, control.increment, tuple(later))
