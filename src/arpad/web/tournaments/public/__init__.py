"""Pages for everybody, made from the public view of an event alone."""

from arpad.web.tournaments.public.calendar import calendar
from arpad.web.tournaments.public.home import home
from arpad.web.tournaments.public.table import tables

ROUTERS = (calendar.router, home.router, tables.router)
