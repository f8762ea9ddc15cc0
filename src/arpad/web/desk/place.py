"""Where an officer works: the chosen system, under the name of the account."""

from typing import Annotated

from fastapi import Depends
from fastapi.security import HTTPBearer
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.office.context import Desk
from arpad.office.storage.log_table import Acting
from arpad.web.later_routes import LaterRouter
from arpad.web.public.asked import SystemName
from arpad.web.security import OwnForm, Reader, administrator, arbiter, officer, reader, runs_events, set_cookie

COOKIE = "arpad_system"
YEAR = 365 * 24 * 3600

choosing = LaterRouter(include_in_schema=False)


def at_desk(request: Request, account: Reader, system: SystemName = "") -> Desk:
    """A desk in the system that the address names, that was chosen before, or the first of the office."""
    site = request.app.state.site
    remembered = request.cookies.get(COOKIE, "")
    known = {one.name for one in site.systems()}
    desk: Desk = site.desk(system or (remembered if remembered in known else ""), account.name)
    return desk


def acting_now(request: Request) -> Acting:
    """Return who is signed in, and what time it is: for the log."""
    return Acting(request.state.account.name, request.app.state.site.settings.now())


AtDesk = Annotated[Desk, Depends(at_desk)]

OFFICERS = [Depends(officer), OwnForm]
ADMINISTRATORS = [Depends(administrator), OwnForm]
ARBITERS = [Depends(arbiter), OwnForm]
EVENT_ARBITERS = [Depends(runs_events), OwnForm]
EVERYBODY = [Depends(reader), OwnForm]
"""Check that the visitor may send a form, and that it is one of ours; visitors without an account must sign in."""

bearer = HTTPBearer(auto_error=False, scheme_name="token", description="A token of an account: page /office/tokens.")
BEARER = Depends(bearer)
"""Says in the OpenAPI that programs send a token; its account was looked up before."""


@choosing.get("/office/system")
def choose(request: Request, _account: Reader, name: SystemName = "") -> Response:
    """Work in another system from now on."""
    response = RedirectResponse("/office", 303)
    set_cookie(request, response, COOKIE, name, YEAR)
    return response
