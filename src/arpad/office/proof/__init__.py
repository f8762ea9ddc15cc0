"""Proof: lists made again from what they name, bundles that prove themselves anywhere, sheets with every reason.

In: a version of a list. Out: whether it is proved; or a player's period, an event, with every step.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.proof.bundle import export_bundle
    from arpad.office.proof.bundle_checks import verify_bundle
    from arpad.office.proof.event_rating import EventView, ReportView, view_event, view_report
    from arpad.office.proof.examination import Examination, examination_document, examine, told
    from arpad.office.proof.for_everybody import public_proof
    from arpad.office.proof.held_games import (
        HeldGames,
        PlayerView,
        WaitingChange,
        view_player,
        waiting_changes,
    )
    from arpad.office.proof.keys import change_key, office_keys
    from arpad.office.proof.list_signature import signed_file, verify_list
    from arpad.office.proof.proving import period_of_version, verify
    from arpad.office.proof.public_keys import PublicKey, typed_key
    from arpad.office.proof.rehearsing import Rehearsal, rehearse
    from arpad.office.proof.sheet_documents import SheetDocument, list_version, sheet_document
    from arpad.office.proof.sheets import PeriodSheet, sheet

__getattr__ = door(__name__)

__all__ = [
    "EventView", "Examination", "HeldGames", "PeriodSheet", "PlayerView", "PublicKey", "Rehearsal", "ReportView",
    "SheetDocument", "WaitingChange", "change_key", "examination_document", "examine", "export_bundle", "list_version",
    "office_keys", "period_of_version", "public_proof", "rehearse", "sheet", "sheet_document", "signed_file", "told",
    "typed_key", "verify", "verify_bundle", "verify_list", "view_event", "view_player", "view_report",
    "waiting_changes",
]  # fmt: skip
