"""Editions that number a player's games (FRBE 10.f): the games of a period in their order, player by player.

K and the way of rating depend on the number of a game, so sums are not enough: the reference engine rates each player.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from arpad.domain.games import PlayerGame
from arpad.lists.ledger import Standing, games_so_far
from arpad.lists.participants import Result, to_be_kept
from arpad.lists.player_period import Settled, numbered_period
from arpad.rating.coefficient import k_of_game
from arpad.rating.columns import ColumnTable, Mask, Numbers
from arpad.rating.game_by_game import Games
from arpad.rating.newcomer import NewcomerEvent
from arpad.regulations.rating_edition import Edition

Kept = Mapping[int, Sequence[Result]]
"""By the places of players: the results that a provisional rating, or a first one to come, is made of."""


@dataclass(frozen=True, slots=True)
class NumberedGames(ColumnTable):
    """Games against rated opponents from one side each, in the order in which they were played. `listed` is the
    player's rating when the event began, 0 without one; `end` the last day of the event."""

    player: Numbers
    listed: Numbers
    opponent: Numbers
    rating: Numbers
    score: Numbers
    event: Numbers
    end: Numbers

    @classmethod
    def empty(cls) -> "NumberedGames":
        none = np.zeros(0, dtype=np.int32)
        return cls(*(none for _ in cls.names()))

    @classmethod
    def of(cls, games: Games, at_start: Numbers, end: Numbers) -> "NumberedGames":
        """Return the games of a part, which are in their order, by the ratings when the events began."""
        white, black = games.sides()
        both = white.with_others(black)
        both = both.take(np.argsort(np.tile(np.arange(len(games)), 2), kind="stable"))
        both = both.take(np.flatnonzero(at_start[both.opponent] > 0))
        columns = (both.player, at_start[both.player], both.opponent, at_start[both.opponent])
        return cls(*columns, both.score, both.event, end[both.event])


@dataclass(slots=True)
class NumberedPeriod:
    """What a period gave the players who played: the columns have a row for each who has a rating now. `entered` are
    those who had none before, `kept` the results of all players, `earlier` games of first ratings that were played for
    lists before, by the list."""

    player: list[int] = field(default_factory=list)
    rating: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    total: list[int] = field(default_factory=list)
    entered: list[int] = field(default_factory=list)
    kept: dict[int, Sequence[Result]] = field(default_factory=dict)
    earlier: dict[dt.date, list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, player: int, own: Standing, edition: Edition, found: Settled) -> None:
        """Take what a player's period gave, as the closing of an office does."""
        self.kept.pop(player, None)
        if found.results:
            self.kept[player] = found.results
        if found.rating is None:
            return
        for date, games in found.earlier:
            self.earlier.setdefault(date, []).append((player, games))
        self.entered += [] if own.rating else [player]
        self.player.append(player)
        self.rating.append(found.rating)
        self.games.append(found.games)
        self.total.append(games_so_far(edition, own) + found.total)


def rate_numbered(
    edition: Edition, games: NumberedGames, rating: Numbers, total: Numbers, kept: Kept, previous: dt.date
) -> NumberedPeriod:
    """Rate the games of a period by their numbers. `rating` and `total` are those of the list before, of day
    `previous`, and `kept` its results."""
    rules = edition.numbered
    assert rules is not None
    period = NumberedPeriod(kept=dict(kept))
    for own_games in _by_player(games):
        player = int(own_games.player[0])
        own = Standing(int(rating[player]), total=int(total[player]))
        known = kept.get(player, ())
        events = list(_by_event(own_games))
        played = [game for event in events for game in event.games]
        fresh = [
            to_be_kept(edition, event, never_rated=not own.total)
            for event, listed in zip(events, _listed(own_games), strict=True)
            if not listed or (own.rating and known)
        ]
        period.add(player, own, edition, numbered_period(edition, rules, own, played, known, fresh, previous))
    return period


def _by_player(games: NumberedGames) -> Iterator[NumberedGames]:
    """Return the games of each player, in their order."""
    ordered = games.take(np.argsort(games.player, kind="stable"))
    bounds = np.flatnonzero(np.diff(ordered.player, prepend=-1, append=-1)) if len(ordered) else ()
    for first, last in pairwise(bounds):
        yield ordered.take(slice(first, last))


def _by_event(games: NumberedGames) -> Iterator[NewcomerEvent]:
    """Return the events of one player, in their order."""
    for event in dict.fromkeys(games.event.tolist()):
        own = games.take(games.event == event)
        columns = zip(own.rating.tolist(), own.score.tolist(), own.opponent.tolist(), strict=True)
        played = tuple(PlayerGame(rating, score, rank=opponent + 1) for rating, score, opponent in columns)
        yield NewcomerEvent("", played, date=dt.date.fromordinal(int(own.end[0])))


def _listed(games: NumberedGames) -> list[int]:
    """Return the rating with which a player began each event, in the order of the events."""
    return list(dict(zip(games.event.tolist(), games.listed.tolist(), strict=True)).values())


def k_of_games(edition: Edition, player: Numbers, counts: Mask, rating: Numbers, played: Numbers) -> Numbers:
    """Return K of every side of a game by its number (FRBE 10.f.2), for the games that count; the sides are in the
    order of play. `played` are the games of each player before, and these are added to them."""
    rules = edition.numbered
    assert rules is not None
    k = np.zeros(len(player), dtype=np.int32)
    for at in np.flatnonzero(counts).tolist():
        one = player[at]
        played[one] += 1
        k[at] = k_of_game(edition, rules, int(rating[one]), int(played[one]))
    return k
