"""Laws that hold whatever the games: the tables' symmetry, zero sum, order, limits, monotony, and a second reckoning.

If a regulation itself breaks a law, the law is limited to the cases in which it holds, and its docstring says so.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arpad.documents.document import replace
from arpad.domain.games import PlayerGame
from arpad.rating.change import rating_change
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.results import RatingChange
from arpad.regulations.rating_editions import edition, regulations
from arpad.regulations.rating_rules import dp, pd
from proofs import law

LAW = law(100, long=200)

ALL = regulations().ids
BY_AVERAGE = ["feda-1996", "fide-2003"]
GAME_BY_GAME = [name for name in ALL if name not in (*BY_AVERAGE, "frbe-2008")]
LIMITED = [name for name in ALL if name not in ("feda-1996", "frbe-2008", "fide-2003", "fide-2005")]

ratings = st.integers(1000, 2900)
coefficients = st.sampled_from([10, 15, 20, 25, 40])
scores = st.integers(0, 2)
seeds = st.integers(0, 2**32)
events = st.sampled_from("ABC")
played = st.sampled_from([True, True, True, False])
standing_in = st.just(False)

rated_games = st.lists(
    st.builds(PlayerGame, ratings, scores, events, st.just(True), standing_in), min_size=1, max_size=14
)
"""Games of up to three events, all played against rated opponents."""

any_games = st.lists(
    st.builds(PlayerGame, st.one_of(ratings, ratings, st.none()), scores, events, played, standing_in),
    min_size=1,
    max_size=14,
)
"""The same with unrated opponents and forfeits among them."""


def shuffled(games: Sequence[PlayerGame], seed: int) -> list[PlayerGame]:
    """The games in another order, those of the events mixed."""
    other = list(games)
    Random(seed).shuffle(other)
    return other


def raised(games: Sequence[PlayerGame], place: int) -> list[PlayerGame]:
    """The games with one result a half point better, a win being the best there is."""
    better = list(games)
    place %= len(better)
    better[place] = better[place]._replace(score=min(2, better[place].score + 1))
    return better


def numbers(found: RatingChange) -> tuple[int, ...]:
    """All that is published of a change."""
    return (found.k, found.games_counted, found.sum, found.change, found.rounded_change, found.new_rating)


def worth(found: InitialRating) -> tuple[object, ...]:
    """All that is published of a first rating."""
    return (found.games_counted, found.score, found.average, found.percentage, found.rating, found.publishable)


def newcomer_events(games: Sequence[PlayerGame]) -> list[NewcomerEvent]:
    """The games by event, A before B before C."""
    names = sorted({game.event for game in games})
    return [NewcomerEvent(name, tuple(game for game in games if game.event == name)) for name in names]


# ---------------------------------------------------------------- the tables


@pytest.mark.parametrize("at_extremes", [None, 800])
def test_dp_is_antisymmetric(at_extremes: int | None) -> None:
    """dp(1 − p) = −dp(p), at 0 and 1 where they have a value."""
    for p in range(101):
        one, other = dp(p, at_extremes), dp(100 - p, at_extremes)
        assert (one is None) is (other is None) is (at_extremes is None and p in (0, 100))
        assert one is None or other is None or one == -other


@LAW
@given(st.integers(-3000, 3000))
def test_what_one_expects_the_other_does_not(difference: int) -> None:
    """PD(D) + PD(−D) = 1."""
    assert pd(difference) + pd(-difference) == 100


@pytest.mark.parametrize("p", range(51, 100))
def test_the_tables_are_mirror_images(p: int) -> None:
    """8.1: PD(dp(p)) = p, and so on the other side."""
    difference = dp(p, None)
    assert difference is not None
    assert (pd(difference), pd(-difference)) == (p, 100 - p)


@LAW
@given(st.integers(-1000, 1000), st.integers(0, 500))
def test_pd_never_falls(difference: int, more: int) -> None:
    """Players who are further above their opponent are not expected to score less."""
    assert pd(difference) <= pd(difference + more)


def test_dp_rises() -> None:
    """A higher percentage is a higher difference."""
    values = [value for p in range(101) if (value := dp(p, 800)) is not None]
    assert len(values) == 101
    assert all(low < high for low, high in pairwise(values))


def test_the_logistic_formula_comes_within_two_hundredths() -> None:
    """14.1: P = 1 / (1 + 10^(−D/400)) is close to table B.

    Without a float: P ≤ u means 10^D ≤ (u / (1 − u))^400, and P ≥ l likewise.
    """
    for difference in range(1001):
        low, high = Fraction(pd(difference) - 2, 100), Fraction(pd(difference) + 2, 100)
        assert (low / (1 - low)) ** 400 <= 10**difference, difference
        assert high >= 1 or 10**difference <= (high / (1 - high)) ** 400, difference


# ---------------------------------------------------------------- a rated player


@LAW
@given(ratings, st.integers(-735, 735), scores, coefficients)
def test_one_game_is_a_zero_sum(rating: int, apart: int, score: int, k: int) -> None:
    """Game by game, equal K, within the cap: what one gains the other loses, rounded or not."""
    for name in GAME_BY_GAME:
        rules = edition(name)
        if abs(apart) <= rules.change.cap.value:
            one = rating_change(rules, rating, k, [PlayerGame(rating + apart, score)])
            other = rating_change(rules, rating + apart, k, [PlayerGame(rating, 2 - score)])
            assert (name, one.games_counted, other.games_counted) == (name, 1, 1)
            assert (name, one.change + other.change) == (name, 0)
            assert (name, one.rounded_change + other.rounded_change) == (name, 0)


@LAW
@given(ratings, coefficients, any_games, seeds)
def test_the_order_of_games_and_events_does_not_matter(rating: int, k: int, games: list[PlayerGame], seed: int) -> None:
    """The same games in another order give the same numbers in every edition."""
    other = shuffled(games, seed)
    for name in ALL:
        found = [rating_change(edition(name), rating, k, order) for order in (games, other)]
        assert (name, numbers(found[0])) == (name, numbers(found[1]))


@LAW
@given(ratings, coefficients, rated_games, seeds)
def test_the_order_does_not_matter_in_round_robins(rating: int, k: int, games: list[PlayerGame], seed: int) -> None:
    """The same in 1996 and 2003 where two of the events are round robins."""
    other = shuffled(games, seed)
    for name in BY_AVERAGE:
        found = [rating_change(edition(name), rating, k, order, round_robins=["A", "C"]) for order in (games, other)]
        assert (name, numbers(found[0])) == (name, numbers(found[1]))


@LAW
@given(ratings, coefficients, any_games)
def test_no_more_than_k_a_game(rating: int, k: int, games: list[PlayerGame]) -> None:
    """|change| ≤ K × n.

    Not in FEDA's round robins, where We = PD (n + 1) − .5 may pass n: 0 of n at PD 1.00 is −(n + .5).
    """
    for name in ALL:
        found = rating_change(edition(name), rating, k, games)
        assert abs(found.change) <= 100 * found.k * found.games_counted, name


def test_more_than_k_a_game_in_a_round_robin_of_1996() -> None:
    """Why the law is restricted: 2800 loses to 1000 and 1001. Ra 1600⅓, PD 1.00, We = 3 − .5: −2.5 in two games."""
    games = [PlayerGame(1000, 0), PlayerGame(1001, 0)]
    assert rating_change(edition("feda-1996"), 2800, 10, games, round_robins=[""]).sum == -250


@LAW
@given(coefficients, st.integers(1, 120), st.integers(0, 60))
def test_k_times_n_stays_within_700(k: int, n: int, more: int) -> None:
    """From 2017 K × n ≤ 700, and where K was cut K + 1 would pass it; before, K is never cut."""
    games, period = [PlayerGame(2000, 1)] * n, n + more
    for name in ALL:
        found = rating_change(edition(name), 2000, k, games, period_games=period)
        if name not in LIMITED:
            assert (name, found.k) == (name, k)
        else:
            assert found.k * period <= 700, name
            assert found.k == k or (found.k < k and (found.k + 1) * period > 700), name


@LAW
@given(ratings, coefficients, any_games, st.integers(0, 50))
def test_a_better_result_never_lowers_the_new_rating(rating: int, k: int, games: list[PlayerGame], place: int) -> None:
    """One result a half point better: neither the change nor the new rating is lower, in every edition."""
    better = raised(games, place)
    for name in ALL:
        before, after = (rating_change(edition(name), rating, k, value) for value in (games, better))
        assert after.change >= before.change, name
        assert after.new_rating >= before.new_rating, name


@LAW
@given(ratings, coefficients, rated_games, st.integers(0, 50))
def test_a_better_result_never_lowers_the_new_rating_in_round_robins(
    rating: int, k: int, games: list[PlayerGame], place: int
) -> None:
    """The same in 1996 and 2003 where two of the events are round robins."""
    better = raised(games, place)
    for name in BY_AVERAGE:
        before, after = (
            rating_change(edition(name), rating, k, value, round_robins=["A", "C"]) for value in (games, better)
        )
        assert after.new_rating >= before.new_rating, name


@LAW
@given(ratings, coefficients, any_games)
def test_explained_or_not_the_numbers_are_the_same(rating: int, k: int, games: list[PlayerGame]) -> None:
    """Reasons change no number: all but the steps is equal, and without `explain` there are none."""
    for name in ALL:
        explained = rating_change(edition(name), rating, k, games, explain=True)
        silent = rating_change(edition(name), rating, k, games, explain=False)
        assert explained.steps, name
        assert replace(explained, steps=()) == silent, name


@LAW
@given(ratings, coefficients, rated_games)
def test_explained_or_not_the_numbers_are_the_same_in_round_robins(
    rating: int, k: int, games: list[PlayerGame]
) -> None:
    """The same in 1996 and 2003 where two of the events are round robins."""
    for name in BY_AVERAGE:
        explained = rating_change(edition(name), rating, k, games, round_robins=["A", "C"], explain=True)
        silent = rating_change(edition(name), rating, k, games, round_robins=["A", "C"], explain=False)
        assert replace(explained, steps=()) == silent, name


# ---------------------------------------------------------------- an unrated player


@LAW
@given(any_games, seeds)
def test_the_order_within_an_event_does_not_matter(games: list[PlayerGame], seed: int) -> None:
    """The events stay in their order, for some editions look at the first; the games of each are shuffled."""
    other = shuffled(games, seed)
    for name in ALL:
        found = [initial_rating(edition(name), newcomer_events(order)) for order in (games, other)]
        assert (name, worth(found[0])) == (name, worth(found[1]))


@LAW
@given(rated_games, st.integers(0, 50))
def test_a_better_result_never_lowers_the_first_rating(games: list[PlayerGame], place: int) -> None:
    """One result a half point better: the first rating of 2022 or 2024 is not lower, below, at and above 50%.

    Not if the first event had no point: 8.2.1 ignores it, and the half point that makes it count may cost more.
    """
    opening = min(game.event for game in games)
    assume(any(game.score for game in games if game.event == opening))
    for name in ("fide-2022", "fide-2024", "fide-2025"):
        before, after = (
            initial_rating(edition(name), newcomer_events(played)).rating for played in (games, raised(games, place))
        )
        assert before is not None
        assert after is not None
        assert after >= before, name


def test_a_half_point_may_cost_where_a_zero_was_ignored() -> None:
    """Why the law is restricted: 0 of 5 is ignored beside 5 of 10, 2000; ½ of 5 counts, 5½ of 15, 37%, 2000 − 95."""
    later = NewcomerEvent("B", (PlayerGame(2000, 1),) * 10)
    nothing = NewcomerEvent("A", (PlayerGame(2000, 0),) * 5)
    half = NewcomerEvent("A", (PlayerGame(2000, 0),) * 4 + (PlayerGame(2000, 1),))
    assert initial_rating(edition("fide-2022"), [nothing, later]).rating == 2000
    assert initial_rating(edition("fide-2022"), [half, later]).rating == 1905


# ---------------------------------------------------------------- a second way of reckoning, from the rules' words

BAND_ENDS = [3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179]
BAND_ENDS += [188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456]
BAND_ENDS += [484, 517, 559, 619, 735]
"""Table B as printed: up to 3 .50, up to 10 .51, ... up to 735 .99, beyond 1.00."""

STEPS = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184]
STEPS += [193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470]
STEPS += [501, 538, 589, 677, 800]
"""Table A as printed: .50 is 0, .51 is 7, ... 1.00 is 800."""


def expectation(difference: int) -> Fraction:
    """The printed table B."""
    higher = Fraction(50 + bisect_left(BAND_ENDS, abs(difference)), 100)
    return higher if difference >= 0 else 1 - higher


def rating_difference(share: Fraction) -> int:
    """The printed table A; a share between two hundredths to the nearest, a half upwards."""
    percent = int(100 * share + Fraction(1, 2))
    return STEPS[percent - 50] if percent >= 50 else -STEPS[50 - percent]


def to_the_nearest(value: Fraction) -> int:
    """A half away from zero."""
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


@pytest.mark.parametrize(("name", "cap", "limit"), [("fide-2024", 400, 700), ("fide-2005", 350, None)])
@LAW
@given(rating=ratings, k=coefficients, games=any_games)
def test_the_sum_of_the_games_reckoned_twice(
    name: str, cap: int, limit: int | None, rating: int, k: int, games: list[PlayerGame]
) -> None:
    """Each game played against a rated opponent: the result less what is expected at a difference within the cap.

    Their sum times K, rounded once, a half away from zero; K is cut where K × n passes 700.
    """
    total, n = Fraction(0), 0
    for game in games:
        if game.played and game.opponent is not None:
            total += Fraction(game.score, 2) - expectation(max(-cap, min(cap, rating - game.opponent)))
            n += 1
    used_k = k if limit is None or k * n <= limit else limit // n
    found = rating_change(edition(name), rating, k, games)
    assert (found.games_counted, found.k) == (n, used_k)
    assert Fraction(found.sum, 100) == total
    assert Fraction(found.change, 100) == used_k * total
    assert found.new_rating == rating + to_the_nearest(used_k * total)


@LAW
@given(any_games)
def test_the_first_rating_of_2024_reckoned_twice(games: list[PlayerGame]) -> None:
    """All rated games as one event, without the first event if it brought no point, and two draws with 1800."""
    counted = [game for game in games if game.played and game.opponent is not None]
    opening = min((game.event for game in counted), default="")
    if not any(game.score for game in counted if game.event == opening):
        counted = [game for game in counted if game.event != opening]
    found = initial_rating(edition("fide-2024"), newcomer_events(games))
    assert found.games_counted == len(counted)
    if not counted:
        assert (found.rating, found.publishable) == (None, False)
        return
    opponents = [1800, 1800, *(game.opponent or 0 for game in counted)]
    points = sum((Fraction(game.score, 2) for game in counted), Fraction(1))
    ru = Fraction(sum(opponents), len(opponents)) + rating_difference(points / len(opponents))
    assert found.rating == min(2200, to_the_nearest(ru))
    assert found.publishable == (len(counted) >= 5 and found.rating >= 1400)
