"""What an office says of itself to everybody: its name, and how it is reached."""

import re
from urllib.parse import urlsplit

from sqlalchemy import Connection, select

from arpad.documents.document import Document
from arpad.i18n import ArpadError
from arpad.office.storage._log import add_row, change_rows
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import policies

LONGEST = 200
MAIL = re.compile(r"[^@\s<>\"']+@[^@\s<>\"']+\.[^@\s<>\"'.]+")
PAGE = re.compile(r"[!#-&(-;=?-~]+")
"""An address without quotation marks and angle brackets."""
STORED = {"name": "office_name", "contact": "office_contact"}


class OfficeDetails(Document, frozen=True):
    """The name of an office, and a mail address or a page by which it is reached; empty if it has not said."""

    name: str = ""
    contact: str = ""

    @property
    def link(self) -> str:
        """The address of the contact as a link: `mailto:` for a mail address."""
        return f"mailto:{self.contact}" if self.contact and "://" not in self.contact else self.contact


def details_of(database: Database) -> OfficeDetails:
    """Return what the office says of itself."""
    with database.reading() as connection:
        return _read(connection)


def set_details(database: Database, name: str | None, contact: str | None, by: Acting) -> OfficeDetails:
    """Say something else from now on; None leaves what is there, an empty text takes it back."""
    with database.writing() as connection:
        before = _read(connection)
        wanted = OfficeDetails(
            before.name if name is None else _checked_name(name),
            before.contact if contact is None else _checked_contact(contact),
        )
        known = set(connection.execute(select(policies.c.name)).scalars())
        for field, stored in STORED.items():
            value = getattr(wanted, field)
            if stored in known:
                change_rows(connection, policies, [(stored,)], {"value": value})
            elif value:
                add_row(connection, policies, {"name": stored, "value": value})
        by.record(connection, "office-details", "", name=wanted.name, contact=wanted.contact)
    return wanted


def _read(connection: Connection) -> OfficeDetails:
    asked = select(policies.c.name, policies.c.value).where(policies.c.name.in_(STORED.values()))
    found = {row.name: row.value for row in connection.execute(asked)}
    return OfficeDetails(**{field: found.get(stored, "") for field, stored in STORED.items()})


def _checked_name(given: str) -> str:
    name = " ".join(given.split())
    if len(name) > LONGEST or not name.isprintable():
        raise ArpadError("office-name", most=LONGEST)
    return name


def _checked_contact(given: str) -> str:
    contact = given.strip().removeprefix("mailto:")
    parts = urlsplit(contact) if PAGE.fullmatch(contact) else None
    page = parts is not None and parts.scheme == "https" and bool(parts.netloc)
    if contact and (len(contact) > LONGEST or not (page or MAIL.fullmatch(contact)) or not contact.isascii()):
        raise ArpadError("office-contact", contact=contact[:LONGEST])
    return contact
