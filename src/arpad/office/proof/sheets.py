"""The claim sheet: a player's period, computed again with all its reasons."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from sqlalchemy import select

from arpad.i18n import ArpadError
from arpad.lists.closing import Explained, explained
from arpad.office.desk import Desk, Shelf, looking, version_record
from arpad.office.proof.proving import period_of_version
from arpad.office.records import VersionRecord
from arpad.office.storage import events, revisions
from arpad.regulations.articles import TimeClass


@dataclass(frozen=True, slots=True)
class PeriodSheet(Explained):
    """A player on a version of a list: the row on the list before, the period, and the row on this list.

    `numbers` are the numbers of the events by the hashes of their reports, `known` the opponents who are on this list.
    """

    version: VersionRecord
    numbers: Mapping[str, int] = field(default_factory=dict)
    known: frozenset[str] = frozenset()


def sheet(
    desk: Desk,
    id_: str,
    period: dt.date,
    number: int | None = None,
    time_class: TimeClass = "standard",
    *,
    published: bool = False,
) -> PeriodSheet:
    """The sheet of a player for a list, by the version given or the newest; `published`: only published ones."""
    with looking(desk, published=published) as shelf:
        row = shelf.find(period, number)
        after = shelf.ledger(row).rows([id_]).get(id_)
        if after is None:
            raise ArpadError("player-not-on-list", id=id_, period=f"{period:%Y-%m}")
        if row.kind == "import":
            raise ArpadError("sheet-imported", period=f"{period:%Y-%m}")
        again = period_of_version(desk, shelf, row)
        found = explained(again, id_, time_class, after)
        known = {field.name: getattr(found, field.name) for field in fields(found)}
        opponents = shelf.ledger(row).rows(sorted(_met(found)))
        return PeriodSheet(
            **known, version=version_record(row), numbers=_numbers(shelf, found), known=frozenset(opponents)
        )


def _met(found: Explained) -> set[str]:
    """The ids of everybody in the events of the period."""
    return {
        player.participant.player.id
        for outcome in found.period.outcomes
        for player in outcome.of.rating.players
        if player.participant.player.id
    }


def _numbers(shelf: Shelf, found: Explained) -> dict[str, int]:
    """The numbers of the events of the period, by the hashes of their reports."""
    hashes = sorted({outcome.of.part.accepted.sha256 for outcome in found.period.outcomes})
    wanted = (
        select(revisions.c.sha256, revisions.c.event_id)
        .join(events, events.c.id == revisions.c.event_id)
        .where(revisions.c.sha256.in_(hashes), events.c.system_id == shelf.system.id)
    )
    return {row.sha256: row.event_id for row in shelf.connection.execute(wanted)}
