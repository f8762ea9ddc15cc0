"""What is checked row by row, set aside while an empty table is filled: one pass over all rows in the end is quicker.

In: a connection in a write transaction, and a table. Out: the statements that put all back as it was, and check it.
On PostgreSQL new readers of these tables wait meanwhile; if somebody is already reading, nothing is set aside.
"""

from sqlalchemy import Connection, Table, text
from sqlalchemy.exc import OperationalError

SQLITE_INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :name AND sql IS NOT NULL"

POSTGRESQL_INDEXES = """
    SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid = CAST(:name AS regclass) AND NOT indisunique
    ORDER BY 1"""

POSTGRESQL_FOREIGN_KEYS = """
    SELECT quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = CAST(:name AS regclass) AND contype = 'f'
    ORDER BY 1"""


def set_aside(connection: Connection, table: Table) -> tuple[str, ...]:
    """Take away the indexes and, on PostgreSQL, the foreign keys of a table. Keys and unique rules stay."""
    quoted = connection.dialect.identifier_preparer.quote(table.name)
    if connection.dialect.name == "sqlite":
        indexes = connection.execute(text(SQLITE_INDEXES), {"name": table.name}).all()
        foreign_keys = []
    elif _alone(connection, table):
        indexes = list(connection.execute(text(POSTGRESQL_INDEXES), {"name": quoted}).all())
        foreign_keys = list(connection.execute(text(POSTGRESQL_FOREIGN_KEYS), {"name": quoted}).all())
    else:
        return ()
    for name, _ in indexes:
        connection.exec_driver_sql(f"DROP INDEX {name}")
    for name, _ in foreign_keys:
        connection.exec_driver_sql(f"ALTER TABLE {quoted} DROP CONSTRAINT {name}")
    return (
        *(definition for _, definition in indexes),
        *(f"ALTER TABLE {quoted} ADD CONSTRAINT {name} {definition}" for name, definition in foreign_keys),
    )


def _alone(connection: Connection, table: Table) -> bool:
    """PostgreSQL: lock the table and those it refers to for this transaction, if nobody else has locked them."""
    names = {table.name, *(key.column.table.name for key in table.foreign_keys)}
    quoted = ", ".join(connection.dialect.identifier_preparer.quote(name) for name in sorted(names))
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(f"LOCK TABLE {quoted} IN ACCESS EXCLUSIVE MODE NOWAIT")
    except OperationalError:
        return False
    return True
