"""Exact matchings in graphs: as many pairs as possible (Edmonds), and pairs of the greatest weight.

Rounds come out the same with and without the fast library.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType

# As many pairs as possible (Edmonds). Vertices are bits: a set of vertices is one whole number, so that the dense
# graphs of compatible players cost little.

ALONE = -1


def bits(mask: int) -> Iterator[int]:
    """The vertices of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(places: Iterable[int]) -> int:
    """Return places as a set, a bit for each."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


class Matching:
    """A largest matching of the vertices in `mask`; `adjacent[v]` are the neighbours of v."""

    def __init__(self, adjacent: Sequence[int] | Mapping[int, int], mask: int) -> None:
        self.adjacent = adjacent
        self.mask = mask
        self.mate: dict[int, int] = dict.fromkeys(bits(mask), ALONE)
        self.alone = mask
        self._greedy()
        self.enlarge()

    def enlarge(self) -> None:
        """Match more vertices until there are no more to match."""
        for vertex in list(bits(self.alone)):
            if self.missing < 2:
                break
            if self.alone >> vertex & 1:
                self._search(vertex)

    def take_out(self, vertex: int) -> None:
        """Leave a vertex out of the graph; its mate is unmatched then."""
        mate = self.mate.pop(vertex)
        self.mask &= ~(1 << vertex)
        self.alone &= ~(1 << vertex)
        if mate != ALONE:
            self.mate[mate] = ALONE
            self.alone |= 1 << mate

    def take_first(self, vertex: int, listed: Iterable[int]) -> int:
        """Take a vertex out of a complete matching, with the first of those listed who leaves a complete matching of
        the others, and return that mate."""
        own, fit = self.mate[vertex], 0
        self.take_out(vertex)
        for mate in listed:
            if not self.adjacent[vertex] >> mate & 1:
                continue
            if mate == own or self.adjacent[own] >> self.mate[mate] & 1:
                break
            fit = fit or self.missable()
            if fit >> mate & 1:
                break
        else:
            raise AssertionError
        self.take_out(mate)
        self.enlarge()
        return mate

    @property
    def missing(self) -> int:
        """Return how many vertices are unmatched."""
        return self.alone.bit_count()

    def missable(self) -> int:
        """Return the vertices that some largest matching leaves unmatched (the set D of Gallai and Edmonds)."""
        found = 0
        for vertex in bits(self.alone):
            found |= self._search(vertex)
        return found

    def missable_nearby(self) -> int:
        """A part of them at once: the vertices left alone, and the mates of their neighbours."""
        found = self.alone
        for vertex in bits(self.alone):
            for other in bits(self.adjacent[vertex] & self.mask & ~self.alone):
                found |= 1 << self.mate[other]
        return found

    def _greedy(self) -> None:
        free = self.mask
        for vertex in bits(self.mask):
            if free >> vertex & 1:
                choice = self.adjacent[vertex] & free & ~(1 << vertex)
                if choice:
                    other = (choice & -choice).bit_length() - 1
                    self.mate[vertex], self.mate[other] = other, vertex
                    free &= ~(1 << vertex | 1 << other)
        self.alone = free

    def _search(self, root: int) -> int:
        """Look for an augmenting path from an unmatched vertex, and follow it; without one, return the vertices that an
        even alternating path reaches."""
        tree = _Tree(self, root)
        end = tree.grow()
        if end is None:
            return tree.outer
        self.alone &= ~(1 << root | 1 << end)
        tree.augment(end)
        return 0


class _Tree:
    """An alternating tree: outer vertices at an even distance from the root, inner ones between them."""

    def __init__(self, matching: Matching, root: int) -> None:
        self.mate, self.adjacent, self.mask = matching.mate, matching.adjacent, matching.mask
        self.goal = matching.alone & ~(1 << root)
        self.root = root
        self.outer, self.inner = 1 << root, 0
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        self.blossom: dict[int, int] = {}
        self.queue = deque([root])

    def grow(self) -> int | None:
        """The free vertex at the end of an augmenting path."""
        while self.queue:
            vertex = self.queue.popleft()
            around = self.adjacent[vertex] & self.mask
            if free := around & self.goal & ~self.outer:
                end = (free & -free).bit_length() - 1
                self.parent[end] = vertex
                return end
            fresh = around & ~self.outer & ~self.inner
            while fresh:
                inner = (fresh & -fresh).bit_length() - 1
                mate = self.mate[inner]
                self.parent[inner] = vertex
                self.inner |= 1 << inner
                self.outer |= 1 << mate
                self.queue.append(mate)
                fresh &= ~(1 << inner | 1 << mate)
            while bridge := around & self.outer & ~self._own(vertex):
                self._contract(vertex, (bridge & -bridge).bit_length() - 1)
        return None

    def _own(self, vertex: int) -> int:
        base = self.base.get(vertex, vertex)
        return self.blossom.get(base, 1 << base)

    def _contract(self, one: int, two: int) -> None:
        """An odd cycle becomes one outer vertex."""
        base = self._common(one, two)
        members: set[int] = set()
        self._mark(one, base, two, members)
        self._mark(two, base, one, members)
        known = self.blossom.get(base, 1 << base)
        merged = known
        for member in members:
            merged |= self.blossom.get(member, 1 << member)
        for vertex in bits(merged & ~known):
            self.base[vertex] = base
        self.queue.extend(bits(merged & ~self.outer))
        self.outer |= merged
        self.inner &= ~merged
        self.blossom[base] = merged

    def _common(self, one: int, two: int) -> int:
        seen: set[int] = set()
        while True:
            one = self.base.get(one, one)
            seen.add(one)
            if one == self.root or self.mate[one] == ALONE:
                break
            one = self.parent[self.mate[one]]
        while True:
            two = self.base.get(two, two)
            if two in seen:
                return two
            two = self.parent[self.mate[two]]

    def _mark(self, vertex: int, base: int, child: int, members: set[int]) -> None:
        while self.base.get(vertex, vertex) != base:
            mate = self.mate[vertex]
            members.add(self.base.get(vertex, vertex))
            members.add(self.base.get(mate, mate))
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]

    def augment(self, end: int) -> None:
        """Turn the pairs along the path."""
        vertex = end
        while vertex != ALONE:
            before = self.parent[vertex]
            onward = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = onward


# The heaviest pairs: with the fast library if it is installed and its numbers are large enough, otherwise with whole
# numbers of any size. Of several heaviest matchings they may find different ones; what the systems take from them is
# the same in all, so rounds are paired alike with and without the fast library.

Edge = tuple[int, int, int]
QUICK_BITS = 115
"""rustworkx computes with 128 bits, and its dual values need a few more than the weights."""


@cache
def quick_library() -> ModuleType | None:
    """rustworkx, which the extra `fast` brings."""
    try:
        import rustworkx  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    return rustworkx


def heaviest(count: int, edges: Sequence[Edge]) -> set[tuple[int, int]]:
    """The pairs, lower vertex first, of a matching of the greatest weight among the vertices 0 to count - 1."""
    useful = [edge for edge in edges if edge[2] > 0]
    if not useful:
        return set()
    quick = quick_library()
    if quick is None or max(edge[2] for edge in useful).bit_length() > QUICK_BITS:
        return heaviest_pairs(useful)
    graph = quick.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.extend_from_weighted_edge_list(useful)
    matching = quick.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return {(min(pair), max(pair)) for pair in matching}


def heaviest_pairs(edges: Sequence[Edge]) -> set[tuple[int, int]]:
    """The same with whole numbers of any size. networkx is loaded only here."""
    import networkx  # noqa: PLC0415

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return {(min(pair), max(pair)) for pair in networkx.max_weight_matching(graph)}


def heaviest_edges(weights: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return the edges of a matching of the greatest weight among vertices with any numbers."""
    vertices = sorted({vertex for edge in weights for vertex in edge})
    place = {vertex: at for at, vertex in enumerate(vertices)}
    found = heaviest(len(vertices), [(place[one], place[two], weight) for (one, two), weight in weights.items()])
    return [(vertices[one], vertices[two]) for one, two in found]


# The first of the best pairings. Decisions about it are taken one after the other in the order in which they matter: a
# decision is a further digit below the weights; as many as fit are taken at once.

Weights = dict[tuple[int, int], int]
Bonus = Callable[[int, int], int]
LEAST_ROOM, EXACT_ROOM = 10, 800


class SolverWork:
    """The undecided part of a bracket of `players`. `weights` belong to the remaining edges, the lower place first;
    `forced` players must be paired in the bracket."""

    def __init__(self, players: Iterable[int], weights: Weights) -> None:
        self.inside, self.weights = frozenset(players), weights
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
        count = len({player for edge in self.weights for player in edge})
        inside, forced = self.inside, self.forced
        height = max(self.weights.values(), default=0).bit_length() + bits + count.bit_length()
        values: Weights = {}
        for (one, two), weight in self.weights.items():
            value = weight << bits
            if one in inside and two in inside:
                if bonus is not None:
                    value += bonus(one, two)
                if forced:
                    value += ((one in forced) + (two in forced)) << height
            values[one, two] = value
        mates: dict[int, int] = {}
        for one, two in heaviest_edges(values):
            if one in inside and two in inside:
                mates[one], mates[two] = two, one
        return mates

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


def best_pairs(players: Iterable[int], weights: Weights) -> list[tuple[int, int]]:
    """Return the pairs inside a bracket of some best candidate, the lower place first."""
    mates = SolverWork(players, weights).mates()
    return sorted((one, two) for one, two in mates.items() if one < two)
