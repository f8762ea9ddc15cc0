"""The log is chained by hashes and tells the rows that are written with it; keys, and what is signed with them."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.append_only import SQLITE
from arpad.office.storage.migrations.chaining import chain

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
GROWING = ("keys", "signatures")
NO_UPDATE = next(statement for statement in SQLITE if "TRIGGER log_no_update" in statement)


def upgrade() -> None:
    for name, default in (("rows", "[]"), ("prev", ""), ("sha256", "")):
        op.add_column("log", sa.Column(name, TEXT, nullable=False, server_default=default))
    op.create_table(
        "keys",
        _number("number"),
        _text("public"),
        _number("since"),
        _text("proof"),
        sa.PrimaryKeyConstraint("number", name="pk_keys"),
    )
    op.create_table(
        "signatures",
        _text("kind"),
        _number("number"),
        _number("key"),
        _text("statement"),
        _text("signature"),
        sa.PrimaryKeyConstraint("kind", "number", name="pk_signatures"),
        sa.ForeignKeyConstraint(["key"], ["keys.number"], name="fk_signatures_key"),
        sa.CheckConstraint("kind IN ('head', 'list')", name="ck_signatures_kind"),
    )
    sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute("DROP TRIGGER log_no_update" if sqlite else "ALTER TABLE log DISABLE TRIGGER log_no_change")
    chain(op.get_bind())
    op.execute(NO_UPDATE if sqlite else "ALTER TABLE log ENABLE TRIGGER log_no_change")
    for table in GROWING:
        for statement in _sqlite(table) if sqlite else _postgresql(table):
            op.execute(statement)


def _sqlite(table: str) -> list[str]:
    return [
        f"""CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} only grows'); END"""
        for action in ("UPDATE", "DELETE")
    ]


def _postgresql(table: str) -> list[str]:
    return [
        f"""CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION arpad_refuse('{table} only grows')""",
        f"""CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{table} is never emptied')""",
    ]


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, autoincrement=False)
