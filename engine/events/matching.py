"""Matchings: as many pairs as a graph allows, and the best pairs of a few vertices.

:func:`largest` is Edmonds' blossom algorithm for any graph. :func:`has_perfect` answers at once
where every vertex has enough neighbours (Dirac), which in a large event is nearly always.
:func:`cheapest` tries all pairings of a few vertices and returns the one that costs least.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from typing import Final, TypeAlias

Conflicts: TypeAlias = Mapping[int, Set[int]]
"""The vertices that each vertex may not be paired with, both ways."""
Cost: TypeAlias = tuple[int, ...]
MOST_EXACT: Final = 14
"""The number of vertices up to which all pairings are compared."""
_NONE: Final = -1


def has_perfect(vertices: Sequence[int], conflicts: Conflicts) -> bool:
    """Whether all vertices can be paired; of an odd number, all but one."""
    count = len(vertices)
    present = set(vertices)
    most = max((len(conflicts.get(one, set()) & present) for one in vertices), default=0)
    # Dirac: with at least half of the others as neighbours there is a cycle through all vertices.
    if 2 * (count - 1 - most) >= count:
        return True
    return len(largest(vertices, conflicts)) == count // 2


def largest(vertices: Sequence[int], conflicts: Conflicts) -> list[tuple[int, int]]:
    """Return a largest set of pairs without a conflict; earlier vertices are covered first."""
    mate = _Blossom(vertices, conflicts).matched()
    return [
        (vertices[one], vertices[other])
        for one, other in enumerate(mate)
        if other != _NONE and one < other
    ]


class _Blossom:
    """Edmonds' algorithm: from each free vertex a path that frees none of the others."""

    def __init__(self, vertices: Sequence[int], conflicts: Conflicts) -> None:
        place = {vertex: index for index, vertex in enumerate(vertices)}
        everything = range(len(vertices))
        apart = [
            {place[one] for one in conflicts.get(vertex, ()) if one in place} for vertex in vertices
        ]
        self._near = [[o for o in everything if o != v and o not in apart[v]] for v in everything]
        self._mate = [_NONE] * len(vertices)
        self._parent: list[int] = []
        self._base: list[int] = []

    def matched(self) -> list[int]:
        """Return the partner of each vertex, or -1."""
        for vertex in range(len(self._mate)):
            if self._mate[vertex] == _NONE:
                end = self._path_from(vertex)
                while end != _NONE:
                    before = self._parent[end]
                    following = self._mate[before]
                    self._mate[end], self._mate[before] = before, end
                    end = following
        return self._mate

    def _path_from(self, root: int) -> int:
        """Return the free end of an augmenting path from ``root``, or -1."""
        count = len(self._mate)
        self._parent, self._base = [_NONE] * count, list(range(count))
        used = [False] * count
        used[root] = True
        queue = deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self._near[vertex]:
                if self._base[vertex] == self._base[other] or self._mate[vertex] == other:
                    continue
                mate = self._mate[other]
                if other == root or (mate != _NONE and self._parent[mate] != _NONE):
                    self._shrink(vertex, other, used, queue)
                elif self._parent[other] == _NONE:
                    self._parent[other] = vertex
                    if mate == _NONE:
                        return other
                    used[mate] = True
                    queue.append(mate)
        return _NONE

    def _shrink(self, vertex: int, other: int, used: list[bool], queue: deque[int]) -> None:
        base = self._common(vertex, other)
        inside: set[int] = set()
        self._mark(vertex, base, other, inside)
        self._mark(other, base, vertex, inside)
        for one in range(len(self._mate)):
            if self._base[one] in inside:
                self._base[one] = base
                if not used[one]:
                    used[one] = True
                    queue.append(one)

    def _common(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if self._mate[one] == _NONE:
                break
            one = self._parent[self._mate[one]]
        while (other := self._base[other]) not in seen:
            other = self._parent[self._mate[other]]
        return other

    def _mark(self, vertex: int, base: int, child: int, inside: set[int]) -> None:
        while self._base[vertex] != base:
            mate = self._mate[vertex]
            inside |= {self._base[vertex], self._base[mate]}
            self._parent[vertex] = child
            child = mate
            vertex = self._parent[mate]


def cheapest(
    vertices: Sequence[int],
    cost: Callable[[int, int], Cost | None],
    alone: Cost | None = None,
) -> list[tuple[int, int]]:
    """Return the pairs that cost least together.

    Costs are added place by place and compared from the left; ``None``: not to be paired.
    ``alone``: the cost of a vertex without a partner; ``None``: all are paired, or none can be.
    """
    best = _cheapest(vertices, cost, alone)
    pairs: list[tuple[int, int]] = []
    left = (1 << len(vertices)) - 1
    while left:
        choice = best(left)
        if choice is None:
            return []
        one = (left & -left).bit_length() - 1
        left &= ~(1 << one | 1 << choice[1])
        if one != choice[1]:
            pairs.append((vertices[one], vertices[choice[1]]))
    return pairs


def _cheapest(
    vertices: Sequence[int], cost: Callable[[int, int], Cost | None], alone: Cost | None
) -> Callable[[int], tuple[Cost, int] | None]:
    """Return a function of a bit set: its least cost, and the partner of its first vertex."""
    count = len(vertices)
    costs = {
        (one, other): alone if one == other else cost(vertices[one], vertices[other])
        for one in range(count)
        for other in range(one, count)
    }

    @cache
    def best(left: int) -> tuple[Cost, int] | None:
        one = (left & -left).bit_length() - 1
        found: tuple[Cost, int] | None = None
        for other in range(count - 1, one - 1, -1):
            price = costs[one, other] if left >> other & 1 else None
            rest = left & ~(1 << one | 1 << other)
            after = best(rest) if price is not None and rest else None
            if price is None or (rest and after is None):
                continue
            if after is not None:
                price = tuple(a + b for a, b in zip(price, after[0], strict=True))
            if found is None or price <= found[0]:
                found = price, other
        return found

    return best
