"""The rounds of a tournament of matches that is made by lot: who is there, who meets whom, which match is forfeited."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from arpad.i18n import ArpadError
from arpad.pairing.engines import pair_round
from arpad.pairing.generate import LAST_ENTRY, Wanted
from arpad.pairing.lots import SeededLot
from arpad.pairing.matches.documents import match_tournament
from arpad.pairing.rounds import Board, Impossible
from arpad.pairing.state import state_before

FORFEITS = ("+-", "-+", "+-", "--")
"""330: who is awarded a match without play. One of four is lost by both."""


class MadeRounds(ABC):
    """A tournament that grows round by round. `document` is its form as JSON, by which it is paired."""

    def __init__(self, wanted: Wanted, sides: str, more: dict[str, Any]) -> None:
        self.wanted, self.lot = wanted, SeededLot(wanted.seed)
        self.document: dict[str, Any] = {
            "system": wanted.system.name,
            "edition": wanted.system.edition,
            "initial": "w" if self.lot.randrange(2) else "b",
            "rounds_total": wanted.rounds,
            sides: wanted.players,
            **more,
            **({"acceleration": "baku"} if wanted.baku else {}),
            "rounds": [],
        }
        late = wanted.chances.late
        self.entry = {
            side: self.lot.randint(2, LAST_ENTRY) if self.lot.happens(late) else 1
            for side in range(1, wanted.players + 1)
        }
        self.gone: set[int] = set()

    def play(self, number: int) -> None:
        """Pair a round and play it."""
        chances = self.wanted.chances
        away = {
            str(side): "Z" if side in self.gone or entry > number else "H"
            for side, entry in self.entry.items()
            if side in self.gone or entry > number or (chances.byes and self.lot.happens(chances.byes))
        }
        absent = away if "H" in away.values() else [int(side) for side in away]
        document = self.document | {"rounds": [*self.document["rounds"], {"absent": absent}]}
        answer = pair_round(state_before(match_tournament(document, self.wanted.system, None, None), number))
        if isinstance(answer, Impossible):
            raise ArpadError("pairing-generate-impossible", round=number)
        pairs = [
            self.forfeited(number, board, FORFEITS[self.lot.randrange(4)])
            if self.lot.happens(chances.forfeits)
            else self.match(number, board)
            for board in answer.boards
        ]
        self.document["rounds"].append({"round": number, "absent": absent, "bye": answer.bye, "pairs": pairs})
        self.gone |= {side for side in self.entry if side not in self.gone and self.lot.happens(chances.withdrawals)}

    @abstractmethod
    def match(self, number: int, board: Board) -> dict[str, Any]:
        """Play a match: one of the `pairs` of a round."""

    @abstractmethod
    def forfeited(self, number: int, board: Board, sign: str) -> dict[str, Any]:
        """A match without play: one of the `pairs` of a round."""

    def told(self, board: Board, kind: str, score: Sequence[int | Fraction], **more: object) -> dict[str, Any]:
        """Return a match as one of the `pairs` of a round."""
        return {"white": board.white, "black": board.black, "kind": kind, "score": score, **more}

    @abstractmethod
    def file(self) -> bytes:
        """The tournament as a file."""
