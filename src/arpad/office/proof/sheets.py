"""The claim sheet: a player's period, computed again with all its reasons."""

import datetime as dt
import json
from dataclasses import dataclass, fields

from arpad.lists.explained import Explained, explained
from arpad.locale import ArpadError
from arpad.office.desk import Desk, looking, version_record
from arpad.office.proof.proving import period_of, stored_in
from arpad.office.records import VersionRecord
from arpad.regulations import TimeClass


@dataclass(frozen=True, slots=True)
class PeriodSheet(Explained):
    """A player on a version of a list: the row on the list before, the period, and the row on this list."""

    version: VersionRecord


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
        again = period_of(json.loads(shelf.manifest(row)), stored_in(shelf), desk.regulations)
        found = explained(again, id_, time_class, after)
        known = {field.name: getattr(found, field.name) for field in fields(found)}
        return PeriodSheet(**known, version=version_record(row))
