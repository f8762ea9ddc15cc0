"""The prize for progress: W − We, with We from the average of the opponents (Arbiters' Manual 2023, cash prizes)."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.rating.results import half_up
from arpad.regulations.rating_rules import pd


@dataclass(frozen=True, slots=True)
class Progress:
    """What a player did against rated opponents: games, points, and the average rating of the opponents.

    `change` is the sum that `arpad rate` computes game by game, shown beside it; None: not known.
    """

    rating: int
    games: int
    score: Fraction
    average: Fraction
    change: Fraction | None = None

    @property
    def rounded_average(self) -> int:
        """The average to the nearest whole, a half upwards."""
        return half_up(self.average.numerator, self.average.denominator)

    @property
    def expected_of_a_game(self) -> int:
        """PD in hundredths, of the difference to the average."""
        return pd(self.rating - self.rounded_average)

    @property
    def expected(self) -> Fraction:
        """We = n × PD."""
        return Fraction(self.games * self.expected_of_a_game, 100)

    @property
    def value(self) -> Fraction:
        """W − We."""
        return self.score - self.expected
