"""Tournaments: their logs, which only grow, requests already answered, links, and contacts, which may be erased."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import growing, key, number, refers, text

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

GROWING = ("tournament_log", "tournament_requests")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        number("id"),
        text("slug"),
        text("secret"),
        key("tournaments", "id"),
        sa.UniqueConstraint("slug", name="uq_tournaments_slug"),
    )
    op.create_table(
        "tournament_log",
        number("tournament_id"),
        number("n"),
        *(text(name) for name in ("at", "who", "kind", "data", "prev", "sha256")),
        key("tournament_log", "tournament_id", "n"),
        refers("tournament_log", "tournament_id", "tournaments.id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_requests",
        number("tournament_id"),
        text("request"),
        text("command"),
        text("lines"),
        text("warnings"),
        key("tournament_requests", "tournament_id", "request"),
        refers("tournament_requests", "tournament_id", "tournaments.id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_links",
        number("tournament_id"),
        number("link"),
        text("sha256"),
        text("name"),
        key("tournament_links", "tournament_id", "link"),
        sa.UniqueConstraint("sha256", name="uq_tournament_links_sha256"),
        refers("tournament_links", "tournament_id", "tournaments.id"),
    )
    op.create_table(
        "tournament_contacts",
        number("tournament_id"),
        text("subject"),
        text("mail"),
        text("telephone"),
        key("tournament_contacts", "tournament_id", "subject"),
        refers("tournament_contacts", "tournament_id", "tournaments.id"),
    )
    for table in GROWING:
        for statement in growing(table, op.get_bind().dialect.name):
            op.execute(statement)
