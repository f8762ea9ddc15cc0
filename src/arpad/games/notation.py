"""Laws of Chess C.1 to C.13: a move as it is written, in the letters of six languages and in short or long form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

NOTATIONS: Mapping[str, str] = {
    "en": "KQRBN", "es": "RDTAC", "fr": "RDTFC", "de": "KDTLS", "it": "RDTAC", "pt": "RDTBC",
}  # fmt: skip
"""C.3: the letters of king, queen, rook, bishop and knight in each language."""
PIECES = "KQRBN"
PAWN = "P"
CASTLING = re.compile(r"[0Oo]-[0Oo](-[0Oo])?")
MARKS = re.compile(r"(?:[+#†‡!?]+|\(=\)|=$|[ae]\.?p\.?)+$")
"""C.12 and C.13: check, mate, en passant and a draw offer need not be written; comments of readers do not count."""
MOVE = re.compile(r"([A-Z])?([a-h])?([1-8])?[-x:×]?([a-h])([1-8])?(?:[=/]?\(?([A-Z])\)?)?")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as it is written: what is not said is empty. Pieces are English letters, P is a pawn."""

    piece: str
    target_file: str = ""
    target_rank: str = ""
    from_file: str = ""
    from_rank: str = ""
    promotion: str = ""
    castling: str = ""
    """K or Q: the side of the rook."""


def read_move(written: str, language: str) -> WrittenMove | None:
    """Read a move in the letters of a language. Returns None if it is not a move there."""
    bare = MARKS.sub("", written)
    castling = CASTLING.fullmatch(bare)
    if castling is not None:
        return WrittenMove("K", castling="Q" if castling[1] else "K")
    found = MOVE.fullmatch(bare)
    if found is None:
        return None
    letter, from_file, from_rank, target_file, target_rank, promotion = (part or "" for part in found.groups())
    letters = NOTATIONS[language]
    if (letter and letter not in letters) or (promotion and promotion not in letters):
        return None
    if not target_rank and (letter or not from_file or from_rank):
        return None  # C.8: only a pawn that captures may leave out the rank
    piece = PIECES[letters.index(letter)] if letter else PAWN
    promoted = PIECES[letters.index(promotion)] if promotion else ""
    return WrittenMove(piece, target_file, target_rank, from_file, from_rank, promoted)


def in_letters(piece: str, language: str) -> str:
    """The letter of a piece in a language; nothing for a pawn."""
    return "" if piece == PAWN else NOTATIONS[language][PIECES.index(piece)]
