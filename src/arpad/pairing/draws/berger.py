"""C.05 annex 1 and chapter IV, 1: Berger tables, by their rule and so for any number of players."""

from typing import Literal, get_args

from arpad.pairing.draws.limits import within
from arpad.pairing.draws.model import Draw, DrawPairing, DrawRound

LEAST = 2
Swap = Literal["first", "each", "none"]
SWAPS: tuple[Swap, ...] = get_args(Swap)


def berger(players: int, double: bool = False, swap: Swap = "first") -> Draw:
    """Everybody against everybody, once; or twice, the second time with the other colours."""
    cycle = berger_rounds(within("players", players, LEAST))
    rounds = double_rounds(cycle, swap) if double else cycle
    return Draw("berger", tuple(range(1, players + 1)), rounds)


def berger_rounds(players: int) -> tuple[DrawRound, ...]:
    """Annex 1: if the number of players is odd, the highest number of the table is a free round."""
    size = players + players % 2
    return tuple(_without_rest(table_round(size, number), players) for number in range(1, size))


def table_round(size: int, number: int) -> list[tuple[int, int]]:
    """A round of the table for an even number, White first, its boards in the printed order.

    On the first board the highest number has Black in odd rounds and White in even ones. Its opponent is the centre of
    the others: a player some places after the centre meets, with White, the one as many places before it.
    """
    half = size // 2
    centre = (number + 1) // 2 if number % 2 else number // 2 + half
    first = (centre, size) if number % 2 else (size, centre)
    return [first, *((_seat(centre + away, size), _seat(centre - away, size)) for away in range(1, half))]


def _seat(place: int, size: int) -> int:
    """A place on the circle of all numbers but the highest."""
    return (place - 1) % (size - 1) + 1


def _without_rest(table: list[tuple[int, int]], players: int) -> DrawRound:
    resting = tuple(min(pair) for pair in table if max(pair) > players)
    return DrawRound(tuple(DrawPairing(*pair) for pair in table if max(pair) <= players), resting)


def double_rounds(cycle: tuple[DrawRound, ...], swap: Swap) -> tuple[DrawRound, ...]:
    """Both cycles. So that nobody has the same colour three times running, the last two rounds of a cycle change
    places: annex 1 says so of the first cycle, chapter IV of each."""
    changed = (*cycle[:-2], *reversed(cycle[-2:]))
    first = cycle if swap == "none" else changed
    second = changed if swap == "each" else cycle
    return (
        *first,
        *(DrawRound(tuple(pairing.reversed for pairing in round_.pairings), round_.byes) for round_ in second),
    )
