"""Accounts for the web: who may enter, who has entered, tokens for programs, attempts that failed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "accounts",
        _text("name"),
        _text("hash"),
        _text("role"),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("demo", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_accounts"),
        sa.CheckConstraint("role IN ('officer', 'arbiter', 'read-only')", name="ck_accounts_role"),
    )
    for table, columns in (("sessions", ("csrf", "ends")), ("tokens", ("label",))):
        op.create_table(
            table,
            _text("sha256"),
            _text("account"),
            *(_text(name) for name in columns),
            sa.PrimaryKeyConstraint("sha256", name=f"pk_{table}"),
            sa.ForeignKeyConstraint(["account"], ["accounts.name"], name=f"fk_{table}_account"),
        )
    op.create_table(
        "attempts",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        _text("key"),
        _text("at"),
        sa.PrimaryKeyConstraint("number", name="pk_attempts"),
    )
    op.create_index("ix_attempts_key_at", "attempts", ["key", "at"])


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False)
