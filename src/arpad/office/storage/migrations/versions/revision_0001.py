"""The first office: its tables, and the triggers that refuse a change to what must only grow."""

import sqlalchemy as sa
from alembic import op

from arpad.office.storage.migrations.append_only import POSTGRESQL, SQLITE

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    _systems_and_reports()
    _events()
    _versions()
    _people_and_decisions()
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(sa.text(statement))


def _number(name: str, default: str | None = None) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default=default, autoincrement=False)


def _text(name: str, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False, server_default=default)


def _date(name: str, *, nullable: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.Date, nullable=nullable)


def _data() -> sa.Column[bytes]:
    return sa.Column("data", sa.LargeBinary, nullable=False)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _refers(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}")


def _systems_and_reports() -> None:
    op.create_table(
        "systems",
        _number("id"),
        _text("name"),
        _text("federation", ""),
        _key("systems", "id"),
        sa.UniqueConstraint("name", name="uq_systems_name"),
    )
    op.create_table("reports", _text("sha256"), _data(), _number("size"), _key("reports", "sha256"))


def _events() -> None:
    op.create_table(
        "events",
        _number("id"),
        _number("system_id"),
        _text("name"),
        _text("city"),
        _text("federation"),
        _date("start"),
        _date("end"),
        _text("time_class"),
        _text("state"),
        _date("period"),
        _text("facts"),
        _number("revision", "0"),
        _key("events", "id"),
        _refers("events", "system_id", "systems.id"),
    )
    op.create_table(
        "revisions",
        _number("event_id"),
        _number("number"),
        _text("sha256"),
        _date("received"),
        _text("reason"),
        sa.Column("accepted", sa.Boolean, nullable=False),
        _text("findings"),
        _key("revisions", "event_id", "number"),
        _refers("revisions", "event_id", "events.id"),
        _refers("revisions", "sha256", "reports.sha256"),
    )


def _versions() -> None:
    op.create_table(
        "versions",
        _number("id"),
        _number("system_id"),
        _date("period", nullable=False),
        _number("number"),
        _text("kind"),
        _text("state"),
        sa.Column("parent_id", sa.Integer, nullable=True),
        _text("digest"),
        _text("manifest"),
        _text("reason"),
        _text("release"),
        _number("players"),
        _key("versions", "id"),
        _refers("versions", "system_id", "systems.id"),
        _refers("versions", "parent_id", "versions.id"),
        sa.UniqueConstraint("system_id", "period", "number", name="uq_versions_system_id_period_number"),
        sa.CheckConstraint("kind IN ('import', 'closed')", name="ck_versions_kind"),
        sa.CheckConstraint("state IN ('provisional', 'published')", name="ck_versions_state"),
    )
    op.create_table(
        "contents",
        _number("version_id"),
        _text("name"),
        _data(),
        _key("contents", "version_id", "name"),
        _refers("contents", "version_id", "versions.id"),
    )
    op.create_table(
        "history",
        _number("version_id"),
        _text("time_class"),
        _text("player"),
        _number("rating"),
        _number("k"),
        _number("games"),
        _number("change"),
        _key("history", "version_id", "time_class", "player"),
        _refers("history", "version_id", "versions.id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_history_player_version_id", "history", ["player", "version_id"])


def _people_and_decisions() -> None:
    op.create_table(
        "players",
        _number("system_id"),
        _text("id"),
        _text("name"),
        _text("federation"),
        _text("sex"),
        _text("title"),
        _number("born"),
        _key("players", "system_id", "id"),
        _refers("players", "system_id", "systems.id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_players_system_id_name", "players", ["system_id", "name"])
    op.create_table(
        "decisions",
        _number("id"),
        _number("system_id"),
        _date("period", nullable=False),
        _text("kind"),
        _text("data"),
        _text("reason"),
        sa.Column("undoes", sa.Integer, nullable=True),
        _key("decisions", "id"),
        _refers("decisions", "system_id", "systems.id"),
        _refers("decisions", "undoes", "decisions.id"),
        sa.UniqueConstraint("undoes", name="uq_decisions_undoes"),
    )
    op.create_table("editions", _text("sha256"), _text("id"), _text("data"), _key("editions", "sha256"))
    op.create_table(
        "log",
        _number("id"),
        _text("at"),
        _text("who"),
        _text("action"),
        _text("system"),
        _text("subject"),
        _text("details"),
        _key("log", "id"),
    )
