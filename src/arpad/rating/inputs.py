"""Numbers that no list and no game can have are refused, from Python as on the command line."""

from collections.abc import Sequence

from arpad.domain.games import HALF_POINTS, History, PlayerGame, RoundRobin
from arpad.domain.rating_list import LEAST_K, LOWEST_RATING, MOST_COMPUTED, MOST_K
from arpad.i18n import ArpadError


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
