"""The schema of an office through time: one file per revision, run by Alembic.

In: a connection in a write transaction, and the revision to reach. Out: the database at that revision.
"""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from arpad.package_files import package_folder

if TYPE_CHECKING:
    from alembic.config import Config


def migrate(connection: Connection, revision: str) -> None:
    """Bring the database to a revision, inside the transaction of the connection."""
    from alembic import command  # noqa: PLC0415  (costs 150 ms, and few commands make an office)

    command.upgrade(configuration(connection), revision)


def configuration(connection: Connection | None = None) -> "Config":
    """Alembic's settings without a file."""
    from alembic.config import Config  # noqa: PLC0415

    settings = Config()
    folder = package_folder("arpad.office.storage", "migrations")  # Alembic reads no files in a zip
    settings.set_main_option("script_location", str(folder).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings
