"""Tools for arbiters and players, without an account: calculators, a dropped report, the regulations."""

from arpad.web.tools.arbiters import appointments, arbiter_norms
from arpad.web.tools.calculators import calculators
from arpad.web.tools.pairings import draws, pairings
from arpad.web.tools.prizes import prizes
from arpad.web.tools.regulations import regulations
from arpad.web.tools.report import report
from arpad.web.tools.report_standings import report_standings

ROUTERS = (
    appointments.router,
    calculators.router,
    arbiter_norms,
    regulations.router,
    report,
    report_standings,
    pairings,
    draws.router,
    prizes,
)
