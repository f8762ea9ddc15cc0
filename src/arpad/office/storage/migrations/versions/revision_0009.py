"""Rows that are kept for a while are counted, so that one that goes is missed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TABLE = "tallies"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("name", TEXT, nullable=False),
        sa.Column("of", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("rows", sa.Integer, nullable=False),
        *(sa.Column(name, TEXT, nullable=False) for name in ("sum", "numbers")),
        sa.Column("seal", TEXT, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("name", "of", name=f"pk_{TABLE}"),
    )
