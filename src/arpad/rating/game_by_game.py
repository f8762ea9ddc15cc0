"""The change of ratings game by game, with the caps of each edition (7.3.1): of one player with the reasons, and of all
players of a period over columns, which is the kernel.

Articles 2005 10.51, 2017 8.5, 2022 and 2024 8.3. Whole numbers only: hundredths and half points.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import overload

from arpad.documents.steps import Explanation, Step
from arpad.domain.games import PlayerGame, points
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.extras import numpy as np
from arpad.i18n import ArpadError, hundredths
from arpad.rating.columns import ColumnTable, Mask, Numbers, Small, Wide
from arpad.rating.inputs import rated_as_column
from arpad.rating.results import GameChange
from arpad.regulations.rating_edition import Edition, too_far
from arpad.regulations.rating_rules import BEYOND, CapPolicy, pd

# The games to which the cap applies: one function per policy, over the differences of one event. A difference is the
# player's rating minus the opponent's: positive if the player is the favourite.


def always(differences: Sequence[int], cap: int) -> list[int]:
    """Every difference beyond the cap counts as the cap (10.51, 8.54, and 8.3.1 from 2024)."""
    return [d if -cap <= d <= cap else cap if d > 0 else -cap for d in differences]


def _one(differences: Sequence[int], cap: int, candidates: Sequence[int]) -> list[int]:
    """Only the largest of the candidates is brought to the cap; of equals the first."""
    used = list(differences)
    beyond = [index for index in candidates if abs(used[index]) > cap]
    if beyond:
        largest = max(beyond, key=lambda index: abs(used[index]))
        used[largest] = cap if used[largest] > 0 else -cap
    return used


def once(differences: Sequence[int], cap: int) -> list[int]:
    """8.3.1 to the letter: one game of the event, the one with the largest difference, for favourite and outsider
    alike."""
    return _one(differences, cap, range(len(differences)))


def once_as_favourite(differences: Sequence[int], cap: int) -> list[int]:
    """8.3.1 of 2022: the favourite profits in one game of the event; for the lower rated player the cap always
    applies."""
    used = [max(-cap, difference) for difference in differences]
    return _one(used, cap, [index for index, difference in enumerate(differences) if difference > 0])


CAPS: Mapping[CapPolicy, Callable[[Sequence[int], int], list[int]]] = {
    "always": always,
    "once": once,
    "once-as-favourite": once_as_favourite,
}


USED_UP: Mapping[CapPolicy, Callable[[Sequence[int], int], list[int]]] = {
    "always": always,
    "once": lambda differences, cap: list(differences),  # noqa: ARG005  (a policy's signature)
    "once-as-favourite": lambda differences, cap: [max(-cap, difference) for difference in differences],
}
"""The same if the player has already profited in another part of the event."""


@overload
def exempt_from_cap(edition: Edition, rating: int) -> bool: ...
@overload
def exempt_from_cap(edition: Edition, rating: Numbers) -> Mask: ...
def exempt_from_cap(edition: Edition, rating: int | Numbers) -> bool | Mask:
    """8.3.1 from October 2025: whether a player, of 2650 or more, uses the full differences; of one, or of a column."""
    least = edition.change.cap_exempt_from.value
    return rating >= (inf if least is None else least)


def used_differences(
    edition: Edition, rating: int, differences: Sequence[int], *, cap_used: bool = False
) -> Sequence[int]:
    """The differences of one event as they count.

    `cap_used`: the one game that profits (8.3.1 of 2022) is in another part of the event."""
    if exempt_from_cap(edition, rating):
        return differences
    rules, policies = edition.change, USED_UP if cap_used else CAPS
    return policies[rules.cap_policy.value](differences, rules.cap.value)


# The same over columns: the games of many players and events.


def used_differences_column(
    edition: Edition, event: Numbers, player: Numbers, mine: Numbers, difference: Numbers
) -> Numbers:
    """Return the differences as they count, by the policy of the edition."""
    rules = edition.change
    capped = CAPS_OF_COLUMNS[rules.cap_policy.value](event, player, difference, rules.cap.value)
    return np.where(exempt_from_cap(edition, mine), difference, capped)


def beyond_cap_column(edition: Edition, mine: Numbers, his: Numbers) -> Mask:
    """Return the games beyond the cap of two players who are not exempt from it."""
    beyond: Mask = np.abs(mine - his) > edition.change.cap.value
    return beyond & ~exempt_from_cap(edition, np.maximum(mine, his))


def always_column(_event: Numbers, _player: Numbers, difference: Numbers, cap: int) -> Numbers:
    """Every difference beyond the cap counts as the cap."""
    return np.clip(difference, -cap, cap)


def once_column(event: Numbers, player: Numbers, difference: Numbers, cap: int) -> Numbers:
    """One game of the event, the one with the largest difference, for favourite and outsider alike."""
    return _one_column(event, player, difference, np.abs(difference) > cap, cap)


def once_as_favourite_column(event: Numbers, player: Numbers, difference: Numbers, cap: int) -> Numbers:
    """8.3.1 of 2022: the favourite profits in one game of the event; for the lower rated player the cap always
    applies."""
    return _one_column(event, player, np.maximum(difference, -cap), difference > cap, cap)


def _one_column(event: Numbers, player: Numbers, difference: Numbers, beyond: Mask, cap: int) -> Numbers:
    """Of each player's games of an event beyond the cap only the largest is capped, of equals the first."""
    places = np.flatnonzero(beyond)
    if not len(places):
        return difference
    event, player = event[places], player[places]
    order = np.lexsort((-np.abs(difference[places]), player, event))
    event, player = event[order], player[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (event[1:] != event[:-1]) | (player[1:] != player[:-1])
    largest = places[order[first]]
    difference = difference.copy()
    difference[largest] = np.clip(difference[largest], -cap, cap)
    return difference


CAPS_OF_COLUMNS: Mapping[CapPolicy, Callable[[Numbers, Numbers, Numbers, int], Numbers]] = {
    "always": always_column,
    "once": once_column,
    "once-as-favourite": once_as_favourite_column,
}


# Game by game (2005 10.51, 2017 8.5, 2022 and 2024 8.3): score − PD for each game against a rated opponent.


def game_changes(
    edition: Edition, rating: int, games: Sequence[PlayerGame], *, cap_used: bool = False
) -> list[GameChange]:
    """Score − PD for each counted game, the cap applied event by event; in the order of the games."""
    differences = [rating - (game.opponent or 0) for game in games]
    used = _used(edition, rating, games, differences, cap_used)
    expected = [pd(difference) for difference in used]
    changes = [game.score * 50 - probability for game, probability in zip(games, expected, strict=True)]
    return list(map(GameChange, games, differences, used, expected, changes))


def _used(
    edition: Edition, rating: int, games: Sequence[PlayerGame], differences: Sequence[int], cap_used: bool
) -> Sequence[int]:
    """The differences as they count, game by game, the cap applied to each event apart."""
    if len({game.event for game in games}) <= 1:
        return used_differences(edition, rating, differences, cap_used=cap_used)
    places: dict[str, list[int]] = {}
    for place, game in enumerate(games):
        places.setdefault(game.event, []).append(place)
    used = list(differences)
    for event in places.values():
        capped = used_differences(edition, rating, [used[at] for at in event], cap_used=cap_used)
        for place, value in zip(event, capped, strict=True):
            used[place] = value
    return used


def game_step(edition: Edition, rating: int, change: GameChange) -> Step:
    """The reasons for one game: its difference, the cap, the expectation, the result."""
    rules = edition.change
    game = change.game
    expected, delta = hundredths(change.expected), hundredths(change.change)
    steps = [_difference(edition, rating, game.opponent or 0)]
    if game.standing_in:
        steps.insert(0, Step(rules.standing_in.article, "change.opponent-standing-in", {}, game.opponent))
    steps += _about_the_cap(edition, rating, change.difference, change.used_difference)
    steps.append(expected_step(edition, change.used_difference, change.expected))
    steps.append(Step(rules.result.article, "change.delta", {"score": points(game.score), "expected": expected}, delta))
    return Step(
        rules.method.article,
        "change.game",
        {"opponent": game.opponent, "score": points(game.score)},
        delta,
        tuple(steps),
    )


def expected_step(edition: Edition, difference: int, expected: int) -> Step:
    """8.1, FEDA 9.1: PD, for the higher (H) or the lower rated player (L)."""
    inputs = {"difference": difference, "side": "H" if difference >= 0 else "L"}
    return Step(edition.conversion.pd.article, "change.expected", inputs, hundredths(expected))


def cap_steps(edition: Edition, rating: int, opponent: int, used: int) -> Explanation:
    """Return the step on D for a game beyond the cap; nothing for other games."""
    about = _about_the_cap(edition, rating, rating - opponent, used)
    return (_difference(edition, rating, opponent), *about) if about else ()


def _difference(edition: Edition, rating: int, opponent: int) -> Step:
    inputs = {"rating": rating, "opponent": opponent}
    return Step(edition.change.difference.article, "change.difference", inputs, rating - opponent)


def _about_the_cap(edition: Edition, rating: int, difference: int, used: int) -> Explanation:
    """The cap, or why a difference beyond it counts in full."""
    rule = edition.change.cap
    if used != difference:
        return (Step(rule.article, "change.capped", {"cap": rule.value}, used),)
    return (_not_capped(edition, rating, difference),) if abs(difference) > rule.value else ()


def _not_capped(edition: Edition, rating: int, difference: int) -> Step:
    """Why a difference beyond the cap counts in full."""
    rules = edition.change
    exempt = rules.cap_exempt_from
    if exempt_from_cap(edition, rating):
        return Step(exempt.article, "change.exempt", {"rating": rating, "exempt": exempt.value}, difference)
    return Step(rules.cap_policy.article, "change.cap-used-up", {"cap": rules.cap.value}, difference)


# The same over columns: for every player the sum of score − PD, and how many games it is of.

GAME = 1 << 32  # a game counts in the upper half of a number, its hundredths in the lower: one pass adds both
BLOCK = 1 << 15
WORTH_IT = 1 << 16  # fewer games are done before numba is loaded
NOBODY = 2 * (HIGHEST_RATING + 1)  # a rating further from every other than any two are apart
WIDTH = 2 * NOBODY  # of the table: all differences
MIRROR = 2 * WIDTH + 2 * NOBODY  # a player's place in the table and the opponent's add up to this
EvenSums = Callable[[Numbers, Numbers, Numbers, Small, Wide], Wide]


@cache
def pd_table() -> Numbers:
    """PD in hundredths by D, from −BEYOND to BEYOND."""
    return np.array([pd(difference) for difference in range(-BEYOND, BEYOND + 1)], dtype=np.int32)


def expected_column(difference: Numbers) -> Numbers:
    """PD of every difference, in hundredths."""
    return np.asarray(pd_table()[np.clip(difference, -BEYOND, BEYOND) + BEYOND], dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Games(ColumnTable):
    """Games that were played, of events of one edition under one list: places of players and events, half points of
    white."""

    event: Numbers
    white: Numbers
    black: Numbers
    score: Numbers

    def sides(self) -> tuple["Side", "Side"]:
        """Every game seen from both sides of the board."""
        return (
            Side(self.event, self.white, self.black, self.score),
            Side(self.event, self.black, self.white, 2 - self.score),
        )


@dataclass(frozen=True, slots=True)
class Side(ColumnTable):
    """Games from one side: the player, the opponent, the player's half points."""

    event: Numbers
    player: Numbers
    opponent: Numbers
    score: Numbers


@dataclass(frozen=True, slots=True)
class Sums:
    """For every player: hundredths of score − PD, and the games they are of."""

    result: Wide
    games: Numbers


def rate_games(edition: Edition, games: Games, at_start: Numbers, now: Numbers) -> Sums:
    """Return the sums of all rated players. `at_start` are the ratings of the list in force when the events began;
    players who have entered the list since count with the rating they have `now`, but not for their opponents
    (8.2.4)."""
    if len(at_start) and int(at_start.max()) > HIGHEST_RATING:
        raise ArpadError("bulk-too-high", rating=int(at_start.max()), highest=HIGHEST_RATING)
    own = rated_as_column(edition, at_start, now)
    uneven = _uneven_players(edition, at_start, own)
    packed = _even(edition, games, at_start, uneven)
    _add_uneven(edition, games.take(_uneven_games(edition, games, at_start, uneven)), at_start, own, packed)
    halves = packed.astype("<i8", copy=False).view("<i4")
    hundredths, games_of = halves[0::2], halves[1::2]
    # Hundredths below zero have borrowed from the games.
    return Sums(hundredths.astype(np.int64), games_of + (hundredths < 0))


def _even(edition: Edition, games: Games, at_start: Numbers, uneven: Mask | None) -> Wide:
    """Return the sums of games in which one player gains what the other loses: nearly all games.

    A difference and a result give one number from a table. Players excluded here get a rating so far away that the
    table holds zero for every difference; games between two of them are thrown away.
    """
    even = at_start > 0 if uneven is None else (at_start > 0) & ~uneven
    ratings = np.where(even, at_start, NOBODY).astype(np.int16)
    sums = accelerator() if len(games.white) >= WORTH_IT else None
    table = even_table(edition.change.cap.value, _alike_within(edition))
    packed = (sums or even_sums)(games.white, games.black, games.score, ratings, table)
    packed[~even] = 0
    return packed


@cache
def accelerator() -> EvenSums | None:
    """Return the sums by numba, if it is installed and ARPAD_NUMBA is not 0. It is loaded when it is first needed."""
    if os.environ.get("ARPAD_NUMBA") == "0" or find_spec("numba") is None:
        return None
    found: EvenSums = import_module("arpad.rating.numba_sums").even_sums
    return found


def even_sums(white: Numbers, black: Numbers, score: Numbers, ratings: Small, table: Wide) -> Wide:
    """Return the sums by numpy alone, in blocks of games that fit into the processor's cache."""
    packed = np.zeros(len(ratings), dtype=np.int64)
    for start in range(0, len(white), BLOCK):
        block = slice(start, start + BLOCK)
        one, two = white[block], black[block]
        place = ratings.take(one) - ratings.take(two) + (score[block] * np.int32(WIDTH) + np.int32(NOBODY))
        np.add.at(packed, one, table.take(place))
        np.add.at(packed, two, table.take(MIRROR - place))
    return packed


@cache
def even_table(cap: int, alike_within: int) -> Wide:
    """Return a player's hundredths and game, by half points and difference; the opponent's are as far from the other
    end. It holds zero for differences that no two players have, and for games that may not count alike for both."""
    differences = np.arange(-NOBODY, WIDTH - NOBODY, dtype=np.int32)
    far = np.abs(differences) > alike_within
    worth = 50 * np.arange(3, dtype=np.int64)[:, None] - expected_column(np.clip(differences, -cap, cap)) + GAME
    return np.where(far, 0, worth).reshape(-1)


def _alike_within(edition: Edition) -> int:
    """Return the largest difference with which every game is rated, and one player gains what the other loses."""
    rules = edition.change
    capped = HIGHEST_RATING if rules.cap_policy.value == "always" else rules.cap.value
    least = rules.not_rated_from_difference.value
    return capped if least is None else min(capped, least - 1)


def _uneven_games(edition: Edition, games: Games, at_start: Numbers, uneven: Mask | None) -> Wide:
    """Return the places of the games that may not count alike for both players."""
    found = [np.zeros(0, dtype=np.int64)]
    within = _alike_within(edition)
    if uneven is None and within >= HIGHEST_RATING:
        return found[0]
    for start in range(0, len(games.white), BLOCK):
        one, two = games.white[start : start + BLOCK], games.black[start : start + BLOCK]
        mine, his = at_start.take(one), at_start.take(two)
        other = (np.abs(mine - his) > within) & (mine > 0) & (his > 0)
        if uneven is not None:
            other |= uneven.take(one) | uneven.take(two)
        found.append(start + np.flatnonzero(other))
    return np.concatenate(found)


def _uneven_players(edition: Edition, at_start: Numbers, own: Numbers) -> Mask | None:
    """Return players who entered the list since, and players without the cap; None if there are none."""
    uneven = (own != at_start) | exempt_from_cap(edition, own)
    return uneven if uneven.any() else None


def uneven_games(edition: Edition, games: Games, at_start: Numbers, own: Numbers) -> Wide:
    """Return the places of the games that may not count alike for both players; `own` are the ratings that count for
    the players themselves."""
    return _uneven_games(edition, games, at_start, _uneven_players(edition, at_start, own))


@dataclass(frozen=True, slots=True)
class SideResults:
    """Games from both sides, White's and Black's of each game in turn. `counts`: the game is rated for this player;
    `difference`: their rating minus the opponent's, `used`: as it counts; `result`: hundredths of score − PD."""

    side: Side
    counts: Mask
    difference: Numbers
    used: Numbers
    result: Numbers


def both_sides(edition: Edition, games: Games, at_start: Numbers, own: Numbers) -> SideResults:
    """Rate games for each side separately. A player's games of an event decide together which of them is capped, so
    all those beyond the cap must be among them."""
    turns = (np.stack(pair, axis=1).reshape(-1) for pair in zip(*map(_columns, games.sides()), strict=True))
    side = Side(*turns)
    mine, his = own[side.player], at_start[side.opponent]
    counts = (mine > 0) & (his > 0) & ~too_far(edition, mine, his)
    difference = np.where(counts, mine - his, 0).astype(np.int32)
    used = difference.copy()
    which = np.flatnonzero(counts)
    used[which] = used_differences_column(
        edition, side.event[which], side.player[which], mine[which], difference[which]
    )
    result = np.where(counts, 50 * side.score - expected_column(used), 0).astype(np.int32)
    return SideResults(side, counts, difference, used, result)


def _columns(side: Side) -> tuple[Numbers, ...]:
    return side.event, side.player, side.opponent, side.score


def _add_uneven(edition: Edition, games: Games, at_start: Numbers, own: Numbers, packed: Wide) -> None:
    """Add games that do not count alike for both players, each side separately."""
    rated = both_sides(edition, games, at_start, own)
    np.add.at(packed, rated.side.player[rated.counts], rated.result[rated.counts].astype(np.int64) + GAME)
