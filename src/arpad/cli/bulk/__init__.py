"""`arpad bulk`: many games. Importing a module here adds its commands to the group."""

from arpad.cli.bulk import generate, run, sql
from arpad.cli.bulk.app import bulk

__all__ = ["bulk", "generate", "run", "sql"]

ORDER = ("generate", "run", "list", "sql")
"""The commands as they follow each other, for the help."""

bulk.registered_commands.sort(key=lambda it: ORDER.index(it.name) if it.name in ORDER else len(ORDER))
