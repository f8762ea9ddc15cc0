"""Ledgers in memory, so that a ledger is not read twice."""

import threading
from collections import OrderedDict
from typing import Any

from sqlalchemy import Connection, Row

from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.lists.ranks import Ranks
from arpad.office.storage.kept_files import get_contents

LEDGERS_KEPT = 6  # the list before, and those in force when late events began


class LedgerCache:
    """Ledgers by the digest of their version, which never changes; the last few are kept in memory. Many may ask at
    once: a missing one is read by one of them, and requests for others do not wait."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Ledger] = OrderedDict()
        self._ranks: tuple[str, Ranks] | None = None
        self._changing, self._reading = threading.Lock(), threading.Lock()

    def get(self, connection: Connection, version: Row[Any]) -> Ledger:
        found = self._find(version.digest)
        if found is None:
            with self._reading:
                found = self._find(version.digest)
                if found is None:
                    found = Ledger.from_parquet(get_contents(connection, version.id, SCHEMAS.keys()))
                    self.put(version.digest, found)
        return found

    def ranks(self, connection: Connection, version: Row[Any]) -> Ranks:
        """Return the ranks of a version; those of the last one that somebody asked for are kept."""
        ledger, known = self.get(connection, version), self._ranks
        if known is None or known[0] != version.digest:
            with self._reading:
                known = self._ranks
                if known is None or known[0] != version.digest:
                    known = self._ranks = version.digest, Ranks(ledger)
        return known[1]

    def _find(self, digest: str) -> Ledger | None:
        with self._changing:
            if digest in self._kept:
                self._kept.move_to_end(digest)
            return self._kept.get(digest)

    def put(self, digest: str, ledger: Ledger) -> None:
        with self._changing:
            self._kept[digest] = ledger
            self._kept.move_to_end(digest)
            while len(self._kept) > LEDGERS_KEPT:
                self._kept.popitem(last=False)
