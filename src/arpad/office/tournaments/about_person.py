"""Everything that the office holds about one player, for them to read and to take with them."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.decisions import entries_of
from arpad.office.desk import Desk, looking
from arpad.office.documents import DECISION, LOG, player_document
from arpad.office.lists import player_on
from arpad.office.proof import view_player
from arpad.office.storage import (
    Database,
    all_decisions,
    log_entries,
    tournament_contacts,
    tournament_log,
    tournaments,
)
from arpad.office.tournaments.contacts import of_entry

NAMING = ("id", "keep", "drop")
"""The data of a decision, and of a line of the log, that name a player."""


def person_data(desk: Desk, id_: str, events: Database | None = None) -> dict[str, Any]:
    """Return what the office holds about a player: the person with the day of birth, every list they are on, the events
    they played, decisions, entries in tournaments with their contacts, and lines of the log. `events` is the database
    of tournaments, if it is another one."""
    with looking(desk) as shelf:
        record = player_on(shelf, id_)
        last = shelf.last()
        row = None if last is None else shelf.ledger(last).rows([id_]).get(id_)
        kept = [one for one in all_decisions(shelf.connection, shelf.system.id) if _names(one.data, id_)]
        lines = [one for one in log_entries(shelf.connection) if one.subject == id_ or _names(one.details, id_)]
        document = {
            "system": desk.system,
            "player": player_document(record) | {"birthday": None if row is None else row.birthday or None},
            "decisions": [DECISION.document(one) for one in kept],
            "log": [LOG.document(entry) for entry in lines],
        }
    with (events or desk.database).reading() as connection:
        return document | {"events": _played(desk, id_), "tournaments": _entries(connection, id_)}


def _names(data: Mapping[str, Any], id_: str) -> bool:
    return any(data.get(name) == id_ for name in NAMING)


def _played(desk: Desk, id_: str) -> list[dict[str, Any]]:
    """The events whose reports have games of the player, on published lists or waiting for one."""
    try:
        held = view_player(desk, id_).held
    except ArpadError:
        return []
    return [{"id": one.played.id, "name": one.played.name, "games": len(one.played.games)} for one in held]


def _entries(connection: Connection, id_: str) -> list[dict[str, Any]]:
    """What the logs of tournaments say about the entries of a player, and how they can be reached."""
    return [_entry(connection, tournament, entry) for tournament, entry in entries_of(connection, id_)]


def _entry(connection: Connection, tournament: int, entry: int) -> dict[str, Any]:
    slug = connection.execute(select(tournaments.c.slug).where(tournaments.c.id == tournament)).scalar_one()
    own = (tournament_log.c.tournament_id == tournament, tournament_log.c.kind.startswith("entry."))
    lines = connection.execute(select(tournament_log).where(*own).order_by(tournament_log.c.n))
    said = [{"at": line.at, "kind": line.kind, **json.loads(line.data)} for line in lines]
    table = tournament_contacts.c
    wanted = select(table.mail, table.telephone).where(table.tournament_id == tournament)
    contact = connection.execute(wanted.where(table.subject == of_entry(entry))).one_or_none()
    return {
        "tournament": slug,
        "entry": entry,
        "lines": [line for line in said if line.get("entry") == entry],
        "mail": None if contact is None else contact.mail,
        "telephone": None if contact is None else contact.telephone,
    }
