"""Mail and telephone of players and captains. They are not in the log, which can never forget; they may be erased."""

import re
from typing import NamedTuple

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.storage import put_sealed, remove_sealed, tournament_contacts
from arpad.office.tournaments.keeping import EventKeeper
from arpad.office.tournaments.rows import EventRow, event_row
from arpad.office.tournaments.writer import Beside
from arpad.tournament.acts.checks import entry_at, team_at
from arpad.tournament.journal import Done
from arpad.tournament.state import EventState

MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
TELEPHONE = re.compile(r"[+0-9][0-9 ()/.-]{4,}")


class Contact(NamedTuple):
    """How somebody can be reached."""

    mail: str = ""
    telephone: str = ""


def of_entry(entry: int) -> str:
    """The name under which the contact of a player is kept."""
    return f"entry {entry}"


def of_team(team: int) -> str:
    """The name under which the contact of a captain is kept."""
    return f"team {team}"


def contact_subject(state: EventState, entry: int | None, team: int | None) -> str | None:
    """Return whose contact is meant: a player's, or that of the captain of a team; None if neither is named."""
    if entry is not None:
        return of_entry(entry_at(state, entry).entry)
    return None if team is None else of_team(team_at(state, team).team)


def read_mail(where: str, typed: str) -> str:
    """Return an address of mail as it was typed; refuse what cannot be one."""
    return _read(MAIL, where, typed)


def read_telephone(where: str, typed: str) -> str:
    """Return a telephone number as it was typed; refuse what cannot be one."""
    return _read(TELEPHONE, where, typed)


def _read(pattern: re.Pattern[str], where: str, typed: str) -> str:
    if not pattern.fullmatch(typed.strip()):
        raise ArpadError("event-contact", field=where, value=typed)
    return typed.strip()


def write_contact(connection: Connection, row: EventRow, subject: str, contact: Contact) -> None:
    """Keep a contact in the place of the one before; an empty one is erased."""
    table = tournament_contacts.c
    remove_sealed(connection, tournament_contacts, table.tournament_id == row.id, table.subject == subject)
    if any(contact):
        values = {"tournament_id": row.id, "subject": subject, **contact._asdict()}
        put_sealed(connection, tournament_contacts, [values])


def with_contact(contact: Contact) -> Beside:
    """Return what keeps the contact of a player beside the line that enters them."""

    def keep(connection: Connection, row: EventRow, done: Done) -> None:
        write_contact(connection, row, of_entry(done.lines[0].data["entry"]), contact)

    return keep


def contacts_of(keeper: EventKeeper, slug: str) -> dict[str, Contact]:
    """Return all contacts of an event, for its staff alone."""
    table = tournament_contacts.c
    with keeper.database.reading() as connection:
        asked = select(table.subject, table.mail, table.telephone).where(
            table.tournament_id == event_row(connection, slug).id
        )
        return {subject: Contact(mail, telephone) for subject, mail, telephone in connection.execute(asked)}


def keep_contact(keeper: EventKeeper, slug: str, subject: str, contact: Contact) -> None:
    """Keep the contact of a player or a captain. An empty one is erased."""
    row = keeper.open(slug).row
    with keeper.database.writing(row.id) as connection:
        write_contact(connection, row, subject, contact)


def erase_contacts(keeper: EventKeeper, slug: str, subject: str | None = None) -> int:
    """Erase the contact of a player or a captain, or all contacts of an event. Return how many there were."""
    table = tournament_contacts.c
    number = keeper.open(slug).row.id
    chosen = [table.tournament_id == number, *([] if subject is None else [table.subject == subject])]
    with keeper.database.writing(number) as connection:
        return remove_sealed(connection, tournament_contacts, *chosen)
