"""Accounts: administrators and auditors, a second factor, known devices, tokens that end, records of sign-ins.

SQLite cannot change the rule of a column, so the tables of accounts are made again. Everybody signs in once more.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import TEXT, key, number, refers, text

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ROLES = "'administrator', 'officer', 'arbiter', 'auditor', 'read-only'"
SCOPES = "read reports events office"


def upgrade() -> None:
    known = {name: _rows(name, columns) for name, columns in (("accounts", ACCOUNTS), ("tokens", TOKENS))}
    for name in ("tokens", "sessions", "accounts"):
        op.drop_table(name)
    made = {
        "accounts": op.create_table(
            "accounts",
            *(text(name) for name in ("name", "hash", "role")),
            *(sa.Column(name, sa.Boolean, nullable=False) for name in ("active", "demo")),
            text("factor", ""),
            key("accounts", "name"),
            sa.CheckConstraint(f"role IN ({ROLES})", name="ck_accounts_role"),
        ),
        "tokens": _of_account("tokens", text("label"), text("made", ""), text("ends", ""), text("scopes", SCOPES)),
    }
    _of_account("sessions", text("csrf"), text("ends"), text("waits", ""))
    _of_account("recovery_codes")
    _of_account("devices", text("at"))
    for name in ("accounts", "tokens"):
        if known[name]:
            op.bulk_insert(made[name], known[name])
    op.create_table("last_uses", text("key"), text("at"), key("last_uses", "key"))
    op.create_table("policies", text("name"), text("value"), key("policies", "name"))
    op.create_table(
        "sign_ins",
        number("number"),
        *(text(name) for name in ("account", "at", "network", "outcome")),
        key("sign_ins", "number"),
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
        text("sha256"),
        text("account"),
        *columns,
        key(table, "sha256"),
        refers(table, "account", "accounts.name"),
    )
