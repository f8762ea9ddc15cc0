"""A Swiss system put together from its functions: they pair, give colours, tell the reasons and judge other rounds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from arpad.documents.steps import Explanation
from arpad.pairing.byes import Graph
from arpad.pairing.engines import Answer, Board, Pairing, Reason, Seat, impossible
from arpad.pairing.explain import wrong_colour
from arpad.pairing.state import PairingState, Tournament
from arpad.pairing.systems import SwissSystem


class PairedRound(Protocol):
    """What a system makes of a round; `bye` is a starting rank."""

    @property
    def bye(self) -> int | None: ...


Found = TypeVar("Found", bound=PairedRound)


@dataclass(frozen=True, slots=True)
class FoundPairing(Pairing, Generic[Found]):
    """A round with all that its explanation needs."""

    found: Found


@dataclass(frozen=True)
class SystemEngine(Generic[Found]):
    """The functions of a system. `find` pairs a round, or returns None if there is no legal pairing; `faults` yields
    what is wrong with a given round in the order of the rules, before the colours are looked at, and None for each
    rule that it meets. It gets no round if there is no legal one."""

    prepare: Callable[[Tournament, PairingState], PairingState]
    graph: Callable[[PairingState], Graph]
    find: Callable[[PairingState], Found | None]
    boards: Callable[[PairingState, Found], tuple[Board, ...]]
    steps: Callable[[Pairing, Found, int], Explanation]
    faults: Callable[[PairingState, Found | None, Mapping[int, Seat]], Iterable[Reason | None]]
    impossible_article: Callable[[SwissSystem], str]

    def pair(self, state: PairingState) -> Answer:
        found = self.find(state)
        if found is None:
            return impossible(state, self.graph(state).allowed)
        return FoundPairing(state, self.boards(state, found), found.bye, found)

    def explain(self, answer: Pairing, limit: int) -> Explanation:
        assert isinstance(answer, FoundPairing)
        return self.steps(answer, answer.found, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if not isinstance(answer, FoundPairing):
            return first_fault(self.faults(answer.state, None, given))
        return first_fault(self.faults(answer.state, answer.found, given)) or wrong_colour(answer.boards, given)


def first_fault(faults: Iterable[Reason | None]) -> Reason | None:
    """Return the first rule that a given round fails."""
    return next((fault for fault in faults if fault is not None), None)
