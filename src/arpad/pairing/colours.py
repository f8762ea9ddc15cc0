"""C.04.3, A.6 and E: colour preferences, and who gets which colour.

A colour history is the text of the colours of the games played, first to last: "wbw" (C.04.2.D.5: rounds without a
game leave no trace).
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Literal, Protocol

from arpad.domain.event import Colour

Rule = Literal["E.1", "E.2", "E.3", "E.4", "E.5"]


class Strength(IntEnum):
    """A.6: how strong a preference is."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """A.6: the colour a player ought to get, and how much."""

    colour: Colour | None
    strength: Strength


def other(colour: Colour) -> Colour:
    """The colour of the opponent."""
    return "b" if colour == "w" else "w"


@cache
def difference(colours: str) -> int:
    """A.6: games with white less games with black."""
    return 2 * colours.count("w") - len(colours)


@cache
def preference(colours: str) -> Preference:
    """A.6: absolute if the difference is beyond 1 or the last two colours are the same; strong if it is 1; mild
    if it is 0; none before the first game. If the first two disagree, the difference decides."""
    if not colours:
        return Preference(None, Strength.NONE)
    balance = difference(colours)
    if abs(balance) > 1:
        return Preference("b" if balance > 0 else "w", Strength.ABSOLUTE)
    last: Colour = "w" if colours[-1] == "w" else "b"
    if colours[-2:] in ("ww", "bb"):
        return Preference(other(last), Strength.ABSOLUTE)
    if balance:
        return Preference("b" if balance > 0 else "w", Strength.STRONG)
    return Preference(other(last), Strength.MILD)


class Coloured(Protocol):
    """What decides the colours: the history, and the number if nothing else decides."""

    @property
    def colours(self) -> str: ...
    @property
    def number(self) -> int: ...


def colour_of_higher(higher: Coloured, lower: Coloured, initial: Colour) -> tuple[Colour, Rule]:
    """E: the colour of the higher ranked of two players, and the rule that decided."""
    mine, theirs = preference(higher.colours), preference(lower.colours)
    if mine.colour is None and theirs.colour is None:
        return (initial if higher.number % 2 else other(initial)), "E.5"
    if mine.colour is None:
        assert theirs.colour is not None
        return other(theirs.colour), "E.1"
    if mine.colour != theirs.colour:
        return mine.colour, "E.1"
    weights = _weight(higher.colours), _weight(lower.colours)
    if weights[0] != weights[1]:
        return (mine.colour if weights[0] > weights[1] else other(mine.colour)), "E.2"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "E.3"
    return mine.colour, "E.4"


@cache
def _weight(colours: str) -> tuple[int, int]:
    """E.2: the stronger preference; of two absolute ones, the wider colour difference."""
    strength = preference(colours).strength
    return strength, abs(difference(colours)) if strength == Strength.ABSOLUTE else 0


def last_difference(first: str, second: str) -> Colour | None:
    """E.3: the colour of the first player in the most recent game in which one had white and the other black."""
    for mine, theirs in zip(reversed(first), reversed(second), strict=False):
        if mine != theirs:
            return "w" if mine == "w" else "b"
    return None
