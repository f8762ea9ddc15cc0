"""What the office knows of arbiters, as it is kept: one row for each thing that somebody noted."""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from arpad.office.storage.journal import add_row, next_number
from arpad.office.storage.kept_files import canonical
from arpad.office.storage.schema import arbiter_records


@dataclass(frozen=True, slots=True)
class KeptArbiterRecord:
    """Something that was noted about an arbiter. `data` has the keys of an application's file; `revoked`: a later
    record took it back."""

    id: int
    arbiter: str
    kind: str
    at: dt.datetime
    data: Mapping[str, Any]
    reason: str
    revoked: bool


def arbiter_records_kept(connection: Connection, arbiter: str | None = None) -> list[KeptArbiterRecord]:
    """Everything that was noted about one arbiter, or about all, in its order."""
    wanted = select(arbiter_records).order_by(arbiter_records.c.id)
    if arbiter is not None:
        wanted = wanted.where(arbiter_records.c.arbiter == arbiter)
    rows = list(connection.execute(wanted))
    revoked = {row.revokes for row in rows}
    return [
        KeptArbiterRecord(
            row.id,
            row.arbiter,
            row.kind,
            dt.datetime.fromisoformat(row.at),
            json.loads(row.data),
            row.reason,
            row.id in revoked,
        )
        for row in rows
    ]


def keep_arbiter_record(
    connection: Connection,
    arbiter: str,
    kind: str,
    at: dt.datetime,
    data: Mapping[str, Any],
    reason: str,
    revokes: int | None = None,
) -> int:
    """Keep a record. Returns its number."""
    number = next_number(connection, arbiter_records.c.id)
    values = {"id": number, "arbiter": arbiter, "kind": kind, "at": at.isoformat(), "data": canonical(data)}
    add_row(connection, arbiter_records, {**values, "reason": reason, "revokes": revokes})
    return number
