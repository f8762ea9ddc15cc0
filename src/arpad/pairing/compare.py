"""Rounds paired by several systems or editions, and where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.pairing.engines import pair_round
from arpad.pairing.rounds import Answer, Pairing, Seat
from arpad.pairing.sources import Source


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


def compare_rounds(sources: Sequence[Source]) -> list[ComparedRound]:
    """Pair every round of a file, and the next one, by each of its readings."""
    return [
        ComparedRound(number, tuple(pair_round(source.state(number)) for source in sources))
        for number in sources[0].numbers()
    ]
