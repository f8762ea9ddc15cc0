"""The officers' desk: events, periods, corrections, people, the log."""

from fastapi import APIRouter

from arpad.web.office.accounts import account_pages, changing, changing_me, making_tokens, me, tokens
from arpad.web.office.arbiters import arbiter_pages, certificates, papers, recording
from arpad.web.office.decisions import deciding, decision_pages, identifying
from arpad.web.office.events import event_pages, registering, stored
from arpad.web.office.forms import BEARER, RESPONSES, choosing
from arpad.web.office.home import backups, bundles, hall_pages, home_pages, personal, proof
from arpad.web.office.importing import import_forms
from arpad.web.office.lists import closing, comparing, list_pages, printed, sheets
from arpad.web.office.restoring import restoring
from arpad.web.office.studies import programs, scales, study_pages

PARTS = (
    home_pages.router, choosing, papers, recording, arbiter_pages.router, registering, certificates, stored,
    event_pages.router, printed, sheets.router, list_pages.router, closing, decision_pages.router, identifying,
    deciding, bundles, proof.router, account_pages.router, changing, tokens.router, making_tokens, me.router,
    changing_me, backups, hall_pages, import_forms, scales.router, comparing.router, study_pages.router, personal,
    restoring,
)  # fmt: skip
"""The order matters: if an address fits two routes, the narrower one comes first."""

desk = APIRouter(dependencies=[BEARER], responses={code: RESPONSES[code] for code in (401, 403)})
for part in PARTS:
    desk.include_router(part)

ROUTERS = (desk, programs.router)
