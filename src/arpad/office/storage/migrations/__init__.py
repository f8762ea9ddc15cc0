"""The schema of an office through time: one file per revision, run by Alembic.

In: a connection in a write transaction, and the revision to reach. Out: the database at that revision.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import Connection

if TYPE_CHECKING:
    from alembic.config import Config


def migrate(connection: Connection, revision: str) -> None:
    """Bring the database to a revision, inside the transaction of the connection."""
    from alembic import command  # noqa: PLC0415  (costs 150 ms, and few commands make an office)

    settings, here = configuration(connection), files(__name__)
    if isinstance(here, Path):
        command.upgrade(settings, revision)
        return
    with TemporaryDirectory(prefix="arpad-migrations-") as folder:  # Alembic reads no files in a zip
        _copy(here, Path(folder))
        settings.set_main_option("script_location", folder.replace("%", "%%"))
        command.upgrade(settings, revision)


def _copy(source: Traversable, target: Path) -> None:
    """Copy the Python files of a package."""
    for entry in source.iterdir():
        if entry.is_dir():
            (target / entry.name).mkdir()
            _copy(entry, target / entry.name)
        elif entry.name.endswith(".py"):
            (target / entry.name).write_bytes(entry.read_bytes())


def configuration(connection: Connection | None = None) -> "Config":
    """Alembic's settings without a file."""
    from alembic.config import Config  # noqa: PLC0415

    settings = Config()
    settings.set_main_option("script_location", "arpad.office.storage:migrations")
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings
