"""What happens by lot in tournaments that are made: everything follows from the seed."""

from fractions import Fraction
from random import Random

from arpad.domain.event import ResultCode

THOUSAND = 1000


class SeededLot(Random):
    """A lot with a seed."""

    def happens(self, chance: Fraction) -> bool:
        """Return whether something happens that has this chance, from 0 to 1."""
        return self.randrange(chance.denominator) < chance.numerator

    def game(self, ahead: int, draws: Fraction, forfeits: Fraction) -> tuple[ResultCode, ResultCode]:
        """Return the results of White and Black. `ahead` is White's rating less Black's: the higher rated player wins
        more often. One forfeit in four is of both players."""
        if self.happens(forfeits):
            return (("+", "-"), ("-", "+"), ("+", "-"), ("-", "-"))[self.randrange(4)]
        if self.happens(draws):
            return "=", "="
        return ("1", "0") if self.randrange(THOUSAND) < THOUSAND // 2 + ahead else ("0", "1")
