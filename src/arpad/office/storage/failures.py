"""Failures of a database in the office's words. A mistake in our code stays a traceback."""

from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from arpad.locale import ArpadError
from arpad.office.storage.address import Address

PERMISSION_DENIED, LOCK_NOT_AVAILABLE = "42501", "55P03"


def explained(error: DBAPIError, address: Address) -> ArpadError | None:
    """Return the error in words, or None if it is not about this database."""
    said = address.scrubbed(error.orig)
    if address.kind == "sqlite":
        return _of_sqlite(error, said, address.shown)
    return _of_postgresql(error, said, address.shown)


def _of_sqlite(error: DBAPIError, said: str, shown: str) -> ArpadError | None:
    """SQLite tells its failures apart by their words alone; an unknown word is a mistake of ours."""
    if not isinstance(error, DatabaseError):
        return None
    if "not a database" in said:
        return ArpadError("office-no-database", database=shown)
    if "is locked" in said:
        return ArpadError("office-busy", database=shown)
    if any(words in said for words in ("readonly", "unable to open")):
        return ArpadError("office-permission", database=shown, problem=said)
    if any(words in said for words in ("disk is full", "disk I/O", "malformed")):
        return ArpadError("office-failed", database=shown, problem=said)
    return None


def _of_postgresql(error: DBAPIError, said: str, shown: str) -> ArpadError | None:
    state = getattr(error.orig, "sqlstate", None)
    if state == PERMISSION_DENIED:
        return ArpadError("office-permission", database=shown, problem=said)
    if state == LOCK_NOT_AVAILABLE:
        return ArpadError("office-busy", database=shown)
    if not isinstance(error, OperationalError):
        return None
    if state is None:
        return ArpadError("office-unreachable", database=shown, problem=said)
    return ArpadError("office-failed", database=shown, problem=said)
