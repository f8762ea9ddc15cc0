"""The games that the office holds: events of lists and events that wait for one, the games in them, and what a waiting
event would change."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, or_, select

from arpad.domain.encounters import PlayedEncounter, encounters
from arpad.lists.closing import explain_player
from arpad.lists.ranks import PlayerRank
from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, looking
from arpad.office.events import event_record
from arpad.office.lists import next_list, period_of_events, player_on, ranks_on
from arpad.office.proof.event_rating import view_report
from arpad.office.records import EventRecord, PlayerRecord
from arpad.office.storage import events, revisions
from arpad.rating import within_limit
from arpad.regulations import TIME_CLASSES, TimeClass


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event with the hash of the report that counts. A waiting one is accepted, and on no published list."""

    record: EventRecord
    sha256: str
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
    """A player for everybody: the history, the ranks, and the events in which the games may be found. `digest` is that
    of the newest list."""

    record: PlayerRecord
    ranks: Mapping[TimeClass, PlayerRank]
    held: tuple[HeldEvent, ...]
    digest: str


def view_player(desk: Desk, id_: str) -> PlayerView:
    """A player with the events that were rated for the published lists with games of theirs, and all that wait."""
    with looking(desk, published=True) as shelf:
        record = player_on(shelf, id_)
        lists = {entry.period for entries in record.history.values() for entry in entries if entry.games}
        last = shelf.last()
        digest = "" if last is None else last.digest
        return PlayerView(record, ranks_on(shelf, id_), _held(desk, shelf, lists), digest)


def _held(desk: Desk, shelf: Shelf, lists: Collection[dt.date]) -> tuple[HeldEvent, ...]:
    """The events of some lists, and those that wait, in the order of their days."""
    found = shelf.known.of(("held", shelf.system.id), lambda: tuple(_all_held(desk, shelf)))
    return tuple(event for event in found if event.waiting or event.record.period in lists)


def _all_held(desk: Desk, shelf: Shelf) -> Iterator[HeldEvent]:
    """The events of all lists, and those that wait, in the order of their days."""
    last = shelf.last()
    after = dt.date.min if last is None else last.period
    rated = events.c.state.in_(("rated", "corrected"))
    waits = or_(events.c.state == "accepted", and_(rated, events.c.period > after))
    wanted = (
        select(events, revisions.c.sha256)
        .join(revisions, (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision))
        .where(events.c.system_id == shelf.system.id, or_(waits, and_(rated, events.c.period <= after)))
    )
    for row in shelf.connection.execute(wanted.order_by(events.c.end, events.c.id)):
        yield HeldEvent(event_record(desk, row), row.sha256, row.state == "accepted" or row.period > after)


def event_encounters(desk: Desk, number: int) -> Mapping[str, tuple[PlayedEncounter, ...]]:
    """The games of an event as its accepted report has them, by the ids of the players."""
    accepted = view_report(desk, number).accepted
    return {} if accepted is None else encounters(accepted.event)


def waiting_changes(desk: Desk, id_: str, numbers: Sequence[int]) -> tuple[WaitingChange, ...]:
    """What waiting events would change for a rated player, by the rules of the next list; nothing that those rules
    leave open, such as a first rating."""
    with looking(desk, published=True) as shelf:
        date = next_list(desk, shelf)
        if date is None:
            return ()
        wanted = select(events).where(events.c.system_id == shelf.system.id, events.c.id.in_(numbers))
        rows = shelf.connection.execute(wanted.order_by(events.c.id)).all()
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
