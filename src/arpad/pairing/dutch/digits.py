"""Criteria as digits of one whole number: a more important one is further left, so that a lower number is a better
candidate (B.8)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import starmap

from arpad.pairing.dutch.field import Field
from arpad.pairing.state import PairingPlayer

Alone = Callable[[PairingPlayer], int]
Together = Callable[[PairingPlayer, PairingPlayer], int]


def nothing(*_: PairingPlayer) -> int:
    """A cost of zero."""
    return 0


@dataclass(frozen=True, slots=True)
class Digit:
    """One count of a criterion: what a downfloater adds to it, what a pair adds to it (the higher ranked first), and
    its largest possible value."""

    criterion: str
    most: int
    alone: Alone
    together: Together


class Number:
    """Digits in the order of their importance."""

    def __init__(self, field: Field, digits: Iterable[Digit]) -> None:
        self.field = field
        self.digits = [digit for digit in digits if digit.most > 0]
        self.values: list[int] = []
        self.size = 1
        for digit in reversed(self.digits):
            self.values.append(self.size)
            self.size *= digit.most + 1
        self.values.reverse()
        self._known: dict[tuple[int, int], int] = {}

    def alone(self, player: int) -> int:
        """Return the cost of a downfloater."""
        entrant = self.field.entrants[player]
        return sum(value * digit.alone(entrant) for value, digit in zip(self.values, self.digits, strict=True))

    def together(self, one: int, two: int) -> int:
        """Return the cost of a pair."""
        key = self.field.kinds[one], self.field.kinds[two]
        if (known := self._known.get(key)) is None:
            higher, lower = self.field.entrants[one], self.field.entrants[two]
            known = sum(
                value * digit.together(higher, lower) for value, digit in zip(self.values, self.digits, strict=True)
            )
            self._known[key] = known
        return known

    def value(self, floaters: Iterable[int], pairs: Iterable[tuple[int, int]]) -> list[tuple[str, int]]:
        """Return the counts of a candidate, digit by digit."""
        return self.apart(sum(map(self.alone, floaters)) + sum(starmap(self.together, pairs)))

    def apart(self, cost: int) -> list[tuple[str, int]]:
        """A cost digit by digit."""
        found = []
        for value, digit in zip(self.values, self.digits, strict=True):
            count, cost = divmod(cost, value)
            found.append((digit.criterion, count))
        return found


def difference_digits(
    criterion: str,
    players: Sequence[PairingPlayer],
    unit: int,
    counts: Callable[[PairingPlayer], bool],
    upwards: bool = False,
) -> list[Digit]:
    """A.8: the score differences of the players that count, from high to low: a digit for each possible value.

    A pair's difference belongs to its higher ranked player, or `upwards` to the lower ranked. If there is only one
    value, the number of players is enough (C.5, C.12 to C.15).
    """
    low = min(one.score for one in players)
    scores = {one.score for one in players}
    holders: dict[int, int] = {}
    for player in players:
        if counts(player):
            if upwards:
                values = {score - player.score for score in scores if score > player.score}
            else:
                values = {player.score - score for score in scores if score < player.score} | {
                    player.score - low + unit
                }
            for value in values:
                holders[value] = holders.get(value, 0) + 1
    if len(holders) < 2:
        return []
    return [_of_value(criterion, value, holders[value], low - unit, counts, upwards) for value in sorted(holders)[::-1]]


def _of_value(
    criterion: str, value: int, most: int, artificial: int, counts: Callable[[PairingPlayer], bool], upwards: bool
) -> Digit:
    """How often one score difference occurs. `artificial` is the score that a downfloater is compared with."""
    return Digit(
        criterion,
        most,
        nothing if upwards else lambda member: int(member.score - artificial == value and counts(member)),
        lambda higher, lower: int(higher.score - lower.score == value and counts(lower if upwards else higher)),
    )
