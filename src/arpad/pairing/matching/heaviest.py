"""The heaviest pairs: with the fast library if it is installed and its numbers are large enough, otherwise with whole
numbers of any size. Of several heaviest matchings they may find different ones; what the systems take from them is the
same in all, so rounds are paired alike with and without the fast library."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType

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
    found = quick.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return {(min(pair), max(pair)) for pair in found}


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
