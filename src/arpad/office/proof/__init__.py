"""Proof: lists made again from what they name, bundles that prove themselves anywhere, sheets with every reason.

In: a version of a list. Out: whether it is proved; or a player's period, an event, with every step.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.proof.bundle import export_bundle, verify_bundle
    from arpad.office.proof.event_rating import EventView, ReportView, view_event, view_report
    from arpad.office.proof.held_games import (
        HeldGames,
        PlayerView,
        WaitingChange,
        view_player,
        waiting_changes,
    )
    from arpad.office.proof.proving import period_of, stored_in, verify
    from arpad.office.proof.rehearsing import Rehearsal, rehearse
    from arpad.office.proof.sheet_documents import SheetDocument, list_version, sheet_document
    from arpad.office.proof.sheets import PeriodSheet, sheet

__getattr__ = door(__name__)

__all__ = [
    "EventView", "HeldGames", "PeriodSheet", "PlayerView", "Rehearsal", "ReportView", "SheetDocument", "WaitingChange",
    "export_bundle", "list_version", "period_of", "rehearse", "sheet", "sheet_document", "stored_in", "verify",
    "verify_bundle", "view_event", "view_player", "view_report", "waiting_changes",
]  # fmt: skip
