"""Draws that need no results: the Berger tables."""

from collections.abc import Iterator, Sequence

from arpad.i18n import Language
from arpad.pairing.draws import MOST, draw_document
from arpad.pairing.draws import Draw as DrawnRounds
from arpad.pairing.round_robin_tables import LEAST_BERGER, SWAPS, Swap
from arpad.pairing.round_robin_tables import berger as berger_draw
from arpad.surface import values
from arpad.surface.documents import Column, Document, Passed, Tabular
from arpad.surface.wording import public

Pair = tuple[int, int]


class Draw(Document, Tabular):
    """The rounds of a draw, each a row of (white, black) by number. `byes` are those who are free in each round."""

    __slots__ = ("_draw",)

    def __init__(self, draw: DrawnRounds) -> None:
        self._draw = draw

    players = Passed[int]("_draw.players", made=len)

    @property
    def rounds(self) -> tuple[tuple[Pair, ...], ...]:
        return tuple(
            tuple((int(pairing.white), int(pairing.black)) for pairing in one.pairings) for one in self._draw.rounds
        )

    @property
    def byes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(int(player) for player in one.byes) for one in self._draw.rounds)

    def __iter__(self) -> Iterator[tuple[Pair, ...]]:
        return iter(self.rounds)

    def __len__(self) -> int:
        return len(self._draw.rounds)

    def __getitem__(self, place: int) -> tuple[Pair, ...]:
        return self.rounds[place]

    def _document(self, language: Language) -> object:  # noqa: ARG002  (the document has no words)
        return draw_document(self._draw)

    def _columns(self) -> Sequence[Column]:
        return (Column("round"), Column("board"), Column("white"), Column("black"))

    def _rows(self) -> Sequence[Sequence[object]]:
        return [
            (number, board, *pair) for number, pairs in enumerate(self.rounds, 1) for board, pair in enumerate(pairs, 1)
        ]

    def __repr__(self) -> str:
        return f"<Draw {self._draw.kind}: {self.players} players, {len(self)} rounds>"


@public()
def berger(players: int, *, double: bool = False, swap: Swap = "first") -> Draw:
    """Return the Berger tables for a number of players (C.05 annex 1). `double` adds a second cycle with the other
    colours; `swap` says in which cycle the last two rounds change places: "first", "each" or "none"."""
    chosen = values.chosen("swap", swap, SWAPS)
    return Draw(berger_draw(values.whole("players", players, LEAST_BERGER, MOST), double, chosen))
