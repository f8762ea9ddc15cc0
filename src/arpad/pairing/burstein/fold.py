"""4: the order of pairings. The opponent of the first in the ranking is as low as possible, then that of the second,
and so on; a player who floats comes last."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.solver import SolverWork

Pair = tuple[int, int]


def renumbered(order: Sequence[int], weights: Weights) -> Weights:
    """Return the edges by the numbers of the players in their ranking; those outside the bracket come after them."""
    number = {place: at for at, place in enumerate(order)}
    for edge in weights:
        for place in edge:
            number.setdefault(place, len(number))
    found: Weights = {}
    for (one, two), weight in weights.items():
        first, second = number[one], number[two]
        found[min(first, second), max(first, second)] = weight
    return found


def lowest_first(number: int) -> int:
    """The lower an opponent stands in the ranking, the earlier it comes."""
    return number + 1


def fold(order: Sequence[int], weights: Weights, worth: Callable[[int], int] = lowest_first) -> list[tuple[int, int]]:
    """Return the pairs inside the bracket of the first of the best pairings. `worth` tells how early an opponent comes
    by its number in the order; it is at least 1 and at most the number of players."""
    count = len(order)
    work = SolverWork(Bracket("last", (), tuple(range(count))), renumbered(order, weights))
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


def earlier_pairs(order: Sequence[int], pairs: Iterable[Pair]) -> Iterator[tuple[Pair, list[Pair], list[int]]]:
    """Yield the pairs that would have come first in the order of 4, each with the pairs and the floaters that are
    decided by then."""
    mate = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    fixed: list[Pair] = []
    floated: list[int] = []
    free = list(order)
    while free:
        top = free.pop(0)
        for other in reversed(free):
            if other == mate.get(top):
                break
            yield (top, other), fixed, floated
        if top in mate:
            free.remove(mate[top])
            fixed.append((min(top, mate[top]), max(top, mate[top])))
        else:
            floated.append(top)
