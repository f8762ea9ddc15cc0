"""Many examinations of nearly the same office: what follows from the same bytes is worked out once.

The examination itself is the one that everybody runs. Only three pure functions remember their answers: the lists that
are read from their contents, the history that two lists give, and whether a signature fits. Other bytes are another
question, so damage is never answered from memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection

from arpad.lists.compare import history_rows
from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.office.proof import audit_findings as audit_rows
from arpad.office.storage._signing import is_signed
from arpad.office.storage._tables import get_contents


@contextmanager
def remembering() -> Iterator[None]:
    """Let examinations remember what they have worked out from the same bytes."""
    read: dict[frozenset[tuple[str, bytes]], Ledger] = {}

    def stored_ledger(connection: Connection, version_id: int) -> Ledger:
        contents = get_contents(connection, version_id, SCHEMAS.keys())
        key = frozenset(contents.items())
        if key not in read:
            read[key] = Ledger.from_parquet(contents)
        return read[key]

    derived: dict[tuple[int, int], list[Any]] = {}
    kept: list[Ledger | None] = []  # so that no other list gets the id of one that is gone

    def history_of(before: Ledger | None, after: Ledger) -> list[Any]:
        key = id(before), id(after)
        if key not in derived:
            derived[key] = list(history_rows(before, after))
            kept.extend((before, after))
        return derived[key]

    with (
        patch.object(audit_rows, "stored_ledger", stored_ledger),
        patch.object(audit_rows, "history_rows", history_of),
        patch.object(audit_rows, "is_signed", cache(is_signed)),
    ):
        yield
