"""The Dutch system's quality criteria (C.4 to C.19; 2026: C5 to C21) as digits of one number.

A more important criterion is further left, so a lower number is a better candidate (B.8).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import starmap

from arpad.domain.event import Colour
from arpad.pairing._graph import Field
from arpad.pairing._matching import Matching, mask_of
from arpad.pairing.colours import Strength, colour_of_higher, other
from arpad.pairing.state import PairingPlayer

# Criteria as digits of one whole number: a more important one is further left, so that a lower number is a better
# candidate (B.8).

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
    low = min(pairing_player.score for pairing_player in players)
    scores = {pairing_player.score for pairing_player in players}
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


# C.5 and C.6, and C.7 for the next bracket: as many pairs as possible, then the least score differences (A.8).


def pairs(players: Sequence[PairingPlayer], unit: int, number: str = "C.5", differences: str = "C.6") -> list[Digit]:
    """The fewer downfloaters, the more pairs; then the differences of pairs and of downfloaters, from high to low."""
    fewest = Digit(number, len(players), lambda _: 1, nothing)
    return [fewest, *difference_digits(differences, players, unit, lambda _: True)]


# C.8 and C.9, since 2026 C10 and C11: as few topscorers, or opponents of topscorers, as possible with a colour
# difference beyond 2, and with the same colour three times in a row.

WIDEST = 2


def topscorers(
    players: Sequence[PairingPlayer], initial: Colour, names: tuple[str, str] = ("C.8", "C.9")
) -> list[Digit]:
    """Return no digits before the last round: there are no topscorers yet (A.7)."""
    if not any(member.topscorer for member in players):
        return []

    def wide(player: PairingPlayer, colour: Colour) -> bool:
        return abs(player.difference + (1 if colour == "w" else -1)) > WIDEST

    def third(player: PairingPlayer, colour: Colour) -> bool:
        return player.colours[-2:] == 2 * colour

    def count(test: Callable[[PairingPlayer, Colour], bool], higher: PairingPlayer, lower: PairingPlayer) -> int:
        if not (higher.topscorer or lower.topscorer):
            return 0
        colour, _ = colour_of_higher(higher, lower, initial)
        return test(higher, colour) + test(lower, other(colour))

    return [
        Digit(names[0], len(players), nothing, lambda higher, lower: count(wide, higher, lower)),
        Digit(names[1], len(players), nothing, lambda higher, lower: count(third, higher, lower)),
    ]


# C.10 and C.11, since 2026 C12 and C13: as few players as possible who do not get their colour preference, and a
# strong one.


def colours(players: Sequence[PairingPlayer], names: tuple[str, str] = ("C.10", "C.11")) -> list[Digit]:
    """Of two players who seek the same colour one goes without (E.2: the one whose preference is weaker)."""
    most = len(players) // 2
    return [Digit(names[0], most, nothing, denied), Digit(names[1], most, nothing, denied_strongly)]


def denied(higher: PairingPlayer, lower: PairingPlayer) -> int:
    """C.10 for a pair."""
    mine, theirs = higher.preference.colour, lower.preference.colour
    return int(mine is not None and mine == theirs)


def denied_strongly(higher: PairingPlayer, lower: PairingPlayer) -> int:
    """C.11 for a pair. An absolute preference is not a strong one: two topscorers who both have it count for C.8 to
    C.10."""
    weaker = min(higher.preference.strength, lower.preference.strength)
    return int(weaker == Strength.STRONG and denied(higher, lower))


def least_denied(pairs: int, white: int, black: int, without: int) -> int:
    """x: at least this number of players do not get their preference, in any candidate."""
    return max(0, pairs - min(white, black) - without)


def least_denied_strongly(x: int, mild_of_the_majority: int) -> int:
    """z: at least this number of them have a strong preference."""
    return max(0, x - mild_of_the_majority)


# C.12 to C.19, since 2026 C14 to C21: floats that repeat those of the last round or of the one before, and their score
# differences.


def repeated_floats(players: Sequence[PairingPlayer], unit: int, low: int | None = None) -> list[Digit]:
    """Return downfloats and upfloats of the last round, of the one before, and then their differences.

    Since 2026 only residents, whose score is `low`, count as downfloaters, and only opponents of moved-down players as
    upfloaters. A moved-down player who stays unpaired has a difference of one point more than if they were paired.
    """
    name, first = ("C.", 12) if low is None else ("C", 14)
    names = [f"{name}{first + at}" for at in range(8)]
    counts = [digit for ago in (0, 1) for digit in _counts(players, names[2 * ago :], ago, low)]
    return counts + [digit for ago in (0, 1) for digit in _differences(players, unit, names[4 + 2 * ago :], ago, low)]


def _counts(players: Sequence[PairingPlayer], names: list[str], ago: int, low: int | None) -> list[Digit]:
    counted = [player for player in players if low is None or player.score == low]

    def down(player: PairingPlayer) -> int:
        return int(player.floats[ago] == "down" and (low is None or player.score == low))

    def down_in_a_pair(higher: PairingPlayer, lower: PairingPlayer) -> int:
        return int(higher.score > lower.score and higher.floats[ago] == "down")

    def up(higher: PairingPlayer, lower: PairingPlayer) -> int:
        return int(higher.score > lower.score and lower.floats[ago] == "up")

    return [
        Digit(names[0], sum(map(down, counted)), down, down_in_a_pair if low is None else nothing),
        Digit(names[1], sum(player.floats[ago] == "up" for player in counted), nothing, up),
    ]


def _differences(
    players: Sequence[PairingPlayer], unit: int, names: list[str], ago: int, low: int | None
) -> list[Digit]:
    def down(player: PairingPlayer) -> bool:
        return player.floats[ago] == "down" and (low is None or player.score > low)

    def up(player: PairingPlayer) -> bool:
        return player.floats[ago] == "up" and (low is None or player.score == low)

    return [
        *difference_digits(names[0], players, unit, down),
        *difference_digits(names[1], players, unit, up, upwards=True),
    ]


# C.4 and A.9: whether a round can be completed.


def completes(field: Field, players: int) -> bool:
    """The completion test: all players of a set can be paired, except one if the round has a bye."""
    vertices = players if field.bye is None else players | 1 << field.bye
    return Matching(field.allowed, vertices).missing == 0


# C6 to C8 of 2026: fewest downfloaters, then their scores from high to low, here and in the next bracket.


def downfloaters(players: Sequence[PairingPlayer], criterion: str, then: str) -> list[Digit]:
    """The number of downfloaters, and a digit for each score that they can have. If there is only one score, the
    number of the players says all."""
    scores = sorted({player.score for player in players}, reverse=True)
    return [
        Digit(criterion, len(players), lambda _: 1, nothing),
        *(with_score(then, score, players) for score in (scores if len(scores) > 1 else ())),
    ]


def with_score(criterion: str, score: int, players: Sequence[PairingPlayer]) -> Digit:
    """Return how many downfloaters have a score."""
    return Digit(
        criterion, sum(player.score == score for player in players), lambda one: int(one.score == score), nothing
    )


# C.7: the downfloaters that give the next bracket the most pairs, then the least score differences.

BEST, FAIR, WORST = 0, 1, 2


class SingleFloater:
    """How the next bracket can use a single downfloater, without looking at its pairings.

    They add a pair if they may meet somebody whom a largest matching of the residents can spare: `best`. Otherwise they
    can only take somebody's place: `fair`, if there is anybody whom they may meet. If the next bracket is the last, the
    bye takes part: they are fair if only the bye is left for them.
    """

    def __init__(self, field: Field, below: Sequence[int], last: bool) -> None:
        self.field = field
        residents = mask_of(below)
        with_bye = last and len(below) % 2 == 0 and field.bye is not None
        vertices = residents | (1 << field.bye if with_bye and field.bye is not None else 0)
        matching = Matching(field.allowed, vertices)
        spare = matching.missable()
        self.best, self.fair = spare & residents, vertices
        if last:
            complete = matching.missing == 1
            self.best, self.fair = (spare & residents, spare) if complete else (0, 0)

    def value(self, player: int) -> int:
        """The lower the better."""
        around = self.field.allowed[player]
        return BEST if around & self.best else FAIR if around & self.fair else WORST

    def digit(self, players: Sequence[int]) -> list[Digit]:
        """As a cost of the downfloater."""
        values = {self.field.entrants[player].rank: self.value(player) for player in players}
        return [Digit("C.7", WORST, lambda player: values[player.rank], nothing)]


# C9 of 2026: the player who gets the pairing-allocated bye has as few unplayed games as possible.


def unplayed_games(players: Sequence[PairingPlayer], bye_score: int) -> list[Digit]:
    """What a single downfloater costs who will have the bye: only players with the score of C5 can get it."""

    def unplayed(player: PairingPlayer) -> int:
        return player.unplayed if player.score == bye_score else 0

    return [Digit("C9", max(map(unplayed, players)), unplayed, nothing)]
