"""Accounts: administrators and auditors, a second factor, known devices, tokens that end, records of sign-ins.

SQLite cannot change the rule of a column, so the tables of accounts are made again. Everybody signs in once more.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
ROLES = "'administrator', 'officer', 'arbiter', 'auditor', 'read-only'"
SCOPES = "read reports events office"


def upgrade() -> None:
    known = {name: _rows(name, columns) for name, columns in (("accounts", ACCOUNTS), ("tokens", TOKENS))}
    for name in ("tokens", "sessions", "accounts"):
        op.drop_table(name)
    made = {
        "accounts": op.create_table(
            "accounts",
            *(_text(name) for name in ("name", "hash", "role")),
            *(sa.Column(name, sa.Boolean, nullable=False) for name in ("active", "demo")),
            _text("factor", ""),
            sa.PrimaryKeyConstraint("name", name="pk_accounts"),
            sa.CheckConstraint(f"role IN ({ROLES})", name="ck_accounts_role"),
        ),
        "tokens": _of_account("tokens", _text("label"), _text("made", ""), _text("ends", ""), _text("scopes", SCOPES)),
    }
    _of_account("sessions", _text("csrf"), _text("ends"), _text("waits", ""))
    _of_account("recovery_codes")
    _of_account("devices", _text("at"))
    for name in ("accounts", "tokens"):
        if known[name]:
            op.bulk_insert(made[name], known[name])
    op.create_table("last_uses", _text("key"), _text("at"), sa.PrimaryKeyConstraint("key", name="pk_last_uses"))
    op.create_table("policies", _text("name"), _text("value"), sa.PrimaryKeyConstraint("name", name="pk_policies"))
    op.create_table(
        "sign_ins",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        *(_text(name) for name in ("account", "at", "network", "outcome")),
        sa.PrimaryKeyConstraint("number", name="pk_sign_ins"),
    )
    op.create_index("ix_sign_ins_account_number", "sign_ins", ["account", "number"])


ACCOUNTS = ("name", "hash", "role", "active", "demo")
TOKENS = ("sha256", "account", "label")


def _rows(table: str, columns: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rows of a table as they are."""
    kinds = [sa.column(name, sa.Boolean if name in ("active", "demo") else TEXT) for name in columns]
    found = op.get_bind().execute(sa.select(*kinds).select_from(sa.table(table, *kinds)))
    return [dict(row._mapping) for row in found]


def _of_account(table: str, *columns: sa.Column[str]) -> sa.Table:
    return op.create_table(
        table,
        _text("sha256"),
        _text("account"),
        *columns,
        sa.PrimaryKeyConstraint("sha256", name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["account"], ["accounts.name"], name=f"fk_{table}_account"),
    )


def _text(name: str, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False, server_default=default)
