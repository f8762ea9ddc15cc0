"""4 and 5.2: the players of a group who are no floaters, in the order of the exchanges with the fewest defects."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from arpad.pairing.lim.field import LimField
from arpad.pairing.matching.cardinality import Matching, bits, mask_of
from arpad.pairing.matching.heaviest import heaviest

Pair = tuple[int, int]
Graph = Mapping[int, int]


def exchange(field: LimField, ordered: Sequence[int], below: bool) -> list[Pair]:
    """4.2: the first tries m+1 to 2m, then m to 2, renumbered among those left; the first with the fewest defects."""
    inside = mask_of(ordered)
    graph = {place: field.allowed[place] & inside for place in ordered}
    if field.state.system.widest is not None:
        graph = _near_the_proposed(field, graph, in_depth(graph, ordered))
    spared = without_defects(field, graph, below)
    if not Matching(spared, inside).missing:
        return in_depth(spared, ordered)
    return _by_weights(field, graph, ordered, below)


def in_turn(left: Sequence[int]) -> Iterator[int]:
    """The opponents of the first of those left."""
    half = len(left) // 2
    yield from left[half:]
    yield from reversed(left[1:half])


def in_depth(graph: Graph, ordered: Sequence[int]) -> list[Pair]:
    """The first complete pairing of a graph that has one; the upper half against the lower one as soon as it can be."""
    left = list(ordered)
    pairs: list[Pair] = []
    matching: Matching | None = None
    while left:
        half = len(left) // 2
        if all(graph[one] >> two & 1 for one, two in zip(left[:half], left[half:], strict=True)):
            return [*pairs, *zip(left[:half], left[half:], strict=True)]
        if matching is None:
            matching = Matching(graph, mask_of(left))
        first = left[0]
        mate = _first_fit(graph, matching, first, in_turn(left))
        pairs.append((first, mate))
        left = [place for place in left if place not in (first, mate)]
    return pairs


def _first_fit(graph: Graph, matching: Matching, first: int, listed: Iterable[int]) -> int:
    """Take a player out of a complete pairing, with the first opponent who leaves one of the others."""
    own = matching.mate[first]
    matching.take_out(first)
    fit = 0
    for mate in listed:
        if not graph[first] >> mate & 1:
            continue
        if mate == own or graph[own] >> matching.mate[mate] & 1:
            break
        fit = fit or matching.missable()
        if fit >> mate & 1:
            break
    else:
        raise AssertionError
    matching.take_out(mate)
    matching.enlarge()
    return mate


def without_defects(field: LimField, graph: Graph, below: bool) -> dict[int, int]:
    """The pairs of which every complete pairing has as few defects as the due colours allow: nobody beyond the limits,
    and pairs of the same due colour only among the larger number, if the others cannot do without them."""
    due: dict[str | None, int] = {"w": 0, "b": 0, None: 0}
    for place in graph:
        due[field.players[place].due_colour] |= 1 << place
    sides = sorted((due["w"], due["b"]), key=int.bit_count)
    small, large = sides
    if large.bit_count() <= small.bit_count() + due[None].bit_count():
        barred = {place: side for side in sides for place in bits(side)}
    else:
        few = small | due[None]
        barred = dict.fromkeys(bits(few), few)
    found = {place: own & ~barred.get(place, 0) for place, own in graph.items()}
    return _within_limits(field, found, below) if field.state.last else found


def _near_the_proposed(field: LimField, graph: Graph, pairs: Sequence[Pair]) -> dict[int, int]:
    """5.7: in a maxi-tournament a player may only have an opponent near the one of the first scrutiny."""
    proposed = {one: two for pair in pairs for one, two in (pair, pair[::-1])}

    def may_be(one: int, two: int) -> bool:
        return proposed[one] == two or (field.near(proposed[one], two) and field.near(proposed[two], one))

    return {one: mask_of(two for two in bits(others) if may_be(one, two)) for one, others in graph.items()}


def _within_limits(field: LimField, graph: Graph, below: bool) -> dict[int, int]:
    """The pairs in which nobody gets a colour beyond the limits."""
    return {
        one: mask_of(two for two in bits(others) if not field.cost(one, two, below)[0]) for one, others in graph.items()
    }


def _by_weights(field: LimField, graph: Graph, ordered: Sequence[int], below: bool) -> list[Pair]:
    """The same if the due colours alone do not tell the fewest defects: a heaviest pairing for each player in turn,
    with a bonus for the opponents that come earlier."""
    left, pairs, base = list(ordered), [], len(ordered) + 1
    costs = {}
    for one, two in combinations(ordered, 2):
        if graph[one] >> two & 1:
            beyond, same = field.cost(one, two, below)
            costs[one, two] = beyond * base + same
    while left:
        first, whole = left[0], 2 * base * base
        number = {place: at for at, place in enumerate(left)}
        bonus = {place: len(left) - at for at, place in enumerate(in_turn(left))}
        edges = [
            (number[one], number[two], (2 * whole - cost) * base + (bonus[two] if one == first else 0))
            for (one, two), cost in costs.items()
            if one in number and two in number
        ]
        mate = left[next(two for one, two in heaviest(len(left), edges) if one == 0)]
        pairs.append((first, mate))
        left = [place for place in left if place not in (first, mate)]
    return pairs
