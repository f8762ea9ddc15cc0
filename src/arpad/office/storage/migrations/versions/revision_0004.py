"""Forms of the web that were sent: one that comes twice is done once."""

from alembic import op

from arpad.office.storage.migrations.helpers import key, text

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sent_forms",
        *(text(name) for name in ("sha256", "answer", "at")),
        key("sent_forms", "sha256"),
    )
