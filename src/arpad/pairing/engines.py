"""What every Swiss system can do, whichever it is: pair a round, tell why it is as it is, and judge another one.

Each system is a room of its own with a module `system` that offers `ENGINE`. It is loaded when it is needed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

from arpad.documents.steps import Trail
from arpad.pairing.history import Tournament
from arpad.pairing.rounds import Answer, Pairing, Seat
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem, load_engine

ReasonKind = Literal["quality", "order", "barred", "bye", "bye-order", "completion", "upfloaters", "colour"]


@dataclass(frozen=True, slots=True)
class Reason:
    """The first bracket that differs, by the score of its residents, and what the given pairing fails on there.

    `players` are starting ranks, `article` is the number in the text of the system, `criterion` the key of its words.
    """

    article: str
    score: int | None = None
    players: tuple[int, ...] = ()
    given: int | Fraction | None = None
    best: int | Fraction | None = None
    kind: ReasonKind = "quality"
    criterion: str = ""


class Engine(Protocol):
    """A Swiss system at work."""

    def prepare(self, whole: Tournament, state: PairingState) -> PairingState:
        """Add to the players of a round what only this system looks at."""
        ...

    def pair(self, state: PairingState) -> Answer:
        """Pair a round."""
        ...

    def explain(self, answer: Pairing, limit: int) -> Trail:
        """Tell why a round is as it is, with at most `limit` refusals a bracket."""
        ...

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        """Tell by what another pairing of the round is worse."""
        ...

    def impossible_article(self, system: SwissSystem) -> str:
        """Return the article about rounds that cannot be paired."""
        ...


def engine_of(system: SwissSystem) -> Engine:
    """Return the engine of a system."""
    found: Engine = load_engine(system)
    return found


def pair_round(state: PairingState) -> Answer:
    """Pair a round by the system of its tournament."""
    return engine_of(state.system).pair(state)
