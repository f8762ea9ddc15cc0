"""A.9: a round, bracket by bracket, each followed by the completion test."""

from dataclasses import dataclass

from arpad.pairing.dutch.bracket import Bracket, Paired
from arpad.pairing.dutch.costs import Costs
from arpad.pairing.dutch.criteria.c04 import completes
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.perfect import perfect
from arpad.pairing.dutch.solver import solve
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.state import PairingState


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
