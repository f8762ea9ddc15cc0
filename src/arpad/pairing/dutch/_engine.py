"""Pair a round by the Dutch system of 2017 (A.9) or 2026, bracket by bracket with the completion test."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arpad.pairing._matching import bits, mask_of
from arpad.pairing.dutch._criteria import completes
from arpad.pairing.dutch._graph import Bracket, Field, Paired
from arpad.pairing.dutch._next_bracket import Costs, Weights, best_downfloaters
from arpad.pairing.dutch._perfect import perfect
from arpad.pairing.dutch._solver import Costs2026, solve
from arpad.pairing.state import PairingState

# A.9: a round, bracket by bracket, each followed by the completion test.


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is paired: its brackets, top to bottom. `failed` are those whose downfloaters would not have let
    the round be completed."""

    field: Field
    brackets: tuple[Paired, ...]
    failed: tuple[Paired, ...] = ()

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [pair for paired in self.brackets for pair in paired.pairs]

    @property
    def bye(self) -> int | None:
        """The player who gets the pairing-allocated bye."""
        floaters = self.brackets[-1].floaters if self.brackets else ()
        return floaters[0] if floaters else None


def pair_brackets(state: PairingState, quick: bool = True) -> Round | None:
    """Return the brackets of a round, None if there is no legal pairing. `quick` may take a candidate that the bounds
    prove perfect; without it every bracket goes the long way, with the same result."""
    field = Field(state)
    if not completes(field, field.everybody):
        return None
    groups = field.scoregroups()
    found: list[Paired] = []
    failed: list[Paired] = []
    moved: tuple[int, ...] = ()
    collapsed = False
    while groups:
        residents, *below = groups
        rest = tuple(player for group in below for player in group)
        if below:
            paired = _pair(field, Bracket("normal", moved, residents, below[0]), quick)
            if not completes(field, mask_of(paired.floaters + rest)):
                failed.append(paired)
                paired = _pair(field, Bracket("penultimate", moved, residents, rest), quick)
                below = [rest]
                collapsed = True
        else:
            paired = _pair(field, Bracket("last", moved, residents, collapsed=collapsed), quick)
        found.append(paired)
        moved, groups = paired.floaters, below
    return Round(field, tuple(found), tuple(failed))


def _pair(field: Field, bracket: Bracket, quick: bool) -> Paired:
    if quick and (found := perfect(field, bracket)) is not None:
        return found
    return solve(bracket, Costs(field, bracket).weights())


# The Dutch system of 2026: bracket by bracket, each so that the round can be completed (C4) and the pairing-allocated
# bye stays with the lowest score that can have it (C5).


def field_2026(state: PairingState) -> Field | None:
    """C5: the lowest score with which the bye lets the round be paired; None if there is no legal pairing."""
    field = Field(state)
    if field.bye is None:
        return field if completes(field, field.everybody) else None
    for score in sorted({member.score for member in field.entrants if member.bye_allowed}):
        field.give_bye_to(score)
        if completes(field, field.everybody):
            return field
    return None


def pair_brackets_2026(state: PairingState, quick: bool = True) -> Round | None:
    """Return the brackets of a round, None if there is no legal pairing. `quick` may take a candidate that bounds prove
    best; without it every bracket looks at everybody below, to the same end."""
    field = field_2026(state)
    if field is None:
        return None

    def pair(bracket: Bracket, rest: int) -> Paired:
        def solved(weights: Weights) -> Paired:
            return solve(bracket, weights)

        found = (_quickly(field, bracket, rest) or nearly(field, bracket, rest, Costs2026, solved)) if quick else None
        return found or solved(Costs2026(field, bracket, rest).weights())

    return Round(field, tuple(from_the_top(field, pair)))


def from_the_top(field: Field, pair: Callable[[Bracket, int], Paired]) -> Iterator[Paired]:
    """Pair bracket by bracket. `pair` gets a bracket, and the set of everybody below it."""
    groups, rest = field.scoregroups(), field.everybody
    moved: tuple[int, ...] = ()
    for residents, below in zip(groups, [*groups[1:], ()], strict=False):
        rest &= ~mask_of(residents)
        paired = pair(Bracket("normal" if below else "last", moved, residents, below), rest)
        yield paired
        moved = paired.floaters


def _quickly(field: Field, bracket: Bracket, rest: int) -> Paired | None:
    """The first candidate that reaches every bound, None if only a search can decide it."""
    if len(bracket.players) % 2 == 0 and not completes(field, rest):
        return None
    return perfect(field, bracket, _may_float(field, bracket, rest))


def _may_float(field: Field, bracket: Bracket, rest: int) -> int:
    """C4, C5, C8, C9, C14 and C16: the residents who may be left over in a perfect candidate."""
    if len(bracket.players) % 2 == 0:
        return 0
    if bracket.kind == "last":
        assert field.bye is not None
        best = field.allowed[field.bye] & mask_of(bracket.residents)
    else:
        best = best_downfloaters(field, bracket.residents, bracket.below, rest & ~mask_of(bracket.below))
    if field.scores[bracket.residents[0]] == field.bye_score:
        unplayed = {member: field.entrants[member].unplayed for member in bits(best)}
        best = mask_of(member for member, games in unplayed.items() if games == min(unplayed.values()))
    return mask_of(member for member in bits(best) if "down" not in field.entrants[member].floats)


def nearly(
    field: Field, bracket: Bracket, rest: int, kind: type[Costs2026], solved: Callable[[Weights], Paired]
) -> Paired | None:
    """Return the best candidate as far as the next bracket shows it, None if the round below does not allow it."""
    if bracket.kind == "last":
        return None
    costs = kind(field, bracket, rest, far=False)
    if costs.far:
        return None
    paired = solved(costs.weights())
    return paired if len(paired.floaters) == costs.floaters and costs.kept_below(paired.floaters) else None
