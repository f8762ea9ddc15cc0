"""Decisions that count from a list on."""

import datetime as dt
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from arpad.i18n import ArpadError
from arpad.office.decisions.decision import Decision, Taken
from arpad.office.desk import Desk, Shelf, editions_at
from arpad.office.lists import must_be_published, must_have_reason
from arpad.office.storage import keep_decision
from arpad.regulations.rating_edition import list_in_force, lists_after


class DatedDecision(Decision):
    """A decision that counts from a list on; if that list exists, it and the later ones are made again."""

    __slots__ = ()
    amends: ClassVar[bool] = False
    """Whether it may change a list that was imported."""
    period: dt.date

    @abstractmethod
    def data(self) -> Mapping[str, Any]:
        """Return the data to store."""

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        if not shelf.newest:
            raise ArpadError("period-no-list", period=f"{self.period:%Y-%m}")
        imported = [period for period, row in shelf.newest.items() if row.kind == "import"]
        if imported and self.period <= max(imported) and not (self.amends and self.period in imported):
            raise ArpadError("decision-imported", period=f"{self.period:%Y-%m}", last=f"{max(imported):%Y-%m}")
        if imported and self.period == max(imported):
            must_be_published(shelf, "import")
        _is_a_list(desk, shelf, self.period)
        data = self.data()
        if "id" in data:
            known_player(shelf, data["id"])
        if any(period >= self.period and row.state == "published" for period, row in shelf.newest.items()):
            must_have_reason(self.reason)
        keep_decision(shelf.connection, shelf.system.id, self.period, self.command, data, self.reason)
        desk.record(shelf.connection, f"decided-{self.command}", f"{self.period:%Y-%m}", reason=self.reason, **data)
        return Taken(self.period)


def _is_a_list(desk: Desk, shelf: Shelf, period: dt.date) -> None:
    """Check that there is a list on the day from which a decision counts."""
    edition = next(iter(editions_at(desk, shelf, period).values()))
    if list_in_force(edition, period) != period:
        before, after = list_in_force(edition, period), next(lists_after(edition, period))
        raise ArpadError("list-date", date=period.isoformat(), before=before.isoformat(), after=after.isoformat())


def known_player(shelf: Shelf, id_: str) -> None:
    """Check that a player is on the newest list."""
    last = shelf.last()
    if last is None or not shelf.ledger(last).rows([id_]):
        raise ArpadError("player-unknown", id=id_)
