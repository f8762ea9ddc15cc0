"""Single games that were played but may not be rated; the rating engine leaves them out."""

from collections.abc import Callable, Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import GameFinding
from arpad.eligibility.checks.games import too_far_apart
from arpad.eligibility.checks.individual_matches import after_decision, with_an_unrated
from arpad.eligibility.checks.thinking_time import too_little_time, unequal_times
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition

EXCLUSIONS: tuple[Callable[[Edition, Event, Facts], Iterator[GameFinding]], ...] = (
    unequal_times,
    too_little_time,
    with_an_unrated,
    after_decision,
    too_far_apart,
)
"""The possible reasons against a single game; the first one counts."""


def game_exclusions(edition: Edition, event: Event, facts: Facts) -> dict[tuple[int, int, int], Finding]:
    """The games played that may not be rated, by (round, white's rank, black's rank), each with its first reason."""
    found: dict[tuple[int, int, int], Finding] = {}
    for exclusion in EXCLUSIONS:
        for game, finding in exclusion(edition, event, facts):
            found.setdefault((game.round, game.white, game.black), finding)
    return dict(sorted(found.items()))
