"""What a list knows of a player beside his rating: all that K depends on."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class History:
    """A rated player as the list before the period shows him.

    `highest` is the highest rating ever published on this list. `birthday` may be missing where only the year is known.
    `standard_k` is the K of the standard list, of a player of another list who has a standard rating too.
    `at_least`: there may have been more games than `games_played`; a list that was imported does not tell.
    """

    rating: int
    games_played: int
    highest: int
    date: dt.date
    born: int | None = None
    birthday: dt.date | None = None
    standard_k: int | None = None
    at_least: bool = False

    @property
    def peak(self) -> int:
        """The highest published rating, the present one included."""
        return max(self.rating, self.highest)
