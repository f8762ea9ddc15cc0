"""Forms of the web that were sent: one that comes twice is done once."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "sent_forms",
        *(sa.Column(name, TEXT, nullable=False) for name in ("sha256", "answer", "at")),
        sa.PrimaryKeyConstraint("sha256", name="pk_sent_forms"),
    )
