"""The tournaments of a festival in a database, and players moved between them in one transaction."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.storage.database import Database
from arpad.office.storage.schema import tournament_contacts
from arpad.office.tournaments.event_rows import EventRow, StoredEvent
from arpad.office.tournaments.players import Contact, event_ratings, of_entry, players_elsewhere, write_contact
from arpad.office.tournaments.store import EventStore, JointWrite
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.entries import list_named, listed_fields, rating_source
from arpad.tournament.fees import owed
from arpad.tournament.festival import MoveIn, MoveOut, festival_of, in_festival_order, move_refused
from arpad.tournament.journal import Confirmation, EventWarning
from arpad.tournament.state import Entry, EventState


class Festival(NamedTuple):
    """The tournaments of a festival in the order of their tables. `name` is the one of the first tournament."""

    slug: str
    name: str
    events: tuple[StoredEvent, ...]

    @property
    def states(self) -> list[EventState]:
        return [event.state for event in self.events]

    @property
    def slugs(self) -> list[str]:
        return [event.row.slug for event in self.events]


def festivals(event_store: EventStore) -> dict[str, Festival]:
    """Return all festivals of a database by their short names."""
    found: dict[str, list[StoredEvent]] = {}
    for slug in event_store.slugs():
        event = event_store.open(slug)
        if festival := festival_of(event.state):
            found.setdefault(festival, []).append(event)
    return {slug: _festival(slug, events) for slug, events in found.items()}


def open_festival(event_store: EventStore, slug: str) -> Festival:
    """Return a festival by its short name; refuse one that no tournament is part of."""
    known = festivals(event_store)
    if slug not in known:
        raise ArpadError("festival-unknown", slug=slug, known=", ".join(known) or "–")
    return known[slug]


def _festival(slug: str, events: Sequence[StoredEvent]) -> Festival:
    by_slug = {event.row.slug: event for event in events}
    states = in_festival_order([event.state for event in events])
    return Festival(slug, states[0].event_rules.festival, tuple(by_slug[one.event_rules.slug] for one in states))


class FestivalMove(NamedTuple):
    """A player who is moved: the tournament and the entry there."""

    event: str
    entry: int


class MovedPlayer(NamedTuple):
    """A player who was moved: the entry in the tournament where they are now."""

    name: str
    origin: FestivalMove
    entry: int


class MoveResult(NamedTuple):
    """What a move did: the players, and what an arbiter should know."""

    players: tuple[MovedPlayer, ...]
    warnings: tuple[EventWarning, ...]
    states: dict[str, EventState]


def move_players(
    event_store: EventStore,
    moves: Sequence[FestivalMove],
    to: str,
    who: str,
    at: dt.datetime,
    consent: Confirmation | None = None,
    *,
    office: Database | None = None,
) -> MoveResult:
    """Move players to a tournament of the same festival, with all that is known of them, their contacts too: all of
    them, or none. The reasons why some cannot be moved are told together. `office` has the rating lists, if they are
    in another database."""
    target = event_store.open(to).state
    sources = {move.event: event_store.open(move.event).state for move in moves}
    if not moves:
        raise ArpadError("event-move-nobody")
    for slug, state in sources.items():
        if slug == to:
            raise ArpadError("event-move-same", event=target.event_rules.name)
        if not festival_of(target) or festival_of(state) != festival_of(target):
            one, other = state.event_rules.name, target.event_rules.name
            raise ArpadError("event-move-apart", one=one, other=other)
    others = players_elsewhere(event_store, target.event_rules)
    for slug in sources.keys() & others.keys():
        going = {sources[slug].entries[move.entry].id for move in moves if move.entry in sources[slug].entries}
        others[slug] -= going
    moved, problems = [], []
    with event_store.together([*sources, to], who, at, consent) as joint:
        for move in dict.fromkeys(moves):
            try:
                moved.append(_move(joint, move, to, others, office or event_store.database))
            except ArpadError as problem:
                problems.append(problem)
        if problems:
            raise move_refused(problems)
    states = {slug: event.state for slug, event in joint.events.items()}
    return MoveResult(tuple(moved), tuple(joint.confirmations.warnings), states)


def _move(
    joint: JointWrite, move: FestivalMove, to: str, others: dict[str, frozenset[str]], office: Database
) -> MovedPlayer:
    origin, target = joint.events[move.event], joint.events[to]
    player = entry_at(origin.state, move.entry)
    absences = {number: kind for (entry, number), kind in origin.state.absences.items() if entry == move.entry}
    open_ = owed(player, origin.state.event_rules)
    joint.act(move.event, MoveOut(move.entry, to))
    listed = _listed(office, origin.state, target.state, player)
    lines = joint.act(to, MoveIn(player, move.event, absences, listed, others, open_))
    entry = int(lines[0].data["entry"])
    _move_contact(joint.connection, origin.row, move.entry, target.row, entry)
    return MovedPlayer(player.name, move, entry)


def _listed(office: Database, origin: EventState, target: EventState, player: Entry) -> dict[str, Any]:
    """The rating that counts in a tournament of another time class, if the office has a list with the player."""
    if origin.event_rules.time_class == target.event_rules.time_class or not player.id:
        return {}
    ratings = event_ratings(office, {player.id}, target)
    listed = None if ratings is None else ratings.get(player.id)
    if ratings is None or listed is None:
        return {}
    fields = listed_fields(listed, ratings.combined, target.event_rules)
    source = rating_source(fields, ratings, target.event_rules)
    return {"rating": fields["rating"], "rating_from": source, "rating_list": list_named(source, ratings)}


def _move_contact(connection: Connection, origin: EventRow, entry: int, target: EventRow, new: int) -> None:
    table = tournament_contacts.c
    asked = select(table.mail, table.telephone).where(
        table.tournament_id == origin.id, table.subject == of_entry(entry)
    )
    kept = connection.execute(asked).one_or_none()
    if kept is not None:
        write_contact(connection, target, of_entry(new), Contact(*kept))
        write_contact(connection, origin, of_entry(entry), Contact())
