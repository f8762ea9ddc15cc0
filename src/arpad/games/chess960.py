"""Guidelines II: the 960 starting positions by their numbers."""

from dataclasses import dataclass
from itertools import combinations

from arpad.games.notation import NOTATIONS, PIECES
from arpad.i18n import ArpadError

COUNT = 960
CLASSIC = 518


@dataclass(frozen=True, slots=True)
class Chess960Position:
    """A starting position: its number, and the men of the first rank from a to h in English letters."""

    number: int
    row: str

    def in_language(self, language: str) -> str:
        """The row in the letters of a language."""
        return "".join(NOTATIONS[language][PIECES.index(piece)] for piece in self.row)

    @property
    def fen(self) -> str:
        """The position with White to move, the castling rights by the files of the rooks."""
        files = "".join("ABCDEFGH"[at] for at, piece in enumerate(self.row) if piece == "R")[::-1]
        rights = "KQkq" if self.number == CLASSIC else files + files.lower()
        return f"{self.row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{self.row} w {rights} - 0 1"


def chess960_position(number: int) -> Chess960Position:
    """Build a position from its number, as the usual list of positions counts: the number gives the light bishop, the
    dark bishop, the queen and the knights; rook, king and rook fill the rest."""
    if not 0 <= number < COUNT:
        raise ArpadError("chess960-number", number=number, most=COUNT - 1)
    row = [""] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row[2 * light + 1] = "B"
    row[2 * dark] = "B"
    row[_free(row)[queen]] = "Q"
    free = _free(row)
    for place in list(combinations(range(5), 2))[knights]:
        row[free[place]] = "N"
    for place, piece in zip(_free(row), "RKR", strict=True):
        row[place] = piece
    return Chess960Position(number, "".join(row))


def _free(row: list[str]) -> list[int]:
    return [at for at, piece in enumerate(row) if not piece]
