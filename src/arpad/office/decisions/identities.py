"""The players of an event's report, as an officer identifies them: what is in doubt, and who has the ID on the list."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from arpad.domain.event import Player
from arpad.i18n import ArpadError
from arpad.lists.ledger import LedgerRow
from arpad.office.desk import Desk, looking
from arpad.office.events import event_row, show_event
from arpad.office.storage import report_of_event

Doubt = Literal["no-id", "of-another", "not-listed"]
OF_ANOTHER = "id-of-another"
"""What is found about a report if an ID belongs to somebody with another name and year of birth."""


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """A player of a report: with the ID that counts for them now, who has it on the newest list, and why they are in
    doubt, if they are."""

    player: Player
    listed: LedgerRow | None
    doubt: Doubt | None


def reported_players(desk: Desk, event: int) -> list[ReportedPlayer]:
    """Return the players of the report that counts for an event, those in doubt first."""
    detail = show_event(desk, event)
    with looking(desk) as shelf:
        row, last = event_row(shelf, event), shelf.last()
        if not detail.revisions:
            raise ArpadError("event-no-report", event=event)
        players, merged = report_of_event(shelf.connection, row).event.players, shelf.merged()
        kept = {one.id: merged.get(one.id, one.id) for one in players}
        known = {} if last is None else shelf.ledger(last).rows(kept.values())
        rows = {id_: known[keep] for id_, keep in kept.items() if keep in known}
    counting = [revision for revision in detail.revisions if revision.number == row.revision]
    others = {one.player for revision in counting for one in revision.findings if one.code == OF_ANOTHER}
    found = [ReportedPlayer(one, rows.get(one.id), _doubt(one, rows, others)) for one in players]
    return sorted(found, key=lambda one: ORDER.index(one.doubt))


ORDER: tuple[Doubt | None, ...] = ("no-id", "of-another", "not-listed", None)


def _doubt(player: Player, rows: Mapping[str, LedgerRow], others: Collection[int | None]) -> Doubt | None:
    if not player.id:
        return "no-id"
    if player.rank in others:
        return "of-another"
    return None if player.id in rows else "not-listed"


def identified_as(desk: Desk, ids: Mapping[int, str]) -> dict[int, LedgerRow | None]:
    """Return who has each ID on the newest list, by starting rank; None for an ID that is not on it."""
    with looking(desk) as shelf:
        last = shelf.last()
        rows = {} if last is None else shelf.ledger(last).rows(ids.values())
    return {rank: rows.get(id_) for rank, id_ in ids.items()}
