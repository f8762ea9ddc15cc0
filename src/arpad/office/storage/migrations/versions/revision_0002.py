"""Accounts for the web: who may enter, who has entered, tokens for programs, attempts that failed."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import key, number, refers, text

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        text("name"),
        text("hash"),
        text("role"),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("demo", sa.Boolean, nullable=False),
        key("accounts", "name"),
        sa.CheckConstraint("role IN ('officer', 'arbiter', 'read-only')", name="ck_accounts_role"),
    )
    for table, columns in (("sessions", ("csrf", "ends")), ("tokens", ("label",))):
        op.create_table(
            table,
            text("sha256"),
            text("account"),
            *(text(name) for name in columns),
            key(table, "sha256"),
            refers(table, "account", "accounts.name"),
        )
    op.create_table(
        "attempts",
        number("number"),
        text("key"),
        text("at"),
        key("attempts", "number"),
    )
    op.create_index("ix_attempts_key_at", "attempts", ["key", "at"])
