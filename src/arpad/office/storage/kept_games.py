"""What was played in the events, by a key for each game, so that games that come a second time are found.

A key is made of the two players, their colours and the result; nothing of the event, neither its name nor its days. The
rows follow from the reports, and are made again from them if an office of an older release is brought up to date.
"""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from arpad.domain.event import Event
from arpad.lists.accepted_report import Accepted
from arpad.office.storage.accepted import report_of_event
from arpad.office.storage.bulk_insert import insert_rows
from arpad.office.storage.schema import event_games, events, revisions

CHUNK = 500  # keys in one statement


class PlayedGame(NamedTuple):
    """A game as it counts: the ids of the players, the result, and the day if the report has it. A report that has sums
    and no games (FEDA 10.31) has one of these for each player, with the sums in the place of the result."""

    white: str
    black: str
    result: str
    day: dt.date | None = None

    @property
    def undated(self) -> "PlayedGame":
        return self._replace(day=None)


def games_played(accepted: Accepted) -> list[PlayedGame]:
    """Return the games of a report that were played between players with an id."""
    event = accepted.event
    if accepted.report.feda:
        sums = zip(event.players, accepted.report.feda, strict=False)
        return [
            PlayedGame(player.id, "", f"{line.points}/{line.games}/{line.average}")
            for player, line in sums
            if player.id
        ]
    ids = {player.rank: player.id for player in event.players}
    return [
        PlayedGame(ids[game.white], ids[game.black], str(game.score), _day(event, game.round))
        for game in event.games()
        if game.played and ids.get(game.white) and ids.get(game.black)
    ]


def _day(event: Event, round_: int) -> dt.date | None:
    return event.round_dates[round_ - 1] if round_ <= len(event.round_dates) else None


def game_keys(games: Sequence[PlayedGame], identities: Mapping[str, Sequence[str]]) -> set[int]:
    """Return the keys of games; the second game of two players with the same colours and result has another one.
    `identities` are further ids under which a player may have played."""
    found: set[int] = set()
    seen = Counter[PlayedGame]()
    for game in games:
        seen[game.undated] += 1
        for white in identities.get(game.white, (game.white,)):
            for black in identities.get(game.black, (game.black,)):
                told = "\n".join((white, black, game.result, str(seen[game.undated])))
                found.add(int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big", signed=True))
    return found


def put_games(connection: Connection, event: int, accepted: Accepted) -> None:
    """Keep the games of the report that counts for an event, in the place of those before."""
    connection.execute(delete(event_games).where(event_games.c.event_id == event))
    keys = sorted(game_keys(games_played(accepted), {}))
    insert_rows(connection, event_games, ("event_id", "game"), ((event, key) for key in keys))


def events_with_games(connection: Connection, keys: Collection[int]) -> Counter[int]:
    """Return the events that have some of these games, and how many of them."""
    found = Counter[int]()
    asked = sorted(keys)
    for start in range(0, len(asked), CHUNK):
        some = event_games.c.game.in_(asked[start : start + CHUNK])
        wanted = select(event_games.c.event_id, func.count()).where(some).group_by(event_games.c.event_id)
        for event, count in connection.execute(wanted):
            found[event] += count
    return found


def games_in(connection: Connection, numbers: Collection[int]) -> dict[int, int]:
    """Return how many games are kept of some events."""
    found: dict[int, int] = {}
    asked = sorted(numbers)
    for start in range(0, len(asked), CHUNK):
        some = event_games.c.event_id.in_(asked[start : start + CHUNK])
        wanted = select(event_games.c.event_id, func.count()).where(some).group_by(event_games.c.event_id)
        found |= {row.event_id: row[1] for row in connection.execute(wanted)}
    return found


def games_by_event(connection: Connection) -> Iterator[tuple[int, list[int]]]:
    """Return the keys that every event with an accepted report must have, in the order of the events."""
    current = (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision)
    wanted = select(events).join(revisions, current).where(revisions.c.accepted).order_by(events.c.id)
    for row in connection.execute(wanted).all():
        yield row.id, sorted(game_keys(games_played(report_of_event(connection, row)), {}))


def fill_games(connection: Connection) -> None:
    """Keep the games of all events of an office that has none yet."""
    rows = ((event, key) for event, keys in games_by_event(connection) for key in keys)
    insert_rows(connection, event_games, ("event_id", "game"), rows)
