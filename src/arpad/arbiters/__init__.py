"""Arbiters: their titles, norms and categories, the papers of their work, the protection of fair play.

In: an application, an event or a report, and the facts that nobody else knows. Out: conditions with their articles,
what is still needed, and what a form or a sheet shows. A fact that was not given leaves its condition open.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.arbiters.application import ApplicationAnswer, judge_application
    from arpad.arbiters.appointments import arbiters_needed, may_be_appointed
    from arpad.arbiters.certificates import certificate_quota, signed_by
    from arpad.arbiters.event_category import category_by_numbers, category_of_kind
    from arpad.arbiters.model import ArbiterApplication, ArbiterNorm, ArbiterPerson, NormEvent, SeminarNorm
    from arpad.arbiters.needs import needs_of
    from arpad.arbiters.norms import event_norms
    from arpad.arbiters.player_norms import norm_possible
    from arpad.arbiters.reported import report_facts
    from arpad.arbiters.status import status_on
    from arpad.arbiters.upgrade import UpgradeApplication, judge_upgrade

__getattr__ = door(__name__)

__all__ = [
    "ApplicationAnswer",
    "ArbiterApplication",
    "ArbiterNorm",
    "ArbiterPerson",
    "NormEvent",
    "SeminarNorm",
    "UpgradeApplication",
    "arbiters_needed",
    "category_by_numbers",
    "category_of_kind",
    "certificate_quota",
    "event_norms",
    "judge_application",
    "judge_upgrade",
    "may_be_appointed",
    "needs_of",
    "norm_possible",
    "report_facts",
    "signed_by",
    "status_on",
]
