"""K as typed into a calculator, or the history it follows from."""

from arpad.domain import History
from arpad.domain.limits import LEAST_K, MOST_K
from arpad.locale import ArpadError
from arpad.rating import KFactor, given_k, k_factor
from arpad.regulations import Edition
from arpad.typed.parse import birth, date, rating, whole


def k_of(edition: Edition, own: int, typed: "KTyped") -> KFactor:
    """K as given, or from the player's history."""
    if typed.k:
        return given_k(edition, whole("K", typed.k, LEAST_K, MOST_K))
    return k_factor(edition, typed.history(own))


class KTyped:
    """Return K, or the history it follows from. An empty text means not known."""

    def __init__(self, k: str, games_played: str, born: str, highest: str, day: str) -> None:
        self.k, self.games_played, self.born, self.highest, self.day = (
            value.strip() for value in (k, games_played, born, highest, day)
        )

    def history(self, own: int) -> History:
        """Return a player's history; a date is required, because a junior's K depends on it."""
        if not self.games_played:
            raise ArpadError("k-missing")
        if not self.day:
            raise ArpadError("k-date")
        year, birthday = birth(self.born) if self.born else (None, None)
        return History(
            rating=own,
            games_played=whole("games_played", self.games_played, 0, 100_000),
            highest=rating("highest", self.highest) if self.highest else own,
            date=date("date", self.day),
            born=year,
            birthday=birthday,
        )
