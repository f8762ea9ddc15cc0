"""Decisions beside the reports: ratings set, persons changed, federations excluded, identities merged; and undone."""

import datetime as dt
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import select

from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, looking, working
from arpad.office.events import accepted_report
from arpad.office.lists import IN_A_LIST, Progress, editions_at, must_have_reason, next_list, replay
from arpad.office.records import Decision, Replay
from arpad.office.storage import all_decisions, events, get_report, keep_decision, merged, revisions
from arpad.regulations import TimeClass
from arpad.regulations.calendar import list_in_force, lists_after

FIELDS: Mapping[str, type] = {
    "name": str, "federation": str, "sex": str, "title": str, "born": int, "birthday": int, "deceased": int,
}  # fmt: skip


def set_rating(
    desk: Desk,
    id_: str,
    period: dt.date,
    rating: int,
    reason: str,
    *,
    time_class: TimeClass = "standard",
    progress: Progress | None = None,
) -> Replay:
    """On this list a player has this rating, whatever was computed; 0: none."""
    data = {"id": id_, "time_class": time_class, "rating": rating}
    return _decided(desk, "rating", period, data, reason, progress, known=id_)


def change_person(
    desk: Desk,
    id_: str,
    changes: Mapping[str, str | int],
    period: dt.date,
    reason: str = "",
    progress: Progress | None = None,
) -> Replay:
    """From this list on a player has another name, federation, title …; or is deceased. For a list that is not yet
    closed no reason is needed."""
    for name, value in changes.items():
        if name not in FIELDS or not isinstance(value, FIELDS[name]):
            raise ArpadError("person-field", name=name, known=", ".join(FIELDS))
    known = {name: value for name, value in changes.items() if name != "deceased"}
    if changes.get("deceased"):
        known["absent"] = "deceased"
    return _decided(desk, "person", period, {"id": id_, "changes": known}, reason, progress, known=id_)


def exclude(desk: Desk, federation: str, period: dt.date, reason: str, progress: Progress | None = None) -> Replay:
    """From this list on the members of a federation are not listed (16.1 to 16.3, 10.1)."""
    return _decided(desk, "exclude", period, {"federation": federation}, reason, progress)


def readmit(desk: Desk, federation: str, period: dt.date, reason: str, progress: Progress | None = None) -> Replay:
    """From this list on they are listed again."""
    return _decided(desk, "readmit", period, {"federation": federation}, reason, progress)


def merge(desk: Desk, keep: str, drop: str, reason: str, progress: Progress | None = None) -> Replay:
    """Two identities are one player: from the first list on which the one to be dropped played, both are the other."""
    must_have_reason(reason)
    if keep == drop:
        raise ArpadError("merge-same", id=keep)
    with working(desk) as shelf:
        connection = shelf.connection
        standing = merged(all_decisions(connection, shelf.system.id))
        for id_ in (keep, drop):
            _known_player(shelf, id_)
            if id_ in standing:
                raise ArpadError("merge-gone", id=id_, keep=standing[id_])
        start = _first_list_of(desk, shelf, keep, drop)
        keep_decision(connection, shelf.system.id, start, "merge", {"keep": keep, "drop": drop}, reason)
        desk.record(connection, "merged", keep, drop=drop, reason=reason)
        return replay(desk, shelf, start, reason, progress)


def unmerge(desk: Desk, keep: str, drop: str, reason: str, progress: Progress | None = None) -> Replay:
    """Take a merge back: the two are two again, as if they had never been one."""
    found = [
        it
        for it in list_decisions(desk)
        if it.kind == "merge" and not it.undone and it.data == {"keep": keep, "drop": drop}
    ]
    if not found:
        raise ArpadError("merge-none", keep=keep, drop=drop)
    return undo(desk, found[-1].id, reason, progress)


def undo(desk: Desk, decision: int, reason: str, progress: Progress | None = None) -> Replay:
    """Take a decision back. It stays on record, and so does this."""
    must_have_reason(reason)
    with working(desk) as shelf:
        connection = shelf.connection
        found = {it.id: it for it in all_decisions(connection, shelf.system.id)}
        if decision not in found or found[decision].kind == "undo":
            raise ArpadError("decision-unknown", decision=decision)
        it = found[decision]
        if it.undone:
            raise ArpadError("decision-undone", decision=decision)
        data = {"kind": it.kind, **it.data}
        keep_decision(connection, shelf.system.id, it.period, "undo", data, reason, undoes=it.id)
        desk.record(connection, "undone", str(it.id), kind=it.kind, reason=reason, **it.data)
        return replay(desk, shelf, it.period, reason, progress)


def _first_list_of(desk: Desk, shelf: Shelf, keep: str, drop: str) -> dt.date:
    """The first closed list with games of the identity to be dropped; else the last closed one, so that it goes."""
    connection = shelf.connection
    wanted = select(events).where(events.c.system_id == shelf.system.id, events.c.state.in_((*IN_A_LIST, "accepted")))
    periods: list[dt.date] = []
    for row in connection.execute(wanted.order_by(events.c.id)).all():
        key = connection.execute(
            select(revisions.c.sha256).where(revisions.c.event_id == row.id, revisions.c.number == row.revision)
        ).scalar_one()
        accepted = accepted_report(key, partial(get_report, connection), row.time_class, json.loads(row.facts))
        ids = {player.id for player in accepted.event.players}
        if keep in ids and drop in ids:
            raise ArpadError("merge-both-play", keep=keep, drop=drop, event=row.id, name=row.name)
        if drop in ids and row.period is not None:
            periods.append(row.period)
    closed: list[dt.date] = [period for period, row in shelf.newest.items() if row.kind == "closed"]
    if periods:
        return min(periods)
    following = next_list(desk, shelf)
    assert following is not None
    return max(closed) if closed else following


def _decided(
    desk: Desk,
    kind: str,
    period: dt.date,
    data: Mapping[str, Any],
    reason: str,
    progress: Progress | None,
    known: str | None = None,
) -> Replay:
    """Keep a decision from a list on; where that list is there already, it and the later ones are made anew."""
    with working(desk) as shelf:
        connection = shelf.connection
        if not shelf.newest:
            raise ArpadError("period-no-list", period=f"{period:%Y-%m}")
        imported = [it for it, row in shelf.newest.items() if row.kind == "import"]
        amends = kind == "rating" and period in imported
        if imported and period <= max(imported) and not amends:
            raise ArpadError("decision-imported", period=f"{period:%Y-%m}", last=f"{max(imported):%Y-%m}")
        _is_a_list(desk, shelf, period)
        if known is not None:
            _known_player(shelf, known)
        published = [it for it, row in shelf.newest.items() if it >= period and row.state == "published"]
        if published or kind != "person":
            must_have_reason(reason)
        keep_decision(connection, shelf.system.id, period, kind, data, reason)
        desk.record(connection, f"decided-{kind}", f"{period:%Y-%m}", reason=reason, **data)
        return replay(desk, shelf, period, reason, progress)


def _is_a_list(desk: Desk, shelf: Shelf, period: dt.date) -> None:
    """A decision holds from a list on, so there must be one on that day."""
    edition = next(iter(editions_at(desk, shelf, period).values()))
    if list_in_force(edition, period) != period:
        before, after = list_in_force(edition, period), next(lists_after(edition, period))
        raise ArpadError("list-date", date=period.isoformat(), before=before.isoformat(), after=after.isoformat())


def _known_player(shelf: Shelf, id_: str) -> None:
    last = shelf.last()
    if last is None or not shelf.ledger(last).rows([id_]):
        raise ArpadError("player-unknown", id=id_)


def list_decisions(desk: Desk) -> list[Decision]:
    """Everything that was decided beside the reports."""
    with looking(desk) as shelf:
        return all_decisions(shelf.connection, shelf.system.id)
