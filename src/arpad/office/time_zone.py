"""The time zone of an office: events that are made here and name none of their own are in it."""

from sqlalchemy import Connection, select

from arpad.inputs.times import checked_zone
from arpad.office.storage._log import add_row, change_rows
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import policies

NAME = "time_zone"


def office_zone(database: Database) -> str:
    """Return the zone of the office, empty if none is set."""
    with database.reading() as connection:
        return read_zone(connection)


def read_zone(connection: Connection) -> str:
    """The same in a transaction."""
    return str(connection.execute(select(policies.c.value).where(policies.c.name == NAME)).scalar() or "")


def set_office_zone(database: Database, name: str, by: Acting) -> str:
    """Set the zone of the office from now on; events that are there keep theirs. Return its name as it is written."""
    zone = checked_zone(name)
    with database.writing() as connection:
        known = connection.execute(select(policies.c.name).where(policies.c.name == NAME)).scalar()
        if known:
            change_rows(connection, policies, [(NAME,)], {"value": zone})
        else:
            add_row(connection, policies, {"name": NAME, "value": zone})
        by.record(connection, "time-zone", "", zone=zone)
    return zone
