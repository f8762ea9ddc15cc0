"""K as typed into a calculator, or the history it follows from."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query

from arpad.domain.games import History
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.rating.coefficient import KFactor, given_k, k_factor
from arpad.regulations.rating_edition import Edition

Short = Annotated[str, Query(max_length=20)]


@dataclass(frozen=True, slots=True)
class HistoryFields:
    """The history of a player, as it was typed. An empty text means not known."""

    games_played: Short = ""
    born: Short = ""
    highest: Short = ""
    date: Short = ""

    def history(self, own: int) -> History:
        """Return a player's history; a date is required, because a junior's K depends on it."""
        games_played, born, highest = self.games_played.strip(), self.born.strip(), self.highest.strip()
        if not games_played:
            raise ArpadError("k-missing")
        if not self.date.strip():
            raise ArpadError("k-date")
        year, birthday = parse.birth(born) if born else (None, None)
        return History(
            rating=own,
            games_played=parse.whole("games_played", games_played, 0, 100_000),
            highest=parse.rating("highest", highest) if highest else own,
            date=parse.date("date", self.date.strip()),
            born=year,
            birthday=birthday,
        )


TypedHistory = Annotated[HistoryFields, Depends(HistoryFields)]


def k_of(edition: Edition, own: int, typed: str, fields: HistoryFields) -> KFactor:
    """Return K as it was typed, or else K from the player's history."""
    if typed:
        return given_k(edition, parse.whole("K", typed, LEAST_K, MOST_K))
    return k_factor(edition, fields.history(own))
