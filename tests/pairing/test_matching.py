"""Matchings: as many pairs as possible, and the heaviest, by three ways that must agree."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from arpad.pairing._matching import ALONE, QUICK_BITS, Matching, heaviest, heaviest_pairs
from proofs import law

Edges = list[tuple[int, int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    count = draw(st.integers(1, 9))
    most = draw(st.sampled_from([1, 3, 50, 2**140]))
    edges = [
        (one, two, draw(st.integers(1, most)))
        for one in range(count)
        for two in range(one + 1, count)
        if draw(st.booleans())
    ]
    return count, edges


def best(count: int, edges: Edges) -> int:
    """The greatest weight, by trying every matching."""
    weights = {(one, two): weight for one, two, weight in edges}

    @cache
    def of(left: frozenset[int]) -> int:
        if not left:
            return 0
        first = min(left)
        rest = left - {first}
        return max(
            [of(rest), *(weights[first, player] + of(rest - {player}) for player in rest if (first, player) in weights)]
        )

    return of(frozenset(range(count)))


@law(300)
@given(graphs())
def test_heaviest(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    weights = {(one, two): weight for one, two, weight in edges}
    for found in (heaviest(count, edges), heaviest_pairs(edges)):
        players = [player for pair in found for player in pair]
        assert len(players) == len(set(players))
        assert sum(weights[pair] for pair in found) == best(count, edges)


@law(300)
@given(graphs())
def test_as_many_pairs_as_possible(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    adjacent = [0] * count
    for one, two, _ in edges:
        adjacent[one] |= 1 << two
        adjacent[two] |= 1 << one
    everybody = (1 << count) - 1
    matching = Matching(adjacent, everybody)
    for one, two in matching.mate.items():
        assert two == ALONE or (matching.mate[two] == one and adjacent[one] >> two & 1)
    assert count - matching.missing == 2 * best(count, [(one, two, 1) for one, two, _ in edges])
    spared = sum(
        1 << player
        for player in range(count)
        if Matching(adjacent, everybody & ~(1 << player)).missing < matching.missing
    )
    assert matching.missable() == spared


def test_weights_beyond_the_library_are_exact() -> None:
    """Two matchings that differ only in the last of more bits than the quick way has."""
    top = 1 << (QUICK_BITS + 20)
    edges = [(0, 1, top), (2, 3, top + 1), (0, 2, top + 1), (1, 3, top + 1)]
    assert heaviest(4, edges) == {(0, 2), (1, 3)}
