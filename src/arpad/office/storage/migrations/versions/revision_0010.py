"""A key for every game of an event, so that games that come a second time are found."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import key, number, refers

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TABLE = "event_games"


def upgrade() -> None:
    op.create_table(
        TABLE,
        number("event_id"),
        sa.Column("game", sa.BigInteger, nullable=False, autoincrement=False),
        key(TABLE, "event_id", "game"),
        refers(TABLE, "event_id", "events.id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_games_game", TABLE, ["game"])
