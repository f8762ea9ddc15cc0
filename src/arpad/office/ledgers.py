"""Ledgers in memory, so that one that is asked for again is not read again."""

from collections import OrderedDict
from typing import Any

from sqlalchemy import Connection, Row

from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.office.storage import get_contents

KEPT = 6  # the list before, and those in force when late events began


class Ledgers:
    """Ledgers by the digest of their version, which never changes; the last few are kept in memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Ledger] = OrderedDict()

    def get(self, connection: Connection, version: Row[Any]) -> Ledger:
        if version.digest not in self._kept:
            self.put(version.digest, Ledger.from_parquet(get_contents(connection, version.id, SCHEMAS.keys())))
        self._kept.move_to_end(version.digest)
        return self._kept[version.digest]

    def put(self, digest: str, ledger: Ledger) -> None:
        self._kept[digest] = ledger
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
