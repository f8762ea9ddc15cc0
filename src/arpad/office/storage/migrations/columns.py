"""Columns and keys of the revisions. What is here never changes: a released revision must give the same schema."""

import sqlalchemy as sa

TEXT: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def number(name: str, default: str | None = None) -> sa.Column[int]:
    """Return a column of whole numbers."""
    return sa.Column(name, sa.Integer, nullable=False, server_default=default, autoincrement=False)


def text(name: str, default: str | None = None) -> sa.Column[str]:
    """Return a column of texts, which sort by their bytes."""
    return sa.Column(name, TEXT, nullable=False, server_default=default)


def key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    """Return the primary key of a table."""
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def refers(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    """Return a reference from a column to that of another table."""
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}")
