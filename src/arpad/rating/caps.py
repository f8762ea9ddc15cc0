"""The games to which the cap applies: one function per policy, over the differences of one event.

A difference is the player's rating minus the opponent's: positive if the player is the favourite.
"""

from collections.abc import Callable, Mapping, Sequence

from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import CapPolicy


def always(differences: Sequence[int], cap: int) -> list[int]:
    """Every difference beyond the cap counts as the cap (10.51, 8.54, and 8.3.1 from 2024)."""
    return [d if -cap <= d <= cap else cap if d > 0 else -cap for d in differences]


def _one(differences: Sequence[int], cap: int, candidates: Sequence[int]) -> list[int]:
    """Only the largest of the candidates is brought to the cap; of equals the first."""
    used = list(differences)
    beyond = [index for index in candidates if abs(used[index]) > cap]
    if beyond:
        largest = max(beyond, key=lambda index: abs(used[index]))
        used[largest] = cap if used[largest] > 0 else -cap
    return used


def once(differences: Sequence[int], cap: int) -> list[int]:
    """8.3.1 to the letter: one game of the event, the one with the largest difference, for favourite and outsider
    alike."""
    return _one(differences, cap, range(len(differences)))


def once_as_favourite(differences: Sequence[int], cap: int) -> list[int]:
    """8.3.1 of 2022: the favourite profits in one game of the event; for the lower rated player the cap always
    applies."""
    used = [max(-cap, difference) for difference in differences]
    return _one(used, cap, [index for index, difference in enumerate(differences) if difference > 0])


CAPS: Mapping[CapPolicy, Callable[[Sequence[int], int], list[int]]] = {
    "always": always,
    "once": once,
    "once-as-favourite": once_as_favourite,
}


USED_UP: Mapping[CapPolicy, Callable[[Sequence[int], int], list[int]]] = {
    "always": always,
    "once": lambda differences, cap: list(differences),  # noqa: ARG005  (a policy's signature)
    "once-as-favourite": lambda differences, cap: [max(-cap, difference) for difference in differences],
}
"""The same if the player has already profited in another part of the event."""


def used_differences(
    edition: Edition, rating: int, differences: Sequence[int], *, cap_used: bool = False
) -> Sequence[int]:
    """The differences of one event as they count. From 2025 a player of 2650 or more uses the full ones.

    `cap_used`: the one game that profits (8.3.1 of 2022) is in another part of the event."""
    rules = edition.change
    exempt = rules.cap_exempt_from.value
    if exempt is not None and rating >= exempt:
        return differences
    policies = USED_UP if cap_used else CAPS
    return policies[rules.cap_policy.value](differences, rules.cap.value)
