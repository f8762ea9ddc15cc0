"""Import, close, publish, discard and replay the rating lists of an office."""

import datetime as dt
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from arpad.documents.document import extended
from arpad.formats.rating_lists.columns import Found
from arpad.i18n import ArpadError, Words
from arpad.lists.closing import Closed, amended
from arpad.lists.compare import differences
from arpad.lists.imports import classes_in, continued, flagged_classes, ledger_from_list, tell_oddities, with_classes_of
from arpad.lists.kernel import close_by_kernel
from arpad.lists.ledger import Ledger, column
from arpad.lists.list_versions import ListVersion
from arpad.lists.manifest import amended_manifest, closed_manifest, digest_of, edition_text, imported_manifest
from arpad.lists.period import Accepted, Named, Past, Period, list_editions
from arpad.office._list_repository import (
    ListRepository,
    editions_of,
    foreign_repository,
    in_force,
    named_of,
    next_list,
    to_be_named,
    version_record,
)
from arpad.office.context import Desk
from arpad.office.events import due_of
from arpad.office.list_tables import read_transaction, write_transaction
from arpad.office.records import HELD, IN_A_LIST, ClosedPeriod, Replay, Submitted
from arpad.office.storage._log import change_rows
from arpad.office.storage._tables import accepted_reports, decisions_for, put_edition
from arpad.office.storage.schema import events, revisions
from arpad.progress import CountDone, StepsDone
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition, list_in_force, lists_after

# Making a version of a list: stored data become a period, the period a list, the list a version.


def make_version(
    desk: Desk,
    repository: ListRepository,
    date: dt.date,
    event_rows: Sequence[Row[Any]],
    *,
    state: str,
    reason: str = "",
    edition: str | None = None,
    progress: StepsDone | None = None,
) -> tuple[Row[Any], Closed]:
    """Make the list of a day from the list before it and these events, and store it as a version. If it did not change,
    there is no new version. `edition` is named if none is in force on that day."""
    parent = repository.last(date)
    assert parent is not None
    foreign = foreign_repository(desk, repository.connection, repository.system)
    period = period_of_events(desk, repository, date, event_rows, edition)
    closed = close_by_kernel(period, None if progress is None else lambda done: progress(done, len(period.reports)))
    digests = {repository.in_force(day).period: repository.in_force(day).digest for day in closed.lists}
    abroad = {day: foreign.in_force(day).digest for day in closed.foreign} if foreign is not None else {}
    editions = {
        name: put_edition(repository.connection, name, edition_text(desk.regulations.edition(name)))
        for name in closed.editions
    }
    manifest = closed_manifest(period, closed, previous=parent.digest, lists=digests, foreign=abroad, editions=editions)
    return keep(repository, closed, manifest, parent, state, reason), closed


def period_of_events(
    desk: Desk, repository: ListRepository, date: dt.date, event_rows: Sequence[Row[Any]], edition: str | None = None
) -> Period:
    """The period that ends in the list of a day, with these events and no others."""
    parent = repository.last(date)
    assert parent is not None
    foreign = foreign_repository(desk, repository.connection, repository.system)
    return Period(
        repository.system.name,
        date,
        repository.ledger(parent),
        tuple(_with_earlier(repository, date, accepted_reports(repository.connection, event_rows))),
        desk.regulations,
        _before(repository, date),
        repository.system.federation,
        decisions_for(repository.connection, repository.system.id, parent.period, date),
        None if foreign is None else foreign.past,
        Named(to_be_named(desk, repository, date, edition), named_of(desk, repository, parent)),
    )


def keep(
    repository: ListRepository, closed: Closed, manifest: Mapping[str, Any], parent: Row[Any], state: str, reason: str
) -> Row[Any]:
    present = repository.newest.get(closed.ledger.date)
    if present is not None and present.digest == digest_of(manifest):
        return present
    return repository.put(closed.ledger, manifest, kind="closed", state=state, parent=parent, reason=reason)


def _before(repository: ListRepository, date: dt.date) -> Past:
    """The lists of the past as they were before a list: never that list itself, nor a later one."""
    last = repository.last(date)
    assert last is not None
    return lambda day: repository.past(min(day, last.period))


def _with_earlier(repository: ListRepository, date: dt.date, reports: Iterable[Accepted]) -> Iterable[Accepted]:
    """The reports, parts of long events with the parts that were rated for lists before (4.1)."""
    earlier: list[Accepted] | None = None
    for report in reports:
        if not report.facts.part_of:
            yield report
            continue
        if earlier is None:
            of_a_part = events.c.facts.contains('"part_of"')
            rows = repository.events(events.c.state.in_(IN_A_LIST), events.c.period < date, of_a_part)
            earlier = list(accepted_reports(repository.connection, rows))
        own = [
            part
            for part in earlier
            if (part.facts.part_of, part.time_class) == (report.facts.part_of, report.time_class)
        ]
        yield replace(report, earlier=tuple(own))


# Replaying: every list from a day on is recomputed, as new versions with a reason. Old versions stay.


def must_have_reason(reason: str) -> None:
    """The past is not changed without one."""
    if not reason.strip():
        raise ArpadError("reason-missing")


def replay(
    desk: Desk,
    repository: ListRepository,
    start: dt.date,
    reason: str,
    progress: StepsDone | None,
    submitted: Submitted | None = None,
) -> Replay:
    """Recompute every list from a day on. A list that does not change gets no new version."""
    lists = sorted(period for period in repository.newest if period >= start)
    versions, touched = [], []
    for done, period in enumerate(lists, 1):
        before = repository.newest[period]
        old = repository.ledger(before)
        again = _closed if before.kind == "closed" else _amended
        row, ledger = again(desk, repository, before, reason)
        if row.digest != before.digest:
            versions.append(version_record(row))
            touched.append(tuple(player for name in TIME_CLASSES for player in differences(old, ledger, name)))
            details = {"version": row.number, "digest": row.digest, "changed": len(touched[-1]), "reason": reason}
            desk.record(repository.connection, "replayed", f"{period:%Y-%m}", **details)
        if progress is not None:
            progress(done, len(lists))
    return Replay(tuple(versions), tuple(touched), submitted)


def _closed(desk: Desk, repository: ListRepository, before: Row[Any], reason: str) -> tuple[Row[Any], Ledger]:
    """Close a period again with the reports that it has now."""
    rows = repository.events(events.c.period == before.period, events.c.state.in_(IN_A_LIST))
    row, closed = make_version(desk, repository, before.period, rows, state=before.state, reason=reason)
    return row, closed.ledger


def _amended(desk: Desk, repository: ListRepository, before: Row[Any], reason: str) -> tuple[Row[Any], Ledger]:
    """An imported list with the ratings that were decided for it. A provisional one gets them when it is published."""
    decisions = decisions_for(repository.connection, repository.system.id, before.period, before.period)
    came = as_imported(repository, before)
    raw = _gone_on(desk, repository, came, reason)
    if before.state == "provisional" or (not decisions.ratings and came.id == before.id):
        return raw, repository.ledger(raw)
    ledger = amended(repository.ledger(raw), decisions, editions_of(desk, repository, before))
    named = named_of(desk, repository, before)
    manifest = amended_manifest(
        repository.system.name, repository.system.federation, ledger, raw.digest, decisions, named
    )
    if digest_of(manifest) == before.digest:
        return before, ledger
    return repository.put(ledger, manifest, kind="import", state="published", parent=None, reason=reason), ledger


def in_series(
    repository: ListRepository,
    previous: Row[Any],
    ledger: Ledger,
    editions: Mapping[TimeClass, Edition],
    manifest: Mapping[str, Any],
) -> Ledger:
    """Return an imported list that continues the list before it, with the classes that are carried on from there."""
    calendar, before = next(iter(editions.values())), repository.ledger(previous)
    follows = next(lists_after(calendar, previous.period)) == ledger.date
    flagged = manifest.get("flagged", TIME_CLASSES)
    listed = continued(before, ledger, editions, next_list=follows, flagged=flagged)
    carried = manifest.get("carried", ())
    return with_classes_of(listed, before, carried) if carried else listed


def _gone_on(desk: Desk, repository: ListRepository, raw: Row[Any], reason: str) -> Row[Any]:
    """Recompute an imported list if the list before it has another version than when it came."""
    manifest, previous = repository.manifest(raw), repository.last(raw.period)
    if "continues" not in manifest or previous is None or manifest["continues"] == previous.digest:
        return raw
    ledger = in_series(repository, previous, repository.ledger(raw), editions_of(desk, repository, raw), manifest)
    system, named = repository.system, named_of(desk, repository, raw)
    classes: dict[str, Any] = {name: manifest[name] for name in ("beside", "carried", "flagged") if name in manifest}
    source = manifest["source"]
    again = imported_manifest(system.name, system.federation, ledger, source, named, previous.digest, classes)
    return repository.put(ledger, again, kind="import", state=raw.state, parent=None, reason=reason)


def as_imported(repository: ListRepository, before: Row[Any]) -> Row[Any]:
    """Return the version of an imported list that has it as it came."""
    manifest = repository.manifest(before)
    return before if manifest["made"] == "imported" else repository.by_digest(manifest["previous"])


# Closing a period, publishing its list or discarding it.


def close(
    desk: Desk, period: dt.date, progress: StepsDone | None = None, *, edition: str | None = None
) -> ClosedPeriod:
    """Close a period: every accepted report that is due goes into its list, which is provisional until published.

    Closing again before publication recomputes the provisional list, with the reports since. `edition` is named
    for a list on whose day none is in force, such as the last ones of an edition that a gap follows.
    """
    with write_transaction(desk) as repository:
        connection = repository.connection
        _in_order(desk, repository, period, edition)
        due = due_events(desk, repository, period)
        row, closed = make_version(
            desk, repository, period, due, state="provisional", edition=edition, progress=progress
        )
        chosen = [event.id for event in due]
        kept = set(chosen)
        before = repository.events(events.c.period == period, events.c.state == "rated")
        out = [(event.id,) for event in before if event.id not in kept]
        change_rows(connection, events, out, {"state": "accepted", "period": None})
        rated = [(event.id,) for event in due if event.state == "accepted"]
        change_rows(connection, events, rated, {"state": "rated", "period": period})
        desk.record(connection, "closed", f"{period:%Y-%m}", digest=row.digest, reports=len(due), events=chosen)
        counting = (revisions.c.event_id == events.c.id) & (revisions.c.number == events.c.revision)
        reports = select(revisions.c.sha256, revisions.c.event_id).join(events, counting).where(events.c.id.in_(chosen))
        keys: dict[str, int] = {row.sha256: row.event_id for row in connection.execute(reports)}
        findings = tuple((keys[key], finding) for key, finding in closed.findings)
        return extended(
            ClosedPeriod,
            version_record(row),
            reports=len(due),
            games=closed.games,
            transitions=closed.transitions,
            findings=findings,
        )


def publish(desk: Desk, period: dt.date, *, as_closed: bool = False) -> ListVersion:
    """Make a provisional list official, for ever.

    If reports due for it have come in since it was closed, it must be closed again; with `as_closed` it is
    published without them, and they go into the next list. Reports that wait when a list is imported go into the next
    one; ratings that were decided for the day of an imported list become its next version.
    """
    with write_transaction(desk) as repository:
        connection = repository.connection
        if period not in repository.newest:
            raise ArpadError("period-not-closed", period=f"{period:%Y-%m}")
        row = repository.newest[period]
        if row.state == "published":
            raise ArpadError("period-published", period=f"{period:%Y-%m}", version=row.number)
        if row.kind == "closed":
            late = [event.id for event in due_events(desk, repository, period) if event.period is None]
            if late and not as_closed:
                raise ArpadError("period-more-reports", period=f"{period:%Y-%m}", events=", ".join(map(str, late)))
        row = repository.publish(row)
        desk.record(connection, "published", f"{period:%Y-%m}", version=row.number, digest=row.digest)
        if row.kind == "import":
            replay(desk, repository, period, row.reason, None)
        return version_record(repository.newest[period])


def discard(desk: Desk, period: dt.date) -> ListVersion:
    """Take a provisional list back, as if it had never been made: an imported one, or a closed one, whose reports wait
    for a list again. Return the version that is gone."""
    with write_transaction(desk) as repository:
        connection, row = repository.connection, repository.find(period)
        if row.state == "published":
            raise ArpadError("period-published", period=f"{period:%Y-%m}", version=row.number)
        rated = [(event.id,) for event in repository.events(events.c.period == period, events.c.state == "rated")]
        if row.kind == "closed":
            change_rows(connection, events, rated, {"state": "accepted", "period": None})
        repository.discard(row)
        desk.record(connection, "discarded", f"{period:%Y-%m}", version=row.number, digest=row.digest)
        return version_record(row)


def must_be_published(repository: ListRepository, *kinds: str) -> None:
    """Refuse to go on while the last list is provisional, if it is of one of these kinds."""
    last = repository.last()
    if last is not None and last.state == "provisional" and last.kind in kinds:
        raise ArpadError("list-provisional", list=f"{last.period:%Y-%m}")


def due_events(desk: Desk, repository: ListRepository, period: dt.date) -> list[Row[Any]]:
    """The events that go into a list: accepted and due by then, and those already in it."""
    found = []
    for row in repository.events(events.c.state.in_(HELD)):
        due = due_of(desk, row) if row.period is None else None
        if row.period == period or (due is not None and due <= period):
            found.append(row)
    return found


def _in_order(desk: Desk, repository: ListRepository, period: dt.date, edition: str | None) -> None:
    """One list after the other, none left out, none twice. A provisional import is not closed over."""
    expected = next_list(desk, repository)
    if expected is None:
        raise ArpadError("period-no-list", period=f"{period:%Y-%m}")
    must_be_published(repository, "import")
    if period == expected:
        named = to_be_named(desk, repository, period, edition)
        list_editions(desk.regulations, repository.system.name, period, named)
        return
    present = repository.newest.get(period)
    if present is not None and present.state == "published":
        raise ArpadError("period-published", period=f"{period:%Y-%m}", version=present.number)
    if expected in repository.newest:
        raise ArpadError("period-unpublished", period=f"{period:%Y-%m}", expected=f"{expected:%Y-%m}")
    raise ArpadError("period-out-of-order", period=f"{period:%Y-%m}", expected=f"{expected:%Y-%m}")


# Importing a rating list: the first list of a system, or one that others publish.

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
) -> ListVersion:
    """A list of a day, whole, as somebody published it. It has its K and games, and continues the list before. A list
    of one class leaves the others: those of its day, or else those of the list before, which are carried on. Imported
    again it is the next version, and later lists are recomputed. `edition` is named if none is in force on
    that day; a list from before the first edition is read by that one. `found` takes what is odd in it; `progress`
    gets the bytes that are read, `recomputed` the later lists. A list without many of the players before is refused,
    unless `many_gone` confirms it.

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
    with path.open("rb") as file:
        source = hashlib.file_digest(file, "sha256").hexdigest()
    with write_transaction(desk) as repository:
        classes = classes_in(ledger)
        _may_come(repository, date, classes, reason)
        previous = repository.last(date)
        ledger, class_details = _with_other_classes(repository, ledger, classes, editions)
        flagged = class_details.get("flagged", TIME_CLASSES)
        if previous is not None:
            ledger = in_series(repository, previous, ledger, editions, class_details)
        base = repository.newest.get(date, previous)
        if base is not None and not many_gone:
            _must_keep_players(repository, base, ledger, classes)
        if found is not None:
            own = {one: edition for one, edition in editions.items() if one in classes}
            tell_oddities(None if previous is None else repository.ledger(previous), ledger, own, found, flagged)
            for detail in class_details.get("carried", ()):
                assert previous is not None
                words, day = Words(f"time-class.{detail}"), previous.period
                found.add("list-class-carried", "info", None, None, time_class=words, date=day)
        continues = None if previous is None else previous.digest
        manifest = imported_manifest(
            repository.system.name, repository.system.federation, ledger, source, named, continues, class_details
        )
        last = repository.last()
        at_once = publish or last is None or date < last.period
        state = "published" if at_once else "provisional"
        row = repository.put(ledger, manifest, kind="import", state=state, parent=None, reason=reason)
        details = {"version": row.number, "digest": row.digest, "players": len(ledger), "source": source}
        details |= {} if named is None else {"edition": named}
        details |= {} if at_once else {"state": state}
        desk.record(repository.connection, "imported", f"{date:%Y-%m}", **details)
        if at_once:
            replay(desk, repository, date, reason, recomputed)
        return version_record(repository.newest[date])


def _read_by(desk: Desk, date: dt.date, given: str | None) -> str | None:
    """The edition that a list is read by if none is in force on its day: the one given; for a list from before the
    first edition that one, whose rules go on from it."""
    with read_transaction(desk) as repository:
        named = to_be_named(desk, repository, date, given)
    own = [edition for edition in desk.regulations.editions() if edition.system == desk.system]
    if named is not None or in_force(desk, desk.system, date) or any(edition.effective <= date for edition in own):
        return named
    return min(own, key=lambda edition: edition.effective).id if own else None


def _with_other_classes(
    repository: ListRepository, ledger: Ledger, classes: Collection[TimeClass], editions: Mapping[TimeClass, Edition]
) -> tuple[Ledger, dict[str, Any]]:
    """Return a list with the other classes of its day, and their details for the manifest: whether they are those
    (`beside`), or are to be `carried` on from the list before; and the classes whose flags the lists have."""
    present, previous = repository.newest.get(ledger.date), repository.last(ledger.date)
    others = [edition for edition in editions if edition not in classes]
    flagged, details = set(flagged_classes(tuple(classes))), dict[str, Any]()
    if present is not None and others:
        came = as_imported(repository, present)
        there, known = repository.ledger(came), repository.manifest(came)
        kept = [
            time_class
            for time_class in others
            if time_class in classes_in(there) and time_class not in known.get("carried", ())
        ]
        if kept:
            ledger = with_classes_of(ledger, there, kept)
            flagged |= {*known.get("flagged", TIME_CLASSES)} & {*kept}
            details["beside"] = came.digest
            others = [time_class for time_class in others if time_class not in kept]
    if previous is not None:
        carried = [time_class for time_class in others if time_class in classes_in(repository.ledger(previous))]
        details |= {"carried": sorted(carried)} if carried else {}
    if {*classes_in(ledger)} - flagged:
        details["flagged"] = sorted(flagged)
    return ledger, details


def _must_keep_players(
    repository: ListRepository, base: Row[Any], ledger: Ledger, classes: Collection[TimeClass]
) -> None:
    """Refuse a list that lacks more than a tenth of the players of the list in whose place or after which it comes: it
    is rather the wrong file than a federation that is emptied."""
    before = repository.ledger(base)
    for one in classes:
        rated = int((before.numbers(column(one, "rating")) > 0).sum())
        gone = sum(player.after is None for player in differences(before, ledger, one))
        if gone >= MANY and gone * TENTH > rated:
            words = Words(f"time-class.{one}")
            raise ArpadError("list-many-gone", gone=gone, players=rated, time_class=words, date=base.period)


def _may_come(repository: ListRepository, date: dt.date, classes: Collection[TimeClass], reason: str) -> None:
    """A list may come after all existing lists, once they are published. An imported list may be imported again with a
    reason; a class that it does not have yet needs none."""
    last: Row[Any] | None = repository.last()
    must_be_published(repository, "import", "closed")
    if last is None or date > last.period:
        return
    present = repository.newest.get(date)
    if present is None or present.kind != "import":
        raise ArpadError("list-after-others", date=f"{date:%Y-%m}", last=f"{last.period:%Y-%m}")
    known = repository.manifest(as_imported(repository, present)).get("carried", ())
    there = {*classes_in(repository.ledger(present))} - {*known}
    if not reason and (date < last.period or there & {*classes}):
        raise ArpadError("list-again-reason", date=f"{date:%Y-%m}", version=present.number)
