"""FRBE article 10: games numbered from the player's first. The rules reckoned a second time, in fractions and game by
game, for players by lot; the published sheets are in `data/examples` and `data/seasons`."""

from fractions import Fraction
from math import floor
from random import Random

import pytest

from arpad.documents.steps import walk
from arpad.domain.games import PlayerGame
from arpad.i18n import ArpadError
from arpad.rating.change import first_numbered, rating_change
from arpad.regulations.rating_editions import edition, with_values
from arpad.regulations.rating_rules import dp, pd
from proofs import examples

RULES = edition("frbe-2008")
assert RULES.numbered is not None
NUMBERED = RULES.numbered


def nearest(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def k_of(number: int, rating: Fraction | int) -> int:
    """10.f.2 as it is printed."""
    if number <= 300:
        return 32 if number <= 100 else 24
    return 16 if rating <= 2000 else 12 if rating <= 2200 else 10


def expected(rating: int, opponent: int) -> Fraction:
    """10.f.1 with 10.f.4."""
    return Fraction(pd(max(-350, min(350, rating - opponent))), 100)


def performance(games: list[PlayerGame]) -> int:
    """10.e.1."""
    n = len(games)
    percentage = nearest(Fraction(100 * sum(game.score for game in games), 2 * n))
    return nearest(Fraction(sum(game.opponent or 0 for game in games), n)) + (dp(percentage, 677) or 0)


def results_at(rating: Fraction) -> Fraction:
    """How much W − We lies between 2000 and a rating: a 16th of a point below, a 12th up to 2200, a 10th above."""
    if rating <= 2000:
        return (rating - 2000) / 16
    return min(rating - 2000, Fraction(200)) / 12 + max(rating - 2200, Fraction(0)) / 10


def rating_at(results: Fraction) -> Fraction:
    """The same the other way round."""
    if results <= 0:
        return 2000 + 16 * results
    upper = Fraction(200, 12)
    return 2000 + 12 * min(results, upper) + 10 * max(results - upper, Fraction(0))


def after(rating: int, played: int, games: list[PlayerGame]) -> int:
    """10.f and 10.g."""
    gains = [Fraction(game.score, 2) - expected(rating, game.opponent or 0) for game in games]
    exact = rating + sum((gain * k_of(played + place, rating) for place, gain in enumerate(gains, 1)), Fraction(0))
    if played >= 300:
        exact = rating_at(results_at(Fraction(rating)) + sum(gains, Fraction(0)))
    new = nearest(exact)
    if len(games) >= 25 and abs(new - rating) > 150:
        new = min(new, performance(games), key=lambda one: abs(one - rating))
    return max(new, 1150)


def by_lot(random: Random, count: int, around: int) -> list[PlayerGame]:
    return [PlayerGame(max(1000, around + random.randint(-500, 500)), random.randint(0, 2)) for _ in range(count)]


def test_the_rules_reckoned_again() -> None:
    random = Random("frbe")
    kinds = set()
    for _ in range(examples(1000)):
        rating, played = random.choice((random.randint(1150, 2600), 2000, 2001, 2200, 2201)), random.randint(20, 500)
        games = by_lot(random, random.choice((1, 3, 9, 20, 25, 40)), rating)
        found = rating_change(RULES, rating, 10, games, games_played=played)
        assert found.new_rating == after(rating, played, games), (rating, played, games)
        kinds |= {step.what for _, step in walk(found.steps)}
    wanted = {"passing", "recomputed", "not-recomputed", "raised", "total", "total-of-games", "capped"}
    assert {f"change.{kind}" for kind in wanted} <= kinds


def test_the_first_games_reckoned_again() -> None:
    random = Random("first")
    for _ in range(examples(300)):
        games = by_lot(random, random.randint(1, 35), random.randint(1200, 2300))
        found = first_numbered(RULES, NUMBERED, games)
        if len(games) < 10:
            assert (found.rating, found.provisional) == (None, True)
        elif len(games) < 20:
            assert (found.rating, found.provisional) == (performance(games), True)
        else:
            first = performance(games[:20])
            later = after(first, 20, games[20:]) if games[20:] else max(first, 1150)
            assert (found.rating, found.provisional) == (later, False)


def test_without_the_number_of_the_first_game_all_have_one_k() -> None:
    games = [PlayerGame(1700, 2)] * 10
    assert rating_change(RULES, 1700, 32, games).change == 10 * 32 * 50
    assert rating_change(RULES, 1700, 32, games, games_played=95).change == 5 * (32 + 24) * 50


@pytest.mark.parametrize("parameter", ["change.method", "k.method", "lists.below_floor"])
def test_all_of_it_or_nothing(parameter: str) -> None:
    group, field = parameter.split(".")
    own = getattr(getattr(RULES, group), field).value
    with pytest.raises(ArpadError, match="all of them or none"):
        with_values(edition("fide-2024"), {parameter: own})
    other = getattr(getattr(edition("fide-2024"), group), field).value
    with pytest.raises(ArpadError, match="all of them or none"):
        with_values(RULES, {parameter: other})
