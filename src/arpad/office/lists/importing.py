"""Importing a rating list: the first list of a system, or one that others publish."""

import datetime as dt
import hashlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Row

from arpad.done import CountDone, StepsDone
from arpad.formats.rating_lists.columns import Found
from arpad.i18n import ArpadError, Words
from arpad.lists.compare import differences
from arpad.lists.imports import classes_in, flagged_classes, ledger_from_list, with_classes_of
from arpad.lists.ledger import Ledger, column
from arpad.lists.manifest import imported_manifest
from arpad.lists.period import list_editions
from arpad.lists.series import tell_oddities
from arpad.office.desk import Desk, Shelf, in_force, looking, to_be_named, version_record, working
from arpad.office.lists.periods import must_be_published
from arpad.office.lists.replaying import as_imported, in_series, replay
from arpad.office.records import VersionRecord
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition, list_in_force, lists_after

MANY, TENTH = 5, 10
"""So many players, and more than this part of them, do not leave a list between two months."""


def import_list(
    desk: Desk,
    path: Path,
    date: dt.date,
    *,
    time_class: TimeClass = "standard",
    edition: str | None = None,
    reason: str = "",
    many_gone: bool = False,
    publish: bool = False,
    progress: CountDone | None = None,
    found: Found | None = None,
    recomputed: StepsDone | None = None,
) -> VersionRecord:
    """A list of a day, whole, as somebody published it. It has its K and games, and continues the list before. A list
    of one class leaves the others: those of its day, or else those of the list before, which are carried on. Imported
    again it is the next version, and later lists are recomputed. `edition` is named if none is in force on
    that day; a list from before the first edition is read by that one. `found` takes what is odd in it; `progress` is
    told the bytes that are read, `recomputed` the later lists. A list without many of the players before is refused,
    unless it is said that `many_gone` is right.

    The list is provisional until it is published, or published at once with `publish`. Two lists always are: the first
    one of an office, which replaces nothing, and a list that later lists follow, which are recomputed from it."""
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
        classes = classes_in(ledger)
        _may_come(shelf, date, classes, reason)
        previous = shelf.last(date)
        ledger, told = _with_other_classes(shelf, ledger, classes, editions)
        flagged = told.get("flagged", TIME_CLASSES)
        if previous is not None:
            ledger = in_series(shelf, previous, ledger, editions, told)
        base = shelf.newest.get(date, previous)
        if base is not None and not many_gone:
            _must_keep_players(shelf, base, ledger, classes)
        if found is not None:
            own = {one: edition for one, edition in editions.items() if one in classes}
            tell_oddities(None if previous is None else shelf.ledger(previous), ledger, own, found, flagged)
            _tell_carried(previous, told.get("carried", ()), found)
        continues = None if previous is None else previous.digest
        manifest = imported_manifest(shelf.system.name, shelf.system.federation, ledger, source, named, continues, told)
        last = shelf.last()
        at_once = publish or last is None or date < last.period
        state = "published" if at_once else "provisional"
        row = shelf.put(ledger, manifest, kind="import", state=state, parent=None, reason=reason)
        details = {"version": row.number, "digest": row.digest, "players": len(ledger), "source": source}
        details |= {} if named is None else {"edition": named}
        details |= {} if at_once else {"state": state}
        desk.record(shelf.connection, "imported", f"{date:%Y-%m}", **details)
        if at_once:
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


def _with_other_classes(
    shelf: Shelf, ledger: Ledger, classes: Collection[TimeClass], editions: Mapping[TimeClass, Edition]
) -> tuple[Ledger, dict[str, Any]]:
    """Return a list with the other classes of its day, and what the manifest tells of them: whether they are those
    (`beside`), or are to be `carried` on from the list before; and the classes whose flags the lists have."""
    present, previous = shelf.newest.get(ledger.date), shelf.last(ledger.date)
    others = [one for one in editions if one not in classes]
    flagged, told = set(flagged_classes(tuple(classes))), dict[str, Any]()
    if present is not None and others:
        came = as_imported(shelf, present)
        there, known = shelf.ledger(came), shelf.manifest(came)
        kept = [one for one in others if one in classes_in(there) and one not in known.get("carried", ())]
        if kept:
            ledger = with_classes_of(ledger, there, kept)
            flagged |= {*known.get("flagged", TIME_CLASSES)} & {*kept}
            told["beside"] = came.digest
            others = [one for one in others if one not in kept]
    if previous is not None:
        carried = [one for one in others if one in classes_in(shelf.ledger(previous))]
        told |= {"carried": sorted(carried)} if carried else {}
    if {*classes_in(ledger)} - flagged:
        told["flagged"] = sorted(flagged)
    return ledger, told


def _must_keep_players(shelf: Shelf, base: Row[Any], ledger: Ledger, classes: Collection[TimeClass]) -> None:
    """Refuse a list that lacks more than a tenth of the players of the list in whose place or after which it comes: it
    is rather the wrong file than a federation that is emptied."""
    before = shelf.ledger(base)
    for one in classes:
        rated = int((before.numbers(column(one, "rating")) > 0).sum())
        gone = sum(player.after is None for player in differences(before, ledger, one))
        if gone >= MANY and gone * TENTH > rated:
            words = Words(f"time-class.{one}")
            raise ArpadError("list-many-gone", gone=gone, players=rated, time_class=words, date=base.period)


def _tell_carried(previous: Row[Any] | None, carried: Iterable[TimeClass], found: Found) -> None:
    for one in carried:
        assert previous is not None
        found.add("list-class-carried", "info", None, None, time_class=Words(f"time-class.{one}"), date=previous.period)


def _may_come(shelf: Shelf, date: dt.date, classes: Collection[TimeClass], reason: str) -> None:
    """A list may come after all existing lists, once they are published. An imported list may be imported again with a
    reason; a class that it does not have yet needs none."""
    last: Row[Any] | None = shelf.last()
    must_be_published(shelf, "import", "closed")
    if last is None or date > last.period:
        return
    present = shelf.newest.get(date)
    if present is None or present.kind != "import":
        raise ArpadError("list-after-others", date=f"{date:%Y-%m}", last=f"{last.period:%Y-%m}")
    known = shelf.manifest(as_imported(shelf, present)).get("carried", ())
    there = {*classes_in(shelf.ledger(present))} - {*known}
    if not reason and (date < last.period or there & {*classes}):
        raise ArpadError("list-again-reason", date=f"{date:%Y-%m}", version=present.number)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
