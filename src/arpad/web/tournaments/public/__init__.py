"""Pages for everybody, made from the public view of an event alone."""

from arpad.web.tournaments.public.feeds import feeds
from arpad.web.tournaments.public.home import calendar, files, home_pages, pictures
from arpad.web.tournaments.public.players import applications, needs, player, player_pages
from arpad.web.tournaments.public.rounds import round_pages, tables
from arpad.web.tournaments.public.standings import crosstables, standing_pages
from arpad.web.tournaments.public.teams import brackets, play_offs, team_pages

ROUTERS = (
    feeds, calendar.router, home_pages.router, player_pages.router, player.router, needs.router, round_pages.router,
    tables.router, standing_pages.router, crosstables.router, team_pages.router, brackets.router, play_offs.router,
    applications.router, files, pictures,
)  # fmt: skip
