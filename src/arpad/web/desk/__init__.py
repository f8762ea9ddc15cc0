"""The officers' desk: events, periods, corrections, people, the log."""

from arpad.web.desk.accounts import accounts, changing
from arpad.web.desk.acting import RESPONSES
from arpad.web.desk.arbiters import arbiters, papers, recording
from arpad.web.desk.backups import backups
from arpad.web.desk.certificates import certificates
from arpad.web.desk.comparing import comparing
from arpad.web.desk.deciding import deciding, decisions
from arpad.web.desk.events import events, stored
from arpad.web.desk.home import home
from arpad.web.desk.identifying import identifying
from arpad.web.desk.importing import importing
from arpad.web.desk.lists import closing, lists
from arpad.web.desk.me import changing_me, me
from arpad.web.desk.personal import personal
from arpad.web.desk.place import BEARER, choosing
from arpad.web.desk.programs import programs
from arpad.web.desk.proof import bundles, proof
from arpad.web.desk.registering import registering
from arpad.web.desk.scale import scales
from arpad.web.desk.sheets import printed, sheets
from arpad.web.desk.studies import studies
from arpad.web.desk.tokens import making_tokens, tokens
from arpad.web.later_routes import LaterRouter

PARTS = (
    home.router, choosing, papers, recording, arbiters.router, registering, certificates, stored, events.router,
    printed, sheets.router, lists.router,
    closing, decisions.router, identifying, deciding, bundles, proof.router, accounts.router, changing, tokens.router,
    making_tokens, me.router, changing_me, backups, importing, scales.router, comparing.router,
    studies.router, personal,
)  # fmt: skip
"""The order matters: if an address fits two routes, the narrower one comes first."""

desk = LaterRouter(dependencies=[BEARER], responses={code: RESPONSES[code] for code in (401, 403)})
for part in PARTS:
    desk.take_over(part)

ROUTERS = (desk, programs.router)
