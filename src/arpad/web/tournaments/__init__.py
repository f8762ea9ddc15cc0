"""Events in a browser: pages for everybody, the desk of the staff, screens for the hall.

In: the office's site with its events. Out: routes. Every page is made from an event's state, public ones from its
public view alone; everything that is written goes through `perform.perform`.
"""

from arpad.web.tournaments import desk, festival, front, public, screens
from arpad.web.tournaments.copies import copies, links
from arpad.web.tournaments.creation import founding
from arpad.web.tournaments.prizes import announcing, desk_prizes, prize_pages

ROUTERS = (
    founding, *public.ROUTERS, *desk.ROUTERS, *festival.ROUTERS, *screens.ROUTERS, copies, links, prize_pages.router,
    desk_prizes.router, announcing, *front.ROUTERS,
)  # fmt: skip
