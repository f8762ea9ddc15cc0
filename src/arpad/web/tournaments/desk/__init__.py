"""The desk of an event: pages for its staff, and everything that can be done."""

from fastapi import APIRouter

from arpad.web.office.forms import BEARER
from arpad.web.tournaments.desk.acts import ACTIONS
from arpad.web.tournaments.desk.ending import (
    arbiter_files,
    arbiter_papers,
    handing_over,
    printed,
    printing,
    sent_games,
    zipped,
)
from arpad.web.tournaments.desk.event import office_pages
from arpad.web.tournaments.desk.home import home_pages
from arpad.web.tournaments.desk.players import contacts, people, searching
from arpad.web.tournaments.desk.results import result_pages
from arpad.web.tournaments.desk.rounds import amending, round_pages
from arpad.web.tournaments.desk.teams import team_pages
from arpad.web.tournaments.perform import add_actions

PAGES = (
    home_pages.router,
    result_pages.router,
    round_pages.router,
    amending.router,
    searching,
    people.router,
    office_pages.router,
    team_pages.router,
    contacts.router,
    printing.router,
    printed,
    arbiter_papers.router,
    arbiter_files,
    sent_games,
    handing_over.router,
    zipped,
)

acting = APIRouter(dependencies=[BEARER])
add_actions(acting, ACTIONS)

ROUTERS = (*PAGES, acting)
