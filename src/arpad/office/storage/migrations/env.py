"""What Alembic runs: the revisions, on the connection that it is given. The caller's transaction holds them all."""

from alembic import context

from arpad.office.storage.schema import REVISION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=REVISION_TABLE,
)
context.run_migrations()
