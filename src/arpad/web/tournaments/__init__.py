"""Events in a browser: pages for everybody, the desk of the staff, screens for the hall.

In: the office's site with its events. Out: routes. Every page is made from an event's state, public ones from its
public view alone; everything that is written goes through `perform.perform`.
"""

from arpad.web.tournaments import desk, public, screens
from arpad.web.tournaments.copies import copies, links
from arpad.web.tournaments.creation import founding

ROUTERS = (founding, *public.ROUTERS, *desk.ROUTERS, *screens.ROUTERS, copies, links)
