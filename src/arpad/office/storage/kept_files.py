"""What is kept as it came: reports, the contents of versions, editions. Each is found again by its hash or version."""

import datetime as dt
import hashlib
from collections.abc import Collection, Mapping

from sqlalchemy import Connection, select

from arpad.domain.values import canonical as canonical_text
from arpad.i18n import ArpadError
from arpad.office.storage.journal import add_row
from arpad.office.storage.schema import contents, editions, reports


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canonical(value: object) -> str:
    """JSON in its one form: sorted keys, no blanks, no float. The same value is the same text on every database."""
    return canonical_text(_plain(value))


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a kept document")


def put_report(connection: Connection, data: bytes) -> str:
    """Keep a report as received. The same bytes are kept once. Returns their SHA-256."""
    key = sha256(data)
    if connection.execute(select(reports.c.sha256).where(reports.c.sha256 == key)).first() is None:
        add_row(connection, reports, {"sha256": key, "data": data, "size": len(data)})
    return key


def get_report(connection: Connection, key: str) -> bytes:
    """Return a report, byte for byte; refused if its bytes no longer have their hash."""
    data = connection.execute(select(reports.c.data).where(reports.c.sha256 == key)).scalar_one_or_none()
    if data is None:
        raise ArpadError("office-report-missing", sha256=key)
    if sha256(data) != key:
        raise ArpadError("office-report-damaged", sha256=key)
    return bytes(data)


def put_contents(connection: Connection, version_id: int, files: Mapping[str, bytes]) -> None:
    """Keep what a version holds, by name."""
    for name, data in sorted(files.items()):
        add_row(connection, contents, {"version_id": version_id, "name": name, "data": data})


def get_contents(connection: Connection, version_id: int, names: Collection[str]) -> dict[str, bytes]:
    """What a version holds under these names; all of them must be there."""
    asked = select(contents.c.name, contents.c.data).where(
        contents.c.version_id == version_id, contents.c.name.in_(sorted(names))
    )
    found = {name: bytes(data) for name, data in connection.execute(asked)}
    missing = sorted(set(names) - set(found))
    if missing:
        raise ArpadError("office-contents-missing", version=version_id, names=", ".join(missing))
    return {name: found[name] for name in names}


def put_edition(connection: Connection, edition_id: str, data: str) -> str:
    """Keep the data of an edition that a list was made by. The same data is kept once. Returns its SHA-256."""
    key = sha256(data.encode())
    if connection.execute(select(editions.c.sha256).where(editions.c.sha256 == key)).first() is None:
        add_row(connection, editions, {"sha256": key, "id": edition_id, "data": data})
    return key


def get_edition(connection: Connection, key: str) -> tuple[str, str]:
    """The id and the data of an edition by the SHA-256 of the data; refused if the data no longer have this hash."""
    row = connection.execute(select(editions.c.id, editions.c.data).where(editions.c.sha256 == key)).one_or_none()
    if row is None:
        raise ArpadError("office-edition-missing", sha256=key)
    if sha256(row.data.encode()) != key:
        raise ArpadError("office-edition-damaged", edition=row.id, sha256=key)
    return row.id, row.data
