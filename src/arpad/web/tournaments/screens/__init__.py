"""Screens for the hall: big letters, no links, pages that turn by the `Refresh` header alone.

In: the public view of an event, and how large the screen is. Out: pages that any television's browser shows.
"""

from arpad.web.tournaments.screens.clock import clocks
from arpad.web.tournaments.screens.pages import screens

ROUTERS = (clocks, screens)
