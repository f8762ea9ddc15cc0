"""What a draw is: rounds of games between numbers, or between names like A1 if teams play."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Player = int | str
"""A number of the draw; `A1` is the first player of team A; `W3` is the winner of the third tie of a knock-out."""

DrawKind = Literal["berger", "varma", "scheveningen", "schiller", "skalitzka", "hilton", "match", "knockout"]


@dataclass(frozen=True, slots=True)
class DrawPairing:
    """One board: White and Black."""

    white: Player
    black: Player

    @property
    def reversed(self) -> "DrawPairing":
        """The same two with the other colours."""
        return DrawPairing(self.black, self.white)


@dataclass(frozen=True, slots=True)
class DrawRound:
    """The boards in order, and who is free. A free round scores nothing: it is not a pairing-allocated bye."""

    pairings: tuple[DrawPairing, ...]
    byes: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A whole schedule: all players in the order in which names are given to them, and the rounds."""

    kind: DrawKind
    players: tuple[Player, ...]
    rounds: tuple[DrawRound, ...]
    on_a_board: int = 1
    """Games that belong together on one line of a round: in Hilton's system all games of one board of the teams."""


def letters(place: int) -> str:
    """The name of a team by its place from 0: A to Z, then AA, AB."""
    before, last = divmod(place, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


def team_player(team: int, board: int) -> str:
    """`A1`: the player of a team, from 0, on a board, from 1."""
    return f"{letters(team)}{board}"


def rounds_of(boards: Iterable[Iterable[DrawPairing]]) -> tuple[DrawRound, ...]:
    """Rounds in which nobody is free."""
    return tuple(DrawRound(tuple(pairings)) for pairings in boards)
