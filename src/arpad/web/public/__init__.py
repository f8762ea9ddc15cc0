"""Pages for everybody: players, lists, events, federations."""

from arpad.web.public.about import about_pages
from arpad.web.public.cards import cards
from arpad.web.public.events import event_pages, standings
from arpad.web.public.feeds import public_feeds
from arpad.web.public.home import checking, home_pages, proof, scale_pages
from arpad.web.public.lists import federations, files, list_pages
from arpad.web.public.players import interim_pages, player_pages, player_search_pages, sheets, suggestions
from arpad.web.public.sharing import sharing

ROUTERS = (
    sharing,
    public_feeds,
    cards,
    home_pages.router,
    about_pages.router,
    suggestions,
    sheets,
    player_search_pages.router,
    player_pages.router,
    interim_pages.router,
    files,
    list_pages.router,
    proof.router,
    checking,
    event_pages.router,
    federations.router,
    scale_pages.router,
    standings.router,
)
