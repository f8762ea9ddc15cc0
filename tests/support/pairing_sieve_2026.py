"""C.04.3 of 2026: the sieve with its criteria. All legal candidates of a bracket are made in the order of section 4 and
compared by C6 to C21; the completion of the round (C4) and the score of the bye (C5) bind every bracket.

It shares the orders of generation and who may meet whom with the sieve of 2017, and only colours with the engine.
"""

from collections.abc import Sequence
from functools import cache
from itertools import chain

from arpad.pairing.state import PairingPlayer, PairingState, order
from pairing_sieve import Candidate, Pair, Sieve


def sieve_round_2026(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs of a round, white first, and the player with the bye; None if there is no legal pairing."""
    return Sieve2026(state).round()


class Sieve2026(Sieve):
    """The rules of 2026."""

    def __init__(self, state: PairingState) -> None:
        super().__init__(state)
        self.ok = cache(self._ok)
        self.next_value = cache(self._next_value)
        self.bye_score: int | None = None

    def round(self) -> tuple[list[tuple[int, int]], int | None] | None:
        """Bracket by bracket, without any collapse."""
        if not self.completes(frozenset(self.state.entrants)):
            return None
        if len(self.state.entrants) % 2:
            self.bye_score = min(
                player.score
                for player in self.state.entrants
                if player.bye_allowed and self.completes(frozenset(self.state.entrants) - {player})
            )
        groups = self._scoregroups()
        found: list[Pair] = []
        moved: tuple[PairingPlayer, ...] = ()
        for at, residents in enumerate(groups):
            best = self._chosen(moved, residents, groups[at + 1 :])
            found += best.pairs
            moved = tuple(sorted(best.floaters, key=order))
        return [self._coloured(pair) for pair in found], moved[0].rank if moved else None

    def _ok(self, players: frozenset[PairingPlayer]) -> bool:
        """C4 and C5: all can be paired, but for one with the score of the bye if the number is odd."""
        if not players:
            return True
        if len(players) % 2:
            return any(
                player.bye_allowed and player.score == self.bye_score and self.completes(players - {player})
                for player in players
            )
        return self.completes(players)

    def _chosen(
        self,
        moved: tuple[PairingPlayer, ...],
        residents: tuple[PairingPlayer, ...],
        below: Sequence[tuple[PairingPlayer, ...]],
    ) -> Candidate:
        rest = frozenset(chain.from_iterable(below))
        for count in range((len(moved) + len(residents)) // 2, -1, -1):
            legal = [
                candidate
                for candidate in self._candidates(moved, residents, count)
                if self.ok(rest | set(candidate.floaters))
            ]
            if legal:
                low = residents[0].score
                return min(legal, key=lambda candidate: self._value(candidate, low, below))
        raise AssertionError("a bracket always has a candidate")

    def _value(self, candidate: Candidate, low: int, below: Sequence[tuple[PairingPlayer, ...]]) -> tuple[object, ...]:
        """C7 to C21, the better the lower; C6 is the number of pairs."""
        alone = candidate.floaters
        last = self.bye_score is not None and len(alone) == 1 and alone[0].score == self.bye_score
        return (
            sorted((floater.score for floater in alone), reverse=True),
            self.next_value(frozenset(alone), tuple(below)),
            alone[0].unplayed if last else 0,
            *self._topscorers(candidate),
            *self._colours(candidate),
            *self._repeated(candidate, low),
        )

    def _next_value(
        self, moved: frozenset[PairingPlayer], below: Sequence[tuple[PairingPlayer, ...]]
    ) -> tuple[int, list[int]]:
        """C8: the fewest downfloaters of the next bracket, then their scores."""
        if not below:
            return 0, []
        rest = frozenset(chain.from_iterable(below[1:]))
        players = len(moved) + len(below[0])
        for count in range(players // 2, -1, -1):
            found = [
                sorted((floater.score for floater in candidate.floaters), reverse=True)
                for candidate in self._pairings(tuple(sorted(moved, key=order)), below[0], count)
                if self.ok(rest | set(candidate.floaters))
            ]
            if found:
                return players - 2 * count, min(found)
        return players + 1, []

    def _repeated(self, candidate: Candidate, low: int) -> tuple[object, ...]:
        """C14 to C17, numbers; C18 to C21, score differences from high to low."""
        counts: list[object] = []
        differences: list[object] = []
        mixed = [(one, two) for one, two in candidate.pairs if one.score > two.score]
        for ago in (0, 1):
            counts.append(sum(one.score == low and one.floats[ago] == "down" for one in candidate.floaters))
            counts.append(sum(two.floats[ago] == "up" for _, two in mixed))
            down = [one.score - low for one, _ in mixed if one.floats[ago] == "down"]
            down += [
                one.score - low + self.state.unit
                for one in candidate.floaters
                if one.score > low and one.floats[ago] == "down"
            ]
            up = [one.score - two.score for one, two in mixed if two.floats[ago] == "up"]
            differences += [sorted(down, reverse=True), sorted(up, reverse=True)]
        return (*counts, *differences)
