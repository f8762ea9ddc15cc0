"""The heaviest pairs: with the fast library if its numbers are large enough, otherwise with whole numbers of any
size."""

from collections.abc import Sequence

import rustworkx

Edge = tuple[int, int, int]
QUICK_BITS = 115
"""rustworkx computes with 128 bits, and its dual values need a few more than the weights."""


def heaviest(count: int, edges: Sequence[Edge]) -> set[tuple[int, int]]:
    """The pairs, lower vertex first, of a matching of the greatest weight among the vertices 0 to count - 1."""
    useful = [edge for edge in edges if edge[2] > 0]
    if not useful:
        return set()
    if max(edge[2] for edge in useful).bit_length() > QUICK_BITS:
        return heaviest_pairs(useful)
    graph: rustworkx.PyGraph[int | None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.extend_from_weighted_edge_list(useful)
    found = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return {(min(pair), max(pair)) for pair in found}


def heaviest_pairs(edges: Sequence[Edge]) -> set[tuple[int, int]]:
    """The same with whole numbers of any size. networkx is loaded only here: few brackets need it."""
    import networkx  # noqa: PLC0415

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return {(min(pair), max(pair)) for pair in networkx.max_weight_matching(graph)}
