"""Rows that are kept for a while, and events: each has a seal that only the office can make."""

from sqlalchemy import Connection, Table

from arpad.office.proof.examination.findings import Findings, named
from arpad.office.proof.examination.reading import readable, rows_of
from arpad.office.storage import SEAL, SEALED, OfficeKey, seal_of


def examine_seals(connection: Connection, key: OfficeKey | None, findings: Findings) -> dict[str, int]:
    """Check the seal of every row, if the key is here. Returns the rows of each table."""
    return {table.name: _examine_table(connection, table, key, findings) for table in SEALED}


def _examine_table(connection: Connection, table: Table, key: OfficeKey | None, findings: Findings) -> int:
    names = [column.name for column in table.columns]
    keys = [column.name for column in table.primary_key]
    count = 0
    with readable(findings, table.name):
        for cells in rows_of(connection, table, names):
            count += 1
            row = dict(zip(names, cells, strict=True))
            with readable(findings, table.name):
                if key is not None and row[SEAL] != seal_of(key, table, row):
                    code = "seal" if row[SEAL] else "unsealed"
                    findings.add(code, table.name, named(keys, [row[name] for name in keys]), column=SEAL)
    return count
