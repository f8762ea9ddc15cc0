"""Double-Swisses made by lot: two games with one opponent a round."""

from fractions import Fraction
from typing import Any

from arpad.documents.json import dumps
from arpad.domain.event import HALF_POINTS_OF
from arpad.pairing.generate import HIGHEST, LOWEST, Wanted
from arpad.pairing.matches.made_rounds import MadeRounds
from arpad.pairing.rounds import Board

BYE = Fraction(3, 2)


class MadeDouble(MadeRounds):
    """A Double-Swiss as JSON. The ratings decide how often a player wins; the file does not have them."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted, "players", {"bye_points": BYE})
        self.ratings = sorted((self.lot.randint(LOWEST, HIGHEST) for _ in self.entry), reverse=True)

    def match(self, number: int, board: Board) -> dict[str, Any]:  # noqa: ARG002
        """Two games, the second with colours reversed."""
        ahead = self.ratings[board.white - 1] - self.ratings[board.black - 1]
        games = [Fraction(self._won(ahead), 2), 1 - Fraction(self._won(-ahead), 2)]
        won = sum(games)
        return self.told(board, "played", [won, 2 - won], games=games)

    def _won(self, ahead: int) -> int:
        """The half points of White in a game."""
        return HALF_POINTS_OF[self.lot.game(ahead, self.wanted.chances.draws, Fraction(0))[0]]

    def forfeited(self, number: int, board: Board, sign: str) -> dict[str, Any]:  # noqa: ARG002
        return self.told(board, "forfeit", [2 * (mark == "+") for mark in sign])

    def file(self) -> bytes:
        return f"{dumps(self.document)}\n".encode()
