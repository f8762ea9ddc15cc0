"""Rounds paired by several systems or editions, and where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing.engines import Reason, engine_of, pair_round
from arpad.pairing.rounds import Answer, Pairing, Seat
from arpad.pairing.sources import Source
from arpad.pairing.state import PairingState


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """A round by each system, in their order."""

    number: int
    answers: tuple[Answer, ...]

    @property
    def seats(self) -> list[dict[int, Seat] | None]:
        """The seats by each system, None if it has no legal pairing."""
        return [member.seats() if isinstance(member, Pairing) else None for member in self.answers]

    @property
    def differing(self) -> list[int]:
        """The players who have another opponent or another colour somewhere."""
        found = [seats for seats in self.seats if seats is not None]
        ranks = sorted({rank for seats in found for rank in seats})
        return [rank for rank in ranks if len({seats.get(rank) for seats in found}) > 1]

    @property
    def same(self) -> bool:
        """Whether all systems give the same round."""
        return not self.differing and len({seats is None for seats in self.seats}) == 1

    @property
    def refusals(self) -> list["RefusedRound"]:
        """Why the first system refuses the round of each other one, and each of these that of the first."""
        first, *others = range(len(self.answers))
        return [
            found
            for other in others
            for by, of in ((first, other), (other, first))
            if (found := self._refused(by, of)) is not None
        ]

    def _refused(self, by: int, of: int) -> "RefusedRound | None":
        answer, given = self.answers[by], self.answers[of]
        if not isinstance(given, Pairing) or not isinstance(answer, Pairing) or given.seats() == answer.seats():
            return None
        why = engine_of(answer.state.system).reason(answer, given.seats())
        return None if why is None else RefusedRound(by, of, answer.state, why)


@dataclass(frozen=True, slots=True)
class RefusedRound:
    """The round `of` one system, and why it is not the round `by` another; both are places in the comparison."""

    by: int
    of: int
    state: PairingState
    why: Reason


def compare_rounds(sources: Sequence[Source]) -> list[ComparedRound]:
    """Pair every round of a file, and the next one, by each of its readings."""
    return [
        ComparedRound(number, tuple(pair_round(source.state(number)) for source in sources))
        for number in sources[0].numbers()
    ]
