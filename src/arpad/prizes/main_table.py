"""The main prizes: players level on points are a group, and a group shares the prizes of its places."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, repeat, takewhile

from arpad.prizes.model import PrizeRules, PrizeSystem, RankedPlayer


@dataclass(frozen=True, slots=True)
class TieGroup:
    """Players level on points who hold the places `first` to `last`; the first `sharing` of them share `prizes`.

    `pool` is the sum of the prizes. `runs` are the sizes of the parts that the tie-breaks did not separate, in order;
    they cover those who share.
    """

    first: int
    last: int
    points: Fraction
    sharing: int
    prizes: tuple[int, ...]
    runs: tuple[int, ...]
    pool: int


@dataclass(frozen=True, slots=True)
class MainShare:
    """A player's share of the main prizes in minor units: what their place gives, and what the group shares.

    `level` players hold the player's place together, if the tie-breaks leave them level; `places` are its prizes.
    """

    group: TieGroup
    level: int
    places: tuple[int, ...]
    by_place: Fraction
    shared: Fraction

    @property
    def exact(self) -> Fraction:
        return self.by_place + self.shared


HALF = Fraction(1, 2)
WEIGHTS: Mapping[PrizeSystem, Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]] = {
    "equal": lambda _, shared: (Fraction(0), shared),
    "place": lambda by_place, _: (by_place, Fraction(0)),
    "hort": lambda by_place, shared: (by_place * HALF, shared * HALF),
}
"""What a system takes of a player's own place and of an equal part of the pool."""


def tie_groups(players: Sequence[RankedPlayer], rules: PrizeRules) -> Iterator[TieGroup]:
    """Cut a ranking into groups. A place that a play-off decided is a group by itself.

    Players whom the tie-breaks leave at one rank share their places, so they stay together.
    """
    begin = 0
    for end in range(1, len(players) + 1):
        if end == len(players) or not _together(players[end - 1], players[end], rules.decided):
            yield _group(players, begin, end, rules)
            begin = end


def _together(first: RankedPlayer, second: RankedPlayer, decided: frozenset[int]) -> bool:
    if first.rank == second.rank:
        return True
    if first.decided or second.decided or (decided and not decided.isdisjoint((first.rank, second.rank))):
        return False
    return first.points is second.points or first.points == second.points


def _group(players: Sequence[RankedPlayer], begin: int, end: int, rules: PrizeRules) -> TieGroup:
    runs, place = [], begin
    while place < end and (rules.places is None or place < rules.places):
        after = place + 1
        while after < end and players[after].rank == players[place].rank:
            after += 1
        runs.append(after - place)
        place = after
    prizes = rules.prizes[begin:place]
    return TieGroup(begin + 1, end, players[begin].points, place - begin, prizes, tuple(runs), sum(prizes))


class MainTable:
    """The main prizes of the players who are in the main ranking (their indices, best first)."""

    def __init__(
        self, players: Sequence[RankedPlayer], ranked: Sequence[int], rules: PrizeRules, system: PrizeSystem
    ) -> None:
        self.ranked, self.system = ranked, system
        present = [players[place] for place in ranked]
        self.groups = list(takewhile(lambda group: group.prizes, tie_groups(present, rules)))

    def shares(self) -> dict[int, MainShare]:
        """Return the shares of all players who share a prize, in the order of the ranking."""
        shares = (share for group in self.groups for share in _shares(group, self.system))
        return dict(zip(self.ranked, shares, strict=False))

    def share_of(self, player: int) -> Fraction:
        """Return the exact share of one player."""
        place = bisect_left(self.ranked, player)
        group = next((group for group in self.groups if group.first <= place + 1 <= group.last), None)
        if group is None or place + 1 - group.first >= group.sharing:
            return Fraction(0)
        begin, size = next(run for run in _runs(group) if place + 1 - group.first < sum(run))
        return _share(group, begin, size, self.system).exact


def _runs(group: TieGroup) -> Iterator[tuple[int, int]]:
    """Return where each part of level players begins in the group, and its size."""
    return zip(accumulate(group.runs, initial=0), group.runs, strict=False)


def _share(group: TieGroup, begin: int, size: int, system: PrizeSystem) -> MainShare:
    places = group.prizes[begin : begin + size]
    parts = WEIGHTS[system](Fraction(sum(places), size), Fraction(group.pool, group.sharing))
    return MainShare(group, size, places, *parts)


def _shares(group: TieGroup, system: PrizeSystem) -> Iterator[MainShare]:
    for begin, size in _runs(group):
        yield from repeat(_share(group, begin, size, system), size)
