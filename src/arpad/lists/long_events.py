"""The parts of one long event, rated by different lists or for different lists (4.1): the rules for all of them."""

from collections.abc import Callable, Iterable, Sequence

from arpad.lists.accepted import Part
from arpad.rating.model import PlayerRating

PartLines = Callable[[Part], Iterable[tuple[str, PlayerRating]]]
"""Everybody's line of a part by the reference engine, with the player's id."""


def capped_once(part: Part) -> bool:
    """Return whether the part is one of a longer event in which a player may profit by the cap once (8.3.1 of 2022)."""
    return bool(part.whole) and part.edition.change.cap_policy.value != "always"


def parts_that_profit(before: Sequence[Part], now: Sequence[Part], lines: PartLines) -> dict[str, Part]:
    """8.3.1 of 2022: for every player the part of a long event with the one game that profits by the cap.

    It is the game with the largest difference, of equal ones the first. Published lists do not change: players who have
    profited in a part rated `before` do not profit again.
    """
    found: dict[str, tuple[int, Part]] = {}
    for part in (*before, *now):
        for id_, line in lines(part):
            largest = max((game.difference for game in line.detail.games), default=0) if line.detail else 0
            known = found.get(id_)
            open_still = known is None or (known[1] in now and largest > known[0])
            if largest > part.edition.change.cap.value and open_still:
                found[id_] = (largest, part)
    return {id_: part for id_, (_, part) in found.items()}
