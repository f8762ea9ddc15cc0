"""B.8 for any bracket: the best value by one heaviest matching, then the first candidate that has it.

The decisions of section D are taken one after the other in the order in which they matter: which moved-down players
are paired (D.3), whom they meet (D.1), who is exchanged (D.2), whom each player of S1 meets (D.1). A decision is a
further digit below the criteria; as many as fit are taken at once.
"""

from collections.abc import Callable, Iterator, Sequence

from arpad.pairing.dutch.bracket import Bracket, Paired, paired_by
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.matching.heaviest import QUICK_BITS, heaviest

Bonus = Callable[[int, int], int]
LEAST_ROOM, EXACT_ROOM = 10, 800


def solve(bracket: Bracket, weights: Weights) -> Paired:
    """The first of the best candidates."""
    work = SolverWork(bracket, weights)
    oppose(work, _choose_moved(work), bracket.residents)
    remainder = [resident for resident in bracket.residents if resident not in work.taken]
    upper = _exchange(work, remainder)
    oppose(work, upper, [player for player in remainder if player not in set(upper)])
    return paired_by(bracket, work.pairs)


def best_pairs(bracket: Bracket, weights: Weights) -> list[tuple[int, int]]:
    """The pairs of some best candidate."""
    mates = SolverWork(bracket, weights).mates()
    return sorted((one, two) for one, two in mates.items() if one < two)


class SolverWork:
    """The undecided part of a bracket. `weights` belong to the remaining edges, the lower place first; `forced` players
    must be paired in the bracket."""

    def __init__(self, bracket: Bracket, weights: Weights) -> None:
        self.bracket, self.weights = bracket, weights
        self.inside = frozenset(bracket.players)
        self.forced: set[int] = set()
        self.pairs: list[tuple[int, int]] = []
        self.taken: set[int] = set()

    @property
    def room(self) -> int:
        """Return how many bits are left for decisions; no limit if the weights are too long for the quick way."""
        used = max(self.weights.values(), default=1).bit_length() + 2 * len(self.inside).bit_length() + 1
        room = QUICK_BITS - used
        return room if room >= LEAST_ROOM else EXACT_ROOM

    def mates(self, bonus: Bonus | None = None, bits: int = 0) -> dict[int, int]:
        """The pairs inside the bracket of a best candidate: of several, one with the greatest bonus."""
        vertices = sorted({player for edge in self.weights for player in edge})
        place = {player: at for at, player in enumerate(vertices)}
        inside, forced = self.inside, self.forced
        height = max(self.weights.values(), default=0).bit_length() + bits + len(vertices).bit_length()
        edges = []
        for (one, two), weight in self.weights.items():
            value = weight << bits
            if one in inside and two in inside:
                if bonus is not None:
                    value += bonus(one, two)
                if forced:
                    value += ((one in forced) + (two in forced)) << height
            edges.append((place[one], place[two], value))
        found: dict[int, int] = {}
        for first, second in heaviest(len(vertices), edges):
            one, two = vertices[first], vertices[second]
            if one in inside and two in inside:
                found[one], found[two] = two, one
        return found

    def drop(self, unwanted: Callable[[int, int], bool]) -> None:
        """Edges inside the bracket that no candidate still to come has."""
        inside = self.inside
        self.weights = {
            (one, two): weight
            for (one, two), weight in self.weights.items()
            if one not in inside or two not in inside or not unwanted(one, two)
        }

    def fix(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Pairs that are decided."""
        gone = {player for pair in pairs for player in pair}
        self.pairs += [(min(pair), max(pair)) for pair in pairs]
        self.taken |= gone
        self.forced -= gone
        self.weights = {
            edge: weight for edge, weight in self.weights.items() if edge[0] not in gone and edge[1] not in gone
        }


def in_parts(players: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Yield players in groups of a size."""
    return (players[at : at + size] for at in range(0, len(players), size))


def _choose_moved(work: SolverWork) -> list[int]:
    """D.3: the moved-down players that are paired, the lowest numbers first."""
    moved = work.bracket.moved
    if not moved:
        return []
    mates = work.mates()
    count = sum(player in mates for player in moved)
    if count == len(moved):
        return list(moved)
    chosen: list[int] = []
    for part in in_parts(moved, work.room):
        worth = {player: 1 << place for place, player in enumerate(reversed(part))}
        mates = work.mates(lambda one, _, worth=worth: worth.get(one, 0), len(part))  # type: ignore[misc]
        now = {player for player in part if player in mates}
        chosen += [player for player in part if player in now]
        work.forced |= now
        refused = set(part) - now
        work.drop(lambda one, _, refused=refused: one in refused)  # type: ignore[misc]
    return chosen


def oppose(work: SolverWork, upper: Sequence[int], lower: Sequence[int]) -> None:
    """D.1: the opponents of the players of S1 in turn, each the first that the best value allows."""
    width = len(lower).bit_length()
    rank = {player: len(lower) - at for at, player in enumerate(lower)}
    for part in in_parts(upper, max(1, work.room // max(1, width))):
        shift = {player: width * place for place, player in enumerate(reversed(part))}
        mates = work.mates(
            lambda one, two, shift=shift: rank.get(two, 0) << shift[one] if one in shift else 0,  # type: ignore[misc]
            width * len(part),
        )
        work.fix([(player, mates[player]) for player in part])


def _exchange(work: SolverWork, remainder: Sequence[int]) -> list[int]:
    """D.2: the players of S1 after the exchange. Of a pair the higher ranked belongs to S1: the other way round the
    candidate has been there before."""
    place = {player: at for at, player in enumerate(remainder)}
    mates = work.mates()
    count = len(mates) // 2
    if not count:
        return []
    width = (len(remainder) ** 2).bit_length()
    bits = width + len(remainder).bit_length()

    def fewest(one: int, _: int) -> int:
        """D.2 a and b: as many pairs as possible whose upper player stays in S1, and the lowest sum of S1."""
        return ((place[one] < count) << width) + len(remainder) - place[one]

    mates = work.mates(fewest, bits)
    upper = _upper(remainder, mates)
    if place[upper[-1]] >= count:
        inside = work.inside
        work.weights = {
            (one, two): (weight << bits) + (fewest(one, two) if one in inside and two in inside else 0)
            for (one, two), weight in work.weights.items()
        }
        _leave(work, remainder[:count])
        upper = _upper(remainder, _enter(work, remainder[count:]))
        work.weights = {edge: weight >> bits for edge, weight in work.weights.items()}
        work.forced.clear()
    s1 = set(upper)
    work.drop(lambda one, two: one not in s1 or two in s1)
    return upper


def _upper(remainder: Sequence[int], mates: dict[int, int]) -> list[int]:
    return [player for player in remainder if mates.get(player, -1) > player]


def _leave(work: SolverWork, s1: Sequence[int]) -> None:
    """D.2 c: who leaves S1, the highest numbers first."""
    for part in in_parts(s1[::-1], work.room):
        worth = {player: 1 << place for place, player in enumerate(reversed(part))}
        most = (1 << len(part)) - 1
        mates = work.mates(
            lambda one, _, worth=worth, most=most: most - worth.get(one, 0),  # type: ignore[misc]
            len(part) + len(work.inside).bit_length(),
        )
        gone = {player for player in part if mates.get(player, -1) < player}
        work.drop(lambda one, _, gone=gone: one in gone)  # type: ignore[misc]


def _enter(work: SolverWork, s2: Sequence[int]) -> dict[int, int]:
    """D.2 d: who enters S1, the lowest numbers first."""
    mates: dict[int, int] = {}
    for part in in_parts(s2, work.room):
        worth = {player: 1 << place for place, player in enumerate(reversed(part))}
        mates = work.mates(lambda one, _, worth=worth: worth.get(one, 0), len(part))  # type: ignore[misc]
        come = {player for player in part if mates.get(player, -1) > player}
        work.forced |= come
        work.drop(lambda _, two, come=come: two in come)  # type: ignore[misc]
    return mates
