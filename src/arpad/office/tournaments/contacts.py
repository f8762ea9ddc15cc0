"""Mail and telephone of players and captains. They are not in the log, which can never forget; they may be erased."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from arpad.office.storage import tournament_contacts
from arpad.office.tournaments.keeping import EventKeeper
from arpad.office.tournaments.rows import EventRow, event_row
from arpad.office.tournaments.writer import Beside
from arpad.tournament.journal import Done


class Contact(NamedTuple):
    """How somebody can be reached."""

    mail: str = ""
    telephone: str = ""


def of_entry(entry: int) -> str:
    """The name under which the contact of a player is kept."""
    return f"entry {entry}"


def write_contact(connection: Connection, row: EventRow, subject: str, contact: Contact) -> None:
    """Keep a contact in the place of the one before; an empty one is erased."""
    table = tournament_contacts.c
    connection.execute(delete(tournament_contacts).where(table.tournament_id == row.id, table.subject == subject))
    if any(contact):
        values = {"tournament_id": row.id, "subject": subject, **contact._asdict()}
        connection.execute(insert(tournament_contacts).values(values))


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


def erase_contacts(keeper: EventKeeper, slug: str) -> int:
    """Erase all contacts of an event. Return how many there were."""
    table = tournament_contacts.c
    number = keeper.open(slug).row.id
    with keeper.database.writing(number) as connection:
        gone = connection.execute(delete(tournament_contacts).where(table.tournament_id == number))
        return gone.rowcount
