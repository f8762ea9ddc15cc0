"""Importing a rating list: the first list of a system, or one that others publish."""

import datetime as dt
import hashlib
from pathlib import Path
from typing import Any

from sqlalchemy import Row

from arpad.done import CountDone, StepsDone
from arpad.lists.imports import ledger_from_list
from arpad.lists.manifest import imported_manifest
from arpad.lists.period import list_editions
from arpad.lists.series import tell_oddities
from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, in_force, looking, to_be_named, version_record, working
from arpad.office.lists.replaying import in_series, replay
from arpad.office.records import VersionRecord
from arpad.regulations import TimeClass
from arpad.regulations.calendar import list_in_force, lists_after
from arpad.reports.rating_lists import Found


def import_list(
    desk: Desk,
    path: Path,
    date: dt.date,
    *,
    time_class: TimeClass = "standard",
    edition: str | None = None,
    reason: str = "",
    progress: CountDone | None = None,
    found: Found | None = None,
    recomputed: StepsDone | None = None,
) -> VersionRecord:
    """A list of a day, whole, as somebody published it. It has its K and games, and continues the list before.
    Imported again it is the next version, and later lists are recomputed. `edition` is named if none is in force on
    that day; a list from before the first edition is read by that one. `found` takes what is odd in it; `progress` is
    told the bytes that are read, `recomputed` the later lists."""
    desk.database.check()
    named = _read_by(desk, date, edition)
    editions = list_editions(desk.regulations, desk.system, date, named)
    calendar = next(iter(editions.values()))
    if list_in_force(calendar, date) != date:
        near = (list_in_force(calendar, date), next(lists_after(calendar, date)))
        raise ArpadError("list-date", date=date.isoformat(), before=near[0].isoformat(), after=near[1].isoformat())
    ledger = ledger_from_list(path, date, editions, time_class=time_class, progress=progress, found=found)
    source = _hash(path)
    with working(desk) as shelf:
        _may_come(shelf, date, reason)
        previous = shelf.last(date)
        if previous is not None:
            ledger = in_series(shelf, previous, ledger, editions)
        if found is not None:
            tell_oddities(None if previous is None else shelf.ledger(previous), ledger, editions, found)
        continues = None if previous is None else previous.digest
        manifest = imported_manifest(shelf.system.name, shelf.system.federation, ledger, source, named, continues)
        row = shelf.put(ledger, manifest, kind="import", state="published", parent=None, reason=reason)
        details = {"version": row.number, "digest": row.digest, "players": len(ledger), "source": source}
        details |= {} if named is None else {"edition": named}
        desk.record(shelf.connection, "imported", f"{date:%Y-%m}", **details)
        replay(desk, shelf, date, reason, recomputed)
        return version_record(shelf.newest[date])


def _read_by(desk: Desk, date: dt.date, given: str | None) -> str | None:
    """The edition that a list is read by if none is in force on its day: the one given; for a list from before the
    first edition that one, whose rules go on from it."""
    with looking(desk) as shelf:
        named = to_be_named(desk, shelf, date, given)
    own = [edition for edition in desk.regulations.editions() if edition.system == desk.system]
    if named is not None or in_force(desk, desk.system, date) or any(edition.effective <= date for edition in own):
        return named
    return min(own, key=lambda edition: edition.effective).id if own else None


def _may_come(shelf: Shelf, date: dt.date, reason: str) -> None:
    """A list may come after all existing lists. An imported list may be imported again with a reason."""
    last: Row[Any] | None = shelf.last()
    if last is None or date > last.period:
        return
    present = shelf.newest.get(date)
    if present is None or present.kind != "import":
        raise ArpadError("list-after-others", date=f"{date:%Y-%m}", last=f"{last.period:%Y-%m}")
    if not reason:
        raise ArpadError("list-again-reason", date=f"{date:%Y-%m}", version=present.number)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
