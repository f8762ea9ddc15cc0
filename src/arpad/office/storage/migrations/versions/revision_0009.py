"""Rows that are kept for a while are counted, so that one that goes is missed."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import key, number, text

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TABLE = "tallies"


def upgrade() -> None:
    op.create_table(
        TABLE,
        text("name"),
        number("of"),
        sa.Column("rows", sa.Integer, nullable=False),
        *(text(name) for name in ("sum", "numbers")),
        text("seal", ""),
        key(TABLE, "name", "of"),
    )
