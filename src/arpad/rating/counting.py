"""Which of a player's games count: those played, against rated opponents, that no rule leaves out."""

from collections.abc import Sequence

from arpad.documents.steps import Step
from arpad.domain.games import PlayerGame
from arpad.eligibility.check_events import too_far
from arpad.rating.results import NotCounted
from arpad.regulations.rating_edition import Edition


def sort_out(
    edition: Edition, rating: int | None, games: Sequence[PlayerGame]
) -> tuple[list[PlayerGame], list[NotCounted]]:
    """The games that count and those that do not. `rating` is the player's own, None if there is none."""
    counted: list[PlayerGame] = []
    left_out: list[NotCounted] = []
    by_distance = rating if edition.change.not_rated_from_difference.value is not None else None
    for game in games:
        if not game.played:
            left_out.append(NotCounted(game, "unplayed", edition.eligibility.unplayed_rated.article))
        elif game.opponent is None:
            rule = edition.change.rated_opponents_only
            article = rule.article_for_unrated if rating is None else rule.article
            left_out.append(NotCounted(game, "unrated", article))
        elif by_distance is not None and too_far(edition, by_distance, game.opponent):
            left_out.append(NotCounted(game, "too-far", edition.change.not_rated_from_difference.article))
        else:
            counted.append(game)
    return counted, left_out


def left_out_step(entry: NotCounted) -> Step:
    """The reason why a game does not count."""
    opponent = "@word.unrated" if entry.game.opponent is None else entry.game.opponent
    return Step(entry.article, f"left-out.{entry.reason}", {"opponent": opponent}, None)


def event_label(name: str) -> str:
    """Return an event's name for a reason; “the event” if it has none."""
    return name or "@word.the-event"


def by_event(games: Sequence[PlayerGame]) -> dict[str, list[PlayerGame]]:
    """The games by event, the events in the order in which they first appear."""
    events: dict[str, list[PlayerGame]] = {}
    for game in games:
        events.setdefault(game.event, []).append(game)
    return events
