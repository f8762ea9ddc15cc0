"""Single games: not played (5.1; FEDA 6.1), or between players too far apart (rapid and blitz from December 2024)."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import GameFinding, about_game, finding, played, rated, ratings
from arpad.eligibility.distance import too_far
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition


def check_anybody_rated(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """8.2, 8.3: if nobody has a rating, nothing can be rated."""
    if event.players and not rated(event):
        yield finding("nobody-rated", edition.change.rated_opponents_only)


def check_unplayed(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """5.1, FEDA 6.1: a game that was not played is not rated."""
    count = sum(game.score is not None and not game.played for game in event.games())
    if count and not edition.eligibility.unplayed_rated.value:
        yield finding("games-unplayed", edition.eligibility.unplayed_rated, "info", games=count)


def check_difference(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """Rapid and blitz from December 2024: a game 600 or more points apart with a player above 2600 is not rated."""
    yield from (found for _, found in too_far_apart(edition, event, facts))


def too_far_apart(edition: Edition, event: Event, facts: Facts) -> Iterator[GameFinding]:  # noqa: ARG001  (a check's signature)
    """Rapid and blitz from December 2024: the games that the rule leaves out."""
    distance, of = edition.change.not_rated_from_difference, ratings(event)
    if distance.value is None:
        return
    for game in played(event):
        white, black = of[game.white], of[game.black]
        if white is not None and black is not None and too_far(edition, white, black):
            rank = game.white if white > black else game.black
            apart = abs(white - black)
            yield game, about_game(event, "game-too-far", distance, game, rank, difference=apart, limit=distance.value)
