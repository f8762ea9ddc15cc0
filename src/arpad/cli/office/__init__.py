"""`arpad office`: the rating office. Importing a module here adds its commands to the group."""

from arpad.cli.office import (
    accounts,
    compare,
    corrections,
    events,
    founding,
    keeping,
    lists,
    people,
    periods,
    proof,
    sheet,
)
from arpad.cli.office.app import office

__all__ = [
    "accounts",
    "compare",
    "corrections",
    "events",
    "founding",
    "keeping",
    "lists",
    "office",
    "people",
    "periods",
    "proof",
    "sheet",
]

ORDER = (
    "init",
    "upgrade",
    "import-list",
    "register",
    "submit",
    "events",
    "event",
    "close",
    "publish",
    "lists",
    "list",
    "player",
    "sheet",
    "correct",
    "withdraw",
    "identify",
    "base",
    "rating",
    "person",
    "merge",
    "unmerge",
    "exclude",
    "readmit",
    "undo",
    "decisions",
    "diff",
    "compare",
    "verify",
    "export",
    "log",
    "backup",
    "restore",
)
"""The commands as they follow each other in the life of an office, for its help."""

office.registered_commands.sort(key=lambda it: ORDER.index(it.name) if it.name in ORDER else len(ORDER))
