"""The desk of an event: pages for its staff, and everything that can be done."""

from fastapi import APIRouter

from arpad.web.office.forms import BEARER
from arpad.web.tournaments.desk.acts import ACTIONS
from arpad.web.tournaments.desk.ending import (
    arbiter_files,
    arbiter_papers,
    handing_over,
    sent_games,
    zipped,
)
from arpad.web.tournaments.desk.event import office_pages
from arpad.web.tournaments.desk.festival import ROUTERS as FESTIVAL
from arpad.web.tournaments.desk.festival_people import ROUTERS as FESTIVAL_PEOPLE
from arpad.web.tournaments.desk.home import home_pages
from arpad.web.tournaments.desk.importing import importing
from arpad.web.tournaments.desk.players import contacts, people
from arpad.web.tournaments.desk.printing import broadcasting, printed, printing, walls
from arpad.web.tournaments.desk.registration import at_door, registration, searching
from arpad.web.tournaments.desk.results import result_pages
from arpad.web.tournaments.desk.rounds import amending, round_pages
from arpad.web.tournaments.desk.rules import keeping, rule_pages
from arpad.web.tournaments.desk.teams import team_pages
from arpad.web.tournaments.perform import add_actions

PAGES = (
    home_pages.router,
    result_pages.router,
    round_pages.router,
    amending.router,
    searching,
    importing,
    registration.router,
    at_door.router,
    people.router,
    office_pages.router,
    rule_pages.router,
    keeping,
    team_pages.router,
    contacts.router,
    printing.router,
    printed,
    walls.router,
    broadcasting.router,
    arbiter_papers.router,
    arbiter_files,
    sent_games,
    handing_over.router,
    zipped,
)

acting = APIRouter(dependencies=[BEARER])
add_actions(acting, ACTIONS)

ROUTERS = (*PAGES, *FESTIVAL, *FESTIVAL_PEOPLE, acting)
