"""Importing a rating list: the first list of a system, or one that others publish."""

import datetime as dt
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Row

from arpad.lists.imports import ledger_from_list
from arpad.lists.manifest import imported_manifest
from arpad.lists.period import list_editions
from arpad.locale import ArpadError
from arpad.office.access import working
from arpad.office.desk import Desk
from arpad.office.records import VersionRecord
from arpad.office.shelf import Shelf, version_record
from arpad.regulations import TimeClass
from arpad.regulations.calendar import list_in_force, lists_after


def import_list(
    desk: Desk,
    path: Path,
    date: dt.date,
    *,
    time_class: TimeClass = "standard",
    reason: str = "",
    progress: Callable[[int], None] | None = None,
) -> VersionRecord:
    """A list of a day, whole, as somebody published it. It brings its K and games."""
    desk.database.check()
    editions = list_editions(desk.regulations, desk.system, date)
    calendar = next(iter(editions.values()))
    if list_in_force(calendar, date) != date:
        near = (list_in_force(calendar, date), next(lists_after(calendar, date)))
        raise ArpadError("list-date", date=date.isoformat(), before=near[0].isoformat(), after=near[1].isoformat())
    ledger = ledger_from_list(path, date, editions, time_class=time_class, progress=progress)
    source = _hash(path)
    with working(desk) as shelf:
        _may_come(shelf, date, reason)
        manifest = imported_manifest(shelf.system.name, shelf.system.federation, ledger, source)
        row = shelf.put(ledger, manifest, kind="import", state="published", parent=None, reason=reason)
        details = {"version": row.number, "digest": row.digest, "players": len(ledger), "source": source}
        desk.record(shelf.connection, "imported", f"{date:%Y-%m}", **details)
        return version_record(row)


def _may_come(shelf: Shelf, date: dt.date, reason: str) -> None:
    """A list may come after all that are there. The last one, imported itself, may be imported anew with a reason."""
    last: Row[Any] | None = shelf.last()
    if last is None or date > last.period:
        return
    if date < last.period or last.kind != "import":
        raise ArpadError("list-after-others", date=f"{date:%Y-%m}", last=f"{last.period:%Y-%m}")
    if not reason:
        raise ArpadError("list-again-reason", date=f"{date:%Y-%m}", version=last.number)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
