"""Pages for everybody, made from the public view of an event alone."""

from arpad.web.tournaments.public.calendar import calendar
from arpad.web.tournaments.public.home import home
from arpad.web.tournaments.public.needs import needs
from arpad.web.tournaments.public.player import player
from arpad.web.tournaments.public.players import players
from arpad.web.tournaments.public.rounds import rounds
from arpad.web.tournaments.public.table import tables

ROUTERS = (
    calendar.router, home.router, players.router, player.router, needs.router, rounds.router, tables.router,
)  # fmt: skip
