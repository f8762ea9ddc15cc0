"""C.04.3, B.8: the sieve. All legal candidates of a bracket are made in the order of section D and sifted criterion by
criterion; of those that are left the first is taken.

A second opinion for small tournaments, up to ten or twelve players: written from the text, it shares with the engine
only the colours of section E and takes the orders of section D as they are printed. Its time grows beyond every power
of the number of players.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from arpad.pairing.colours import Strength, colour_of_higher
from arpad.pairing.state import PairingPlayer, PairingState, order
from pairing_sieve_orders import exchanges, moved_down_sets, transpositions

Pair = tuple[PairingPlayer, PairingPlayer]
"""The higher ranked first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """B.3: pairs, and the downfloaters."""

    pairs: tuple[Pair, ...]
    floaters: tuple[PairingPlayer, ...]


def sieve_round(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, white first, and the player without opponent; None if there is no legal pairing."""
    return Sieve(state).round()


class Sieve:
    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.completes = cache(self._completes)
        self.outlook = cache(self._outlook)

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        """A.9: bracket by bracket, each followed by the completion test."""
        groups = self._scoregroups()
        if not self.completes(frozenset(self.state.entrants)):
            return None
        found: list[Pair] = []
        moved: tuple[PairingPlayer, ...] = ()
        while groups:
            residents, *below = groups
            rest = tuple(chain.from_iterable(below))
            if not below:
                best = self._best(moved, residents, None, None)
            else:
                best = self._best(moved, residents, below[0], None)
                if not self.completes(frozenset(best.floaters + rest)):
                    best = self._best(moved, residents, None, rest)
                    below = [rest]
            found += best.pairs
            moved, groups = best.floaters, below
        return [self._coloured(pair) for pair in found], moved[0].rank if moved else None

    def _scoregroups(self) -> list[tuple[PairingPlayer, ...]]:
        scores = sorted({entrant.score for entrant in self.state.entrants}, reverse=True)
        return [tuple(entrant for entrant in self.state.entrants if entrant.score == score) for score in scores]

    def _coloured(self, pair: Pair) -> tuple[int, int]:
        higher, lower = pair
        colour, _ = colour_of_higher(higher, lower, self.state.initial)
        return (higher.rank, lower.rank) if colour == "w" else (lower.rank, higher.rank)

    def legal(self, one: PairingPlayer, two: PairingPlayer) -> bool:
        """C.1 and C.3."""
        if two.rank in one.opponents or (min(one.rank, two.rank), max(one.rank, two.rank)) in self.state.forbidden:
            return False
        same = one.absolute is not None and one.absolute == two.absolute
        return not same or one.topscorer or two.topscorer

    def _completes(self, players: frozenset[PairingPlayer]) -> bool:
        """A.9: all can be paired, except one if the number is odd (C.2)."""
        if not players:
            return True
        first = min(players, key=order)
        others = players - {first}
        if len(players) % 2 and first.bye_allowed and self.completes(others):
            return True
        return any(self.legal(first, other) and self.completes(others - {other}) for other in others)

    def _best(
        self,
        moved: tuple[PairingPlayer, ...],
        residents: tuple[PairingPlayer, ...],
        following: tuple[PairingPlayer, ...] | None,
        rest: tuple[PairingPlayer, ...] | None,
    ) -> Candidate:
        """B.8 for one bracket. `following` is the next scoregroup (C.7), `rest` all that is below the penultimate
        bracket (C.4); without either it is the last bracket."""
        players = sorted(moved + residents, key=order)
        last = following is None and rest is None
        for count in range(len(players) // 2, -1, -1):
            legal = [
                candidate
                for candidate in self._candidates(moved, residents, count)
                if not last
                or (len(candidate.floaters) <= 1 and all(floater.bye_allowed for floater in candidate.floaters))
                if rest is None or self.completes(frozenset(candidate.floaters + rest))
            ]
            if legal:
                low = min(player.score for player in players)
                return min(legal, key=lambda candidate: self._quality(candidate, low, following))
        raise AssertionError("the completion test has found a candidate")

    def _candidates(
        self, moved: Sequence[PairingPlayer], residents: Sequence[PairingPlayer], count: int
    ) -> Iterator[Candidate]:
        """B.6 and B.7, with the numbers of section D: the fewer moved-down players are paired, the later."""
        for size in range(min(len(moved), len(residents), count), -1, -1):
            for chosen in moved_down_sets([player.score for player in moved], size):
                s1 = [moved[number - 1] for number in chosen]
                limbo = tuple(player for player in moved if player not in s1)
                for pairs in self._opposed(s1, residents):
                    met = {player for pair in pairs for player in pair}
                    remainder = [resident for resident in residents if resident not in met]
                    for others in self._homogeneous(remainder, count - size):
                        taken = met | {player for pair in others for player in pair}
                        alone = tuple(resident for resident in residents if resident not in taken)
                        yield Candidate(pairs + others, limbo + alone)

    def _opposed(self, s1: Sequence[PairingPlayer], s2: Sequence[PairingPlayer]) -> Iterator[tuple[Pair, ...]]:
        """D.1: the legal transpositions, in their order."""
        orders = transpositions(range(len(s2)), len(s1), lambda place, number: self.legal(s1[place], s2[number]))
        for chosen in orders:
            yield tuple(_ranked(one, s2[number]) for one, number in zip(s1, chosen, strict=True))

    def _homogeneous(self, players: Sequence[PairingPlayer], count: int) -> Iterator[tuple[Pair, ...]]:
        """B.6: transpositions, then exchanges each with its transpositions."""
        if 2 * count > len(players) or count < 0:
            return
        numbers = range(1, len(players) + 1)
        s1, s2 = numbers[:count], numbers[count:]
        for down, up in chain([((), ())], exchanges(s1, s2)):
            upper = sorted({*s1, *up} - {*down})
            lower = sorted({*s2, *down} - {*up})
            yield from self._opposed(
                [players[number - 1] for number in upper], [players[number - 1] for number in lower]
            )

    def _quality(
        self, candidate: Candidate, low: int, following: tuple[PairingPlayer, ...] | None
    ) -> tuple[object, ...]:
        """C.6 to C.19, the better the lower."""
        outlook = self.outlook(frozenset(candidate.floaters), following) if following is not None else ()
        return (
            self._psd(candidate, low),
            outlook,
            *self._topscorers(candidate),
            *self._colours(candidate),
            *self._floats(candidate, low),
        )

    def _psd(self, candidate: Candidate, low: int) -> list[int]:
        """A.8: the score differences, from high to low."""
        differences = [one.score - two.score for one, two in candidate.pairs]
        differences += [floater.score - low + self.state.unit for floater in candidate.floaters]
        return sorted(differences, reverse=True)

    def _outlook(
        self, floaters: frozenset[PairingPlayer], following: tuple[PairingPlayer, ...]
    ) -> tuple[int, list[int]]:
        """C.7: how many pairs the next bracket allows, and its best pairing score difference."""
        last = following[-1] == self.state.entrants[-1]
        moved = tuple(sorted(floaters, key=order))
        low = min(player.score for player in following)
        for count in range((len(moved) + len(following)) // 2, -1, -1):
            found = [
                self._psd(pairing, low)
                for pairing in self._pairings(moved, following, count)
                if not last or all(floater.bye_allowed for floater in pairing.floaters)
            ]
            if found:
                return -count, min(found)
        return 1, []

    def _pairings(
        self,
        moved: tuple[PairingPlayer, ...],
        residents: tuple[PairingPlayer, ...],
        count: int,
        alone: tuple[PairingPlayer, ...] = (),
    ) -> Iterator[Candidate]:
        """Every way to make so many pairs, each once; two moved-down players do not meet."""
        players = moved + residents
        if 2 * count > len(players):
            return
        if not players:
            yield Candidate((), alone)
            return
        first, others = players[0], players[1:]
        up = moved[1:] if moved else ()
        down = residents if moved else residents[1:]
        for opponent in down:
            if count and self.legal(first, opponent):
                rest = tuple(other for other in down if other != opponent)
                for found in self._pairings(up, rest, count - 1, alone):
                    yield Candidate((_ranked(first, opponent), *found.pairs), found.floaters)
        if 2 * count <= len(others):
            yield from self._pairings(up, down, count, (*alone, first))

    def _topscorers(self, candidate: Candidate) -> tuple[int, int]:
        """C.8 and C.9: topscorers, or their opponents, with a colour difference beyond 2 or a colour thrice."""
        wide = thrice = 0
        for higher, lower in candidate.pairs:
            if not (higher.topscorer or lower.topscorer):
                continue
            colour, _ = colour_of_higher(higher, lower, self.state.initial)
            for player, given in ((higher, colour), (lower, "b" if colour == "w" else "w")):
                wide += abs(player.difference + (1 if given == "w" else -1)) > 2
                thrice += player.colours[-2:] == 2 * given
        return wide, thrice

    def _colours(self, candidate: Candidate) -> tuple[int, int]:
        """C.10 and C.11: players who do not get their preference, and those who do not get a strong one."""
        denied = strong = 0
        for higher, lower in candidate.pairs:
            colour, _ = colour_of_higher(higher, lower, self.state.initial)
            for player, given in ((higher, colour), (lower, "b" if colour == "w" else "w")):
                if player.preference.colour not in (None, given):
                    denied += 1
                    strong += player.preference.strength == Strength.STRONG
        return denied, strong

    def _floats(self, candidate: Candidate, low: int) -> tuple[object, ...]:
        """C.12 to C.15, the numbers of floats repeated; C.16 to C.19, their score differences."""
        down = [(one, one.score - two.score) for one, two in candidate.pairs if one.score > two.score]
        down += [(floater, floater.score - low + self.state.unit) for floater in candidate.floaters]
        up = [(two, one.score - two.score) for one, two in candidate.pairs if one.score > two.score]
        repeated = [
            sorted((gap for player, gap in moved if player.floats[ago] == direction), reverse=True)
            for ago in (0, 1)
            for moved, direction in ((down, "down"), (up, "up"))
        ]
        return (*map(len, repeated), *repeated)


def _ranked(one: PairingPlayer, two: PairingPlayer) -> Pair:
    return (one, two) if order(one) < order(two) else (two, one)
