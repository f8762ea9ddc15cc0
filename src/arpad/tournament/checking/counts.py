"""How many rounds and arbiters a number of players needs."""

from typing import NamedTuple

from arpad.locale import ArpadError
from arpad.tournament.hearing import Hearing
from arpad.tournament.rules import EventRules

PLAYERS_AN_ARBITER = (20, 25)
"""Role of the arbiter: about one for every 20 to 25 players."""


class CountBounds(NamedTuple):
    """From least to most."""

    least: int
    most: int


def round_bounds(players: int, games: int = 1) -> CountBounds:
    """C.04.2.B: enough rounds to leave one winner, and not more than there are opponents. Matches of several games take
    as many rounds each."""
    return CountBounds(max(players - 1, 0).bit_length() * games, (players - 1 if players % 2 == 0 else players) * games)


def arbiter_bounds(players: int) -> CountBounds:
    """Return how many arbiters a number of players needs."""
    fewest, most = (-(-players // count) for count in reversed(PLAYERS_AN_ARBITER))
    return CountBounds(fewest, most)


def check_round_count(rules: EventRules, players: int, hearing: Hearing) -> None:
    """Refuse a Swiss with more rounds than opponents; say if it has few."""
    if not rules.swiss or not rules.rounds:
        return
    if rules.rounds % rules.games:
        raise ArpadError("event-rounds-games", rounds=rules.rounds)
    bounds = round_bounds(players, rules.games)
    if rules.rounds > bounds.most:
        raise ArpadError("event-rounds-many", rounds=rules.rounds, players=players, most=bounds.most)
    if rules.rounds < bounds.least:
        hearing.note("event-rounds-few", rounds=rules.rounds, players=players, least=bounds.least)
