"""Ledgers and what is made from them, kept so that a ledger is not read twice: in memory, and in files that all
processes share."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Row

from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.lists.player_index import GamesIndex, NameIndex, StandingsIndex, index_tables, standing_tables
from arpad.lists.whole_list import Ranks, Tables, rank_tables
from arpad.office.storage.index_files import LARGE, IndexFolder
from arpad.office.storage.kept_files import get_contents

LEDGERS_KEPT = 6  # the list before, and those in force when late events began
INDEXES_KEPT = 400
Opened = TypeVar("Opened")
Value = TypeVar("Value")
Connected = Callable[[], Connection]
"""Gives the connection of a transaction, if one is needed."""


class LedgerCache:
    """Ledgers by the digest of their version, which never changes; the last few are kept in memory. Many may ask at
    once: a missing one is read by one of them, and requests for others do not wait.

    With a folder, a ledger is a file that is mapped, and so are the indexes that are made from it."""

    def __init__(self, folder: IndexFolder | None = None) -> None:
        self.folder = folder
        self._ledgers = _Kept[Ledger](LEDGERS_KEPT)
        self._opened = _Kept[Any](INDEXES_KEPT)

    def in_folder(self, folder: IndexFolder) -> "LedgerCache":
        """The same ledgers in memory, with a folder."""
        other = LedgerCache(folder)
        other._ledgers = self._ledgers
        return other

    def get(self, connection: Connection, version: Row[Any]) -> Ledger:
        def read() -> Ledger:
            if self.folder is None:
                return stored_ledger(connection, version.id)
            return self._in_file(self.folder, connection, version)

        return self._ledgers.get(version.digest, read)

    def put(self, digest: str, ledger: Ledger) -> None:
        self._ledgers.put(digest, ledger)

    def ranks(self, connection: Connection, version: Row[Any]) -> Ranks:
        """Return the ranks of a version, made in memory."""
        found: Ranks = self._opened.get(
            (version.digest, "ranks"), lambda: Ranks(rank_tables(self.get(connection, version)))
        )
        return found

    def index(self, connected: Connected, version: Row[Any]) -> NameIndex | None:
        """Return the index of a version; None if there is no folder for it."""
        return self._of_version(connected, version, "index", index_tables, NameIndex)

    def standings(self, connected: Connected, version: Row[Any]) -> StandingsIndex | None:
        """Return the standings of an imported version; None if there is no folder for them."""
        return self._of_version(connected, version, "standings", standing_tables, StandingsIndex)

    def made(self, digest: str, kind: str, make: Callable[[], Tables]) -> Tables:
        """Return tables that follow from a version, made once: kept in a file if there is a folder, and in memory."""
        folder = self.folder
        found: Tables = self._opened.get(
            (digest, kind), lambda: make() if folder is None else folder.tables(digest, kind, make)
        )
        return found

    def games(self, connected: Connected, digest: str, make: Callable[[Connection], Tables]) -> GamesIndex | None:
        """Return the games of some events by the digest of these; None if there is no folder for them."""
        return self._mapped(connected, digest, "games", make, GamesIndex)

    def _of_version(
        self,
        connected: Connected,
        version: Row[Any],
        kind: str,
        make: Callable[[Ledger], Tables],
        opened: Callable[[Tables], Opened],
    ) -> Opened | None:
        def made(connection: Connection) -> Tables:
            return make(self._read(connection, version))

        return self._mapped(connected, version.digest, kind, made, opened)

    def _mapped(
        self,
        connected: Connected,
        digest: str,
        kind: str,
        make: Callable[[Connection], Tables],
        opened: Callable[[Tables], Opened],
    ) -> Opened | None:
        """Tables that were opened before need no connection; all others do, even if their file is there."""
        folder = self.folder
        if folder is None:
            return None
        found: Opened | None = self._opened.find((digest, kind))
        if found is not None:
            return found
        connection = connected()

        def mapped() -> Opened:
            return opened(folder.tables(digest, kind, lambda: make(connection)))

        made: Opened = self._opened.get((digest, kind), mapped)
        return made

    def _read(self, connection: Connection, version: Row[Any]) -> Ledger:
        """A ledger to make something from: the one in memory, in its file, or in the database."""
        known = self._ledgers.find(version.digest)
        if known is not None:
            return known
        if self.folder is not None and self.folder.has(version.digest, LARGE):
            return self._in_file(self.folder, connection, version)
        return stored_ledger(connection, version.id)

    def _in_file(self, folder: IndexFolder, connection: Connection, version: Row[Any]) -> Ledger:
        return Ledger.from_tables(
            folder.tables(version.digest, LARGE, lambda: stored_ledger(connection, version.id).to_tables())
        )


def stored_ledger(connection: Connection, version_id: int) -> Ledger:
    """Read the list of a version from the database."""
    return Ledger.from_parquet(get_contents(connection, version_id, SCHEMAS.keys()))


class _Kept(Generic[Value]):
    """The values used last, by their keys. A missing one is made by one thread; requests for others do not wait for
    it unless they are missing too."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._changing, self._making = threading.Lock(), threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        found = self.find(key)
        if found is None:
            with self._making:
                found = self.find(key)
                if found is None:
                    found = make()
                    self.put(key, found)
        return found

    def find(self, key: Hashable) -> Value | None:
        with self._changing:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        with self._changing:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
