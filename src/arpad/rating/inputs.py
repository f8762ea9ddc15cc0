"""Check input numbers; find the rating that counts for a player, and which of the games count."""

from collections.abc import Sequence
from dataclasses import dataclass

from arpad.documents.steps import Explanation, Step
from arpad.domain.games import HALF_POINTS, History, PlayerGame, RoundRobin
from arpad.domain.rating_list import LEAST_K, LOWEST_RATING, MOST_COMPUTED, MOST_K
from arpad.extras import numpy as np
from arpad.i18n import ArpadError
from arpad.rating.columns import Numbers
from arpad.rating.results import NotCounted
from arpad.regulations.rating_edition import Edition, too_far

# The rating of a player: the own one, the standard one instead, or the one received since.


@dataclass(frozen=True, slots=True)
class RatedAs:
    """The rating that counts for the player and for the opponents; None: unrated."""

    own: int | None
    for_opponents: int | None
    steps: Explanation = ()


def rated_as(edition: Edition, at_start: int | None, *, standard: int | None = None, now: int | None = None) -> RatedAs:
    """The rating of a player in an event.

    `at_start` is the rating in the list in force at the start; `standard` the standard rating then, for rapid and
    blitz; `now` the rating with which the player has entered the list since.
    """
    rules = edition.change
    if at_start is not None:
        return RatedAs(at_start, at_start)
    if standard is not None and rules.standing_in.value:
        return RatedAs(standard, standard, (Step(rules.standing_in.article, "rated-as.standard", {}, standard),))
    if now is not None and rules.entered_list.value:
        return RatedAs(now, None, (Step(rules.entered_list.article, "rated-as.entered", {}, now),))
    return RatedAs(None, None)


def rated_as_column(edition: Edition, at_start: Numbers, now: Numbers) -> Numbers:
    """8.2.4 and similar: players who have entered the list since the event began are rated with the rating that they
    have `now`, if the edition says so. For their opponents they count as `at_start`."""
    return np.where(at_start > 0, at_start, now) if edition.change.entered_list.value else at_start


# Which of a player's games count: those played, against rated opponents, that no rule leaves out.


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


def event_label(name: str) -> str:
    """Return an event's name for a reason; “the event” if it has none."""
    return name or "@word.the-event"


def by_event(games: Sequence[PlayerGame]) -> dict[str, list[PlayerGame]]:
    """The games by event, the events in the order in which they first appear."""
    events: dict[str, list[PlayerGame]] = {}
    for game in games:
        events.setdefault(game.event, []).append(game)
    return events


# Numbers that no list and no game can have are refused, from Python as on the command line.


def check_rating(where: str, rating: int) -> None:
    """A rating as a list would print it."""
    if not LOWEST_RATING <= rating <= MOST_COMPUTED:
        raise ArpadError("rating-range", where=where, rating=rating, most=MOST_COMPUTED)


def check_k(k: int) -> None:
    """A K that a regulation could give."""
    if not LEAST_K <= k <= MOST_K:
        raise ArpadError("number-range", option="k", value=k, least=LEAST_K, most=MOST_K)


def check_games(games: Sequence[PlayerGame]) -> None:
    """Scores are half points, opponents have ratings as a list would print them, or none."""
    for game in games:
        opponent = game.opponent
        if game.score not in HALF_POINTS:
            raise ArpadError("half-points", score=game.score)
        if opponent is not None and not LOWEST_RATING <= opponent <= MOST_COMPUTED:
            raise ArpadError("rating-range", where="opponent", rating=opponent, most=MOST_COMPUTED)


def check_history(history: History) -> None:
    """Check what K depends on; 0 means a rating that was never published."""
    for where, rating in (("rating", history.rating), ("highest", history.highest)):
        if rating != 0:
            check_rating(where, rating)
    if history.games_played < 0:
        raise ArpadError("number-least", option="games_played", value=history.games_played, least=0)


def check_round_robin(event: RoundRobin) -> None:
    """Check every entrant's rating, K and score; nobody has more points than games."""
    for entrant in event.entrants:
        if entrant.rating is not None:
            check_rating(entrant.name, entrant.rating)
        if entrant.k is not None:
            check_k(entrant.k)
        if not 0 <= entrant.score <= 2 * event.games:
            values = {"option": entrant.name, "value": entrant.score, "least": 0, "most": 2 * event.games}
            raise ArpadError("number-range", **values)
