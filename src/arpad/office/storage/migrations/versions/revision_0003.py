"""Tournaments: their logs, which only grow, requests already answered, links, and contacts, which may be erased."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
GROWING = ("tournament_log", "tournament_requests")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        _number("id"),
        _text("slug"),
        _text("secret"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("slug", name="uq_tournaments_slug"),
    )
    op.create_table(
        "tournament_log",
        _number("tournament_id"),
        _number("n"),
        *(_text(name) for name in ("at", "who", "kind", "data", "prev", "sha256")),
        sa.PrimaryKeyConstraint("tournament_id", "n", name="pk_tournament_log"),
        _of_tournament("tournament_log"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_requests",
        _number("tournament_id"),
        _text("request"),
        _text("command"),
        _text("lines"),
        _text("warnings"),
        sa.PrimaryKeyConstraint("tournament_id", "request", name="pk_tournament_requests"),
        _of_tournament("tournament_requests"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_links",
        _number("tournament_id"),
        _number("link"),
        _text("sha256"),
        _text("name"),
        sa.PrimaryKeyConstraint("tournament_id", "link", name="pk_tournament_links"),
        sa.UniqueConstraint("sha256", name="uq_tournament_links_sha256"),
        _of_tournament("tournament_links"),
    )
    op.create_table(
        "tournament_contacts",
        _number("tournament_id"),
        _text("subject"),
        _text("mail"),
        _text("telephone"),
        sa.PrimaryKeyConstraint("tournament_id", "subject", name="pk_tournament_contacts"),
        _of_tournament("tournament_contacts"),
    )
    for statement in _sqlite() if op.get_bind().dialect.name == "sqlite" else _postgresql():
        op.execute(statement)


def _sqlite() -> list[str]:
    return [
        f"""CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} only grows'); END"""
        for table in GROWING
        for action in ("UPDATE", "DELETE")
    ]


def _postgresql() -> list[str]:
    return [
        statement
        for table in GROWING
        for statement in (
            f"""CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
                FOR EACH ROW EXECUTE FUNCTION arpad_refuse('{table} only grows')""",
            f"""CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
                FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{table} is never emptied')""",
        )
    ]


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, autoincrement=False)


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=f"fk_{table}_tournament_id")
