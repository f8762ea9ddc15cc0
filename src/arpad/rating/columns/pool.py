"""`rating.newcomer_events` over columns: the results of players without a rating, event by event."""

from dataclasses import dataclass

import numpy as np

from arpad.rating.columns import ColumnTable, Mask, Numbers
from arpad.rating.columns.game_by_game import Games


@dataclass(frozen=True, slots=True)
class Pool(ColumnTable):
    """Results of players without a rating, one an event: games against rated opponents, how many different opponents
    these were, half points, the sum of the opponents' ratings. `date` is the day on which the event ended, `edition` a
    place in the list of editions; `first`: the player was never rated before."""

    player: Numbers
    date: Numbers
    event: Numbers
    edition: Numbers
    games: Numbers
    opponents: Numbers
    score: Numbers
    total: Numbers
    first: Mask

    @classmethod
    def empty(cls) -> "Pool":
        none = np.zeros(0, dtype=np.int32)
        return cls(none, none, none, none, none, none, none, none, np.zeros(0, dtype=np.bool_))


def fresh_results(games: Games, at_start: Numbers, unrated: Mask, total: Numbers, end: Numbers, edition: int) -> Pool:
    """8.2.1, 2005 10.2, FEDA 9.2: what events gave players without a rating, one result for each player and event with
    a rated opponent. `end` is the last day of each event, `total` how many games of each player were ever rated."""
    games = games.take(np.flatnonzero(unrated.take(games.white) | unrated.take(games.black)))
    white, black = games.sides()
    side = white.with_others(black)
    side = side.take(unrated[side.player] & (at_start[side.opponent] > 0))
    if not len(side.event):
        return Pool.empty()
    side = side.take(np.lexsort((side.opponent, side.event, side.player)))
    event, player, met = side.event, side.player, side.opponent
    begins = np.ones(len(event), dtype=np.bool_)
    begins[1:] = (event[1:] != event[:-1]) | (player[1:] != player[:-1])
    another = begins.copy()
    another[1:] |= met[1:] != met[:-1]
    starts = np.flatnonzero(begins)
    who, where = player[starts], event[starts]
    return Pool(
        who.astype(np.int32),
        end[where].astype(np.int32),
        where.astype(np.int32),
        np.full(len(starts), edition, dtype=np.int32),
        np.diff(np.append(starts, len(event))).astype(np.int32),
        np.add.reduceat(another, starts, dtype=np.int32),
        np.add.reduceat(side.score, starts).astype(np.int32),
        np.add.reduceat(at_start[met], starts).astype(np.int32),
        total[who] == 0,
    )
