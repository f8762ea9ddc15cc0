"""The log is chained by hashes and tells the rows that are written with it; keys, and what is signed with them."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import SQLITE, chain, growing, key, number, refers, text

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

GROWING = ("keys", "signatures")
NO_UPDATE = next(statement for statement in SQLITE if "TRIGGER log_no_update" in statement)


def upgrade() -> None:
    for name, default in (("rows", "[]"), ("prev", ""), ("sha256", "")):
        op.add_column("log", text(name, default))
    op.create_table(
        "keys",
        number("number"),
        text("public"),
        number("since"),
        text("proof"),
        key("keys", "number"),
    )
    op.create_table(
        "signatures",
        text("kind"),
        number("number"),
        number("key"),
        text("statement"),
        text("signature"),
        key("signatures", "kind", "number"),
        refers("signatures", "key", "keys.number"),
        sa.CheckConstraint("kind IN ('head', 'list')", name="ck_signatures_kind"),
    )
    sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute("DROP TRIGGER log_no_update" if sqlite else "ALTER TABLE log DISABLE TRIGGER log_no_change")
    chain(op.get_bind())
    op.execute(NO_UPDATE if sqlite else "ALTER TABLE log ENABLE TRIGGER log_no_change")
    for table in GROWING:
        for statement in growing(table, op.get_bind().dialect.name):
            op.execute(statement)
