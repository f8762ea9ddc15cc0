"""`rating.caps` over columns: which differences the cap reaches, and which games are not rated at all."""

from collections.abc import Callable, Mapping

import numpy as np

from arpad.rating.columns import Mask, Numbers
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import CapPolicy


def too_far(edition: Edition, mine: Numbers, his: Numbers) -> Mask:
    """7.3.1 from December 2024: the games that are not rated, 600 or more apart and one player above 2600."""
    least, above = edition.change.not_rated_from_difference.value, edition.change.not_rated_above.value
    if least is None:
        return np.zeros(len(mine), dtype=np.bool_)
    return np.asarray((np.abs(mine - his) >= least) & (np.maximum(mine, his) > (above or 0)))


def used_differences(edition: Edition, event: Numbers, player: Numbers, mine: Numbers, difference: Numbers) -> Numbers:
    """Return the differences as they count, by the policy of the edition; from 2025 players with 2650 use the full
    ones."""
    rules = edition.change
    capped = CAPS[rules.cap_policy.value](event, player, difference, rules.cap.value)
    if rules.cap_exempt_from.value is None:
        return capped
    return np.where(mine >= rules.cap_exempt_from.value, difference, capped)


def always(_event: Numbers, _player: Numbers, difference: Numbers, cap: int) -> Numbers:
    """Every difference beyond the cap counts as the cap."""
    return np.clip(difference, -cap, cap)


def once(event: Numbers, player: Numbers, difference: Numbers, cap: int) -> Numbers:
    """One game of the event, the one with the largest difference, for favourite and outsider alike."""
    return _one(event, player, difference, np.abs(difference) > cap, cap)


def once_as_favourite(event: Numbers, player: Numbers, difference: Numbers, cap: int) -> Numbers:
    """8.3.1 of 2022: the favourite profits in one game of the event; for the lower rated player the cap always
    applies."""
    return _one(event, player, np.maximum(difference, -cap), difference > cap, cap)


def _one(event: Numbers, player: Numbers, difference: Numbers, beyond: Mask, cap: int) -> Numbers:
    """Of each player's games of an event beyond the cap only the largest is capped, of equals the first."""
    places = np.flatnonzero(beyond)
    if not len(places):
        return difference
    event, player = event[places], player[places]
    order = np.lexsort((-np.abs(difference[places]), player, event))
    event, player = event[order], player[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (event[1:] != event[:-1]) | (player[1:] != player[:-1])
    largest = places[order[first]]
    difference = difference.copy()
    difference[largest] = np.clip(difference[largest], -cap, cap)
    return difference


CAPS: Mapping[CapPolicy, Callable[[Numbers, Numbers, Numbers, int], Numbers]] = {
    "always": always,
    "once": once,
    "once-as-favourite": once_as_favourite,
}
