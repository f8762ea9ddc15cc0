"""Tools for arbiters and players, without an account: calculators, a dropped report, the regulations."""

from arpad.web.tools.arbiters import appointments, arbiter_norms
from arpad.web.tools.calculators import calculator_pages
from arpad.web.tools.forensics import forensic_pages
from arpad.web.tools.pairings import draws, pairing_pages
from arpad.web.tools.prizes import prize_pages
from arpad.web.tools.regulations import regulation_pages
from arpad.web.tools.report import report_pages, report_standings

ROUTERS = (
    appointments.router,
    calculator_pages.router,
    arbiter_norms,
    regulation_pages.router,
    report_pages,
    report_standings,
    pairing_pages,
    forensic_pages,
    draws.router,
    prize_pages,
)
