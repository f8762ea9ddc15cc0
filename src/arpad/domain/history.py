"""What a list has about a player besides the rating: everything that K depends on."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class History:
    """A rated player as on the list before the period.

    `highest` is the highest rating ever published on this list. `birthday` may be missing if only the year is known.
    `standard_k` is the K of the standard list, for a player of another list who also has a standard rating.
    `at_least`: there may have been more games than `games_played`; an imported list does not say.
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
