"""The database address of an office, and database errors translated into clear messages.

A password is never shown.
"""

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InterfaceError, OperationalError

from arpad.i18n import ArpadError, StorageFault

# Where an office is stored: the address of a database, read and shown. A password is never shown.

DatabaseKind = Literal["sqlite", "postgresql"]
KINDS: dict[str, DatabaseKind] = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql",
    "postgresql": "postgresql",
    "postgresql+psycopg": "postgresql",
}
DRIVERS: dict[DatabaseKind, str] = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg"}
SECRETS = ("password", "sslpassword")
SHOWN_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a database. `url` may hold a password, so only `shown` is for people."""

    kind: DatabaseKind
    url: URL

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    @property
    def path(self) -> Path | None:
        """Return the file, if the database is one."""
        return Path(self.url.database) if self.kind == "sqlite" and self.url.database else None

    @property
    def shown(self) -> str:
        """Return the address for a message: a file by its path, a server without user's secrets or options."""
        if self.path is not None:
            return str(self.path)
        shown = self.url.set(drivername="postgresql", query={})
        return shown.render_as_string(hide_password=True)

    def scrubbed(self, problem: object) -> str:
        """Return the message of a driver in one short line without any password."""
        line = " ".join(str(problem).split())
        for secret in self._secrets():
            line = line.replace(secret, "***")
        return line if len(line) <= SHOWN_LENGTH else line[:SHOWN_LENGTH] + "…"

    def _secrets(self) -> tuple[str, ...]:
        given: list[object] = [self.url.password, *(self.url.query.get(name) for name in SECRETS)]
        return tuple(str(secret) for secret in given if secret)


def address(url: str) -> Address:
    """sqlite:///FILE, sqlite:////FOLDER/FILE or postgresql://USER:PASSWORD@HOST/NAME (postgres:// is the same)."""
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+]*)://", url)
    if scheme is None:
        raise ArpadError("office-url")
    kind = KINDS.get(scheme[1].lower())
    if kind is None:
        raise ArpadError("office-url-kind", kind=scheme[1])
    if kind == "sqlite":
        return Address(kind, URL.create(DRIVERS[kind], database=_file(url[scheme.end() :])))
    if url.count("@") > 1:
        raise ArpadError("office-url-encoding")
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise ArpadError("office-url") from None
    if not parsed.database:
        raise ArpadError("office-url-name")
    return Address(kind, parsed.set(drivername=DRIVERS[kind]))


def _file(rest: str) -> str:
    """After sqlite:// comes a slash and then the file, as it is: a blank or a question mark may be part of its name."""
    if not rest.startswith("/"):
        raise ArpadError("office-url-slashes")
    if rest in ("/", "/:memory:") or "\0" in rest:
        raise ArpadError("office-url-file")
    return rest[1:]


def check_file(path: Path, *, may_be_new: bool) -> bool:
    """Return whether the file exists. Raise an error if it cannot be used."""
    try:
        if path.is_dir():
            raise StorageFault("office-file-folder", file=str(path))
        if path.exists():
            # never opened here: closing it again would take SQLite's locks from all connections of this process
            if not os.access(path, os.R_OK):
                raise PermissionError(13, os.strerror(13))
            return True
        with contextlib.suppress(NotADirectoryError):
            if may_be_new and path.parent.is_dir() and not os.access(path.parent, os.W_OK):
                raise PermissionError(13, os.strerror(13))
        if may_be_new and not path.parent.is_dir():
            raise StorageFault("office-file-parent", file=str(path), folder=str(path.parent))
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise StorageFault("office-file", file=str(path), problem=why) from None
    return False


# Failures of a database in the office's words. A mistake in our code stays a traceback.

PERMISSION_DENIED, READ_ONLY, LOCK_NOT_AVAILABLE = "42501", "25006", "55P03"
BROKEN = ("XX", "58", "53")
"""Classes of PostgreSQL's codes that tell of the server: its own failures, its system, its resources. If the disk of
its log is full, it says XX000."""


def explained(error: DBAPIError, address: Address) -> StorageFault | None:
    """Return the error in words, or None if it is not about this database."""
    problem = address.scrubbed(error.orig)
    if address.kind == "sqlite":
        return _of_sqlite(error, problem, address.shown)
    return _of_postgresql(error, problem, address.shown)


def _of_sqlite(error: DBAPIError, problem: str, shown: str) -> StorageFault | None:
    """SQLite tells its failures apart by their words alone; an unknown word is a mistake of ours."""
    if not isinstance(error, DatabaseError):
        return None
    if "not a database" in problem:
        return StorageFault("office-no-database", database=shown)
    if "is locked" in problem:
        return StorageFault("office-busy", database=shown)
    if any(words in problem for words in ("readonly", "unable to open")):
        return StorageFault("office-permission", database=shown, problem=problem)
    if any(words in problem for words in ("disk is full", "disk I/O", "malformed")):
        return StorageFault("office-failed", database=shown, problem=problem)
    return None


def _of_postgresql(error: DBAPIError, problem: str, shown: str) -> StorageFault | None:
    state = getattr(error.orig, "sqlstate", None)
    if state in (PERMISSION_DENIED, READ_ONLY):
        return StorageFault("office-permission", database=shown, problem=problem)
    if state == LOCK_NOT_AVAILABLE:
        return StorageFault("office-busy", database=shown)
    if not isinstance(error, OperationalError | InterfaceError) and (state or "")[:2] not in BROKEN:
        return None
    if state is None:
        return StorageFault("office-unreachable", database=shown, problem=problem)
    return StorageFault("office-failed", database=shown, problem=problem)
