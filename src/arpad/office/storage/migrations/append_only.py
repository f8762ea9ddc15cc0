"""What only grows: the triggers of the first office, in the words of each database.

Reports, revisions, decisions, editions and the log are never changed or deleted. A version, and all that it holds, may
be changed or deleted while it is provisional, and never once it is published.
"""

from collections.abc import Iterator

GROWING = ("reports", "revisions", "decisions", "editions", "log")
HELD = ("contents", "history")


def growing(table: str, dialect: str) -> list[str]:
    """Return the triggers of a table that only grows."""
    if dialect == "sqlite":
        return [
            f"""CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} only grows'); END"""
            for action in ("UPDATE", "DELETE")
        ]
    return [
        f"""CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION arpad_refuse('{table} only grows')""",
        f"""CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{table} is never emptied')""",
    ]


def _sqlite() -> Iterator[str]:
    for table in GROWING:
        yield from growing(table, "sqlite")
    for action in ("UPDATE", "DELETE"):
        yield f"""CREATE TRIGGER versions_no_{action.lower()} BEFORE {action} ON versions
            WHEN OLD.state = 'published'
            BEGIN SELECT RAISE(ABORT, 'a published version stays as it is'); END"""
        for table in HELD:
            ids = "OLD.version_id" if action == "DELETE" else "OLD.version_id, NEW.version_id"
            yield f"""CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table}
                WHEN EXISTS (SELECT 1 FROM versions WHERE id IN ({ids}) AND state = 'published')
                BEGIN SELECT RAISE(ABORT, 'a published version stays as it is'); END"""


def _postgresql() -> Iterator[str]:
    yield """CREATE FUNCTION arpad_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
        END $$"""
    yield """CREATE FUNCTION arpad_refuse_if_published() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM versions WHERE state = 'published' AND id IN (SELECT version_id FROM changed);
            IF FOUND THEN
                RAISE EXCEPTION 'a published version stays as it is' USING ERRCODE = 'restrict_violation';
            END IF;
            RETURN NULL;
        END $$"""
    for table in GROWING:
        yield from growing(table, "postgresql")
    yield """CREATE TRIGGER versions_no_change BEFORE UPDATE OR DELETE ON versions
        FOR EACH ROW WHEN (OLD.state = 'published')
        EXECUTE FUNCTION arpad_refuse('a published version stays as it is')"""
    for table in HELD:
        for action, rows in (("DELETE", "OLD"), ("UPDATE", "OLD"), ("UPDATE", "NEW")):
            yield f"""CREATE TRIGGER {table}_no_{action.lower()}_{rows.lower()} AFTER {action} ON {table}
                REFERENCING {rows} TABLE AS changed
                FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse_if_published()"""
    for table in ("versions", *HELD):
        yield f"""CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION arpad_refuse('{table} is never emptied')"""


SQLITE = tuple(_sqlite())
POSTGRESQL = tuple(_postgresql())
