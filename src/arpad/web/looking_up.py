"""Players by their names, wherever one is asked for."""

import re

from starlette.requests import Request

from arpad.domain.values import fold
from arpad.formats.codes import FEDERATIONS
from arpad.i18n import ArpadError
from arpad.lists.player_index import FoundPlayer
from arpad.office.lists import newest_index

YEAR = re.compile("(?:19|20)[0-9]{2}")
LOOKED_AT = 1_000
"""The most players of a name that are looked at for their year of birth."""
CHOICES = 12
"""The most players of a name that can be chosen from; if there are more, more of the name is asked for."""


class SeveralPlayers(ArpadError):
    """A name that more than one player has. `found` are those to choose from."""

    def __init__(self, field: str, typed: str, found: list[FoundPlayer]) -> None:
        super().__init__("web-player-several", field=field, name=typed)
        self.found = found


def find_players(request: Request, query: str, count: int, federation: str = "", system: str = "") -> list[FoundPlayer]:
    """Return players of the newest published list by beginnings of their names, or of an id. Beside a name, a year is
    the year of birth, and three capital letters are the federation: `vera 2001 ESP`."""
    site = request.app.state.site
    index = newest_index(site.visited(request, system)) if site.has_systems() else None
    if index is None:
        return []
    words = query.split()
    years = [int(word) for word in words if YEAR.fullmatch(word)]
    homes = [word for word in words if word in FEDERATIONS]
    name = " ".join(word for word in words if not YEAR.fullmatch(word) and word not in FEDERATIONS)
    if name and (years or homes):
        found = index.find(name, LOOKED_AT, federation or (homes[0] if homes else ""))
        fitting = [player for player in found if not years or player.born in years]
        if fitting:
            return fitting[:count]
    return index.find(query, count, federation)


def player_typed(request: Request, field: str, typed: str, system: str = "") -> str:
    """Return the id of a player by what was typed: an id, or a name that only one player has. What nobody has is
    returned as it is: the office may know an id that is not on the newest list."""
    words = " ".join(typed.split())
    if not words or not any(letter.isalpha() for letter in words):
        return words
    found = find_players(request, words, CHOICES, system=system)
    exact = [player for player in found if fold(player.name) == fold(words)]
    if len(exact) == 1 or len(found) == 1:
        return (exact or found)[0].id
    if not found:
        return words
    raise SeveralPlayers(field, words, exact or found)
