"""Forms IT1, IT3 and 5: the players of an event by type, their federations, and who of them is at home."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from arpad.domain.event import Player
from arpad.publication.crosstable import Ratings, rating_of
from arpad.regulations.title_editions import NORM_TITLES
from arpad.titles.games import FID, NO_FEDERATION, code

TITLES_COUNTED = ("GM", "IM", "FM", "WGM", "WIM", "WFM")
TYPES = ("rated", "gm", "im", "fm", "unrated", "wgm", "wim", "wfm")
"""The types in the order of the form: down its left half, then down its right."""


class Count(NamedTuple):
    """How many players, of how many federations, how many of the host's and of others.

    Players without a federation in the report are in neither. `host` and `other` are None if the host is not known.
    """

    number: int
    federations: int
    host: int | None
    other: int | None


def census(players: Iterable[Player], host: str, ratings: Ratings | None = None) -> Mapping[str, Count]:
    """Return the table of the form, type by type."""
    everybody = list(players)

    def counted(belongs: Callable[[Player], bool]) -> Count:
        return _count([player for player in everybody if belongs(player)], host)

    found = {
        "rated": counted(lambda player: rating_of(player, ratings) is not None),
        "unrated": counted(lambda player: rating_of(player, ratings) is None),
    }
    for title in TITLES_COUNTED:
        found[title.lower()] = counted(lambda player, title=title: player.title.strip().upper() == title)  # type: ignore[misc]
    return {name: found[name] for name in TYPES}


def _count(players: list[Player], host: str) -> Count:
    known = [code(player.federation) for player in players if code(player.federation)]
    at_home = known.count(code(host))
    return Count(len(players), len(set(known)), at_home if host else None, len(known) - at_home if host else None)


class Foreigners(NamedTuple):
    """1.4.3d: the rated players not of the host federation, their federations, and those of them with a title."""

    federations: int
    rated: int
    titled: int


def foreigners(players: Iterable[Player], host: str) -> Foreigners:
    """Return the players that form IT1 counts if the opponents' federations do not matter."""
    nobody = ("", FID, NO_FEDERATION, code(host))
    away = [player for player in players if player.rating is not None and code(player.federation) not in nobody]
    return Foreigners(
        len({code(player.federation) for player in away}),
        len(away),
        sum(player.title.strip().upper() in NORM_TITLES for player in away),
    )
