"""The first office: its tables, and the triggers that refuse a change to what must only grow."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.helpers import POSTGRESQL, SQLITE, key, number, refers, text

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _systems_and_reports()
    _events()
    _versions()
    _people_and_decisions()
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(sa.text(statement))


def _date(name: str, *, nullable: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.Date, nullable=nullable)


def _data() -> sa.Column[bytes]:
    return sa.Column("data", sa.LargeBinary, nullable=False)


def _systems_and_reports() -> None:
    op.create_table(
        "systems",
        number("id"),
        text("name"),
        text("federation", ""),
        key("systems", "id"),
        sa.UniqueConstraint("name", name="uq_systems_name"),
    )
    op.create_table("reports", text("sha256"), _data(), number("size"), key("reports", "sha256"))


def _events() -> None:
    op.create_table(
        "events",
        number("id"),
        number("system_id"),
        text("name"),
        text("city"),
        text("federation"),
        _date("start"),
        _date("end"),
        text("time_class"),
        text("state"),
        _date("period"),
        text("facts"),
        number("revision", "0"),
        key("events", "id"),
        refers("events", "system_id", "systems.id"),
    )
    op.create_table(
        "revisions",
        number("event_id"),
        number("number"),
        text("sha256"),
        _date("received"),
        text("reason"),
        sa.Column("accepted", sa.Boolean, nullable=False),
        text("findings"),
        key("revisions", "event_id", "number"),
        refers("revisions", "event_id", "events.id"),
        refers("revisions", "sha256", "reports.sha256"),
    )


def _versions() -> None:
    op.create_table(
        "versions",
        number("id"),
        number("system_id"),
        _date("period", nullable=False),
        number("number"),
        text("kind"),
        text("state"),
        sa.Column("parent_id", sa.Integer, nullable=True),
        text("digest"),
        text("manifest"),
        text("reason"),
        text("release"),
        number("players"),
        key("versions", "id"),
        refers("versions", "system_id", "systems.id"),
        refers("versions", "parent_id", "versions.id"),
        sa.UniqueConstraint("system_id", "period", "number", name="uq_versions_system_id_period_number"),
        sa.CheckConstraint("kind IN ('import', 'closed')", name="ck_versions_kind"),
        sa.CheckConstraint("state IN ('provisional', 'published')", name="ck_versions_state"),
    )
    op.create_table(
        "contents",
        number("version_id"),
        text("name"),
        _data(),
        key("contents", "version_id", "name"),
        refers("contents", "version_id", "versions.id"),
    )
    op.create_table(
        "history",
        number("version_id"),
        text("time_class"),
        text("player"),
        number("rating"),
        number("k"),
        number("games"),
        number("change"),
        key("history", "version_id", "time_class", "player"),
        refers("history", "version_id", "versions.id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_history_player_version_id", "history", ["player", "version_id"])


def _people_and_decisions() -> None:
    op.create_table(
        "players",
        number("system_id"),
        text("id"),
        text("name"),
        text("federation"),
        text("sex"),
        text("title"),
        number("born"),
        key("players", "system_id", "id"),
        refers("players", "system_id", "systems.id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_players_system_id_name", "players", ["system_id", "name"])
    op.create_table(
        "decisions",
        number("id"),
        number("system_id"),
        _date("period", nullable=False),
        text("kind"),
        text("data"),
        text("reason"),
        sa.Column("undoes", sa.Integer, nullable=True),
        key("decisions", "id"),
        refers("decisions", "system_id", "systems.id"),
        refers("decisions", "undoes", "decisions.id"),
        sa.UniqueConstraint("undoes", name="uq_decisions_undoes"),
    )
    op.create_table("editions", text("sha256"), text("id"), text("data"), key("editions", "sha256"))
    op.create_table(
        "log",
        number("id"),
        text("at"),
        text("who"),
        text("action"),
        text("system"),
        text("subject"),
        text("details"),
        key("log", "id"),
    )
