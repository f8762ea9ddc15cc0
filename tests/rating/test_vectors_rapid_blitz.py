"""The vectors TV-RB of the specification: rapid and blitz in 2022."""

import pytest

from arpad.domain.games import PlayerGame
from arpad.rating.change import apply_transition, rating_change
from arpad.rating.coefficient import within_limit
from arpad.rating.first_rating import initial_rating
from arpad.rating.inputs import rated_as
from arpad.rating.newcomer import NewcomerEvent
from arpad.regulations.rating_editions import edition

JANUARY = edition("fide-2022-rapid-blitz")
OCTOBER = edition("fide-2022-10-rapid-blitz")


@pytest.mark.parametrize(("rating", "raised"), [(1850, 1900), (1900, 1900), (1899, 1900)])
def test_tv_rb_01(rating: int, raised: int) -> None:
    """Standard 2000 on 1 October 2022: rapid 1850 becomes 1900, blitz 1900 stays, blitz 1899 becomes 1900."""
    assert apply_transition(OCTOBER, rating, 2000)[0] == raised


def test_tv_rb_02() -> None:
    """Standard 2000, rapid 2200: only upwards, so it stays."""
    assert apply_transition(OCTOBER, 2200, 2000)[0] == 2200


@pytest.mark.parametrize("name", ["fide-2022-rapid-blitz", "fide-2022-10-rapid-blitz"])
def test_tv_rb_03(name: str) -> None:
    """No rapid rating, standard 1850: he beats 1950 from 1850, +.64, and his opponent loses .64 to 1850."""
    rapid = edition(name)
    rated = rated_as(rapid, None, standard=1850)
    assert (rated.own, rated.for_opponents) == (1850, 1850)
    his = rating_change(rapid, 1850, 20, [PlayerGame(1950, 2)])
    opponents = rating_change(rapid, 1950, 20, [PlayerGame(rated.for_opponents, 0, standing_in=True)])
    assert (his.games_counted, his.sum) == (1, 64)
    assert (opponents.games_counted, opponents.sum) == (1, -64)


@pytest.mark.parametrize(
    ("name", "rating"),
    [("fide-2022-10-rapid-blitz", 1720), ("fide-2022-rapid-blitz", 1710)],
    ids=["October", "January"],
)
def test_tv_rb_04(name: str, rating: int) -> None:
    """3 of 5 against an average of 1700, one half point above 50%: 1720 from October 2022, 1710 before."""
    scores = (2, 2, 2, 0, 0)
    games = tuple(PlayerGame(opponent, score) for opponent, score in zip(range(1500, 2000, 100), scores, strict=True))
    assert initial_rating(edition(name), [NewcomerEvent("first", games)]).rating == rating


@pytest.mark.parametrize(("games", "k"), [(40, 17), (35, 20)])
def test_tv_rb_05(games: int, k: int) -> None:
    """January to September 2022: 40 games, K 700/40 rounded down, 17; 35 games, K 20."""
    assert within_limit(JANUARY, 20, games) == k
