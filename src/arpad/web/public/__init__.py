"""Pages for everybody: players, lists, events, federations."""

from arpad.web.public.events import events
from arpad.web.public.federations import federations
from arpad.web.public.home import home
from arpad.web.public.interim import interim_pages
from arpad.web.public.lists import files, lists
from arpad.web.public.player import player_pages
from arpad.web.public.players import players, sheets, suggestions
from arpad.web.public.proof import proof
from arpad.web.public.scale import scale_pages
from arpad.web.public.standings import standings

ROUTERS = (
    home.router,
    suggestions,
    sheets,
    players.router,
    player_pages.router,
    interim_pages.router,
    files,
    lists.router,
    proof.router,
    events.router,
    federations.router,
    scale_pages.router,
    standings.router,
)
