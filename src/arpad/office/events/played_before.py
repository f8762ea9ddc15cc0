"""Games that come a second time: a report is compared with what was played in the events that are here.

Names, places and days of an event may be written in many ways, so they say little. Two reports are of the same games if
the same players had the same colours and the same results.
"""

import datetime as dt
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from arpad.domain.values import fold
from arpad.i18n import ArpadError
from arpad.lists.accepted_report import Accepted
from arpad.office.desk import Shelf
from arpad.office.records import HELD
from arpad.office.storage import (
    PlayedGame,
    events,
    events_with_games,
    game_keys,
    games_in,
    games_played,
    report_of_event,
)

SOME, FEW = (1, 4), 3
"""The part of the games of the smaller report that is asked about if both events are of the same days; fewer games than
the second number only if they are all of them."""
MOST = (3, 4)
"""The same if the events are of other days or another time class: club mates meet often, and half of their games may
end as before."""


@dataclass(frozen=True, slots=True)
class SameGames:
    """An event that has games of a report: `equal` of the `games` of that report, and of its own `own`."""

    event: int
    name: str
    start: dt.date | None
    equal: int
    games: int
    own: int

    @property
    def share(self) -> int:
        """How many of the games of the smaller of the two are equal, in hundredths."""
        return 100 * self.equal // max(1, min(self.games, self.own))


class PlayedBefore(ArpadError):
    """A report with games that events here have already. `found` are those events, that with the most games first."""

    def __init__(self, found: tuple[SameGames, ...]) -> None:
        first = found[0]
        super().__init__(
            "event-played-before",
            event=first.event,
            name=first.name or "–",
            equal=first.equal,
            games=first.games,
            share=first.share,
        )
        self.found = found


def must_be_new(shelf: Shelf, accepted: Accepted, event: int = 0) -> None:
    """Ask about a report if its games, or some of them, are those of another event."""
    found = played_before(shelf, accepted, event)
    if found:
        raise PlayedBefore(found)


def played_before(shelf: Shelf, accepted: Accepted, event: int = 0) -> tuple[SameGames, ...]:
    """Return the other events that have games of a report; that with the most equal games first."""
    games = games_played(accepted)
    if not games:
        return ()
    merged = shelf.merged()
    kept = [_kept(game, merged) for game in games]
    identities = {id_: shelf.identities(id_) for game in kept for id_ in (game.white, game.black)}
    hits = events_with_games(shelf.connection, game_keys(kept, identities))
    hits.pop(event, None)
    sizes = games_in(shelf.connection, hits)
    rows = shelf.events(events.c.id.in_(hits), events.c.state.in_(HELD))
    found = (
        _compared(shelf, row, kept, accepted)
        for row in rows
        if _dated(accepted, row) or _enough(hits[row.id], len(games), sizes[row.id], *_needed(accepted, row))
    )
    return tuple(sorted(filter(None, found), key=lambda one: (-one.equal, one.event)))


def _kept(game: PlayedGame, merged: Any) -> PlayedGame:
    """Return a game with the identities that are kept."""
    return game._replace(white=merged.get(game.white, game.white), black=merged.get(game.black, game.black))


def _needed(accepted: Accepted, row: Row[Any]) -> tuple[int, int]:
    """Return the part of the games that must be equal before somebody is asked."""
    return SOME if row.time_class == accepted.time_class and _same_days(accepted, row) else MOST


def _same_days(accepted: Accepted, row: Row[Any]) -> bool:
    """Whether the days of two events have one in common; days that nobody knows may be any."""
    first, last = accepted.event.start, accepted.event.end or accepted.event.start
    begun, ended = row.start, row.end or row.start
    if None in (first, last, begun, ended):
        return True
    return bool(first <= ended and begun <= last)


def _dated(accepted: Accepted, row: Row[Any]) -> bool:
    """Whether one game is enough if both reports have its day: two players have one standard game a day."""
    return row.time_class == accepted.time_class == "standard" and _same_days(accepted, row)


def _enough(equal: int, games: int, own: int, part: int, of: int) -> bool:
    smaller = min(games, own)
    return equal * of >= smaller * part and (equal >= FEW or equal == smaller)


def _compared(shelf: Shelf, row: Row[Any], games: list[PlayedGame], accepted: Accepted) -> SameGames | None:
    """Compare the games of a report with those of an event, one by one."""
    merged = shelf.merged()
    own = [_kept(game, merged) for game in games_played(report_of_event(shelf.connection, row))]
    equal = sum((Counter(game.undated for game in games) & Counter(game.undated for game in own)).values())
    same_day = _dated(accepted, row) and any(game.day is not None for game in {*games} & {*own})
    if not equal or not (same_day or _enough(equal, len(games), len(own), *_needed(accepted, row))):
        return None
    return SameGames(row.id, row.name, row.start, equal, len(games), len(own))


def must_be_unannounced(shelf: Shelf, name: str, start: dt.date, time_class: str) -> None:
    """Ask about an event that is registered under the same name, for the same day and time class."""
    rows = shelf.events(events.c.start == start, events.c.time_class == time_class, events.c.state != "withdrawn")
    for row in rows:
        if _plain(row.name) == _plain(name):
            raise ArpadError("event-registered-before", event=row.id, name=row.name, start=start)


def _plain(name: str) -> list[str]:
    """Return the words of a name without accents and capitals; of other alphabets the letters as they are."""
    return (fold(name) or name.casefold()).split()
