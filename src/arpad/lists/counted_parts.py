"""The games of a period as its closing counted them, with the ids of the players; what cannot be told so is counted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from arpad.lists.accepted import Part
from arpad.lists.closing import opened
from arpad.lists.newcomers import results_of
from arpad.lists.period import Period
from arpad.lists.rated_by_kernel import rateable_games
from arpad.lists.rated_parts import Entrants, Lookup, entrants, named, period_parts
from arpad.regulations.articles import TimeClass

SUMS = "feda"
"""The format of reports that have sums instead of games (FEDA 10.31)."""


class RateableGame(NamedTuple):
    """A game that may be rated: who had the pieces, White's half points, and whether it was played."""

    white: str
    black: str
    score: int
    played: bool


@dataclass(frozen=True, slots=True)
class CountedPart:
    """A part with its games between players who have an id and may get a rating here.

    `with_foreigners` and `without_id` are games that were left out, because a player is a foreigner who counts but
    gets no rating (FEDA 9.56), or has no id. `entered` are the players by id, with the standard rating by which they
    took part in rapid or blitz and their K, or 0; `decided` counts those whose base rating was decided.
    """

    part: Part
    games: tuple[RateableGame, ...]
    with_foreigners: int
    without_id: int
    entered: Mapping[str, tuple[int, int]]
    decided: int

    @property
    def summed(self) -> bool:
        """Return whether the report has sums, and so no games."""
        return self.part.accepted.report.format == SUMS


def counted_parts(period: Period, time_class: TimeClass) -> Iterator[CountedPart]:
    """Return the parts of a period in one time class, in the order in which they were played."""
    now = opened(period)
    all_parts = [part for part in period_parts(period) if part.time_class == time_class]
    lookup = Lookup(period, now, results_of(now), all_parts)
    for part in all_parts:
        with named(part):
            counted = _counted(entrants(part, lookup.lists_for(part)))
        yield counted


def _counted(those: Entrants) -> CountedPart:
    part, people = those.part, those.taking_part
    games, with_foreigners, without_id = list[RateableGame](), 0, 0
    for game in rateable_games(those, part.event.games()):
        if game.white not in people or game.black not in people:
            continue
        white, black = people[game.white].player.id, people[game.black].player.id
        if game.white in those.guests or game.black in those.guests:
            with_foreigners += 1
        elif not white or not black:
            without_id += 1
        else:
            games.append(RateableGame(white, black, game.score or 0, game.played))
    return CountedPart(
        part,
        tuple(games),
        with_foreigners,
        without_id,
        {one.player.id: (one.rating or 0, one.k or 0) if one.standing_in else (0, 0) for one in people.values()},
        sum(one.player.id in part.accepted.ratings for one in people.values()),
    )
