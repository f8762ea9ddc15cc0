"""Pages for everybody, made from the public view of an event alone."""

from arpad.web.tournaments.public.applying import applications
from arpad.web.tournaments.public.brackets import brackets
from arpad.web.tournaments.public.calendar import calendar
from arpad.web.tournaments.public.crosstable import crosstables
from arpad.web.tournaments.public.files import files
from arpad.web.tournaments.public.home import home
from arpad.web.tournaments.public.needs import needs
from arpad.web.tournaments.public.play_offs import play_offs
from arpad.web.tournaments.public.player import player
from arpad.web.tournaments.public.players import players
from arpad.web.tournaments.public.rounds import rounds
from arpad.web.tournaments.public.standings import standings
from arpad.web.tournaments.public.table import tables
from arpad.web.tournaments.public.teams import teams

ROUTERS = (
    calendar.router, home.router, players.router, player.router, needs.router, rounds.router, tables.router,
    standings.router, crosstables.router, teams.router, brackets.router, play_offs.router, applications.router, files,
)  # fmt: skip
