"""K on the command line: given, or derived from the player's history."""

import datetime as dt
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

from arpad.cli.calc.app import MOST_GAMES
from arpad.cli.shared import Command
from arpad.domain.games import History
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.rating.coefficient import KFactor, given_k, k_factor
from arpad.regulations.rating_edition import Edition

OLDEST = 130
NO_DATE = dt.date.min


@dataclass(frozen=True, slots=True)
class HistoryOptions:
    """A player's history, as it was typed."""

    games_played: Annotated[str | None, typer.Option("--games-played", metavar="N", help="cli.help.games-played")] = (
        None
    )
    born: Annotated[str | None, typer.Option("--born", metavar="YEAR", help="cli.help.born")] = None
    highest: Annotated[str | None, typer.Option("--highest", metavar="H", help="cli.help.highest")] = None
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.date")] = None


class HistoryCommand(Command):
    """A command that may take K from a player's history."""

    declares = (HistoryOptions,)


def k_from(edition: Edition, rating: int, k: str | None, typed: HistoryOptions) -> KFactor:
    """Return K from --k, or from the history; never from both."""
    if k is not None:
        used = [name for name, value in asdict(typed).items() if value is not None]
        if used:
            raise ArpadError("k-twice", k=k, other=f"--{used[0].replace('_', '-')}")
        return given_k(edition, parse.whole("--k", k, LEAST_K, MOST_K))
    if typed.games_played is None and edition.k.method.value == "by-history":
        raise ArpadError("k-missing")
    return k_factor(edition, _history(edition, rating, typed))


def _history(edition: Edition, rating: int, typed: HistoryOptions) -> History:
    """Return a player's history as the options give it."""
    if typed.date is None and edition.k.junior.value is not None:
        raise ArpadError("k-date")
    day = NO_DATE if typed.date is None else parse.date("--date", typed.date)
    year, birthday = (None, None) if typed.born is None else parse.birth(typed.born)
    if year is not None and day is not NO_DATE and not 0 <= day.year - year <= OLDEST:
        raise ArpadError("born-range", value=typed.born, date=typed.date)
    return History(
        rating=rating,
        games_played=parse.whole("--games-played", typed.games_played or "0", 0, MOST_GAMES),
        highest=rating if typed.highest is None else parse.rating("--highest", typed.highest),
        date=day,
        born=year,
        birthday=birthday,
    )
