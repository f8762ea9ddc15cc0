"""Players of a list who may be somebody in a report: by name, year of birth and federation."""

from arpad.domain.event import Player
from arpad.domain.values import fold
from arpad.lists.player_index import FoundPlayer, NameIndex

LOOKED_AT = 60
"""How many players whose names begin alike are looked at."""
BEGINNING = 3
"""How many letters of a surname are enough if the federation and all initials agree: the rest may be misspelt."""

SAME_NAME, SAME_WORD, SAME_BEGINNING = 6, 3, 1
SAME_YEAR, OTHER_YEAR, NO_YEAR = 4, -5, -2
SAME_FEDERATION, ENOUGH = 2, 2
"""How much speaks for somebody, and how much has to: a misspelt name is enough with the same year and federation, the
very same name with another year only in the same federation."""


def alike(index: NameIndex, player: Player, count: int) -> list[FoundPlayer]:
    """Return at most a number of players, the most likely first."""
    surname = fold(player.name.partition(",")[0])
    found = [*index.find(player.name, LOOKED_AT), *index.find(surname, LOOKED_AT, player.federation)]
    if player.federation:
        found += index.find(surname[:BEGINNING], LOOKED_AT, player.federation)
    weights = {one: _weight(one, player) for one in dict.fromkeys(found)}
    likely = [one for one, weight in weights.items() if weight >= ENOUGH]
    return sorted(likely, key=lambda one: -weights[one])[:count]


def _weight(one: FoundPlayer, player: Player) -> int:
    words, own = set(fold(player.name).split()), set(fold(one.name).split())
    if not words & own and {word[0] for word in words} != {word[0] for word in own}:
        return 0
    weight = SAME_NAME if words == own else SAME_WORD if words & own else SAME_BEGINNING
    if player.born and one.born:
        weight += SAME_YEAR if player.born == one.born else OTHER_YEAR
    elif words != own:
        weight += NO_YEAR
    return weight + SAME_FEDERATION * (player.federation == one.federation)
