"""A draw as people read it: its title, and names in the place of numbers."""

from collections.abc import Sequence
from itertools import accumulate

from arpad.i18n import Language, text
from arpad.pairing.draws.knockout import WINNER
from arpad.pairing.draws.model import Draw, DrawPairing, DrawRound, Player


def title(draw: Draw, language: Language) -> str:
    """`Berger table: 10 players, 9 rounds`."""
    return text(
        "draw.title",
        language,
        kind=text(f"draw.kind.{draw.kind}", language),
        players=len(draw.players),
        rounds=len(draw.rounds),
    )


class Names:
    """How the players of a draw are written: by their names if there are any, otherwise as in the draw."""

    def __init__(self, draw: Draw, names: Sequence[str], language: Language) -> None:
        self._names: dict[Player, str] = dict(zip(draw.players, names, strict=True)) if names else {}
        self._language = language
        self._knockout = draw.kind == "knockout"

    def __getitem__(self, player: Player) -> str:
        if self._knockout and isinstance(player, str):
            return text("draw.winner", self._language, tie=player.removeprefix(WINNER))
        return self._names.get(player, str(player))

    def byes(self, round_: DrawRound) -> str:
        return ", ".join(self[player] for player in round_.byes)


def numbered(draw: Draw) -> list[list[tuple[int, DrawPairing]]]:
    """The pairings of each round with their boards; the ties of a knock-out are counted through the rounds."""
    counts = [len(round_.pairings) for round_ in draw.rounds]
    starts = [0, *accumulate(counts)] if draw.kind == "knockout" else [0] * len(counts)
    return [list(enumerate(round_.pairings, start + 1)) for start, round_ in zip(starts, draw.rounds, strict=False)]
