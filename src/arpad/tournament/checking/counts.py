"""How many rounds a number of players needs."""

from arpad.i18n import ArpadError
from arpad.regulations.arbiter_editions import CountBounds
from arpad.tournament.hearing import Hearing
from arpad.tournament.rules import EventRules


def round_bounds(players: int, games: int = 1) -> CountBounds:
    """C.04.2.B: enough rounds to leave one winner, and not more than there are opponents. Matches of several games take
    as many rounds each."""
    return CountBounds(max(players - 1, 0).bit_length() * games, (players - 1 if players % 2 == 0 else players) * games)


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
