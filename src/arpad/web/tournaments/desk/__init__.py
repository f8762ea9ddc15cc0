"""The desk of an event: pages for its staff, and everything that can be done."""

from arpad.web.desk.place import BEARER
from arpad.web.later_routes import LaterRouter
from arpad.web.tournaments.actions import EventAction
from arpad.web.tournaments.desk.amending import amending
from arpad.web.tournaments.desk.arbiter_papers import arbiter_files, arbiter_papers, sent_games
from arpad.web.tournaments.desk.contacts import CONTACT_ACTIONS, contacts
from arpad.web.tournaments.desk.correcting_actions import CORRECTING_ACTIONS
from arpad.web.tournaments.desk.handing_over import handing_over, zipped
from arpad.web.tournaments.desk.home import home
from arpad.web.tournaments.desk.log_actions import UndoLine
from arpad.web.tournaments.desk.office_actions import OFFICE_ACTIONS
from arpad.web.tournaments.desk.office_pages import office_pages
from arpad.web.tournaments.desk.people import people, searching
from arpad.web.tournaments.desk.people_actions import PEOPLE_ACTIONS
from arpad.web.tournaments.desk.printing import printed, printing
from arpad.web.tournaments.desk.result_actions import RESULT_ACTIONS
from arpad.web.tournaments.desk.results import results
from arpad.web.tournaments.desk.round_actions import ROUND_ACTIONS
from arpad.web.tournaments.desk.rounds import rounds
from arpad.web.tournaments.desk.team_actions import TEAM_ACTIONS
from arpad.web.tournaments.desk.teams import teams
from arpad.web.tournaments.doing import add_actions
from arpad.web.tournaments.public.applying import ApplyForPlace
from arpad.web.tournaments.public.claiming import ClaimResult

ACTIONS: tuple[type[EventAction], ...] = (
    *RESULT_ACTIONS,
    *ROUND_ACTIONS,
    *PEOPLE_ACTIONS,
    *CORRECTING_ACTIONS,
    *OFFICE_ACTIONS,
    *TEAM_ACTIONS,
    *CONTACT_ACTIONS,
    UndoLine,
    ApplyForPlace,
    ClaimResult,
)
"""Everything that can be done in an event."""
PAGES = (
    home.router,
    results.router,
    rounds.router,
    amending.router,
    searching,
    people.router,
    office_pages.router,
    teams.router,
    contacts.router,
    printing.router,
    printed,
    arbiter_papers.router,
    arbiter_files,
    sent_games,
    handing_over.router,
    zipped,
)

acting = LaterRouter(dependencies=[BEARER])
add_actions(acting, ACTIONS)

ROUTERS = (*PAGES, acting)
