"""The pairs of the greatest weight in any graph, with whole numbers of any size (Edmonds; the dense form in O(n³)).

Vertices are 1 to n, blossoms n+1 upwards. `label` are the dual values, doubled so that they stay whole; an edge is
tight where label[u] + label[v] equals twice its weight.
"""

from collections import deque
from collections.abc import Iterable

Edge = tuple[int, int, int]


def heaviest_pairs(count: int, edges: Iterable[Edge]) -> set[tuple[int, int]]:
    """The pairs, lower vertex first, of a matching of the greatest weight. Vertices are 0 to count - 1; an edge
    without positive weight is no edge."""
    solver = _Solver(count)
    for one, two, weight in edges:
        if weight > 0:
            solver.weight[one + 1][two + 1] = solver.weight[two + 1][one + 1] = weight
    solver.solve()
    return {(one - 1, mate - 1) for one in range(1, count + 1) if one < (mate := solver.match[one])}


class _Solver:
    def __init__(self, count: int) -> None:
        self.n = self.top = count
        size = 2 * count + 2
        self.weight = [[0] * size for _ in range(size)]
        self.ends: list[list[tuple[int, int]]] = [[(u, v) for v in range(size)] for u in range(size)]
        self.label = [0] * size
        self.match = [0] * size
        self.slack = [0] * size
        self.surface = list(range(size))
        self.parent = [0] * size
        self.source = [[0] * (count + 1) for _ in range(size)]
        self.sign = [-1] * size
        self.seen = [0] * size
        self.time = 0
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.queue: deque[int] = deque()

    def solve(self) -> None:
        n = self.n
        for vertex in range(1, n + 1):
            self.surface[vertex] = vertex
            self.source[vertex][vertex] = vertex
        most = max((max(row) for row in self.weight), default=0)
        self.label[1 : n + 1] = [most] * n
        while self._stage():
            pass

    def _gap(self, one: int, two: int) -> int:
        """How far the edge between two surfaces is from being tight."""
        u, v = self.ends[one][two]
        return self.label[u] + self.label[v] - 2 * self.weight[u][v]

    def _has(self, one: int, two: int) -> bool:
        u, v = self.ends[one][two]
        return self.weight[u][v] > 0

    def _note(self, vertex: int, x: int) -> None:
        if not self.slack[x] or self._gap(vertex, x) < self._gap(self.slack[x], x):
            self.slack[x] = vertex

    def _renew(self, x: int) -> None:
        self.slack[x] = 0
        for vertex in range(1, self.n + 1):
            if self._has(vertex, x) and self.surface[vertex] != x and self.sign[self.surface[vertex]] == 0:
                self._note(vertex, x)

    def _push(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self._push(petal)

    def _lift(self, x: int, base: int) -> None:
        self.surface[x] = base
        if x > self.n:
            for petal in self.petals[x]:
                self._lift(petal, base)

    def _turn(self, blossom: int, petal: int) -> int:
        """The place of a petal, the blossom turned so that the way to it from the base is even."""
        place = self.petals[blossom].index(petal)
        if place % 2:
            rest = self.petals[blossom][1:]
            rest.reverse()
            self.petals[blossom][1:] = rest
            return len(self.petals[blossom]) - place
        return place

    def _pair(self, u: int, v: int) -> None:
        self.match[u] = self.ends[u][v][1]
        if u > self.n:
            entry = self.source[u][self.ends[u][v][0]]
            place = self._turn(u, entry)
            for at in range(place):
                self._pair(self.petals[u][at], self.petals[u][at ^ 1])
            self._pair(entry, v)
            self.petals[u] = self.petals[u][place:] + self.petals[u][:place]

    def _augment(self, u: int, v: int) -> None:
        while True:
            onward = self.surface[self.match[u]]
            self._pair(u, v)
            if not onward:
                return
            self._pair(onward, self.surface[self.parent[onward]])
            u, v = self.surface[self.parent[onward]], onward

    def _ancestor(self, u: int, v: int) -> int:
        self.time += 1
        while u or v:
            if u:
                if self.seen[u] == self.time:
                    return u
                self.seen[u] = self.time
                u = self.surface[self.match[u]]
                if u:
                    u = self.surface[self.parent[u]]
            u, v = v, u
        return 0

    def _close(self, u: int, ancestor: int, v: int) -> None:
        """An odd cycle becomes a blossom."""
        blossom = self.n + 1
        while blossom <= self.top and self.surface[blossom]:
            blossom += 1
        self.top = max(self.top, blossom)
        self.label[blossom] = 0
        self.sign[blossom] = 0
        self.match[blossom] = self.match[ancestor]
        petals = [ancestor]
        self._arm(u, ancestor, petals)
        petals[1:] = petals[1:][::-1]
        self._arm(v, ancestor, petals)
        self.petals[blossom] = petals
        self._lift(blossom, blossom)
        for x in range(1, self.top + 1):
            self.weight[blossom][x] = self.weight[x][blossom] = 0
        self.source[blossom] = [0] * (self.n + 1)
        for petal in petals:
            self._absorb(blossom, petal)
        self._renew(blossom)

    def _arm(self, x: int, ancestor: int, petals: list[int]) -> None:
        while x != ancestor:
            petals.append(x)
            mate = self.surface[self.match[x]]
            petals.append(mate)
            self._push(mate)
            x = self.surface[self.parent[mate]]

    def _absorb(self, blossom: int, petal: int) -> None:
        for x in range(1, self.top + 1):
            if x == blossom:
                continue
            if not self.weight[blossom][x] or self._gap(petal, x) < self._gap(blossom, x):
                self.ends[blossom][x], self.ends[x][blossom] = self.ends[petal][x], self.ends[x][petal]
                self.weight[blossom][x] = self.weight[x][blossom] = self.weight[petal][x]
        for x in range(1, self.n + 1):
            if self.source[petal][x]:
                self.source[blossom][x] = petal

    def _open(self, blossom: int) -> None:
        """A blossom whose dual value is spent falls apart."""
        for petal in self.petals[blossom]:
            self._lift(petal, petal)
        entry = self.source[blossom][self.ends[blossom][self.parent[blossom]][0]]
        place = self._turn(blossom, entry)
        petals = self.petals[blossom]
        for at in range(0, place, 2):
            inner, outer = petals[at], petals[at + 1]
            self.parent[inner] = self.ends[outer][inner][0]
            self.sign[inner], self.sign[outer] = 1, 0
            self.slack[inner] = 0
            self._renew(outer)
            self._push(outer)
        self.sign[entry] = 1
        self.parent[entry] = self.parent[blossom]
        for at in range(place + 1, len(petals)):
            self.sign[petals[at]] = -1
            self._renew(petals[at])
        self.surface[blossom] = 0

    def _found(self, u: int, v: int) -> bool:
        """A tight edge between two vertices: the tree grows, closes a blossom or reaches its goal."""
        one, two = self.surface[u], self.surface[v]
        if self.sign[two] == -1:
            self.parent[two] = u
            self.sign[two] = 1
            mate = self.surface[self.match[two]]
            self.slack[two] = self.slack[mate] = 0
            self.sign[mate] = 0
            self._push(mate)
        elif self.sign[two] == 0:
            ancestor = self._ancestor(one, two)
            if not ancestor:
                self._augment(one, two)
                self._augment(two, one)
                return True
            self._close(one, ancestor, two)
        return False

    def _stage(self) -> bool:
        """One augmentation; False where no further one raises the weight."""
        for x in range(1, self.top + 1):
            self.sign[x], self.slack[x] = -1, 0
        self.queue.clear()
        for x in range(1, self.top + 1):
            if self.surface[x] == x and not self.match[x]:
                self.parent[x] = 0
                self.sign[x] = 0
                self._push(x)
        if not self.queue:
            return False
        while True:
            if self._scan():
                return True
            if not self._shift():
                return False
            if self._tighten():
                return True

    def _scan(self) -> bool:
        while self.queue:
            u = self.queue.popleft()
            if self.sign[self.surface[u]] == 1:
                continue
            for v in range(1, self.n + 1):
                if self.weight[u][v] > 0 and self.surface[u] != self.surface[v]:
                    if self.label[u] + self.label[v] == 2 * self.weight[u][v]:
                        if self._found(u, v):
                            return True
                    else:
                        self._note(u, self.surface[v])
        return False

    def _shift(self) -> bool:
        """Move the dual values as far as they go; False where a free vertex has come down to nothing."""
        tops = [x for x in range(self.n + 1, self.top + 1) if self.surface[x] == x]
        steps = [self.label[x] // 2 for x in tops if self.sign[x] == 1]
        for x in range(1, self.top + 1):
            if self.surface[x] == x and self.slack[x] and self.sign[x] in (-1, 0):
                gap = self._gap(self.slack[x], x)
                steps.append(gap if self.sign[x] == -1 else gap // 2)
        lowest = min((self.label[u] for u in range(1, self.n + 1) if self.sign[self.surface[u]] == 0), default=0)
        step = min(steps, default=lowest)
        if lowest <= step:
            return False
        for u in range(1, self.n + 1):
            sign = self.sign[self.surface[u]]
            if sign >= 0:
                self.label[u] += step if sign else -step
        for x in tops:
            if self.sign[x] >= 0:
                self.label[x] += -2 * step if self.sign[x] else 2 * step
        self.queue.clear()
        return True

    def _tighten(self) -> bool:
        for x in range(1, self.top + 1):
            near = self.slack[x]
            if self.surface[x] == x and near and self.surface[near] != x and self._gap(near, x) == 0:
                u, v = self.ends[near][x]
                if self._found(u, v):
                    return True
        for x in range(self.n + 1, self.top + 1):
            if self.surface[x] == x and self.sign[x] == 1 and self.label[x] == 0:
                self._open(x)
        return False
