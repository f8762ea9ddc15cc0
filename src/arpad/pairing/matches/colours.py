"""4 of C.04.5 and C.04.6: who has White. The articles are numbered alike but for what each system leaves out."""

from arpad.domain.event import Colour
from arpad.pairing.colours import difference, last_difference, other
from arpad.pairing.matches.sides import MatchSide
from arpad.pairing.systems import SwissSystem


def first_of(system: SwissSystem, one: MatchSide, two: MatchSide) -> tuple[MatchSide, MatchSide]:
    """4.2: the higher primary score, then the higher secondary score, then the smaller number. Points that were really
    won count, without virtual ones, unless another reading is asked for."""
    primary = {side.rank: side.points if system.higher == "points" else side.score for side in (one, two)}
    key = {side.rank: (-primary[side.rank], -side.secondary, side.rank) for side in (one, two)}
    return (one, two) if key[one.rank] < key[two.rank] else (two, one)


def team_colour(first: MatchSide, second: MatchSide, initial: Colour) -> tuple[Colour, str]:
    """4.3 of C.04.6: the colour of the first-team, and the article that decides."""
    if not first.colours and not second.colours:
        return (initial if first.number % 2 else other(initial)), "4.3.1"
    if (wished := _by_wishes(first, second)) is not None:
        return wished
    mine, theirs = difference(first.colours), difference(second.colours)
    if mine != theirs:
        return ("w" if mine < theirs else "b"), "4.3.5"
    if (differing := last_difference(first.colours, second.colours)) is not None:
        return other(differing), "4.3.6"
    if first.wish is not None:
        return first.wish, "4.3.7"
    return _alternated(first, second, ("4.3.8", "4.3.9"))


def _by_wishes(first: MatchSide, second: MatchSide) -> tuple[Colour, str] | None:
    """4.3.2 to 4.3.4: a preference that the other side does not share, or shares less strongly."""
    if first.wish is None:
        return None if second.wish is None else (other(second.wish), "4.3.2")
    if second.wish is None:
        return first.wish, "4.3.2"
    if first.wish != second.wish:
        return first.wish, "4.3.3"
    if first.strong != second.strong:
        return (first.wish if first.strong else other(first.wish)), "4.3.4"
    return None


def double_colour(first: MatchSide, second: MatchSide, initial: Colour) -> tuple[Colour, str]:
    """4.3 of C.04.5: the colour of the higher ranked player in the first game, and the article that decides."""
    if not first.colours and not second.colours:
        return (initial if first.number % 2 else other(initial)), "4.3.1"
    mine, theirs = first.colours.count("w"), second.colours.count("w")
    if mine != theirs:
        return ("w" if mine < theirs else "b"), "4.3.2"
    if (differing := last_difference(first.colours, second.colours)) is not None:
        return other(differing), "4.3.3"
    return _alternated(first, second, ("4.3.4", "4.3.5"))


def _alternated(first: MatchSide, second: MatchSide, articles: tuple[str, str]) -> tuple[Colour, str]:
    """The last colour of the first side is alternated, or that of the other if the first has not played."""
    if first.colours:
        return ("b" if first.colours[-1] == "w" else "w"), articles[0]
    return ("w" if second.colours[-1] == "w" else "b"), articles[1]
