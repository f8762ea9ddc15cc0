"""Rows that are kept for a while, and events, have a seal; an event tells how long its log is, and its head."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import text

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

SEALED = (
    "sessions", "recovery_codes", "devices", "last_uses", "sign_ins", "attempts", "sent_forms", "tournaments",
    "tournament_requests", "tournament_links", "tournament_contacts",
)  # fmt: skip
HEADS = """
    UPDATE tournaments SET
        lines = coalesce((SELECT max(n) FROM tournament_log WHERE tournament_id = id), 0),
        head = coalesce((SELECT sha256 FROM tournament_log WHERE tournament_id = id ORDER BY n DESC LIMIT 1), '')"""

REQUESTS = "tournament_id, request, command, lines, warnings"
"""What stays of a request; its seal is made again if the office gets another key."""
SQLITE = (
    "DROP TRIGGER tournament_requests_no_update",
    f"""CREATE TRIGGER tournament_requests_no_update BEFORE UPDATE OF {REQUESTS} ON tournament_requests
            BEGIN SELECT RAISE(ABORT, 'tournament_requests only grows'); END""",
)
POSTGRESQL = (
    "DROP TRIGGER tournament_requests_no_change ON tournament_requests",
    f"""CREATE TRIGGER tournament_requests_no_change BEFORE UPDATE OF {REQUESTS} OR DELETE ON tournament_requests
            FOR EACH ROW EXECUTE FUNCTION arpad_refuse('tournament_requests only grows')""",
)


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("lines", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tournaments", text("head", ""))
    for table in SEALED:
        op.add_column(table, text("seal", ""))
    op.execute(HEADS)
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
