"""K on the command line: given, or derived from the player's history."""

import datetime as dt

from arpad.cli.calc.app import MOST_GAMES
from arpad.domain import History
from arpad.domain.limits import LEAST_K, MOST_K
from arpad.locale import ArpadError
from arpad.rating import KFactor, given_k, k_factor
from arpad.regulations import Edition
from arpad.typed import parse

OLDEST = 130
NO_DATE = dt.date.min


def k_from(
    edition: Edition,
    rating: int,
    k: str | None,
    games_played: str | None,
    born: str | None,
    highest: str | None,
    date: str | None,
) -> KFactor:
    """K from --k, or from the history; never from both."""
    given = {"--games-played": games_played, "--born": born, "--highest": highest, "--date": date}
    used = [option for option, value in given.items() if value is not None]
    if k is not None:
        if used:
            raise ArpadError("k-twice", k=k, other=used[0])
        return given_k(edition, parse.whole("--k", k, LEAST_K, MOST_K))
    if games_played is None and edition.k.method.value == "by-history":
        raise ArpadError("k-missing")
    return k_factor(edition, history(edition, rating, games_played or "0", born, highest, date))


def history(
    edition: Edition, rating: int, games_played: str, born: str | None, highest: str | None, date: str | None
) -> History:
    """A player's history as the options give it."""
    if date is None and edition.k.junior.value is not None:
        raise ArpadError("k-date")
    day = NO_DATE if date is None else parse.date("--date", date)
    year, birthday = (None, None) if born is None else parse.birth(born)
    if year is not None and day is not NO_DATE and not 0 <= day.year - year <= OLDEST:
        raise ArpadError("born-range", value=born, date=date)
    return History(
        rating=rating,
        games_played=parse.whole("--games-played", games_played, 0, MOST_GAMES),
        highest=rating if highest is None else parse.rating("--highest", highest),
        date=day,
        born=year,
        birthday=birthday,
    )
