"""Laws of Chess 5.2.2 and 6.9 by material: can a player still mate by any series of legal moves?

The men of a position are enough for the cases that are decided here. Other positions in which nobody can mate (pawns
that block each other) are not searched for.
"""

from collections import Counter
from typing import NamedTuple


class Men(NamedTuple):
    """The men of one player without the king; bishops are told apart by the colour of their squares."""

    heavy: int
    """Pawns, rooks and queens."""
    queens: int
    knights: int
    dark_bishops: int
    light_bishops: int

    @property
    def all(self) -> int:
        return self.heavy + self.knights + self.dark_bishops + self.light_bishops


def men_of(fen: str) -> tuple[Men, Men]:
    """The men of White and of Black."""
    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for rank, row in enumerate(fen.partition(" ")[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            kind = letter.lower()
            if kind == "b":
                kind = "light" if (rank + file) % 2 == 0 else "dark"
            found[letter.isupper()][kind] += 1
            file += 1
    return _men(found[True]), _men(found[False])


def _men(count: Counter[str]) -> Men:
    heavy = count["p"] + count["r"] + count["q"]
    return Men(heavy, count["q"], count["n"], count["dark"], count["light"])


def can_mate(fen: str, *, white: bool) -> bool:
    """6.9: whether a player can mate by any series of legal moves, with the worst play of the opponent."""
    both = men_of(fen)
    own, other = both if white else both[::-1]
    if own.heavy:
        return True
    bishops = own.dark_bishops + own.light_bishops
    if not own.knights and not bishops:
        return False
    if own.knights and bishops:
        return True
    if own.knights:
        # one knight needs a man of the opponent that takes a square from the king, and a queen would not let it
        return own.knights > 1 or other.all > other.queens
    return _bishops_mate(own, other, fen)


def _bishops_mate(own: Men, other: Men, fen: str) -> bool:
    """Bishops on squares of one colour need help on the other colour: a bishop there, a knight, or a pawn that becomes
    one."""
    dark, light = own.dark_bishops + other.dark_bishops, own.light_bishops + other.light_bishops
    pawns = "p" in fen.partition(" ")[0].lower()
    return bool(dark and light) or bool(other.knights) or pawns


def dead_by_material(fen: str) -> bool:
    """5.2.2: nobody can mate."""
    return not can_mate(fen, white=True) and not can_mate(fen, white=False)
