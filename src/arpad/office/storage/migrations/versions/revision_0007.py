"""What the office knows of arbiters: rows that only grow."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import growing, key, number, refers, text

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TABLE = "arbiter_records"


def upgrade() -> None:
    op.create_table(
        TABLE,
        number("id"),
        *(text(name) for name in ("arbiter", "kind", "at", "data", "reason")),
        sa.Column("revokes", sa.Integer),
        key(TABLE, "id"),
        refers(TABLE, "revokes", f"{TABLE}.id"),
        sa.UniqueConstraint("revokes", name=f"uq_{TABLE}_revokes"),
    )
    op.create_index(f"ix_{TABLE}_arbiter", TABLE, ["arbiter"])
    for statement in growing(TABLE, op.get_bind().dialect.name):
        op.execute(statement)
