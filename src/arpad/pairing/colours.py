"""Colour preferences and allocation (C.04.3, A.6 and E), and Baku acceleration (C.04.7).

A colour history is the text of the colours played, such as "wbw"; rounds without a game leave no trace
(C.04.2.D.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Literal, Protocol

from arpad.domain.event import Colour
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.pairing.systems import SwissSystem, baku_rule

# Baku acceleration: virtual points in the first rounds for the upper half of the players (C.04.5.1 of the manual,
# C.04.7 of 2026).


def premise_findings(system: SwissSystem, rounds: int | None) -> list[Finding]:
    """Article 1 of the manual: the acceleration is for tournaments of nine rounds or more."""
    rule = baku_rule(system)
    least = rule["least_rounds"]
    if rounds is None or rounds >= least:
        return []
    return [Finding("baku-rounds", "warning", rule["article"], values={"rounds": rounds, "least": least})]


def upper_group(players: int) -> int:
    """Article 2: GA is the first half, rounded up to an even number."""
    return 2 * -(-players // 4)


def accelerated_rounds(system: SwissSystem, rounds: int | None) -> tuple[int, int]:
    """Return how many rounds add a full virtual win, and how many after them half of one.

    The manual has three and two. Since 2026 the first half of the rounds is accelerated, rounded up, and the first half
    of these, rounded up, with a full win.
    """
    rule = baku_rule(system)
    if "full_rounds" in rule:
        return rule["full_rounds"], rule["half_rounds"]
    if rounds is None:
        raise ArpadError("pairing-rounds-unknown")
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return full, accelerated - full


def baku(
    system: SwissSystem,
    rounds: int | None,
    entered: Sequence[int],
    late: Sequence[int],
    win: Fraction = Fraction(1),
    games: int = 1,
) -> dict[int, dict[int, Fraction]]:
    """Articles 2 to 4: virtual points by round and starting rank.

    `entered` are the ranks that were there when round 1 was paired. The last of GA stays the last of GA, so players who
    enter late above them belong to it too (article 3). A match of several `games` takes as many rounds.
    """
    if not entered:
        return {}
    last = sorted(entered)[min(upper_group(len(entered)), len(entered)) - 1]
    group = [rank for rank in (*entered, *late) if rank <= last]
    full, half = accelerated_rounds(system, None if rounds is None else rounds // games)
    return {
        number: dict.fromkeys(group, win if number <= full * games else win / 2)
        for number in range(1, (full + half) * games + 1)
    }


# C.04.3, A.6 and E: colour preferences, and who gets which colour. A colour history is the text of the colours of the
# games played, first to last: "wbw" (C.04.2.D.5: rounds without a game leave no trace).

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
