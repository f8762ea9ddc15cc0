"""Failures of a database in the office's words. A mistake in our code stays a traceback."""

from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError

from arpad.i18n import StorageFault
from arpad.office.storage.address import Address

PERMISSION_DENIED, READ_ONLY, LOCK_NOT_AVAILABLE = "42501", "25006", "55P03"
BROKEN = ("XX", "58", "53")
"""Classes of PostgreSQL's codes that tell of the server: its own failures, its system, its resources. If the disk of
its log is full, it says XX000."""


def explained(error: DBAPIError, address: Address) -> StorageFault | None:
    """Return the error in words, or None if it is not about this database."""
    said = address.scrubbed(error.orig)
    if address.kind == "sqlite":
        return _of_sqlite(error, said, address.shown)
    return _of_postgresql(error, said, address.shown)


def _of_sqlite(error: DBAPIError, said: str, shown: str) -> StorageFault | None:
    """SQLite tells its failures apart by their words alone; an unknown word is a mistake of ours."""
    if not isinstance(error, DatabaseError):
        return None
    if "not a database" in said:
        return StorageFault("office-no-database", database=shown)
    if "is locked" in said:
        return StorageFault("office-busy", database=shown)
    if any(words in said for words in ("readonly", "unable to open")):
        return StorageFault("office-permission", database=shown, problem=said)
    if any(words in said for words in ("disk is full", "disk I/O", "malformed")):
        return StorageFault("office-failed", database=shown, problem=said)
    return None


def _of_postgresql(error: DBAPIError, said: str, shown: str) -> StorageFault | None:
    state = getattr(error.orig, "sqlstate", None)
    if state in (PERMISSION_DENIED, READ_ONLY):
        return StorageFault("office-permission", database=shown, problem=said)
    if state == LOCK_NOT_AVAILABLE:
        return StorageFault("office-busy", database=shown)
    if not isinstance(error, OperationalError | InterfaceError) and (state or "")[:2] not in BROKEN:
        return None
    if state is None:
        return StorageFault("office-unreachable", database=shown, problem=said)
    return StorageFault("office-failed", database=shown, problem=said)
