"""Pictures of tournaments, people who asked for notices by mail, and the mails that wait or were sent."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import key, number, refers, text

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

PICTURES, SUBSCRIPTIONS, MAILS = "tournament_pictures", "tournament_subscriptions", "tournament_mails"


def upgrade() -> None:
    op.create_table(
        PICTURES,
        number("tournament_id"),
        *(text(name) for name in ("name", "sha256", "media", "about")),
        *(number(name) for name in ("width", "height")),
        sa.Column("data", sa.LargeBinary, nullable=False),
        text("seal", ""),
        key(PICTURES, "tournament_id", "name"),
        refers(PICTURES, "tournament_id", "tournaments.id"),
    )
    op.create_table(
        SUBSCRIPTIONS,
        number("tournament_id"),
        number("number"),
        *(text(name) for name in ("mail", "topics", "language", "asked", "confirmed")),
        *(number(name) for name in ("entry", "since")),
        text("seal", ""),
        key(SUBSCRIPTIONS, "tournament_id", "number"),
        refers(SUBSCRIPTIONS, "tournament_id", "tournaments.id"),
    )
    op.create_table(
        MAILS,
        number("tournament_id"),
        number("subscription"),
        *(text(name) for name in ("topic", "subject", "body", "state", "due", "at", "problem")),
        number("tries"),
        text("seal", ""),
        key(MAILS, "tournament_id", "subscription", "topic"),
        refers(MAILS, "tournament_id", "tournaments.id"),
    )
    op.create_index("ix_tournament_mails_state_due", MAILS, ["state", "due"])
