"""Replaying: every list from a day on is recomputed, as new versions with a reason. Old versions stay."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from arpad.done import StepsDone
from arpad.i18n import ArpadError
from arpad.lists.closing import amended
from arpad.lists.compare import RatingDifference, differences
from arpad.lists.imports import with_classes_of
from arpad.lists.ledger import Ledger
from arpad.lists.manifest import amended_manifest, digest_of, imported_manifest
from arpad.lists.series import continued
from arpad.office.desk import Desk, Shelf, editions_of, named_of, version_record
from arpad.office.lists.making import make_version
from arpad.office.records import IN_A_LIST, Replay, Submitted
from arpad.office.storage import decisions_for, events
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition, lists_after


def must_have_reason(reason: str) -> None:
    """The past is not changed without one."""
    if not reason.strip():
        raise ArpadError("reason-missing")


def replay(
    desk: Desk,
    shelf: Shelf,
    start: dt.date,
    reason: str,
    progress: StepsDone | None,
    submitted: Submitted | None = None,
) -> Replay:
    """Recompute every list from a day on. A list that does not change gets no new version."""
    lists = sorted(period for period in shelf.newest if period >= start)
    made, touched = [], []
    for done, period in enumerate(lists, 1):
        before = shelf.newest[period]
        old = shelf.ledger(before)
        again = _closed if before.kind == "closed" else _amended
        row, ledger = again(desk, shelf, before, reason)
        if row.digest != before.digest:
            made.append(version_record(row))
            touched.append(_touched(old, ledger))
            details = {"version": row.number, "digest": row.digest, "changed": len(touched[-1]), "reason": reason}
            desk.record(shelf.connection, "replayed", f"{period:%Y-%m}", **details)
        if progress is not None:
            progress(done, len(lists))
    return Replay(tuple(made), tuple(touched), submitted)


def _touched(old: Ledger, new: Ledger) -> tuple[RatingDifference, ...]:
    """The players whose rating differs, in any class."""
    return tuple(difference for time_class in TIME_CLASSES for difference in differences(old, new, time_class))


def _closed(desk: Desk, shelf: Shelf, before: Row[Any], reason: str) -> tuple[Row[Any], Ledger]:
    """Close a period again with the reports that it has now."""
    rows = shelf.events(events.c.period == before.period, events.c.state.in_(IN_A_LIST))
    row, closed = make_version(desk, shelf, before.period, rows, state=before.state, reason=reason)
    return row, closed.ledger


def _amended(desk: Desk, shelf: Shelf, before: Row[Any], reason: str) -> tuple[Row[Any], Ledger]:
    """An imported list with the ratings that were decided for it. A provisional one gets them when it is published."""
    decisions = decisions_for(shelf.connection, shelf.system.id, before.period, before.period)
    came = as_imported(shelf, before)
    raw = _gone_on(desk, shelf, came, reason)
    if before.state == "provisional" or (not decisions.ratings and came.id == before.id):
        return raw, shelf.ledger(raw)
    ledger = amended(shelf.ledger(raw), decisions, editions_of(desk, shelf, before))
    named = named_of(desk, shelf, before)
    manifest = amended_manifest(shelf.system.name, shelf.system.federation, ledger, raw.digest, decisions, named)
    if digest_of(manifest) == before.digest:
        return before, ledger
    return shelf.put(ledger, manifest, kind="import", state="published", parent=None, reason=reason), ledger


def in_series(
    shelf: Shelf,
    previous: Row[Any],
    ledger: Ledger,
    editions: Mapping[TimeClass, Edition],
    manifest: Mapping[str, Any],
) -> Ledger:
    """Return an imported list that continues the list before it, with the classes that are carried on from there."""
    calendar, before = next(iter(editions.values())), shelf.ledger(previous)
    follows = next(lists_after(calendar, previous.period)) == ledger.date
    flagged = manifest.get("flagged", TIME_CLASSES)
    listed = continued(before, ledger, editions, next_list=follows, flagged=flagged)
    carried = manifest.get("carried", ())
    return with_classes_of(listed, before, carried) if carried else listed


def _gone_on(desk: Desk, shelf: Shelf, raw: Row[Any], reason: str) -> Row[Any]:
    """Recompute an imported list if the list before it has another version than when it came."""
    manifest, previous = shelf.manifest(raw), shelf.last(raw.period)
    if "continues" not in manifest or previous is None or manifest["continues"] == previous.digest:
        return raw
    ledger = in_series(shelf, previous, shelf.ledger(raw), editions_of(desk, shelf, raw), manifest)
    system, named = shelf.system, named_of(desk, shelf, raw)
    classes: dict[str, Any] = {name: manifest[name] for name in ("beside", "carried", "flagged") if name in manifest}
    source = manifest["source"]
    again = imported_manifest(system.name, system.federation, ledger, source, named, previous.digest, classes)
    return shelf.put(ledger, again, kind="import", state=raw.state, parent=None, reason=reason)


def as_imported(shelf: Shelf, before: Row[Any]) -> Row[Any]:
    """Return the version of an imported list that has it as it came."""
    manifest = shelf.manifest(before)
    return before if manifest["made"] == "imported" else shelf.by_digest(manifest["previous"])
