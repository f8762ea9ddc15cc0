"""The log of an office from before it was chained: every line gets its hash, and one more line tells all rows.

`ROWS` are the tables that the log answers for from then on, as they were at this revision: the columns that are told as
they are, and those of which the hash is told.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from arpad.domain.values import canonical
from arpad.office.storage.line_hash import BEFORE_FIRST, hash_of_line, plain_value, sha256_of_value

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
    found = list(_entries(connection))
    if found:
        number, at = (0, BEGINNING) if last is None else (last["id"], last["at"])
        told = {"id": number + 1, "at": at, "who": "arpad", "action": "chained", "system": "", "subject": ""}
        line = {**told, "details": canonical({"lines": number}), "rows": canonical(found), "prev": head}
        connection.execute(sa.insert(log).values(**line, sha256=hash_of_line(line)))


def _entries(connection: sa.Connection) -> Iterator[list[Any]]:
    """Every row that the log answers for: its table, its key, what is in it."""
    for name, (key, plain, hashed) in ROWS.items():
        columns = (*key, *plain, *hashed)
        table = sa.table(name, *(sa.column(column, _type(column)) for column in columns))
        asked = sa.select(*(table.c[column] for column in columns)).order_by(*(table.c[column] for column in key))
        for row in connection.execute(asked, execution_options={"yield_per": FEW}):
            values = dict(zip(columns, row, strict=True))
            told = {column: plain_value(values[column]) for column in plain}
            told |= {column: sha256_of_value(values[column]) for column in hashed}
            yield [name, [[values[column] for column in key]], told]


def _type(column: str) -> sa.types.TypeEngine[Any]:
    return sa.Date() if column in DATES else sa.Boolean() if column in FLAGS else sa.types.NullType()
