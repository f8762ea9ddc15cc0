"""A team and its line-ups, as the log keeps them."""

from dataclasses import dataclass
from typing import Literal

LineUpBy = Literal["given", "default", "corrected"]
NOBODY = 0
"""An empty board in a line-up."""


@dataclass(frozen=True)
class EventTeam:
    """A team. `players` are its entries in the order of its list; `strength` is None if it follows from their ratings.
    `away` are rounds that it announced not to play, each with H, Z or F; `version` is the line of the log that last
    touched it."""

    team: int
    name: str
    nick: str = ""
    captain: str = ""
    players: tuple[int, ...] = ()
    strength: int | None = None
    withdrawn_from: int | None = None
    away: tuple[tuple[int, str], ...] = ()
    version: int = 0

    @property
    def gone(self) -> bool:
        """Whether the team has left the event."""
        return self.withdrawn_from is not None

    def out_in(self, round_number: int) -> bool:
        """Whether the team had left the event by a round."""
        return self.withdrawn_from is not None and round_number >= self.withdrawn_from

    def absence_in(self, round_number: int) -> str | None:
        """Return H, Z or F for a round that the team does not play, None for one that it plays."""
        return "Z" if self.out_in(round_number) else dict(self.away).get(round_number)


def empty_seat_result(white: int, black: int) -> str | None:
    """Return the result of a board at which nobody sat on a side, None if both seats are taken."""
    if NOBODY not in (white, black):
        return None
    return "-/-" if white == black else "-/+" if white == NOBODY else "+/-"


@dataclass(frozen=True)
class TeamLineUp:
    """The players of a team in a round, board by board; 0 is nobody."""

    team: int
    round: int
    players: tuple[int, ...]
    by: LineUpBy
    at: str = ""
