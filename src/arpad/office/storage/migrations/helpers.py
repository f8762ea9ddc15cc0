"""Helpers for schema migrations: columns, append-only triggers, and chaining an older log.

A released migration must always give the same schema, so nothing here may change.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from arpad.domain.values import canonical
from arpad.office.storage._log import BEFORE_FIRST, hash_of_line, plain_value, sha256_of_value

# What only grows: the triggers of the first office, in the words of each database. Reports, revisions, decisions,
# editions and the log are never changed or deleted. A version, and all that it holds, may be changed or deleted while
# it is provisional, and never once it is published.

GROWING = ("reports", "revisions", "decisions", "editions", "log")
HELD = ("contents", "history")


def growing(table: str, dialect: str) -> list[str]:
    """Return the triggers of a table that only grows."""
    if dialect == "sqlite":
        return [
            f"""CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} only grows'); END"""
            for action in ("UPDATE", "DELETE")
        ]
    return [
        f"""CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION arpad_refuse('{table} only grows')""",
        f"""CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{table} is never emptied')""",
    ]


def _sqlite() -> Iterator[str]:
    for table in GROWING:
        yield from growing(table, "sqlite")
    for action in ("UPDATE", "DELETE"):
        yield f"""CREATE TRIGGER versions_no_{action.lower()} BEFORE {action} ON versions
            WHEN OLD.state = 'published'
            BEGIN SELECT RAISE(ABORT, 'a published version stays as it is'); END"""
        for table in HELD:
            ids = "OLD.version_id" if action == "DELETE" else "OLD.version_id, NEW.version_id"
            yield f"""CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
                WHEN EXISTS (SELECT 1 FROM versions WHERE id IN ({ids}) AND state = 'published')
                BEGIN SELECT RAISE(ABORT, 'a published version stays as it is'); END"""


def _postgresql() -> Iterator[str]:
    yield """CREATE FUNCTION arpad_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
        END $$"""
    yield """CREATE FUNCTION arpad_refuse_if_published() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM versions WHERE state = 'published' AND id IN (SELECT version_id FROM changed);
            IF FOUND THEN
                RAISE EXCEPTION 'a published version stays as it is' USING ERRCODE = 'restrict_violation';
            END IF;
            RETURN NULL;
        END $$"""
    for table in GROWING:
        yield from growing(table, "postgresql")
    yield """CREATE TRIGGER versions_no_change BEFORE UPDATE OR DELETE ON versions
        FOR EACH ROW WHEN (OLD.state = 'published')
        EXECUTE FUNCTION arpad_refuse('a published version stays as it is')"""
    for table in HELD:
        for action, rows in (("DELETE", "OLD"), ("UPDATE", "OLD"), ("UPDATE", "NEW")):
            yield f"""CREATE TRIGGER {table}_no_{action.lower()}_{rows.lower()} AFTER {action} ON {table}
                REFERENCING {rows} TABLE AS changed
                FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse_if_published()"""
    for table in ("versions", *HELD):
        yield f"""CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{table} is never emptied')"""


SQLITE = tuple(_sqlite())
POSTGRESQL = tuple(_postgresql())


# The log of an office from before it was chained: every line gets its hash, and one more line tells all rows. `ROWS`
# are the tables that the log answers for from then on, as they were at this revision: the columns that are logged
# as they are, and those of which the hash is logged.

LINE = ("id", "at", "who", "action", "system", "subject", "details", "rows")
BEGINNING = "1970-01-01T00:00:00+00:00"
"""The time of the line, if no line before it has one."""

ROWS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "systems": (("id",), ("name", "federation"), ()),
    "reports": (("sha256",), ("size",), ()),
    "events": (
        ("id",),
        (
            "system_id", "name", "city", "federation", "start", "end", "time_class", "state", "period", "facts",
            "revision",
        ),
        (),
    ),
    "revisions": (("event_id", "number"), ("sha256", "received", "reason", "accepted"), ("findings",)),
    "versions": (
        ("id",),
        ("system_id", "period", "number", "kind", "state", "parent_id", "digest", "reason", "release", "players"),
        (),
    ),
    "contents": (("version_id", "name"), (), ("data",)),
    "decisions": (("id",), ("system_id", "period", "kind", "data", "reason", "undoes"), ()),
    "editions": (("sha256",), ("id",), ()),
    "accounts": (("name",), ("role", "active", "demo"), ("hash",)),
    "tokens": (("sha256",), ("account", "label"), ()),
}  # fmt: skip
FEW = 4  # rows at a time: contents are big
DATES = {"start", "end", "period", "received"}
FLAGS = {"accepted", "active", "demo"}


def chain(connection: sa.Connection) -> None:
    """Give every line its hash, and write the line that tells what there is."""
    head, last = BEFORE_FIRST, None
    log = sa.table("log", *(sa.column(name) for name in (*LINE, "prev", "sha256")))
    hashed = []
    for row in connection.execute(sa.select(*(log.c[name] for name in LINE)).order_by(log.c.id)):
        line = {**dict(zip(LINE, row, strict=True)), "prev": head}
        head, last = hash_of_line(line), line
        hashed.append({"number": line["id"], "before": line["prev"], "own": head})
    if hashed:
        changed = sa.update(log).where(log.c.id == sa.bindparam("number"))
        connection.execute(changed.values(prev=sa.bindparam("before"), sha256=sa.bindparam("own")), hashed)
    entries = list(_entries(connection))
    if entries:
        number, at = (0, BEGINNING) if last is None else (last["id"], last["at"])
        head_fields = {"id": number + 1, "at": at, "who": "arpad", "action": "chained", "system": "", "subject": ""}
        line = {**head_fields, "details": canonical({"lines": number}), "rows": canonical(entries), "prev": head}
        connection.execute(sa.insert(log).values(**line, sha256=hash_of_line(line)))


def _entries(connection: sa.Connection) -> Iterator[list[Any]]:
    """Every row that the log answers for: its table, its key, what is in it."""
    for name, (key, plain, hashed) in ROWS.items():
        columns = (*key, *plain, *hashed)
        table = sa.table(name, *(sa.column(column, _type(column)) for column in columns))
        asked = sa.select(*(table.c[column] for column in columns)).order_by(*(table.c[column] for column in key))
        for row in connection.execute(asked, execution_options={"yield_per": FEW}):
            values = dict(zip(columns, row, strict=True))
            logged = {column: plain_value(values[column]) for column in plain}
            logged |= {column: sha256_of_value(values[column]) for column in hashed}
            yield [name, [[values[column] for column in key]], logged]


def _type(column: str) -> sa.types.TypeEngine[Any]:
    return sa.Date() if column in DATES else sa.Boolean() if column in FLAGS else sa.types.NullType()


# Columns and keys of the revisions. What is here never changes: a released revision must give the same schema.

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def number(name: str, default: str | None = None) -> sa.Column[int]:
    """Return a column of whole numbers."""
    return sa.Column(name, sa.Integer, nullable=False, server_default=default, autoincrement=False)


def text(name: str, default: str | None = None) -> sa.Column[str]:
    """Return a column of texts, which sort by their bytes."""
    return sa.Column(name, TEXT, nullable=False, server_default=default)


def key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    """Return the primary key of a table."""
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def refers(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    """Return a reference from a column to that of another table."""
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}")
