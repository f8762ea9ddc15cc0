"""4: the order of pairings. The opponent of the first in the ranking is as low as possible, then that of the second,
and so on; a player who floats comes last."""

from collections.abc import Callable, Sequence

from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.solver import SolverWork


def renumbered(order: Sequence[int], weights: Weights) -> tuple[dict[int, int], Weights]:
    """Return the numbers of the players in their ranking, those outside the bracket after them, and the edges so."""
    number = {place: at for at, place in enumerate(order)}
    for edge in weights:
        for place in edge:
            number.setdefault(place, len(number))
    found: Weights = {}
    for (one, two), weight in weights.items():
        first, second = number[one], number[two]
        found[min(first, second), max(first, second)] = weight
    return number, found


def lowest_first(number: int) -> int:
    """The lower an opponent stands in the ranking, the earlier it comes."""
    return number + 1


def fold(order: Sequence[int], weights: Weights, worth: Callable[[int], int] = lowest_first) -> list[tuple[int, int]]:
    """Return the pairs inside the bracket of the first of the best pairings. `worth` tells how early an opponent comes
    by its number in the order; it is at least 1 and at most the number of players."""
    _, edges = renumbered(order, weights)
    count = len(order)
    work = SolverWork(Bracket("last", (), tuple(range(count))), edges)
    width = count.bit_length()
    waiting = list(range(count))
    while waiting:
        part = waiting[: max(1, work.room // width)]
        shift = {player: width * at for at, player in enumerate(reversed(part))}
        mates = work.mates(
            lambda one, two, shift=shift: worth(two) << shift[one] if one in shift else 0,  # type: ignore[misc]
            width * len(part),
        )
        work.fix([(player, mates[player]) for player in part if mates.get(player, -1) > player])
        floating = {player for player in part if player not in mates}
        work.drop(lambda one, two, floating=floating: one in floating or two in floating)  # type: ignore[misc]
        waiting = [player for player in waiting if player not in work.taken and player not in floating]
    return [(order[one], order[two]) for one, two in work.pairs]
