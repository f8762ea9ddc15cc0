"""Tables as they come back from a mapped file."""

from pathlib import Path

from arpad.office.storage.caches import MappedTables, open_mapped, write_mapped


def mapped(path: Path, tables: MappedTables) -> MappedTables:
    """Write tables to a file and open it."""
    write_mapped(path, "digest", tables)
    found = open_mapped(path, "digest")
    assert found is not None
    return found
