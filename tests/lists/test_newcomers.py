"""First ratings through the lists: pooled over periods, ignored, forgotten, brought over; who stands in or enters."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from arpad.lists.closing import Closed, close_period
from arpad.lists.kernel import close_by_kernel
from arpad.lists.participants import results_of
from arpad.lists.period import Period
from arpad.rating.newcomer import RoundRobinResult
from small_seasons import Season, accept, first_list, plain_event, player

RATED = [f"p{number}" for number in range(9)]


def season_of(date: str, rating: int = 1800, *, system: str = "fide", **more: int) -> Season:
    """Nine players of one rating."""
    return Season(first_list(date, [player(opponent, rating, k=15, **more) for opponent in RATED]), system)


def draws(count: int, *, start: str, name: str = "Open", time_class: str = "standard") -> dict[str, object]:
    """Newcomer x draws with so many of them."""
    return plain_event(
        start, start, [f"x-{opponent} =" for opponent in RATED[:count]], name=name, time_class=time_class
    )


@pytest.mark.parametrize(
    ("second", "list_date", "rating"), [("2026-06-10", "2026-07-01", 1800), ("2026-07-10", "2026-08-01", 0)]
)
def test_pooled_over_26_months(second: str, list_date: str, rating: int) -> None:
    """7.1.4: three draws in May 2024 and two in June 2026, the 26th month: five games, 1800. A month later the three
    are forgotten."""
    season = season_of("2024-05-01")
    season.close("2024-06-01", draws(3, start="2024-05-11"))
    assert season.rating("x") == 0
    season.close(list_date, draws(2, start=second, name="Second"))
    assert season.rating("x") == rating
    assert season.standing("x").total == (5 if rating else 0)


@pytest.mark.parametrize(
    ("system", "first", "next_list", "start", "second", "list_date", "rating"),
    [
        ("fide", "2005-07-01", "2005-10-01", "2005-07-11", "2007-04-11", "2007-07-01", 2000),
        ("fide", "2005-07-01", "2005-10-01", "2005-07-11", "2007-07-11", "2007-10-01", 0),
        ("feda", "1997-01-01", "1997-07-01", "1997-01-11", "1998-07-11", "1999-01-01", 2000),
        ("feda", "1997-01-01", "1997-07-01", "1997-01-11", "1999-01-11", "1999-07-01", 0),
    ],
)
def test_pooled_over_eight_or_four_periods(
    system: str, first: str, next_list: str, start: str, second: str, list_date: str, rating: int
) -> None:
    """9.14c: the same period and the next seven; FEDA 8.14.c: the next three. Five draws in the first period, four in
    the last that counts, and four in the one after it."""
    season = season_of(first, 2000, system=system)
    season.close(next_list, draws(5, start=start))
    season.close(list_date, draws(4, start=second, name="Second"))
    assert season.rating("x") == rating


LOST = plain_event("2024-05-11", "2024-05-12", ["x-p0 0", "x-p1 0"])


def test_zero_in_the_first_event_is_ignored() -> None:
    """8.2.1: two lost games, then three draws: three games count, not five."""
    season = season_of("2024-05-01")
    season.close("2024-06-01", LOST)
    season.close("2024-07-01", draws(3, start="2024-06-11"))
    assert season.rating("x") == 0
    season.close("2024-08-01", draws(2, start="2024-07-11", name="Third"))
    assert season.standing("x")[:4] == (1800, 40, 2, 5)


def test_zero_in_a_later_event_counts() -> None:
    """8.2.1: three draws, then two lost games: 1½ of 5, with the two draws 2½ of 7: 36%, −102, 1698."""
    season = season_of("2024-05-01")
    season.close("2024-06-01", draws(3, start="2024-05-04"))
    season.close("2024-07-01", plain_event("2024-06-11", "2024-06-12", ["x-p0 0", "x-p1 0"], name="Second"))
    assert season.rating("x") == 1698


def test_the_first_event_is_the_first_that_was_played() -> None:
    """8.2.1: the two lost games of May come in after the three draws of June; they are still the first event."""
    season = season_of("2024-05-01")
    season.close("2024-07-01", draws(3, start="2024-06-11"))
    season.close("2024-08-01", LOST)
    assert season.rating("x") == 0


def test_2017_zero_counts_once_there_is_more() -> None:
    """2017 6.1: two lost games, then three draws: 1½ of 5, 30%, −149, 1651; all five games are of the two lists."""
    season = season_of("2019-05-01")
    season.close("2019-06-01", plain_event("2019-05-11", "2019-05-12", ["x-p0 0", "x-p1 0"]))
    season.close("2019-07-01", draws(3, start="2019-06-11"))
    assert season.standing("x")[:4] == (1651, 40, 3, 5)


def test_the_first_event_is_of_the_class_and_has_a_rated_opponent() -> None:
    """8.2.1: a rapid event and a game against another newcomer are not the first event: five lost games are."""
    season = season_of("2024-05-01", rapid=1800)
    rapid = plain_event("2024-05-04", "2024-05-04", ["x-p0 1"], time_class="rapid")
    season.close("2024-06-01", rapid, plain_event("2024-05-05", "2024-05-05", ["x-y 1"]))
    season.close("2024-07-01", plain_event("2024-06-11", "2024-06-12", [f"x-p{number} 0" for number in range(5)]))
    assert season.rating("x") == 0


def test_a_newcomer_below_the_floor_goes_on_collecting() -> None:
    """7.1.4: five games against 1450 with half a point: 1550 on average with the draws, 21%: −230, 1320: below 1400.
    Five wins later it is 6½ of 12 against 1508.3, 54%: +29, 1537."""
    season = season_of("2024-05-01", 1450)
    bad = plain_event("2024-05-04", "2024-05-05", ["x-p0 =", *(f"x-p{number} 0" for number in range(1, 5))])
    season.close("2024-06-01", bad)
    assert season.rating("x") == 0
    good = plain_event("2024-06-11", "2024-06-12", [f"x-p{number} 1" for number in range(5)])
    season.close("2024-07-01", good)
    assert season.standing("x")[:4] == (1537, 40, 5, 10)


def test_2005_a_first_performance_below_the_floor_is_ignored() -> None:
    """10.31: five games against 1650 with 1 point are worth 1410 and are ignored; nine draws then make 1650."""
    season = season_of("2005-07-01", 1650)
    season.close(
        "2005-10-01", plain_event("2005-07-04", "2005-07-09", ["x-p0 1", *(f"x-p{number} 0" for number in range(1, 5))])
    )
    season.close("2006-01-01", draws(9, start="2005-10-11"))
    assert season.standing("x")[:4] == (1650, 25, 9, 9)


def test_a_newcomers_league_is_one_event() -> None:
    """2005 4.11, 6.42: a league of 102 days with two games under each of two lists has four rated opponents in all, and
    at least three are asked for; with five games more he has nine."""
    season = season_of("2005-07-01", 2000)
    season.idle("2005-10-01")
    days = "2005-09-10 2005-09-17 2005-12-10 2005-12-20"
    league = plain_event(
        "2005-09-10", "2005-12-20", [f"x-p{number} =" for number in range(4)], dates=days, name="League"
    )
    season.close("2006-04-01", league, draws(5, start="2006-01-11"))
    assert season.standing("x")[:4] == (2000, 25, 9, 9)


def test_the_games_of_before_make_a_newcomer_active() -> None:
    """9.23: six draws and three in the next quarter: nine rated games in a year, though his first list has three."""
    rows = [player(name, 2000, k=15) for name in RATED]
    season = Season(first_list("2005-07-01", rows, known_since="2000-01-01"))
    season.close("2005-10-01", draws(6, start="2005-07-11"))
    season.close("2006-01-01", draws(3, start="2005-10-11", name="Second"))
    assert season.standing("x") == (2000, 25, 3, 9, 2000, 0)
    season.idle("2006-04-01", "2006-07-01")
    assert season.standing("x").inactive == 0
    season.idle("2006-10-01")
    assert season.standing("x").inactive == 20061001


def test_a_round_robin_of_2021_pooled_in_2022() -> None:
    """7.1.4 with 2017 7.14e: a round robin counts with its Rc for each of its games, also under an edition that has no
    rules for them. x, with 1 of 3 against three equals of 2000, has Rc 1969 there; then he beats a (2007 by then) and b
    (1997): 3 of 5, one half point over: (3 × 1969 + 4004) / 5 + 20 = 2002."""
    season = Season(first_list("2021-12-01", [player(name, 2000) for name in "abc"]))
    rounds = ["a-b =, c-x =", "a-c =, b-x =", "a-x 1, b-c ="]
    season.close("2022-01-01", accept(plain_event("2021-12-04", "2021-12-05", rounds), system="round-robin"))
    ((kept,),) = results_of(season.ledger).values()
    assert isinstance(kept.event.result, RoundRobinResult)
    assert (int(kept.event.result.average), season.rating("a"), season.rating("b")) == (1969, 2007, 1997)
    season.close("2022-02-01", plain_event("2022-01-04", "2022-01-05", ["x-a 1", "x-b 1"], name="Second"))
    assert season.rating("x") == 2002


def test_the_latest_event_that_counts_chooses_the_edition() -> None:
    """0.1: five draws against 1500 in February 2024 under fide-2022: 1500. That he also met nobody rated in March under
    fide-2024 does not make it a rating with two draws against 1800; it is brought to the new scale: 1700."""
    season = season_of("2024-02-01", 1500)
    season.idle("2024-03-01")
    march = plain_event("2024-03-09", "2024-03-10", ["x-y 1"], name="March")
    season.close("2024-04-01", march, draws(5, start="2024-02-10"))
    assert season.rating("x") == 1700


@pytest.mark.parametrize(("list_date", "rating"), [("2024-03-01", 1700), ("2024-04-01", 1700)])
def test_a_late_first_rating_is_brought_over(list_date: str, rating: int) -> None:
    """1 March 2024: five draws against 1500 in February are 1500 by fide-2022, and 1700 on the list of March as on that
    of April."""
    season = season_of("2024-02-01", 1500)
    if list_date != "2024-03-01":
        season.idle("2024-03-01")
    season.close(list_date, draws(5, start="2024-02-10"))
    assert season.rating("x") == rating


def test_who_enters_the_list_before_his_event_is_rated() -> None:
    """8.2.4: x is 1800 on the list of June. His win over p0 (1800) in May, when he was unrated, comes in for July: he
    is rated with 1800, K 40: +20; for p0 he is still unrated."""
    season = season_of("2024-05-01")
    season.close("2024-06-01", draws(5, start="2024-05-11"))
    season.close("2024-07-01", plain_event("2024-05-18", "2024-05-19", ["x-p0 1"], name="Late"))
    assert season.standing("x")[:4] == (1820, 40, 1, 6)
    assert season.standing("p0").games == 0


def test_feda_has_no_rule_for_him() -> None:
    """FEDA 9.5 has no rule for a player who enters meanwhile: the late event is not rated for them."""
    season = season_of("1997-01-01", 2000, system="feda")
    season.close("1997-07-01", draws(9, start="1997-01-11"))
    season.close("1998-01-01", plain_event("1997-03-18", "1997-03-19", ["x-p0 1"], name="Late"))
    assert season.standing("x")[:4] == (2000, 25, 0, 9)


def test_the_standard_rating_stands_in() -> None:
    """7.2.1: x is 1800 at standard, unrated at rapid: he beats p0 (1800) as a rated player with the standard K: +10."""
    rows = [player("x", 1800, total=200), player("p0", 1800, rapid=1800)]
    season = Season(first_list("2024-05-01", rows))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", ["x-p0 1"], time_class="rapid"))
    assert season.standing("x", "rapid") == (1810, 20, 1, 1, 1810, 0)
    assert season.rating("p0", "rapid") == 1790
    assert season.rating("x") == 1800


@pytest.mark.parametrize("game", ["x-p0 +", "x-y 1"])
def test_without_a_rated_game_nobody_gets_on_the_list(game: str) -> None:
    """4.1, 7.3.1: x is 1800 at standard and wins a rapid game by forfeit, or against an unrated player: no rated game,
    so no rapid rating."""
    season = Season(first_list("2024-05-01", [player("x", 1800), player("p0", 1800, rapid=1800)]))
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", [game], time_class="rapid"))
    assert season.standing("x", "rapid") == (0, 0, 0, 0, 0, 0)


def test_at_most_2200() -> None:
    """8.2.3: five wins against 2300: 6 of 7, 86%, +309 on 2157: 2200."""
    season = season_of("2024-05-01", 2300)
    season.close("2024-06-01", plain_event("2024-05-11", "2024-05-12", [f"x-p{number} 1" for number in range(5)]))
    assert season.rating("x") == 2200


FIVE = ["p0-x 1, p1-p2 =", "p3-x 1, p0-p1 =", "p2-x 1, p3-p0 =", "p1-x 1, p2-p3 =", "p0-p2 =, p1-p3 ="]
"""A round robin of five: x loses every game, all others are drawn."""


def league(start: str, end: str) -> Any:
    return accept(plain_event(start, end, FIVE, name="League"), system="round-robin")


def test_2017_6_1_a_zero_in_a_round_robin_counts_once_there_are_other_games() -> None:
    """Nothing of the four losses counts for anybody. With five draws in the month after, they count for the newcomer:
    2½ of 9 against 1800 is 28%, 1800 − 166. The list of the opponents stays as it is."""
    season = season_of("2019-02-01")
    season.close("2019-03-01", league("2019-02-02", "2019-02-10"))
    assert (season.rating("x"), season.rating("p0"), season.standing("p0").games) == (0, 1800, 3)
    season.close("2019-04-01", draws(5, start="2019-03-11"))
    assert season.rating("x") == 1634


@pytest.mark.parametrize("close", [close_period, close_by_kernel])
@pytest.mark.parametrize(("start", "end", "games"), [("2019-02-02", "2019-02-06", 3), ("2019-02-14", "2019-02-20", 4)])
def test_6_1_the_first_event_of_a_period_is_the_first_for_both_sides(
    close: Callable[[Period], Closed], start: str, end: str, games: int
) -> None:
    """Before the open the round robin is the newcomer's first event: the opponents' games against them are ignored, and
    they have three. After it they have four. The order of the reports does not matter."""
    open_ = draws(3, start="2019-02-10")
    for order in permutations([open_, league(start, end)]):
        ledger = close(season_of("2019-02-01").period("2019-03-01", *order)).ledger
        rows = ledger.rows(["p0", "p1", "p2", "p3"]).values()
        assert {row.standing("standard").games for row in rows} == {games}


def test_2005_10_20_an_ignored_round_robin_was_the_first_event() -> None:
    """The league gave nothing. In the open after it, half a point of three games is not ignored a second time: it is
    kept with its six games to come."""
    season = season_of("2006-01-01", 2000)
    season.close("2006-04-01", league("2006-01-02", "2006-01-10"))
    half = plain_event("2006-02-11", "2006-02-11", ["x-p0 =", "x-p1 0", "x-p2 0"], name="Half")
    season.close("2006-07-01", half)
    season.close("2006-10-01", draws(9, start="2006-05-11", name="Nine"))
    whole = [result.event.name for result in results_of(season.ledger).get(("x", "standard"), [])]
    assert whole == []
    assert season.standing("x").total == 12
