"""The last value on one side of a rule and the first on the other, article by article, for one and over columns."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from arpad.documents.steps import Explanation
from arpad.domain.event import Event, Player, RoundResult
from arpad.domain.games import Entrant, History, PlayerGame, RoundRobin
from arpad.eligibility.facts import Facts
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.rating._event_average import championship_rating
from arpad.rating.change import rating_change
from arpad.rating.coefficient import (
    below_floor,
    below_floor_column,
    k_column,
    k_factor,
    outgrown,
    with_floor_kept,
    within_limit,
)
from arpad.rating.coefficient import within_limit_column as limit_column
from arpad.rating.examine import is_long, rate_report, rounds_dated
from arpad.rating.first_rating import (
    FirstRatings,
    InitialRating,
    back_from_list,
    first_ratings,
    initial_rating,
    last_day_pooled,
    windows,
)
from arpad.rating.game_by_game import Games, expected_step, rate_games
from arpad.rating.inputs import check_games, check_k, check_rating, rated_as_column
from arpad.rating.model import newcomer_event
from arpad.rating.newcomer import (
    NewcomerEvent,
    Pool,
    RoundRobinResult,
    SummaryResult,
    as_known_to,
    fresh_results,
    may_be_first,
    performance,
    performance_column,
)
from arpad.rating.participants import Participant
from arpad.rating.results import is_half
from arpad.rating.round_robin import rate_round_robin
from arpad.regulations.rating_editions import edition

DAY = dt.timedelta(days=1)


def day(typed: str) -> dt.date:
    return dt.date.fromisoformat(typed)


def column(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, dtype=np.int32)


def whats(trail: Explanation) -> set[str]:
    """The message keys of a trail and of what is below it."""
    return {what for step in trail for what in (step.what, *whats(step.steps))}


# ---------------------------------------------------------------- single games


def both_ways(name: str, mine: int, *his: int) -> tuple[int, int]:
    """Hundredths and games of a player who wins against these: game by game, and over columns, with the same answer."""
    rules = edition(name)
    found = rating_change(rules, mine, 10, [PlayerGame(other, 2) for other in his])
    ratings = column(mine, *his)
    places = column(*range(1, len(his) + 1))
    games = Games(places * 0, places * 0, places, np.full(len(his), 2, dtype=np.int32))
    sums = rate_games(rules, games, ratings, ratings)
    one = sum(game.change for game in found.games), len(found.games)
    assert one == (int(sums.result[0]), int(sums.games[0]))
    return one


@pytest.mark.parametrize(("name", "his", "total"), [
    ("fide-2024", (1600,), 8), ("fide-2024", (1599,), 8), ("fide-2024", (1607, 1593), 16),
    ("fide-2022", (1600,), 8), ("fide-2022", (1599,), 8), ("fide-2022", (1500, 1400), 8 + 4),
    ("fide-2022", (1600, 1600), 16), ("fide-2022", (1400, 1500, 1600), 8 + 4 + 8),
])  # fmt: skip
def test_8_3_1_differences_of_400_and_more(name: str, his: tuple[int, ...], total: int) -> None:
    """From 2024 every difference above 400 counts as 400 (.92); in 2022 the favourite profits in one game only, the one
    with the largest difference."""
    assert both_ways(name, 2000, *his) == (total, len(his))


@pytest.mark.parametrize(("mine", "total"), [(2649, 8), (2650, 2), (2651, 2)])
def test_8_3_1_of_2025_players_of_2650_use_the_full_difference(mine: int, total: int) -> None:
    assert both_ways("fide-2025", mine, mine - 600) == (total, 1)
    step = rating_change(edition("fide-2025"), mine, 10, [PlayerGame(mine - 600, 2)]).steps
    assert ("change.exempt" in whats(step), "change.capped" in whats(step)) == (mine >= 2650, mine < 2650)


@pytest.mark.parametrize(("mine", "his", "rated"), [
    (2601, 2002, True), (2601, 2001, False), (2600, 2000, True), (2601, 2000, False), (2599, 1900, True),
])  # fmt: skip
def test_7_3_1_of_december_2024_games_600_apart_above_2600(mine: int, his: int, rated: bool) -> None:
    name = "fide-2024-12-rapid-blitz"
    assert both_ways(name, mine, his)[1] == int(rated)
    ratings = column(mine, his)
    games = Games(column(0), column(1), column(0), column(0))
    assert rate_games(edition(name), games, ratings, ratings).games.tolist() == [int(rated)] * 2


@pytest.mark.parametrize(("difference", "side"), [(1, "H"), (0, "H"), (-1, "L")])
def test_8_1_2_the_higher_rated_player_or_an_equal(difference: int, side: str) -> None:
    assert expected_step(edition("fide-2024"), difference, 50).inputs["side"] == side


@pytest.mark.parametrize(("his", "said"), [(1600, False), (1599, True)])
def test_8_3_1_a_difference_beyond_the_cap_is_explained(his: int, said: bool) -> None:
    """Of two such games in 2022 one is capped, and the other is said to count in full."""
    steps = rating_change(edition("fide-2022"), 2000, 20, [PlayerGame(his, 2)] * 2).steps
    assert ("change.cap-used-up" in whats(steps), "change.capped" in whats(steps)) == (said, said)


def test_7_3_1_a_game_against_an_unrated_player_counts_for_neither_side() -> None:
    """Whether the difference of the numbers is large or not: 0 is no rating."""
    for name in ("fide-2024", "fide-2022", "fide-2025", "fide-2024-12-rapid-blitz"):
        ratings = column(0, 1400, 2700)
        games = Games(column(0, 0, 0, 0), column(0, 1, 0, 2), column(1, 0, 2, 0), column(2, 0, 2, 0))
        assert rate_games(edition(name), games, ratings, ratings).games.tolist() == [0, 0, 0]


def test_the_highest_rating_over_columns() -> None:
    for highest, refused in ((3999, False), (4000, True)):
        ratings, games = column(highest, 2000), Games(column(0), column(0), column(1), column(2))
        if refused:
            with pytest.raises(ArpadError, match="4000"):
                rate_games(edition("fide-2024"), games, ratings, ratings)
        else:
            assert rate_games(edition("fide-2024"), games, ratings, ratings).games.tolist() == [1, 1]


def test_8_2_4_a_player_who_entered_the_list_counts_with_the_rating_of_now() -> None:
    rules = edition("fide-2024")
    assert rated_as_column(rules, column(0, 1400, 0), column(1500, 1500, 0)).tolist() == [1500, 1400, 0]


# ---------------------------------------------------------------- K


def ks(name: str, rating: int, total: int, born: int, year: int = 2024) -> int:
    """K of a player by the year of birth, for one and over columns, with the same answer."""
    history = History(rating, total, rating, dt.date(year, 6, 1), born)
    one = k_factor(edition(name), history).k
    over = k_column(edition(name), year, column(born), column(rating), column(total), column(rating))
    assert over.tolist() == [one]
    return one


@pytest.mark.parametrize(("rating", "total", "born", "k"), [
    (2000, 29, 1980, 40), (2000, 30, 1980, 20), (2399, 30, 1980, 20), (2400, 30, 1980, 10),
    (2299, 30, 2006, 40), (2300, 30, 2006, 20), (2299, 30, 2005, 20), (2400, 0, 1980, 10),
])  # fmt: skip
def test_8_3_3_of_2024_each_k_at_its_limit(rating: int, total: int, born: int, k: int) -> None:
    """New below 30 games; 40 up to the year of the 18th birthday below 2300; 10 from 2400, however few the games."""
    assert ks("fide-2024", rating, total, born) == k


@pytest.mark.parametrize(("total", "k"), [(29, 25), (30, 10), (31, 10)])
def test_10_52_of_2005_the_low_k_needs_thirty_games(total: int, k: int) -> None:
    assert ks("fide-2005", 2400, total, 1980, 2006) == k


@pytest.mark.parametrize(("born", "looked_at"), [(2007, False), (2006, True), (2005, True)])
def test_8_3_3_a_junior_of_eighteen_may_be_too_old(born: int, looked_at: bool) -> None:
    found = outgrown(edition("fide-2024"), 2024, column(born, born), column(2000, 0), column(40, 40))
    assert found.tolist() == [looked_at, False]


@pytest.mark.parametrize(("k", "games", "used"), [(40, 17, 40), (40, 18, 38), (20, 35, 20), (20, 36, 19), (10, 70, 10)])
def test_8_3_3_k_times_the_games_is_at_most_700(k: int, games: int, used: int) -> None:
    rules = edition("fide-2024")
    assert within_limit(rules, k, games) == used
    assert limit_column(rules, column(k), column(games)).tolist() == [used]


# ---------------------------------------------------------------- the floor of the list


@pytest.mark.parametrize(("name", "floor"), [
    ("feda-1996", 1805), ("fide-2003", 1801), ("fide-2005", 1601), ("fide-2017", 1000), ("fide-2022", 1000),
    ("fide-2024", 1400), ("fide-2024-rapid-blitz", 1400),
])  # fmt: skip
def test_7_1_2_a_rating_of_the_floor_is_listed(name: str, floor: int) -> None:
    rules = edition(name)
    assert [below_floor(rules, rating) for rating in (floor - 1, floor)] == [True, False]
    assert below_floor_column(rules, column(floor - 1, floor)).tolist() == [True, False]
    rating, k, _ = with_floor_kept(rules, column(floor - 1, floor), column(20, 20), column(0, 0))
    assert (rating.tolist(), k.tolist()) == ([0, floor], [0, 20])


# ---------------------------------------------------------------- first ratings


def first_rating(name: str, *results: tuple[str, int, int, int]) -> InitialRating:
    """Events of a newcomer: the day, the games, half points, the average. One player and a column agree."""
    rules = edition(name)
    events = [
        NewcomerEvent(date, result=SummaryResult(Fraction(average), games, score), date=day(date))
        for date, games, score, average in results
    ]
    found = initial_rating(rules, events, list_date=day(results[-1][0]) + DAY)
    over = over_columns(name, *results)
    listed = [found.rating] if found.publishable else []
    assert over.rating.tolist() == listed * 2
    assert over.total.tolist() == [found.games_counted] * 2 * found.publishable
    return found


def over_columns(name: str, *results: tuple[str, int, int, int], played: bool = True) -> FirstRatings:
    """The same events of two players; `played`: the last one is of this period."""
    rows = [
        (player, day(date).toordinal(), place, games, score, games * average)
        for player in (0, 1)
        for place, (date, games, score, average) in enumerate(results)
    ]
    player, date, event, games, score, total = (column(*values) for values in zip(*rows, strict=True))
    pool = Pool(player, date, event, event * 0, games, games, score, total, np.ones(len(rows), dtype=np.bool_))
    fresh = (event == len(results) - 1) & played
    return first_ratings(pool, fresh, [edition(name)], day(results[-1][0]) + DAY)


@pytest.mark.parametrize(("name", "games", "listed"), [
    ("fide-2024", 4, False), ("fide-2024", 5, True), ("fide-2017", 4, False), ("fide-2017", 5, True),
    ("fide-2022", 4, False), ("fide-2022", 5, True),
])  # fmt: skip
def test_7_1_4_five_games_give_a_rating(name: str, games: int, listed: bool) -> None:
    found = first_rating(name, ("2023-05-09", games, games, 1900))
    assert found.publishable is listed


def test_7_1_4_a_player_without_a_new_result_gets_no_rating() -> None:
    told = ("2023-05-09", 5, 5, 1900)
    assert [len(over_columns("fide-2022", told, played=played)) for played in (False, True)] == [0, 2]


@pytest.mark.parametrize(("name", "average", "listed"), [
    ("fide-2022", 1000, True), ("fide-2022", 999, False), ("fide-2017", 1000, True), ("fide-2017", 999, False),
])  # fmt: skip
def test_7_1_4_a_first_rating_of_the_floor(name: str, average: int, listed: bool) -> None:
    assert first_rating(name, ("2023-05-09", 6, 6, average)).publishable is listed


@pytest.mark.parametrize(("score", "games"), [(0, 5), (1, 10)])
def test_8_2_1_a_first_event_without_a_point_is_ignored(score: int, games: int) -> None:
    found = first_rating("fide-2022", ("2023-05-09", 5, score, 1900), ("2023-06-09", 5, 5, 1900))
    assert found.games_counted == games


@pytest.mark.parametrize(("score", "listed"), [(0, False), (1, True)])
def test_6_1_of_2017_a_first_event_alone_without_a_point(score: int, listed: bool) -> None:
    assert first_rating("fide-2017", ("2018-05-09", 5, score, 1900)).publishable is listed
    both = first_rating("fide-2017", ("2018-05-09", 5, score, 1900), ("2018-06-09", 5, 5, 1900))
    assert both.games_counted == 10, "it counts once there are other games"


@pytest.mark.parametrize(("second", "games"), [("2025-06-30", 6), ("2025-07-01", 0)])
def test_7_1_4_results_of_twenty_six_months(second: str, games: int) -> None:
    """An event of May 2023 is pooled with those up to June 2025."""
    found = first_rating("fide-2022", ("2023-05-09", 3, 3, 1900), (second, 3, 3, 1900))
    assert (found.games_counted if found.publishable else 0) == games


def test_7_1_4_if_the_first_event_is_ignored_the_next_reaches_further() -> None:
    found = first_rating(
        "fide-2022", ("2023-05-09", 5, 0, 1900), ("2023-08-09", 5, 5, 1900), ("2025-09-30", 5, 5, 1900)
    )
    assert found.games_counted == 10


@pytest.mark.parametrize(("score", "way"), [(9, "initial.dp"), (10, "initial.at-half"), (11, "initial.bonus")])
def test_8_2_3_below_at_and_above_half_of_the_points(score: int, way: str) -> None:
    """2022: dp below 50%, the average at 50%, a bonus above."""
    rules = edition("fide-2022")
    worth = performance(rules, Fraction(19000), 10, score)
    assert {"initial.dp", "initial.at-half", "initial.bonus"} & whats(worth.steps) == {way}
    (over,) = performance_column(rules, column(10), column(score), column(19000)).tolist()
    assert worth.value is not None
    assert over == round(worth.value)
    assert [over] == {9: [1864], 10: [1900], 11: [1920]}[score]


@pytest.mark.parametrize(("score", "rating"), [(0, 1100), (20, 2700)])
def test_8_2_3_no_point_and_every_point(score: int, rating: int) -> None:
    """8.1.1: dp is 800 at both ends; over columns too."""
    rules = edition("fide-2017" if score == 0 else "fide-2024")
    if score == 0:
        assert performance_column(rules, column(10), column(score), column(19000)).tolist() == [rating]
    else:
        fictitious = performance(rules, Fraction(24000), 10, 20).value
        assert fictitious is not None
        assert fictitious > 2200
        assert performance_column(rules, column(10), column(20), column(24000)).tolist() == [2200]


@pytest.mark.parametrize(("average", "rating", "said"), [(2280, 2200, False), (2281, 2200, True), (2279, 2199, False)])
def test_8_2_3_of_2024_at_most_2200(average: int, rating: int, said: bool) -> None:
    """Ten draws and two against 1800: 2280 is exactly 2200."""
    found = first_rating("fide-2024", ("2024-05-09", 10, 10, average))
    assert (found.rating, "initial.maximum" in whats(found.steps)) == (rating, said)


@pytest.mark.parametrize(("name", "what"), [
    ("fide-2024", "initial.rounded"), ("feda-1996", "initial.rounded-to"),
])  # fmt: skip
def test_feda_9_32_the_unit_of_a_rounding_is_said(name: str, what: str) -> None:
    played = NewcomerEvent("", result=SummaryResult(Fraction(1903), 10, 10), date=day("2024-05-09"))
    assert {"initial.rounded", "initial.rounded-to"} & whats(initial_rating(edition(name), [played]).steps) == {what}


@pytest.mark.parametrize(("name", "what"), [
    ("fide-2003", "change.rounded-rating"), ("feda-1996", "change.rounded-rating-to"),
])  # fmt: skip
def test_feda_9_55_the_unit_of_a_new_rating_is_said(name: str, what: str) -> None:
    steps = rating_change(edition(name), 2000, 15, [PlayerGame(2000, 2)]).steps
    assert {"change.rounded-rating", "change.rounded-rating-to"} & whats(steps) == {what}


@pytest.mark.parametrize(("events", "said"), [(1, False), (2, True)])
def test_7_1_4_results_of_several_events_count_as_one(events: int, said: bool) -> None:
    told = [("2024-05-09", 5, 5, 1900), ("2024-06-09", 5, 5, 1900)][:events]
    assert ("initial.one-event" in whats(first_rating("fide-2024", *told).steps)) is said


@pytest.mark.parametrize(("games", "listed", "said"), [
    (6, False, False), (7, True, True), (8, True, True), (9, True, False),
])  # fmt: skip
def test_9_14d_of_2005_seven_games_of_an_olympiad(games: int, listed: bool, said: bool) -> None:
    played = NewcomerEvent("", result=SummaryResult(Fraction(1900), games, games), reduced_by="event")
    found = initial_rating(edition("fide-2005"), [played])
    assert (found.publishable, "initial.reduced" in whats(found.steps)) == (listed, said)


@pytest.mark.parametrize(("opponents", "enough"), [(2, False), (3, True)])
def test_6_42_three_opponents_make_a_first_event(opponents: int, enough: bool) -> None:
    rules = edition("fide-2005")
    summed = NewcomerEvent("", result=SummaryResult(Fraction(1900), 6, 6, opponents))
    games = tuple(PlayerGame(1900, 1, rank=1 + place % opponents) for place in range(6))
    assert [may_be_first(rules, event) for event in (summed, NewcomerEvent("", games))] == [enough, enough]


@pytest.mark.parametrize(("score", "given"), [(7, False), (8, True)])
def test_feda_9_4_half_of_the_points_of_a_championship(score: int, given: bool) -> None:
    games = tuple(PlayerGame(1700, int(place < score)) for place in range(8))
    found = initial_rating(edition("feda-1996"), [NewcomerEvent("", games, championship=True)])
    assert (found.publishable, found.rating == 1805) == (given, given)


@pytest.mark.parametrize(("average", "by_9_4"), [(1800, True), (1805, False), (1810, False)])
def test_feda_9_4_a_performance_of_1805_is_worth_as_much(average: int, by_9_4: bool) -> None:
    games = tuple(PlayerGame(average, 1, rank=place) for place in range(1, 10))
    found = initial_rating(edition("feda-1996"), [NewcomerEvent("", games, championship=True)])
    assert (found.rating, "initial.championship" in whats(found.steps)) == (max(average, 1805), by_9_4)


@pytest.mark.parametrize(("second", "best"), [(1805, "first"), (1810, "second")])
def test_feda_9_4_the_first_of_two_championships_counts_unless_the_second_is_worth_more(second: int, best: str) -> None:
    """Half the points against 1700 are worth the 1805 of 9.4; against `second` what it says."""
    averages = {"first": 1700, "second": second}
    events = [
        NewcomerEvent(
            label, tuple(PlayerGame(average, 1, label, rank=place) for place in range(1, 10)), championship=True
        )
        for label, average in averages.items()
    ]
    found = championship_rating(edition("feda-1996"), events)
    assert found is not None
    assert (found.value, found.step.inputs["event"], found.entry.event.label) == (second, best, best)


@pytest.mark.parametrize(("points", "rated"), [("9.0", True), ("9.5", False)])
def test_feda_10_31_all_points_of_nine_games_and_not_half_a_point_more(points: str, rated: bool) -> None:
    lines = f"512     ,PEREZ Ana,f,AND,06-03-59,{points}, 9,2347\n1149    ,RUIZ Juan,m,CAT,26-03-74,4.5, 8,2064\n"
    report = read_report(lines.encode())
    taking_part = {player.rank: Participant(player, 2200, 15) for player in report.event.players}
    found = rate_report(edition("feda-1996"), report, report.event, taking_part, "swiss", Facts())
    assert [line.participant.player.rank for line in found.players] == ([1, 2] if rated else [2])


def test_7_14e_a_round_robin_of_2017_is_an_event_like_others_under_2022() -> None:
    played = NewcomerEvent("", result=RoundRobinResult(Fraction(1900), 9, 9))
    rules = [edition(name) for name in ("fide-2022", "fide-2017")]
    assert type(as_known_to(rules[0], rules[1], played).result) is SummaryResult
    assert as_known_to(rules[1], rules[1], played) is played


def test_7_1_4_a_window_inside_another_is_not_tried() -> None:
    rules = edition("fide-2022")
    two = [(rules, day("2023-05-09")), (rules, day("2023-06-09"))]
    assert windows(rules, two, None) == [[0, 1]]
    assert windows(rules, [*two, (rules, day("2025-07-01"))], None) == [[0, 1], [1, 2]]


@pytest.mark.parametrize(("played", "pooled"), [("2021-06-30", []), ("2021-07-01", [0])])
def test_pooling_back_from_a_list(played: str, pooled: list[int]) -> None:
    """A list of 1 September 2023 reaches back over twenty-six months."""
    rules = edition("fide-2022")
    assert (last_day_pooled(rules, day(played)) >= day("2023-08-31")) is bool(pooled)
    assert back_from_list([(rules, day(played))], day("2023-09-01")) == [pooled]


@pytest.mark.parametrize(("total", "first"), [(0, True), (1, False)])
def test_8_2_1_a_player_of_whom_a_game_was_rated_was_rated_before(total: int, first: bool) -> None:
    """The unrated player 0 meets a rated and an unrated opponent: one game counts."""
    games = Games(column(0, 0), column(0, 0), column(1, 2), column(1, 1))
    ratings, end = column(0, 1900, 0), column(738000)
    pool = fresh_results(games, ratings, np.array([True, False, False]), column(total, 50, 0), end, 0)
    assert (pool.player.tolist(), pool.games.tolist(), pool.first.tolist()) == ([0], [1], [first])


# ---------------------------------------------------------------- events and round robins


def test_8_2_1_the_day_of_the_first_round_of_a_newcomer() -> None:
    """Somebody who plays only in the last round has its day; without the day of that round it is not known."""
    player = Player(1, rounds=(RoundResult(1, None, None, "Z"), RoundResult(2, 2, "w", "1")))
    event = Event(rounds=2, round_dates=(day("2024-05-04"), day("2024-05-05")), players=(player,))
    own = Participant(player, None, None)
    assert newcomer_event(own, event).first_round == day("2024-05-05")
    assert newcomer_event(own, replace(event, round_dates=event.round_dates[:1])).first_round is None


@pytest.mark.parametrize(("name", "days"), [("fide-2003", 90), ("fide-2005", 90), ("fide-2017", 90), ("fide-2022", 30)])
def test_4_1_the_last_day_of_an_event_that_is_not_long(name: str, days: int) -> None:
    start = day("2023-01-01")
    events = [Event(start=start, end=start + (count - 1) * DAY) for count in (days, days + 1)]
    assert [is_long(edition(name), event) for event in events] == [False, True]


def test_4_1_every_round_has_a_date() -> None:
    dates = (day("2023-01-01"), day("2023-01-02"))
    assert [rounds_dated(Event(rounds=rounds, round_dates=dates)) for rounds in (1, 2, 3)] == [True, True, False]


@pytest.mark.parametrize("score", range(5))
def test_8_2_1_an_unrated_player_of_a_double_round_robin(score: int) -> None:
    """2022: two games against each rated player, whose results give no more than a point each."""
    entrants = (
        Entrant("A", 1900, 4 + 4 - score, results=(None, 2, 2, 4 - score)),
        Entrant("B", 1900, 4 + 4, results=(2, None, 2, 4)),
        Entrant("C", 1900, 4 + 4, results=(2, 2, None, 4)),
        Entrant("D", None, score, results=(score, 0, 0, None)),
    )
    found = rate_round_robin(edition("fide-2022"), RoundRobin(entrants, cycles=2))
    (newcomer,) = [one for one in found.players if one.entrant.rating is None]
    assert (newcomer.games, newcomer.score) == (6, score)


def test_8_2_1_a_round_robin_without_results_is_known_if_somebody_lost_everything() -> None:
    """The rated player lost to both unrated ones, who drew with each other."""
    entrants = (Entrant("A", 1900, 0), Entrant("D", None, 3), Entrant("E", None, 3))
    found = rate_round_robin(edition("fide-2022"), RoundRobin(entrants))
    assert [(one.games, one.score) for one in found.players if one.entrant.rating is None] == [(1, 2), (1, 2)]
    with pytest.raises(ArpadError, match="A"):
        rate_round_robin(edition("fide-2022"), RoundRobin((replace(entrants[0], score=1), *entrants[1:])))


# ---------------------------------------------------------------- rounding, and numbers that no list has


@pytest.mark.parametrize(("old", "change", "unit", "half"), [
    (2001, 50, 1, True), (2001, 49, 1, False), (2001, -150, 1, True), (2000, 250, 5, True), (2001, 250, 5, False),
])  # fmt: skip
def test_8_3_4_a_half_is_exactly_a_half(old: int, change: int, unit: int, half: bool) -> None:
    assert is_half(old, change, unit) is half


@pytest.mark.parametrize(("rating", "possible"), [(0, False), (1, True), (9999, True), (10000, False)])
def test_the_ratings_that_a_list_can_have(rating: int, possible: bool) -> None:
    if possible:
        check_rating("rating", rating)
        check_games([PlayerGame(rating, 2)])
        return
    with pytest.raises(ArpadError, match="9999"):
        check_rating("rating", rating)
    with pytest.raises(ArpadError, match="9999"):
        check_games([PlayerGame(rating, 2)])


@pytest.mark.parametrize(("k", "possible"), [(0, False), (1, True), (100, True), (101, False)])
def test_the_k_that_a_regulation_can_give(k: int, possible: bool) -> None:
    if possible:
        check_k(k)
    else:
        with pytest.raises(ArpadError, match="100"):
            check_k(k)
