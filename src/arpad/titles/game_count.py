"""1.4.1 and 1.7: how many games a norm needs in an event, and how many it counts for in an application."""

from collections.abc import Collection

from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import TitleEdition

TEAM_CHAMPIONSHIPS = frozenset({"world-team", "continental-team"})
WORLD_CUPS = frozenset({"world-cup", "womens-world"})


def games_needed(edition: TitleEdition, kinds: Collection[str], rounds: int) -> Rule[int]:
    """1.4.1a and b: how many games a norm needs in an event of these kinds, by the rule that says so."""
    rules = edition.norm
    if TEAM_CHAMPIONSHIPS.intersection(kinds) and rounds in rules.games_team_rounds.value:
        return rules.games_team
    return rules.games_world_cup if WORLD_CUPS.intersection(kinds) else rules.games


def counts_as(edition: TitleEdition, kinds: Collection[str], games: int, extra: int, *, eight: bool) -> int:
    """1.4.1b to d, 1.7: how many games a norm counts for: its games, as nine if a rule says so (`eight`: 1.4.1c), and
    one for each whole point above what was required; never more than 13."""
    rules = edition.norm
    if eight:
        games = rules.nine_rounds_count.value
    elif WORLD_CUPS.intersection(kinds) and games == rules.games_world_cup.value:
        games = rules.world_cup_counts.value
    return min(rules.most_games.value, games + (extra if rules.extra_points.value else 0))
