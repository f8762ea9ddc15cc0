"""What the office knows of arbiters: rows that only grow."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TABLE = "arbiter_records"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        *(sa.Column(name, TEXT, nullable=False) for name in ("arbiter", "kind", "at", "data", "reason")),
        sa.Column("revokes", sa.Integer),
        sa.PrimaryKeyConstraint("id", name=f"pk_{TABLE}"),
        sa.ForeignKeyConstraint(["revokes"], [f"{TABLE}.id"], name=f"fk_{TABLE}_revokes"),
        sa.UniqueConstraint("revokes", name=f"uq_{TABLE}_revokes"),
    )
    op.create_index(f"ix_{TABLE}_arbiter", TABLE, ["arbiter"])
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


SQLITE = [
    f"""CREATE TRIGGER {TABLE}_no_{action.lower()} BEFORE {action} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, '{TABLE} only grows'); END"""
    for action in ("UPDATE", "DELETE")
]
POSTGRESQL = [
    f"""CREATE TRIGGER {TABLE}_no_change BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION arpad_refuse('{TABLE} only grows')""",
    f"""CREATE TRIGGER {TABLE}_no_truncate BEFORE TRUNCATE ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{TABLE} is never emptied')""",
]
