"""The games that the office holds: events of lists and events that wait for one, the games in them, and what a waiting
event would change."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import select

from arpad.i18n import ArpadError
from arpad.lists.closing import explain_player
from arpad.lists.player_index import PlayedEvent
from arpad.lists.whole_list import PlayerRank
from arpad.office.desk import Desk, Shelf, games_held, looking, next_list
from arpad.office.lists import period_of_events, player_on, ranks_on
from arpad.office.records import PlayerRecord
from arpad.office.storage import events, revisions
from arpad.rating.coefficient import within_limit
from arpad.regulations.articles import TIME_CLASSES, TimeClass


class HeldGames(NamedTuple):
    """The games of a player in an event. A waiting event is accepted, and on no published list."""

    played: PlayedEvent
    waiting: bool


@dataclass(frozen=True, slots=True)
class WaitingChange:
    """What an event that waits for the next list would change, by the ratings of now; in whole hundredths."""

    event: int
    name: str
    time_class: TimeClass
    games: int
    score: int
    change: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player for everybody: the history, the ranks, and the games that the office holds, event by event. `digest` is
    that of the newest list."""

    record: PlayerRecord
    ranks: Mapping[TimeClass, PlayerRank]
    held: tuple[HeldGames, ...]
    digest: str


def view_player(desk: Desk, id_: str) -> PlayerView:
    """A player with their games in the events that were rated for the published lists, and in those that wait."""
    with looking(desk, published=True) as shelf:
        record = player_on(shelf, id_)
        last = shelf.last()
        digest = "" if last is None else last.digest
        return PlayerView(record, ranks_on(shelf, id_), tuple(_held(shelf, record)), digest)


def _held(shelf: Shelf, record: PlayerRecord) -> list[HeldGames]:
    """The games of a player in the order of their days, also those under identities that were merged into theirs; and
    against opponents who were merged, under the one that is kept."""
    ids, gone = shelf.identities(record.id), shelf.merged()
    lists = {entry.period for entries in record.history.values() for entry in entries if entry.games}
    lists |= {period for id_ in ids[1:] for period in _lists_with_games(shelf, id_)}
    found = sorted(games_held(shelf, ids, lists), key=lambda held: (held[0].day or dt.date.min, held[0].id))
    return [HeldGames(_kept_opponents(played, gone), waiting) for played, waiting in found]


def _lists_with_games(shelf: Shelf, id_: str) -> Iterator[dt.date]:
    periods = {row.id: row.period for row in shelf.versions}
    return (periods[row.version_id] for row in shelf.history(id_) if row.games and row.version_id in periods)


def _kept_opponents(played: PlayedEvent, gone: Mapping[str, str]) -> PlayedEvent:
    if not any(game.opponent in gone for game in played.games):
        return played
    games = (game._replace(opponent=gone.get(game.opponent, game.opponent)) for game in played.games)
    return played._replace(games=tuple(games))


def waiting_changes(desk: Desk, id_: str, numbers: Sequence[int]) -> tuple[WaitingChange, ...]:
    """What waiting events would change for a rated player, by the rules of the next list; nothing that those rules
    leave open, such as a first rating."""
    with looking(desk, published=True) as shelf:
        date = next_list(desk, shelf)
        if date is None:
            return ()
        rows = shelf.events(events.c.id.in_(numbers))
        reports = select(revisions.c.sha256, revisions.c.event_id).where(revisions.c.event_id.in_(numbers))
        names = {row.sha256: row.event_id for row in shelf.connection.execute(reports)}
        found: list[WaitingChange] = []
        for time_class in TIME_CLASSES:
            own = [row for row in rows if row.time_class == time_class]
            if not own:
                continue
            try:
                period = explain_player(period_of_events(desk, shelf, date, own), id_, time_class)
            except ArpadError:
                continue  # the next list has no edition yet, or none for this time class
            for outcome in period.outcomes:
                line = outcome.line
                if line.participant.rating is None or line.result is None:
                    continue
                k = within_limit(outcome.edition, line.participant.k or 0, period.games)
                part = outcome.of.part
                number = names[part.accepted.sha256]
                found.append(
                    WaitingChange(number, part.event.name, time_class, line.games, line.score, k * line.result)
                )
        return tuple(found)
