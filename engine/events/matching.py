"""The best pairs of a group: as many as possible, and of those the ones that cost least."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

from rustworkx import PyGraph, max_weight_matching

Cost: TypeAlias = tuple[int, ...]
"""What a pair costs, the most important first; no place is negative."""
Pairs: TypeAlias = list[tuple[int, int]]


def cheapest(vertices: Sequence[int], cost: Callable[[int, int], Cost | None]) -> Pairs:
    """Return the pairs that cost least together; of each pair the earlier vertex first.

    Costs are added place by place and compared from the left; ``None``: not to be paired.
    """
    costs = {
        (one, other): price
        for one, other in combinations(range(len(vertices)), 2)
        if (price := cost(vertices[one], vertices[other])) is not None
    }
    if not costs:
        return []
    # The matching adds whole numbers, so each place gets as many digits as its sum can need.
    units = [max(place) * (len(vertices) // 2) + 1 for place in zip(*costs.values(), strict=True)]
    prices = {edge: _number(price, units) for edge, price in costs.items()}
    most = max(prices.values())
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(vertices)))
    graph.add_edges_from([(*edge, most - price) for edge, price in prices.items()])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(vertices[one], vertices[other]) for one, other in sorted(map(_ordered, found))]


def _number(price: Cost, units: Sequence[int]) -> int:
    total = 0
    for place, unit in zip(price, units, strict=True):
        total = total * unit + place
    return total


def _ordered(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)
