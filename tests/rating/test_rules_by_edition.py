"""The rules edition by edition: the rows of `spec/rating.md`, each with the smallest case that shows it.

A game is written `1926 1`, `2067 =`, `2318 0`; `u 1` is a win against an unrated player, `1980 +` a forfeit won;
`2000 = x9` stands for nine such games. Results are whole hundredths, as the engine gives them: 25 is .25 of a point,
250 are 2.5 rating points.
"""

import datetime as dt
from fractions import Fraction

import pytest

from arpad.documents.steps import Explanation
from arpad.domain.games import Entrant, History, PlayerGame, RoundRobin
from arpad.eligibility.check_events import rated_games
from arpad.i18n import ArpadError
from arpad.rating.change import apply_transition, rating_change
from arpad.rating.coefficient import k_factor, within_limit
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.inputs import rated_as
from arpad.rating.newcomer import NewcomerEvent, RoundRobinResult
from arpad.rating.results import RatingChange
from arpad.rating.round_robin import RoundRobinRating, rate_round_robin
from arpad.regulations.rating_edition import closing_date, last_list, list_in_force, rated_in
from arpad.regulations.rating_editions import edition, regulations
from arpad.regulations.rating_rules import dp

ALL = [name for name in regulations().ids if name != "frbe-2008"]
"""The editions of FIDE and of FEDA. The Belgian one has tests of its own (`test_numbered.py`)."""
FIDE = [name for name in ALL if name != "feda-1996"]
BY_AVERAGE = ["feda-1996", "fide-2003"]
UNTIL_2005 = ["feda-1996", "fide-2003", "fide-2005"]
FROM_2017 = [name for name in ALL if name not in UNTIL_2005]
FROM_2022 = [name for name in FROM_2017 if "2017" not in name]
FROM_2024 = [name for name in FROM_2022 if "2022" not in name]
CAP_ONCE = ["fide-2022", "fide-2022-rapid-blitz", "fide-2022-10-rapid-blitz"]
RAPID_BLITZ = [name for name in ALL if name.endswith("rapid-blitz")]
FIXED_K = ["fide-2017-rapid-blitz", "fide-2022-rapid-blitz"]
JUNIORS = [name for name in FROM_2017 if name not in FIXED_K]
HALF_POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}


def games(text: str, event: str = "") -> tuple[PlayerGame, ...]:
    """`1926 1, u =, 2000 = x9`: the games of one event."""
    found: list[PlayerGame] = []
    for item in text.split(","):
        who, mark, *times = item.split()
        game = PlayerGame(None if who == "u" else int(who), HALF_POINTS[mark], event, mark not in "+-")
        found += [game] * (int(times[0].lstrip("x")) if times else 1)
    return tuple(found)


def change(name: str, rating: int, k: int, text: str) -> RatingChange:
    return rating_change(edition(name), rating, k, games(text))


def whats(trail: Explanation) -> list[str]:
    """The message keys of a trail."""
    return [step.what for step in trail]


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


# ---------------------------------------------------------------- K, the development coefficient

K_ROWS = {
    "feda-1996": (25, 15, 10, 2200),
    "fide-2003": (25, 15, 10, 2400),
    "fide-2005": (25, 15, 10, 2400),
} | dict.fromkeys(JUNIORS, (40, 20, 10, 2400))
"""K of the new, the middle K, the low K, and the rating from which it is low."""


def k_of(name: str, rating: int, played: int, *, highest: int = 0, born: str = "", date: str = "2023-06-01") -> int:
    """K of a player; `born` is a year, a whole date, or unknown."""
    year, birthday = (int(born), None) if len(born) == 4 else (None, day(born) if born else None)
    history = History(rating, played, highest, day(date), year, birthday)
    return k_factor(edition(name), history).k


@pytest.mark.parametrize("name", K_ROWS)
def test_k_of_the_new_until_30_games(name: str) -> None:
    """After 29 games new, after 30 no longer."""
    new, middle, _, _ = K_ROWS[name]
    assert [k_of(name, 2000, played) for played in (0, 29, 30)] == [new, new, middle]


@pytest.mark.parametrize("name", K_ROWS)
def test_middle_k_below_the_threshold(name: str) -> None:
    """One point below the threshold the middle K, at the threshold the low one."""
    _, middle, low, threshold = K_ROWS[name]
    assert [k_of(name, rating, 100) for rating in (threshold - 1, threshold)] == [middle, low]


@pytest.mark.parametrize("name", K_ROWS)
def test_low_k_for_ever(name: str) -> None:
    """Once published at the threshold, K is low 200 points below it; once published a point less, it is not."""
    _, middle, low, threshold = K_ROWS[name]
    ever = [k_of(name, threshold - 200, 100, highest=highest) for highest in (threshold, threshold - 1)]
    assert ever == [low, middle]


@pytest.mark.parametrize("name", K_ROWS)
def test_low_k_and_30_games(name: str) -> None:
    """2450 after 29 games: until 2005 still a new player; from 2017 on K 10 asks for no games."""
    assert k_of(name, 2450, 29) == (25 if name in UNTIL_2005 else 10)
    assert k_of(name, 2450, 30) == 10


@pytest.mark.parametrize("name", UNTIL_2005)
def test_no_k_for_juniors_until_2005(name: str) -> None:
    """A player of 15 with 100 games has the K of everybody."""
    assert k_of(name, 2000, 100, born="2008") == 15


@pytest.mark.parametrize("name", JUNIORS)
@pytest.mark.parametrize(
    ("rating", "played", "highest", "k"),
    [
        (2299, 100, 2299, 40),
        (2300, 100, 2300, 20),
        (2250, 100, 2300, 20),
        (2310, 10, 2310, 40),
        (2250, 100, 2400, 10),
        (2410, 5, 2410, 10),
    ],
)
def test_k_of_juniors(name: str, rating: int, played: int, highest: int, k: int) -> None:
    """A player of 15: K 40 while never published at 2300, then as everybody; K 10 goes before all."""
    assert k_of(name, rating, played, highest=highest, born="2008") == k


@pytest.mark.parametrize(
    ("born", "date", "k"),
    [
        ("2000-05-10", "2018-05-01", 40),
        ("2000-05-10", "2018-05-09", 40),
        ("2000-05-10", "2018-05-10", 20),
        ("2000-05-10", "2018-06-01", 20),
        ("2000-02-29", "2018-02-01", 40),
        ("2000-02-29", "2018-03-01", 20),
        ("2000", "2018-12-01", 40),
        ("2000", "2019-01-01", 20),
        ("", "2018-05-01", 20),
    ],
)
def test_juniors_until_the_birthday_in_2017(born: str, date: str, k: int) -> None:
    """Until the 18th birthday; if only the year is known, to its end; if nothing is known, no junior."""
    assert k_of("fide-2017", 2000, 100, born=born, date=date) == k


@pytest.mark.parametrize("name", [name for name in JUNIORS if name != "fide-2017"])
@pytest.mark.parametrize(
    ("born", "date", "k"),
    [
        ("2006-01-15", "2024-12-01", 40),
        ("2006-01-15", "2025-01-01", 20),
        ("2006", "2024-12-01", 40),
        ("2006", "2025-01-01", 20),
        ("", "2024-12-01", 20),
    ],
)
def test_juniors_until_the_end_of_the_year_from_2022(name: str, born: str, date: str, k: int) -> None:
    """To the end of the year of the 18th birthday, whatever the day."""
    assert k_of(name, 2000, 100, born=born, date=date) == k


@pytest.mark.parametrize("name", FIXED_K)
@pytest.mark.parametrize(("rating", "played", "born"), [(1500, 0, "1980"), (2000, 100, "2010"), (2600, 500, "")])
def test_k_20_for_everybody(name: str, rating: int, played: int, born: str) -> None:
    """Rapid and blitz before October 2022: K 20 for the new, for juniors and for grandmasters."""
    assert k_of(name, rating, played, born=born, highest=rating) == 20


@pytest.mark.parametrize("name", UNTIL_2005)
def test_no_limit_of_k_times_n_until_2005(name: str) -> None:
    """40 games at K 25 are 1000: nothing is cut."""
    assert within_limit(edition(name), 25, 40) == 25
    assert change(name, 2000, 25, "2000 = x40").k == 25


@pytest.mark.parametrize("name", FROM_2017)
@pytest.mark.parametrize(
    ("k", "n", "cut"), [(40, 17, 40), (40, 18, 38), (20, 35, 20), (20, 36, 19), (10, 70, 10), (10, 71, 9)]
)
def test_limit_of_k_times_n(name: str, k: int, n: int, cut: int) -> None:
    """K × n up to 700, else the largest whole K."""
    assert within_limit(edition(name), k, n) == cut
    found = change(name, 2000, k, f"2000 = x{n}")
    assert (found.listed_k, found.k) == (k, cut)


@pytest.mark.parametrize("name", FROM_2017)
def test_n_counts_all_games_of_the_period(name: str) -> None:
    """Five games here, 18 in the period, K 40: 38. Five wins against 2000: 38 × 5 × .50 = 95."""
    found = rating_change(edition(name), 2000, 40, games("2000 1 x5"), period_games=18)
    assert (found.k, found.change) == (38, 9500)


@pytest.mark.parametrize("name", FROM_2017)
def test_n_counts_rated_games_only(name: str) -> None:
    """17 games against rated opponents, one against an unrated, one forfeit: n is 17 and K stays 40."""
    found = change(name, 2000, 40, "2000 = x17, u 1, 2000 +")
    assert (found.games_counted, found.k) == (17, 40)
    assert [entry.code for entry in found.not_counted] == ["unrated", "unplayed"]


# ---------------------------------------------------------------- the cap on the difference


def used(name: str, rating: int, text: str) -> list[int]:
    """The differences as they count."""
    return [game.used_difference for game in change(name, rating, 20, text).games]


@pytest.mark.parametrize(
    ("name", "difference", "counts", "expected"),
    [
        ("fide-2005", 350, 350, 89),
        ("fide-2005", 351, 350, 89),
        ("fide-2005", 358, 350, 89),
        *((name, 400, 400, 92) for name in FROM_2017),
        *((name, 401, 400, 92) for name in FROM_2017 if name != "fide-2017-rapid-blitz"),
        *((name, 412, 400, 92) for name in FROM_2017 if name != "fide-2017-rapid-blitz"),
        ("fide-2017-rapid-blitz", 412, 412, 93),
        ("fide-2017-rapid-blitz", 735, 735, 99),
        ("fide-2017-rapid-blitz", 736, 735, 99),
    ],
)
def test_cap(name: str, difference: int, counts: int, expected: int) -> None:
    """One game, seen from both sides: the difference that counts, and the expectation."""
    (favourite,) = change(name, 2200, 20, f"{2200 - difference} 1").games
    (underdog,) = change(name, 2200 - difference, 20, "2200 0").games
    assert (favourite.difference, favourite.used_difference, favourite.expected) == (difference, counts, expected)
    assert (underdog.difference, underdog.used_difference, underdog.expected) == (-difference, -counts, 100 - expected)
    assert favourite.capped is underdog.capped is (difference != counts)


@pytest.mark.parametrize("name", CAP_ONCE)
def test_cap_once_as_favourite(name: str) -> None:
    """2000 against 1550, 1500, 1590 and 2450, 2500: of those below only 1500, of those above both."""
    assert used(name, 2000, "1550 1, 1500 1, 1590 1, 2450 0, 2500 0") == [450, 400, 410, -400, -400]


@pytest.mark.parametrize("name", CAP_ONCE)
def test_cap_once_in_each_event(name: str) -> None:
    """Two events, their games mixed: one game is capped in each."""
    a, b = games("1550 1, 1500 1", "A"), games("1400 1, 1450 1", "B")
    found = rating_change(edition(name), 2000, 20, [a[0], b[0], a[1], b[1]])
    assert [game.used_difference for game in found.games] == [450, 400, 400, 550]


@pytest.mark.parametrize("name", CAP_ONCE)
def test_cap_once_of_two_equal_games(name: str) -> None:
    """Twice 1500 in one event: one of the two games is capped."""
    assert sorted(used(name, 2000, "1500 1, 1500 1")) == [400, 500]


@pytest.mark.parametrize("name", ["fide-2017", *FROM_2024])
def test_cap_always(name: str) -> None:
    """The same five games: each is capped."""
    assert used(name, 2000, "1550 1, 1500 1, 1590 1, 2450 0, 2500 0") == [400, 400, 400, -400, -400]


@pytest.mark.parametrize(("rating", "counts"), [(2649, 400), (2650, 450), (2813, 450)])
def test_no_cap_from_2650_in_2025(rating: int, counts: int) -> None:
    """450 above the opponent: 2649 counts 400, 2650 all 450; the opponent below 2650 keeps the cap."""
    assert used("fide-2025", rating, f"{rating - 450} 1") == [counts]
    assert used("fide-2025", rating - 450, f"{rating} 0") == [-400]
    assert used("fide-2024", rating, f"{rating - 450} 1") == [400]


def test_no_cap_from_2650_upwards_in_2025() -> None:
    """2650 against 3060: the player's own rating decides, so as the lower rated they count 410 in full too."""
    assert used("fide-2025", 2650, "3060 0") == [-410]


# ---------------------------------------------------------------- rounding


@pytest.mark.parametrize("name", FIDE)
@pytest.mark.parametrize(
    ("k", "text", "exact", "rounded"),
    [
        (10, "1810 1", 250, 3),
        (10, "1810 =", -250, -3),
        (15, "2070 =", 150, 2),
        (15, "1930 =", -150, -2),
        (25, "2014 =", 50, 1),
        (25, "1986 =", -50, -1),
        (10, "2030 =", 40, 0),
        (10, "1970 =", -40, 0),
        (15, "2030 =", 60, 1),
        (15, "1970 =", -60, -1),
    ],
)
def test_a_half_is_rounded_away_from_zero(name: str, k: int, text: str, exact: int, rounded: int) -> None:
    """2000, one game, K 10, 15 or 25: in every FIDE edition +2.5 is +3 and −2.5 is −3."""
    found = change(name, 2000, k, text)
    assert (found.change, found.rounded_change, found.new_rating) == (exact, rounded, 2000 + rounded)


@pytest.mark.parametrize(
    ("text", "exact", "new_rating"),
    [
        ("1800 1", 240, 2000),
        ("1819 =", -240, 2000),
        ("1819 1", 260, 2005),
        ("1800 =", -260, 1995),
        ("1810 1", 250, 2005),
        ("1810 =", -250, 1995),
        ("2190 1", 750, 2010),
        ("1810 0", -750, 1990),
    ],
)
def test_feda_rounds_to_the_nearest_5(text: str, exact: int, new_rating: int) -> None:
    """2000, one game, K 10; a residue of 2.5 goes away from zero: up for a gain, down for a loss."""
    found = change("feda-1996", 2000, 10, text)
    assert (found.change, found.new_rating) == (exact, new_rating)


@pytest.mark.parametrize("name", FIDE)
def test_one_rounding_a_period(name: str) -> None:
    """Two events of +0.4 each, K 10: together +0.8, rounded once, +1."""
    found = rating_change(edition(name), 2000, 10, games("2030 =", "A") + games("2030 =", "B"))
    assert (found.change, found.rounded_change) == (80, 1)


# ---------------------------------------------------------------- by event average, 1996 and 2003


@pytest.mark.parametrize(("name", "new_rating"), [("feda-1996", 2005), ("fide-2003", 2003)])
def test_event_average_with_a_weak_opponent(name: str, new_rating: int) -> None:
    """2000, K 15, a Swiss: 1600 1, 1950 1, 2050 =, 2150 0.

    1600 is more than 350 below and counts as 1650. Rc = (1650 + 1950 + 2050 + 2150) / 4 = 1950. D = 50, PD .57.
    We = .57 × 4 = 2.28. W − We = 2.5 − 2.28 = +.22. 15 × .22 = 3.3: 2003.3.
    """
    found = change(name, 2000, 15, "1600 1, 1950 1, 2050 =, 2150 0")
    (one,) = found.averaged
    assert (one.average, one.difference, one.expected, one.expected_score) == (Fraction(1950), 50, 57, 228)
    assert (found.sum, found.change, found.new_rating) == (22, 330, new_rating)


@pytest.mark.parametrize(("name", "new_rating"), [("feda-1996", 2015), ("fide-2003", 2016)])
def test_event_average_with_a_strong_opponent(name: str, new_rating: int) -> None:
    """2000, K 15, a Swiss: 2400 =, 2000 1, 2051 =.

    2400 counts as 2350. Rc = (2350 + 2000 + 2051) / 3 = 2133⅔. D = −133⅔, whole −134: PD .32. We = .32 × 3 = .96.
    W − We = 2 − .96 = +1.04. 15 × 1.04 = 15.6: 2015.6.
    """
    found = change(name, 2000, 15, "2400 =, 2000 1, 2051 =")
    (one,) = found.averaged
    assert (one.average, one.difference, one.expected) == (Fraction(6401, 3), -134, 32)
    assert (found.sum, found.change, found.new_rating) == (104, 1560, new_rating)


@pytest.mark.parametrize("name", BY_AVERAGE)
@pytest.mark.parametrize(
    ("opponent", "average"), [(1650, 1650), (1649, 1650), (1000, 1650), (2350, 2350), (2351, 2350), (2900, 2350)]
)
def test_event_average_brings_opponents_within_350(name: str, opponent: int, average: int) -> None:
    """2000 against one opponent: 350 away in full, 351 away as 350."""
    (one,) = change(name, 2000, 15, f"{opponent} =").averaged
    assert one.average == average


@pytest.mark.parametrize("name", BY_AVERAGE)
@pytest.mark.parametrize(
    ("text", "difference", "expected"), [("1996 =, 1997 = x2", 3, 50), ("1996 = x2, 1997 =", 4, 51)]
)
def test_event_average_takes_a_whole_difference(name: str, text: str, difference: int, expected: int) -> None:
    """2000: D = 3⅓ is 3 and .50; D = 3⅔ is 4 and .51."""
    (one,) = change(name, 2000, 15, text).averaged
    assert (one.difference, one.expected) == (difference, expected)


@pytest.mark.parametrize("name", BY_AVERAGE)
def test_each_event_has_its_own_average(name: str) -> None:
    """2000, K 15: a win against 1900, +.36, and in another event a draw with 2100, +.14: 15 × .50 = 7.5."""
    found = rating_change(edition(name), 2000, 15, games("1900 1", "A") + games("2100 =", "B"))
    assert [(one.event, one.result) for one in found.averaged] == [("A", 36), ("B", 14)]
    assert [one.average for one in found.averaged] == [1900, 2100]
    assert (found.sum, found.change) == (50, 750)


@pytest.mark.parametrize(
    ("name", "average", "difference", "expected_score", "exact"),
    [("feda-1996", 2000, 100, 270, 450), ("fide-2003", 1975, 125, 268, 480)],
)
def test_round_robin_by_average(name: str, average: int, difference: int, expected_score: int, exact: int) -> None:
    """2100, K 15, 3 points in a round robin with 2000, 1950, 1900 and 2050: Ra = 10000 / 5 = 2000, n = 4.

    1996: D = 2100 − 2000 = 100, PD .64, We = .64 × 5 − .5 = 2.70, 3 − 2.70 = +.30, 15 × .30 = 4.5: 2104.5.
    2003: Rc = (2000 × 5 − 2100) / 4 = 1975, D = 125, PD .67, We = .67 × 4 = 2.68, +.32, 15 × .32 = 4.8: 2104.8.
    """
    played = games("2000 1, 1950 1, 1900 =, 2050 =", "league")
    found = rating_change(edition(name), 2100, 15, played, round_robins=["league"])
    (one,) = found.averaged
    assert one.average == average
    assert (one.difference, one.expected_score) == (difference, expected_score)
    assert (found.change, found.new_rating) == (exact, 2105)


@pytest.mark.parametrize(("name", "difference", "expected"), [("feda-1996", 350, 89), ("fide-2003", 525, 97)])
def test_no_cap_inside_the_average_of_a_round_robin(name: str, difference: int, expected: int) -> None:
    """2300 in a round robin with 1700 and 1850, 600 and 450 below him: Ra = 5850 / 3 = 1950.

    1996: D = 350, PD .89. 2003: Rc = (1950 × 3 − 2300) / 2 = 1775, D = 525, PD .97.
    """
    found = rating_change(edition(name), 2300, 10, games("1700 1, 1850 1", "league"), round_robins=["league"])
    (one,) = found.averaged
    assert (one.difference, one.expected) == (difference, expected)


@pytest.mark.parametrize("name", BY_AVERAGE)
def test_round_robin_with_an_unplayed_game_counts_as_a_swiss(name: str) -> None:
    """FEDA 7.43, 2003 6.43. 2000 in a round robin with 1990, 1600 and 2200, who did not come.

    As a Swiss 1600 counts as 1650: Rc = (1990 + 1650) / 2 = 1820, D = 180, PD .74, We = .74 × 2 = 1.48. As a round
    robin of three it would be 1.54 in 1996 and 1.52 in 2003.
    """
    played = games("1990 1, 1600 1, 2200 +", "league")
    found = rating_change(edition(name), 2000, 15, played, round_robins=["league"])
    (one,) = found.averaged
    assert one.average == 1820
    assert one.expected_score == 148


# ---------------------------------------------------------------- the first rating: which events count


def event(name: str, text: str, *, date: str = "", floor: int | None = None) -> NewcomerEvent:
    """One event of an unrated player."""
    return NewcomerEvent(name, games(text), date=day(date) if date else None, floor=floor)


def first(name: str, *texts: str) -> InitialRating:
    """The first rating from events in the order in which they were played."""
    return initial_rating(edition(name), [event(f"event {place}", text) for place, text in enumerate(texts, 1)])


ZERO, HALF, ONE, EVEN = "2300 0 x5", "2300 0 x4, 2300 =", "2300 0 x4, 2300 1", "2300 = x5"


@pytest.mark.parametrize(
    ("name", "events", "counted"),
    [
        ("feda-1996", (ZERO, EVEN), 5),
        ("feda-1996", (EVEN, ZERO), 5),
        ("feda-1996", (HALF, EVEN), 10),
        ("feda-1996", (EVEN, HALF), 10),
        ("fide-2003", (HALF, EVEN), 5),
        ("fide-2003", (EVEN, HALF), 5),
        ("fide-2003", (EVEN, ZERO), 5),
        ("fide-2003", (ONE, EVEN), 10),
        ("fide-2003", (EVEN, ONE), 10),
        ("fide-2005", (ZERO, EVEN), 5),
        ("fide-2005", (HALF, EVEN), 5),
        ("fide-2005", (ONE, EVEN), 10),
        ("fide-2005", (EVEN, HALF), 10),
        ("fide-2017", (ZERO,), 0),
        ("fide-2017", (HALF,), 5),
        ("fide-2017", (ZERO, EVEN), 10),
        ("fide-2017", (EVEN, ZERO), 10),
        ("fide-2017-rapid-blitz", (ZERO,), 0),
        ("fide-2017-rapid-blitz", (HALF,), 0),
        ("fide-2017-rapid-blitz", (ONE,), 5),
        ("fide-2017-rapid-blitz", (HALF, EVEN), 10),
        *((name, (ZERO,), 0) for name in FROM_2022),
        *((name, (HALF,), 5) for name in FROM_2022),
        *((name, (ZERO, EVEN), 5) for name in FROM_2022),
        *((name, (EVEN, ZERO), 10) for name in FROM_2022),
        *((name, (ZERO, ZERO), 5) for name in FROM_2022),
    ],
)
def test_ignored_score(name: str, events: tuple[str, ...], counted: int) -> None:
    """Events of five games with 0, ½, 1 or 2½ points: 1996 drops a zero anywhere, 2003 a half too; 2005 looks at the
    first event, 2017 at the first while it is the only one, 2022 at the first again."""
    entries = [event(f"event {place}", text) for place, text in enumerate(events, 1)]
    assert initial_rating(edition(name), entries, floor_ignored=True).games_counted == counted


@pytest.mark.parametrize("name", ["fide-2022", "fide-2024"])
def test_the_first_event_is_the_first_even_if_it_lies_too_far_back(name: str) -> None:
    """8.2.1: ½ of 2 in his first event, three years ago; 0 of 3 in his second; 2½ of 5 in his third.

    The first no longer counts, but the zero was not made in his first event and is not discarded: 8 games.
    """
    events = [
        event("first", "1900 0, 1900 =", date="2021-08-10"),
        event("second", "1900 0 x3", date="2024-07-10"),
        event("third", "1900 = x5", date="2024-08-10"),
    ]
    assert initial_rating(edition(name), events, list_date=day("2024-09-01")).games_counted == 8


@pytest.mark.parametrize(
    ("name", "opponents", "counted"),
    [
        ("feda-1996", 3, 0),
        ("feda-1996", 4, 4),
        ("fide-2003", 2, 0),
        ("fide-2003", 3, 3),
        ("fide-2005", 2, 0),
        ("fide-2005", 3, 3),
        *((name, 1, 1) for name in FROM_2017),
    ],
)
def test_minimum_of_rated_opponents_in_an_event(name: str, opponents: int, counted: int) -> None:
    """In a Swiss four in 1996, three in 2003 and 2005, no minimum afterwards; unrated opponents do not help."""
    assert first(name, f"2000 1 x{opponents}, u 1 x5").games_counted == counted


@pytest.mark.parametrize("name", UNTIL_2005)
def test_no_minimum_of_opponents_in_a_round_robin(name: str) -> None:
    """A round robin of three: its two games count."""
    result = RoundRobinResult(Fraction(2000), games=2, score=2)
    assert initial_rating(edition(name), [NewcomerEvent("league", result=result)]).games_counted == 2


@pytest.mark.parametrize(("name", "needed"), [(name, 9 if name in UNTIL_2005 else 5) for name in ALL])
def test_games_needed_for_publication(name: str, needed: int) -> None:
    """Nine games until 2005, five afterwards; one fewer is not enough, and the reason says so."""
    found = first(name, f"2000 = x{needed - 1}")
    assert (found.publishable, whats(found.reasons)) == (False, ["initial.too-few-games"])
    found = first(name, f"2000 = x{needed}")
    assert (found.publishable, found.reasons, found.rating) == (True, (), 2000 if name not in FROM_2024 else 1943)


@pytest.mark.parametrize(("name", "needed"), [("feda-1996", 9), ("fide-2003", 9), ("fide-2005", 7), ("fide-2017", 5)])
def test_games_needed_where_fewer_suffice(name: str, needed: int) -> None:
    """Olympiads, team championships, IBCA, ICSC and IPCA: seven games in 2005; no other edition knows of it."""
    for count, publishable in ((needed - 1, False), (needed, True)):
        found = initial_rating(edition(name), [event("olympiad", f"2000 = x{count}")], reduced=True)
        assert found.publishable is publishable


@pytest.mark.parametrize(
    ("name", "first_date", "date", "counted"),
    [
        ("feda-1996", "1996-09-10", "1998-06-30", 9),
        ("feda-1996", "1996-09-10", "1998-07-01", 5),
        ("feda-1996", "1996-07-01", "1998-06-30", 9),
        ("feda-1996", "1996-06-30", "1998-06-30", 5),
        ("fide-2003", "2003-07-01", "2005-06-30", 9),
        ("fide-2003", "2003-09-30", "2005-07-01", 5),
        ("fide-2005", "2006-04-01", "2008-03-31", 9),
        ("fide-2005", "2006-03-31", "2008-03-31", 5),
        ("fide-2017", "2019-01-31", "2021-02-28", 9),
        ("fide-2017", "2019-01-31", "2021-03-01", 5),
        ("fide-2022", "2021-12-31", "2024-01-31", 9),
        ("fide-2022", "2021-12-01", "2024-02-01", 5),
        ("fide-2024", "2024-03-01", "2026-04-30", 9),
        ("fide-2024", "2024-03-31", "2026-05-01", 5),
    ],
)
def test_pooling(name: str, first_date: str, date: str, counted: int) -> None:
    """Forward from the first event: the same half year and three more in 1996 (8.14.c), the same quarter and seven more
    in 2003 and 2005 (9.14c), then 26 months (7.14c, 7.1.4). Four games in the first event, five in the second; a list
    that comes years later changes nothing."""
    events = [event("one", "2000 = x4", date=first_date), event("two", "2000 = x5", date=date)]
    found = initial_rating(edition(name), events, list_date=day("2030-01-01"))
    assert found.games_counted == counted
    assert [one.event.name for one in found.events] == (["one", "two"] if counted == 9 else ["two"])


@pytest.mark.parametrize("name", ALL)
def test_pooled_forward_from_the_first_event_that_suffices(name: str) -> None:
    """7.1.4: nine games and five in one span, then one game much later: the rating is that of the first two events, and
    the last one is said to come too late for it. If the first two are a game short, the last event starts again."""
    dates = ("2020-01-10", "2020-02-10", "2026-06-10")
    for counts, pooled in (((4, 5, 9), ["one", "two"]), ((1, 2, 9), ["three"])):
        texts = [f"2000 = x{count}" for count in counts]
        events = [event(*named, date=date) for *named, date in zip(("one", "two", "three"), texts, dates, strict=True)]
        found = initial_rating(edition(name), events, list_date=day("2026-08-01"))
        assert [one.event.name for one in found.events] == pooled
        assert ("initial.too-far-on" in whats(found.steps)) == (pooled == ["one", "two"])
        assert found.publishable


@pytest.mark.parametrize("name", ["fide-2022", "fide-2024"])
def test_an_ignored_first_event_begins_no_span(name: str) -> None:
    """8.2.1, 7.1.4: zero in January 2020 is discarded; five draws in February 2022, the 26th month, suffice, and two
    more of June 2022 belong to them: the first event that counts is that of February."""
    events = [
        event("zero", "2000 0 x3", date="2020-01-10"),
        event("first", "2000 = x5", date="2022-02-10"),
        event("second", "2000 = x2", date="2022-06-10"),
    ]
    assert initial_rating(edition(name), events, list_date=day("2022-08-01")).games_counted == 7


def test_2017_zero_alone_in_its_span_is_ignored() -> None:
    """2017 6.1, 7.14c: zero of five against 2000 in 2018 would be worth 1200. Two draws of 2021 cannot be pooled with
    it, so it stays alone and is ignored."""
    events = [event("zero", "2000 0 x5", date="2018-01-10"), event("later", "2000 = x2", date="2021-01-10")]
    found = initial_rating(edition("fide-2017"), events, list_date=day("2021-03-01"))
    assert (found.games_counted, found.publishable) == (2, False)


@pytest.mark.parametrize("name", ALL)
def test_an_event_of_the_day_of_the_list_is_not_pooled(name: str) -> None:
    """The list opens a new period: nine draws on its first day are for a later one."""
    for date, games_counted in (("2025-12-31", 9), ("2026-01-01", 0)):
        found = initial_rating(edition(name), [event("one", "2000 = x9", date=date)], list_date=day("2026-01-01"))
        assert (found.games_counted, found.publishable) == (games_counted, games_counted > 0)


@pytest.mark.parametrize("name", ALL)
def test_pooled_events_reach_the_games_together(name: str) -> None:
    """Four games and five, in two events: until 2005 neither is enough alone; together they are nine."""
    one, two = "2000 = x4", "2000 = x5"
    assert [first(name, text).publishable for text in (one, two)] == [False, name not in UNTIL_2005]
    found = first(name, one, two)
    assert (found.games_counted, found.publishable) == (9, True)


# ---------------------------------------------------------------- the first rating: what results are worth


@pytest.mark.parametrize(
    ("name", "rating"),
    [
        ("feda-1996", 2075),
        ("fide-2003", 2075),
        ("fide-2005", 2075),
        ("fide-2017", 2100),
        ("fide-2022", 2100),
        ("fide-2017-rapid-blitz", 2080),
        ("fide-2022-rapid-blitz", 2080),
        ("fide-2022-10-rapid-blitz", 2100),
        *((name, 2074) for name in FROM_2024),
    ],
)
def test_combination_of_events(name: str, rating: int) -> None:
    """2 of 4 against 2000 and 4 of 6 against 2100.

    Until 2005: 2000 over 4, 2100 + 2 × 12.5 over 6, weighted (8000 + 12750) / 10 = 2075.
    From 2017 one event: Ra = 20600 / 10 = 2060, 6 of 10, two half points above 50%: + 2 × 20, or 2 × 10 in rapid.
    From 2024: Ra = (20600 + 3600) / 12 = 2016⅔, p = 7/12 = 58%, dp 57: 2073⅔.
    """
    assert first(name, "2000 = x4", "2100 1 x4, 2100 0 x2").rating == rating


@pytest.mark.parametrize(
    ("name", "each"),
    [
        ("feda-1996", Fraction(25, 2)),
        ("fide-2003", Fraction(25, 2)),
        ("fide-2005", Fraction(25, 2)),
        ("fide-2017", Fraction(20)),
        ("fide-2022", Fraction(20)),
        ("fide-2017-rapid-blitz", Fraction(10)),
        ("fide-2022-rapid-blitz", Fraction(10)),
        ("fide-2022-10-rapid-blitz", Fraction(20)),
    ],
)
def test_bonus_for_each_half_point_above_50(name: str, each: Fraction) -> None:
    """Ten games against 2000: 5 points 2000; 5½ one bonus; 6 two; all ten games ten, and no dp of 100%."""
    assert first(name, "2000 = x10").rating == 2000
    for text, halves in (("2000 = x9, 2000 1", 1), ("2000 = x8, 2000 1 x2", 2), ("2000 1 x10", 10)):
        found = first(name, text)
        assert (found.bonus, found.dp) == (halves * each, None)
    assert first(name, "2000 = x8, 2000 1 x2").rating == 2000 + 2 * each


@pytest.mark.parametrize(("name", "rating"), [("feda-1996", 2015), ("fide-2003", 2013), ("fide-2005", 2013)])
def test_a_half_in_the_first_rating(name: str, rating: int) -> None:
    """5½ of 10 against 2000: 2012.5. FEDA to the nearest 5, 2015; FIDE to the nearest whole, 2013."""
    assert first(name, "2000 = x9, 2000 1").rating == rating


@pytest.mark.parametrize("name", [name for name in ALL if name not in FROM_2024])
def test_below_50_in_a_swiss(name: str) -> None:
    """4 of 10 against 2000: 40%, dp −72."""
    found = first(name, "2000 = x8, 2000 0 x2")
    assert (found.percentage, found.dp) == (40, -72)
    assert found.rating == (1930 if name == "feda-1996" else 1928)


LEAGUE = NewcomerEvent("league", result=RoundRobinResult(Fraction(2000), games=9, score=6))
"""3 of 9 in a round robin of average 2000: 33%, dp −125."""


@pytest.mark.parametrize(
    ("name", "rating"),
    [
        ("feda-1996", 1890),
        ("fide-2003", 1888),
        ("fide-2005", 1888),
        ("fide-2017", 1888),
        ("fide-2017-rapid-blitz", 1888),
    ],
)
def test_below_50_in_a_round_robin_until_2017(name: str, rating: int) -> None:
    """dp × n/(n+1) = −125 × 9/10 = −112.5: 1887.5."""
    found = initial_rating(edition(name), [LEAGUE])
    assert (found.percentage, found.dp, found.rating) == (33, -125, rating)


@pytest.mark.parametrize("name", FROM_2022)
def test_below_50_in_a_round_robin_from_2022(name: str) -> None:
    """No rule of its own, the games count as of any event. 3 of 9 against 2000: −125, 1875.

    From 2024: Ra = (18000 + 3600) / 11 = 1963.6, p = 4/11 = 36%, dp −102: 1861.6.
    """
    with pytest.raises(ArpadError) as refused:
        initial_rating(edition(name), [LEAGUE])
    assert refused.value.key == "round-robin-edition"
    assert first(name, "2000 = x6, 2000 0 x3").rating == (1862 if name in FROM_2024 else 1875)


@pytest.mark.parametrize("name", FROM_2024)
@pytest.mark.parametrize(
    ("text", "average", "percentage", "rating"),
    [
        ("1800 = x5", Fraction(1800), 50, 1800),
        ("2000 = x5", Fraction(13600, 7), 50, 1943),
        ("1500 1, 1600 =, 1700 0, 1550 =, 1650 0", Fraction(11600, 7), 43, 1607),
        ("2000 1 x3, 2000 = x2", Fraction(13600, 7), 71, 2101),
        ("2100 1 x3, 2100 = x2", Fraction(14100, 7), 71, 2172),
        ("2141 1 x3, 2139 = x2", Fraction(14301, 7), 71, 2200),
        ("2139 1 x3, 2137 = x2", Fraction(14291, 7), 71, 2200),
        ("2137 1 x3, 2137 = x2", Fraction(14285, 7), 71, 2199),
        ("2000 1 x5", Fraction(13600, 7), 86, 2200),
        ("2600 1 x9", Fraction(27000, 11), 91, 2200),
    ],
)
def test_two_drawn_games_against_1800_and_a_maximum(
    name: str, text: str, average: Fraction, percentage: int, rating: int
) -> None:
    """8.2.2, 8.2.3: Ra = (sum + 3600) / (n + 2), p = (points + 1) / (n + 2), Ru = Ra + dp, no more than 2200.

    4 of 5 against 2000: Ra = 13600 / 7, p = 5/7 = 71%, dp 158: 2100.9. All five: p = 6/7 = 86%, dp 309: 2251.9, 2200.
    """
    found = first(name, text)
    assert (found.average, found.percentage, found.rating) == (average, percentage, rating)


# ---------------------------------------------------------------- the first rating: the floor


@pytest.mark.parametrize(
    ("name", "floor"),
    [
        ("fide-2003", 1801),
        ("fide-2005", 1601),
        *((name, 1000) for name in FROM_2017 if name not in FROM_2024),
    ],
)
def test_floor(name: str, floor: int) -> None:
    """50% of nine games at the floor is published, a point below it is not."""
    found = first(name, f"{floor} = x9")
    assert (found.rating, found.publishable) == (floor, True)
    found = first(name, f"{floor - 1} = x9")
    assert (found.rating, found.publishable) == (floor - 1, False)
    assert "initial.below-floor" in whats(found.reasons)


@pytest.mark.parametrize(("opponent", "publishable"), [(1805, True), (1800, False)])
def test_floor_of_1996(opponent: int, publishable: bool) -> None:
    """50% of nine games: 1805 is published, 1800 is not."""
    found = first("feda-1996", f"{opponent} = x9")
    assert (found.rating, found.publishable) == (opponent, publishable)


@pytest.mark.parametrize("name", FROM_2024)
@pytest.mark.parametrize(
    ("text", "rating", "publishable"),
    [("1648 0 x6, 1647 0 x3, 1647 1", 1400, True), ("1647 0 x4, 1646 0 x5, 1646 1", 1399, False)],
)
def test_floor_from_2024(name: str, text: str, rating: int, publishable: bool) -> None:
    """1 of 10: p = 2/12 = 17%, dp −273. Sum 16476: Ra = 20076 / 12 = 1673, 1400. Twelve points less: 1399."""
    found = first(name, text)
    assert (found.rating, found.publishable) == (rating, publishable)


@pytest.mark.parametrize("name", ["fide-2022", "fide-2024"])
def test_floor_ignored(name: str) -> None:
    """Asked to leave the floor out of account, 900 is shown without a reason against it."""
    found = initial_rating(edition(name), [event("one", "900 0 x8, 900 =")], floor_ignored=True)
    assert found.publishable
    assert found.rating is not None
    assert found.rating < edition(name).lists.floor.value


@pytest.mark.parametrize(("name", "low"), [("feda-1996", 1800), ("fide-2003", 1800), ("fide-2005", 1600)])
def test_first_performance_below_the_floor_is_ignored(name: str, low: int) -> None:
    """9.31, 10.31: nine games worth less than the floor, then nine worth 1900: 1900 over nine games.

    The other way round both count: 1900 and the low one, nine games each.
    """
    found = first(name, f"{low} = x9", "1900 = x9")
    assert (found.rating, found.games_counted, found.publishable) == (1900, 9, True)
    found = first(name, "1900 = x9", f"{low} = x9")
    assert (found.rating, found.games_counted, found.publishable) == ((1900 + low) // 2, 18, True)


def test_first_performances_below_the_floor_are_ignored() -> None:
    """2005 10.31, the first performance or performances: 1500, 1590, then 1700 and again 1590: (1700 + 1590) / 2."""
    found = first("fide-2005", "1500 = x9", "1590 = x9", "1700 = x9", "1590 = x9")
    assert (found.rating, found.games_counted) == (1645, 18)


@pytest.mark.parametrize("name", FROM_2017)
def test_no_first_performance_rule_from_2017(name: str) -> None:
    """A first event worth less than the floor counts with the others: 10 games."""
    assert first(name, "950 = x5", "1900 = x5").games_counted == 10


def test_first_performance_is_measured_before_it_is_rounded() -> None:
    """FEDA 9.31: a first performance of 1804 is less than 1805 and ignored, though it would be rounded to 1805."""
    found = first("feda-1996", "1804 = x9")
    assert not found.publishable


def test_first_performance_by_the_floor_of_its_time() -> None:
    """2005 10.31: nine games worth 1700 when the floor was 1801, then nine worth 1750 under 1601: 1750.

    Both played under the floor of 1601: (1700 + 1750) / 2.
    """
    old, new = event("old", "1700 = x9", floor=1801), event("new", "1750 = x9")
    assert initial_rating(edition("fide-2005"), [old, new]).rating == 1750
    assert initial_rating(edition("fide-2005"), [event("old", "1700 = x9"), new]).rating == 1725


def test_a_performance_ignored_by_the_floor_of_its_time_is_not_published() -> None:
    """2005 10.31: nine games worth 1700 when the floor was 1801, and nothing else: there is nothing to publish."""
    found = initial_rating(edition("fide-2005"), [event("old", "1700 = x9", floor=1801)])
    assert not found.publishable


def test_first_performance_is_the_first_even_if_it_lies_too_far_back() -> None:
    """2005 10.31: eight games worth 1900 more than eight quarters ago, then nine worth 1590 and nine worth 1900.

    The first cannot be pooled with them; 1590 was not his first performance and counts: (1590 + 1900) / 2.
    """
    events = [
        event("first", "1900 = x8", date="2005-08-10"),
        event("second", "1590 = x9", date="2007-10-10"),
        event("third", "1900 = x9", date="2007-11-10"),
    ]
    found = initial_rating(edition("fide-2005"), events, list_date=day("2008-04-01"))
    assert (found.rating, found.games_counted) == (1745, 18)


# ---------------------------------------------------------------- the first rating: FEDA 9.4, indeterminate dp


@pytest.mark.parametrize(
    ("text", "rating", "publishable"),
    [
        ("u = x9", 1805, True),
        ("u = x8, u 0", None, False),
        ("u 1 x5, u 0 x4", 1815, True),
        ("u 1 x8, u +", None, False),
        ("2000 = x4, u = x4, u 1", 1900, True),
        ("2000 = x4, u 0 x5", 2000, False),
        ("1700 = x4, u = x5", 1805, True),
        ("2100 = x9", 2100, True),
    ],
)
def test_national_championship_of_1996(text: str, rating: int | None, publishable: bool) -> None:
    """FEDA 9.4: all rounds played and 50% or more: 1805, or the performance with unrated opponents at 1800.

    5 of 9 against nine unrated: 1800 + 12.5, 1815. 5 of 9 against four of 2000 and five unrated: Ra = 17000 / 9 =
    1888.9, + 12.5, 1900.
    """
    found = initial_rating(edition("feda-1996"), [NewcomerEvent("national", games(text), championship=True)])
    assert (found.rating, found.publishable) == (rating, publishable)


def test_unrated_opponents_count_in_a_championship_only() -> None:
    """The same nine draws with unrated players in any other event are worth nothing."""
    found = first("feda-1996", "u = x9")
    assert (found.games_counted, found.rating, found.publishable) == (0, None, False)


@pytest.mark.parametrize(("date", "rating"), [("1998-12-10", 1805), ("1999-02-10", None)])
def test_a_championship_counts_for_the_lists_after_it(date: str, rating: int | None) -> None:
    """Nine draws with unrated players: for the list of January 1999 in December, not in the February after it."""
    championship = NewcomerEvent("national", games("u = x9"), date=day(date), championship=True)
    found = initial_rating(edition("feda-1996"), [championship], list_date=day("1999-01-01"))
    assert (found.rating, found.publishable) == (rating, rating is not None)


def test_a_championship_played_as_a_round_robin() -> None:
    """9.4: 4½ of 9 in a national championship by league, average 1790: 1790 is not published, 1805 is."""
    league_of_ten = RoundRobinResult(Fraction(1790), 9, 9)
    found = initial_rating(edition("feda-1996"), [NewcomerEvent("national", result=league_of_ten, championship=True)])
    assert (found.rating, found.publishable) == (1805, True)


@pytest.mark.parametrize("name", FIDE)
def test_no_rule_for_championships_in_fide(name: str) -> None:
    """9.4 is FEDA's."""
    found = initial_rating(edition(name), [NewcomerEvent("national", games("u = x9"), championship=True)])
    assert (found.rating, found.publishable) == (None, False)


@pytest.mark.parametrize("name", ALL)
def test_dp_at_0_and_100(name: str) -> None:
    """Indeterminate until 2005, a nominal 800 from 2017 on."""
    at_extremes = edition(name).conversion.dp_at_extremes.value
    expected = (None, None) if name in UNTIL_2005 else (-800, 800)
    assert (dp(0, at_extremes), dp(100, at_extremes)) == expected


def test_an_event_with_no_point_is_indeterminate_in_2005() -> None:
    """Zero in a second event is not ignored by 10.20, but its dp is indeterminate: it has no Ru to be weighted."""
    found = first("fide-2005", "2000 = x9", "2000 0 x3")
    assert (found.games_counted, found.rating) == (9, 2000)
    assert "initial.event-indeterminate" in whats(found.steps)


def test_an_event_with_no_point_is_pooled_from_2017() -> None:
    """2017: 4½ of 9 and 0 of 3 against 2000 are 4½ of 12: 37.5%, 38%, dp −87."""
    found = first("fide-2017", "2000 = x9", "2000 0 x3")
    assert (found.games_counted, found.percentage, found.rating) == (12, 38, 1913)


# ---------------------------------------------------------------- which rating a player is rated with


@pytest.mark.parametrize("name", ALL)
def test_a_rated_player_has_his_own_rating(name: str) -> None:
    """On the list at the start of the event: a standard rating or a newer one does not change that."""
    found = rated_as(edition(name), 1700, standard=1850, now=1750)
    assert (found.own, found.for_opponents) == (1700, 1700)


@pytest.mark.parametrize("name", ALL)
def test_standard_rating_standing_in(name: str) -> None:
    """8.22, 7.2.1: unrated at rapid or blitz, 1850 at standard: they count as 1850, for the opponents too."""
    found = rated_as(edition(name), None, standard=1850, now=1700 if name in RAPID_BLITZ else None)
    assert (found.own, found.for_opponents) == ((1850, 1850) if name in RAPID_BLITZ else (None, None))


@pytest.mark.parametrize("name", ALL)
def test_entered_the_list_meanwhile(name: str) -> None:
    """10.4, 8.4, 8.2.4, 7.2.5: rated with the present rating, unrated for the opponents. FEDA has no such rule."""
    found = rated_as(edition(name), None, now=1700)
    assert (found.own, found.for_opponents) == ((None, None) if name == "feda-1996" else (1700, None))


# ---------------------------------------------------------------- 600 points apart, rapid and blitz from December 2024


@pytest.mark.parametrize(
    ("rating", "opponent", "rated"),
    [
        (2601, 2002, True),
        (2601, 2001, False),
        (2600, 2000, True),
        (2002, 2601, True),
        (2001, 2601, False),
        (2000, 2600, True),
        (2850, 1500, False),
        (2500, 1500, True),
    ],
)
def test_600_points_apart(rating: int, opponent: int, rated: bool) -> None:
    """599 apart is rated; 600 apart is not if either of the two is above 2600; 2600 itself is not above."""
    found = change("fide-2024-12-rapid-blitz", rating, 20, f"{opponent} =")
    assert found.games_counted == int(rated)
    assert [entry.code for entry in found.not_counted] == ([] if rated else ["too-far"])


@pytest.mark.parametrize("name", [name for name in ALL if name != "fide-2024-12-rapid-blitz"])
def test_600_points_apart_are_rated_elsewhere(name: str) -> None:
    """No other edition leaves such a game out."""
    assert change(name, 2601, 10, "2001 =").games_counted == 1


def test_600_points_apart_in_a_round_robin() -> None:
    """2601 beats 2001 and draws with 2500; only the draw is rated: .50 − PD(101) = .50 − .64 = −.14.

    2001 loses to both: 2500 is 499 above, capped 400: −.08. 2500: a draw with 2601, +.14, and a win over 2001, +.08.
    """
    event = league("A 2601 3 . 2 1", "B 2001 0 0 . 0", "C 2500 3 1 2 .")
    assert results(rate_round_robin(edition("fide-2024-12-rapid-blitz"), event)) == {"A": -14, "B": -8, "C": 22}


# ---------------------------------------------------------------- round robins


def league(*lines: str, cycles: int = 1, first_event: bool = True) -> RoundRobin:
    """`A 2200 7` by its total in half points; `A 2200 7 . 2 1 2 2` with the half points against each in order."""
    entrants = []
    for line in lines:
        name, rating, score, *single = line.split()
        against = tuple(None if rating == "." else int(rating) for rating in single) or None
        known = None if rating == "u" else int(rating)
        entrants.append(Entrant(name, known, int(score), against, k=10, first_event=first_event))
    return RoundRobin(tuple(entrants), cycles)


def results(rating: RoundRobinRating) -> dict[str, int]:
    """W − We of the rated players, in hundredths."""
    return {entrant.entrant.name: entrant.result for entrant in rating.players if entrant.result is not None}


NOTHING = ("A 2200 7", "B 2100 5", "C 2000 5", "D 1900 3", "U u 0")
"""3½, 2½, 2½, 1½ and 0 points: U has lost to everybody."""

HALF_A_POINT = (
    "A 2200 7 . 2 1 2 2",
    "B 2100 5 0 . 2 1 2",
    "C 2000 5 1 0 . 2 2",
    "D 1900 2 0 1 0 . 1",
    "U u    1 0 0 0 1 .",
)
"""The same league, but U has drawn with D."""

WITHOUT_U = {
    "feda-1996": {"A": 20, "B": -28, "C": 28, "D": -20},
    "fide-2003": {"A": 22, "B": -27, "C": 27, "D": -22},
    "fide-2005": {"A": 25, "B": -26, "C": 26, "D": -25},
    "fide-2017": {"A": 25, "B": -26, "C": 26, "D": -25},
    "fide-2022": {"A": 25, "B": -26, "C": 26, "D": -25},
}
"""2½, 1½, 1½ and ½ of 3 points among 2200, 2100, 2000 and 1900; Ra 2050.

1996: D = 150, 50, −50, −150; PD .70, .57, .43, .30; We = 4 PD − .5 = 2.30, 1.78, 1.22, .70.
2003: Rc = 2000, 2033⅓, 2066⅔, 2100; D = 200, 67, −67, −200; PD .76, .59, .41, .24; We = 3 PD = 2.28, 1.77, 1.23, .72.
From 2005: 100, 200 and 300 apart are .64, .76 and .85; We = 2.25, 1.76, 1.24, .75.
"""


@pytest.mark.parametrize("name", WITHOUT_U)
def test_round_robin_of_rated_players(name: str) -> None:
    """Four rated players."""
    found = rate_round_robin(edition(name), league("A 2200 5", "B 2100 3", "C 2000 3", "D 1900 1"))
    assert (found.rar, found.dpa, found.ra) == (None, None, Fraction(2050))
    assert results(found) == WITHOUT_U[name]
    assert [entrant.change for entrant in found.players] == [10 * value for value in WITHOUT_U[name].values()]


@pytest.mark.parametrize("name", WITHOUT_U)
def test_an_unrated_player_without_a_point_drops_out_with_his_games(name: str) -> None:
    """FEDA 7.1; 2003, 2005, 2017 6.1; from 2022 not a rated opponent. The totals are enough: everybody beat that
    player."""
    found = rate_round_robin(edition(name), league(*NOTHING))
    assert [entrant.name for entrant in found.left_out] == ([] if name == "fide-2022" else ["U"])
    assert results(found) == WITHOUT_U[name]


@pytest.mark.parametrize("name", WITHOUT_U)
def test_nothing_is_left_of_a_league_of_two(name: str) -> None:
    """A rated player beats an unrated one, and that is all: this game is not rated."""
    assert results(rate_round_robin(edition(name), league("A 2200 2", "U u 0"))) == {"A": 0}


@pytest.mark.parametrize("name", ["fide-2003", "fide-2005", "fide-2022"])
def test_half_a_point_of_an_unrated_player_drops_out_by_the_single_results(name: str) -> None:
    """2003 and 2005 ignore half a point too, 2022 every unrated player: D loses the half point against U."""
    found = rate_round_robin(edition(name), league(*HALF_A_POINT))
    assert [entrant.name for entrant in found.left_out] == ([] if name == "fide-2022" else ["U"])
    assert results(found) == WITHOUT_U[name]


@pytest.mark.parametrize("name", ["fide-2003", "fide-2005", "fide-2022"])
def test_half_a_point_needs_the_single_results(name: str) -> None:
    """From the totals nobody can tell who drew with U."""
    totals = [" ".join(line.split()[:3]) for line in HALF_A_POINT]
    with pytest.raises(ArpadError) as refused:
        rate_round_robin(edition(name), league(*totals))
    assert refused.value.key == "round-robin.results-needed"


def test_half_a_point_counts_in_1996() -> None:
    """Rar 2050; p .88, .63, .63, .25, dp 336, 95, 95, −193, dpa 83.25; Ra = 2050 − 83.25 × 4/5 = 1983.4, 1983.

    U: 13%, dp −322, Ru = 1983 − 322 × 4/5 = 1725.4. Rated: D = 217, 117, 17, −83; PD .78, .66, .52, .39;
    We = 5 PD − .5 = 3.40, 2.80, 2.10, 1.45.
    """
    found = rate_round_robin(edition("feda-1996"), league(*HALF_A_POINT))
    assert (found.rar, found.dpa, found.ra) == (Fraction(2050), Fraction(333, 4), Fraction(1983))
    assert (found.players[4].rc, found.players[4].ru, found.players[4].new_ru) == (1983, 1725, None)
    assert results(found) == {"A": 10, "B": -30, "C": 40, "D": -45}


def test_half_a_point_counts_in_2017() -> None:
    """Ra 1983 and U 1725 as in 1996. A is 475 above him and counts as 2125: Rc = 1983 − 75/4 = 1964.25, 1964.

    Ru = 1964 − 257.6 = 1706.4. The rated meet 1706: 494 (capped 400), 394, 294, 194: .92, .92, .85, .75 more.
    We = 3.17, 2.68, 2.09, 1.50.
    """
    found = rate_round_robin(edition("fide-2017"), league(*HALF_A_POINT))
    unrated = found.players[4]
    assert (unrated.rc, unrated.ru, unrated.new_rc, unrated.new_ru) == (1983, 1725, 1964, 1706)
    assert results(found) == {"A": 33, "B": -18, "C": 41, "D": -50}


def test_half_a_point_counts_in_2005_after_the_first_event() -> None:
    """10.20 looks at the first event only. Ra 1983 and U 1725 as in 1996.

    The cap is 350: A and B count as 2075, Rc = 1983 − (125 + 25) / 4 = 1945.5, 1946, Ru = 1946 − 257.6 = 1688.4.
    The rated meet 1688: 512 and 412 (both 350), 312, 212: .89, .89, .86, .77 more. We = 3.14, 2.65, 2.10, 1.52.
    """
    found = rate_round_robin(edition("fide-2005"), league(*HALF_A_POINT, first_event=False))
    unrated = found.players[4]
    assert (unrated.ru, unrated.new_rc, unrated.new_ru) == (1725, 1946, 1688)
    assert results(found) == {"A": 36, "B": -15, "C": 40, "D": -52}


def test_nothing_scored_counts_in_2017_once_he_has_other_games() -> None:
    """p .88, .63, .63, .38: dpa 439/4; Ra = 2050 − 87.8 = 1962. U: dp −800 × 4/5: 1322.

    The four are 878, 778, 678 and 578 above him and count as 1722: Rc = 1962 − 1312/4 = 1634, Ru 994. Each rated player
    is expected to score .92 against him: We = 3.17, 2.68, 2.16, 1.67.
    """
    found = rate_round_robin(edition("fide-2017"), league(*NOTHING, first_event=False))
    unrated = found.players[4]
    assert (found.dpa, unrated.ru, unrated.new_rc, unrated.new_ru) == (Fraction(439, 4), 1322, 1634, 994)
    assert results(found) == {"A": 33, "B": -18, "C": 34, "D": -17}


@pytest.mark.parametrize("name", UNTIL_2005)
def test_full_marks_are_indeterminate_until_2005(name: str) -> None:
    """A rated player with 100% and an unrated one: the dp of the first, and so dpa, is indeterminate."""
    with pytest.raises(ArpadError) as refused:
        rate_round_robin(edition(name), league("A 2200 6", "B 2100 4", "U u 2", "D 1900 0"))
    assert refused.value.key == "round-robin.indeterminate"


def test_full_marks_are_800_from_2017() -> None:
    """100%, 67% and 0%: dp 800, 125 and −800, dpa 125/3; Rar 6200/3; Ra = 2066⅔ − 31¼ = 2035.4, 2035."""
    found = rate_round_robin(edition("fide-2017"), league("A 2200 6", "B 2100 4", "U u 2", "D 1900 0"))
    assert (found.rar, found.dpa, found.ra) == (Fraction(6200, 3), Fraction(125, 3), Fraction(2035))


@pytest.mark.parametrize(("name", "ru"), [("fide-2022", 1728), ("fide-2024", 1774)])
def test_an_unrated_player_counts_like_in_any_event_from_2022(name: str, ru: int) -> None:
    """U with ½ of 4 against 2200, 2100, 2000 and 1900: Ra 2050, 13%, dp −322: 1728.

    2024: Ra = (8200 + 3600) / 6 = 1966⅔, p = 1.5/6 = 25%, dp −193: 1773⅔.
    """
    assert rate_round_robin(edition(name), league(*HALF_A_POINT)).players[4].ru == ru


@pytest.mark.parametrize(("first_event", "ru"), [(True, None), (False, 1250)])
def test_nothing_scored_in_a_round_robin_of_2022(first_event: bool, ru: int | None) -> None:
    """8.2.1: discarded in the first event; in a later one 0 of 4 against an average of 2050 is 2050 − 800."""
    found = rate_round_robin(edition("fide-2022"), league(*NOTHING, first_event=first_event))
    assert found.players[4].ru == ru


def test_cap_once_in_a_double_round_robin_of_2022() -> None:
    """8.3.1: one game of the event. 2000 and 1500 play twice, 2000 wins both: .92 for one game, .96 for the other.

    2000: 2 − 1.88 = +.12. 1500, as the lower rated always capped: 0 − .16.
    """
    found = rate_round_robin(edition("fide-2022"), league("A 2000 4", "B 1500 0", cycles=2))
    assert results(found) == {"A": 12, "B": -16}


def test_double_round_robin_of_2005() -> None:
    """Everybody twice: 2100 and 2000, 100 apart, .64 each time: 2 − 1.28 = +.72."""
    found = rate_round_robin(edition("fide-2005"), league("A 2100 4", "B 2000 0", cycles=2))
    assert results(found) == {"A": 72, "B": -72}


@pytest.mark.parametrize("name", ["fide-2017", "fide-2022", "fide-2024"])
def test_limit_of_k_times_n_in_a_round_robin(name: str) -> None:
    """Two players, 18 games, K 40: 40 × 18 is 720, so K is 38. 10 points of 18 at equal ratings: 38 × 1 = 38."""
    event = RoundRobin((Entrant("A", 2000, 20, k=40), Entrant("B", 2000, 16, k=40)), cycles=18)
    assert [entrant.change for entrant in rate_round_robin(edition(name), event).players] == [3800, -3800]


# ---------------------------------------------------------------- transitions


@pytest.mark.parametrize("name", ["fide-2024", "fide-2024-rapid-blitz"])
@pytest.mark.parametrize(
    ("before", "after"),
    [(1000, 1400), (1001, 1401), (1400, 1640), (1998, 1999), (1999, 1999), (2000, 2000), (2001, 2001), (2700, 2700)],
)
def test_transition_of_march_2024(name: str, before: int, after: int) -> None:
    """Below 2000 R + .40 (2000 − R): 1000 is 1400, 1001 is 1400.6, 1999 is 1999.4; 2000 and more stay."""
    value, trail = apply_transition(edition(name), before)
    assert value == after
    assert whats(trail) == ["transition.compress-below"]


@pytest.mark.parametrize(
    ("before", "standard", "after"),
    [
        (1850, 2000, 1900),
        (1899, 2000, 1900),
        (1900, 2000, 1900),
        (1901, 2000, 1901),
        (2200, 2000, 2200),
        (1500, None, 1500),
    ],
)
def test_transition_of_october_2022(before: int, standard: int | None, after: int) -> None:
    """Rapid and blitz more than 100 below standard are raised to standard − 100; without a standard rating nothing."""
    value, trail = apply_transition(edition("fide-2022-10-rapid-blitz"), before, standard)
    assert value == after
    assert whats(trail) == ["transition.raise-to-standard"]


@pytest.mark.parametrize(
    "name",
    [name for name in ALL if name not in ("fide-2024", "fide-2024-rapid-blitz", "fide-2022-10-rapid-blitz")],
)
def test_no_transition_elsewhere(name: str) -> None:
    """A transition happens once: the editions that extend one of the three do not repeat it."""
    assert apply_transition(edition(name), 1500, 2000) == (1500, ())


# ---------------------------------------------------------------- matches


SIX_NIL = [2, 2, 2, 2, 2, 2, 0, 1, 1, 0]
"""Ten games, decided after six: six points of ten."""


@pytest.mark.parametrize(
    ("name", "asked", "rated"),
    [
        ("feda-1996", False, 10),
        ("fide-2003", False, 6),
        ("fide-2005", False, 10),
        ("fide-2017", False, 6),
        ("fide-2017", True, 6),
        ("fide-2017-rapid-blitz", False, 6),
        *((name, False, 6) for name in FROM_2022),
        *((name, True, 10) for name in FROM_2022),
    ],
)
def test_games_after_the_decision_of_a_match(name: str, asked: bool, rated: int) -> None:
    """Not rated in 2003 and 2017; may be left unrated in 2005; not rated from 2022 unless it was asked before."""
    assert rated_games(edition(name), 10, SIX_NIL, asked=asked) == rated


@pytest.mark.parametrize(("scheduled", "rated"), [(8, 8), (10, 6)])
def test_short_matches_at_rapid_and_blitz_in_2017(scheduled: int, rated: int) -> None:
    """6.5: only where more than eight games were scheduled."""
    assert rated_games(edition("fide-2017-rapid-blitz"), scheduled, SIX_NIL[:scheduled]) == rated


@pytest.mark.parametrize("name", ["fide-2003", "fide-2017", "fide-2022", "fide-2024"])
@pytest.mark.parametrize(
    ("scheduled", "scores", "rated"),
    [
        (4, [2, 2, 1, 0], 3),
        (4, [2, 0, 2, 0], 4),
        (4, [0, 0, 1, 2], 3),
        (4, [2, 2, 0, 0], 4),
        (4, [2, 2], 2),
    ],
)
def test_when_a_match_is_decided(name: str, scheduled: int, scores: list[int], rated: int) -> None:
    """When one of the two has more than half of the scheduled points."""
    assert rated_games(edition(name), scheduled, scores) == rated


# ---------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("name", "start", "in_force"),
    [
        ("feda-1996", "1997-01-01", "1997-01-01"),
        ("feda-1996", "1997-06-30", "1997-01-01"),
        ("feda-1996", "1997-07-01", "1997-07-01"),
        ("feda-1996", "1997-12-31", "1997-07-01"),
        ("fide-2003", "2004-03-31", "2004-01-01"),
        ("fide-2003", "2004-04-01", "2004-04-01"),
        ("fide-2003", "2004-12-31", "2004-10-01"),
        ("fide-2005", "2006-09-30", "2006-07-01"),
        ("fide-2017", "2018-01-31", "2018-01-01"),
        ("fide-2017", "2018-02-01", "2018-02-01"),
        ("fide-2022", "2022-12-31", "2022-12-01"),
        ("fide-2024", "2024-03-31", "2024-03-01"),
        ("fide-2022-rapid-blitz", "2022-05-31", "2022-05-01"),
    ],
)
def test_list_in_force(name: str, start: str, in_force: str) -> None:
    """The list whose ratings count for an event that starts on a day: to the last day before the next list."""
    assert list_in_force(edition(name), day(start)) == day(in_force)


@pytest.mark.parametrize(
    ("name", "list_date", "closing", "official"),
    [
        ("feda-1996", "1997-01-01", "1996-11-30", "1996-11-30"),
        ("feda-1996", "1997-07-01", "1997-05-31", "1997-05-31"),
        ("fide-2003", "2004-01-01", "2003-12-01", "2003-12-01"),
        ("fide-2003", "2004-04-01", "2004-03-01", "2004-03-01"),
        ("fide-2005", "2006-07-01", "2006-06-01", "2006-06-01"),
        ("fide-2017", "2018-03-01", "2018-02-26", "2018-02-28"),
        ("fide-2017", "2018-05-01", "2018-04-28", "2018-04-30"),
        ("fide-2022", "2023-01-01", "2022-12-29", "2022-12-31"),
        ("fide-2024", "2024-04-01", "2024-03-29", "2024-03-31"),
        ("fide-2022-rapid-blitz", "2022-03-01", "2022-02-26", "2022-02-28"),
    ],
)
def test_closing_date(name: str, list_date: str, closing: str, official: str) -> None:
    """1996: 30 November and 31 May; 2003: a month before; from 2017 three days before, official events to the eve."""
    assert closing_date(edition(name), day(list_date)) == day(closing)
    assert closing_date(edition(name), day(list_date), official=True) == day(official)


@pytest.mark.parametrize(
    ("name", "end", "entered", "official"),
    [
        ("feda-1996", "1997-05-31", "1997-07-01", "1997-07-01"),
        ("feda-1996", "1997-06-01", "1998-01-01", "1998-01-01"),
        ("feda-1996", "1997-12-01", "1998-07-01", "1998-07-01"),
        ("fide-2003", "2003-12-01", "2004-01-01", "2004-01-01"),
        ("fide-2003", "2003-12-02", "2004-04-01", "2004-04-01"),
        ("fide-2017", "2018-02-26", "2018-03-01", "2018-03-01"),
        ("fide-2017", "2018-02-27", "2018-04-01", "2018-03-01"),
        ("fide-2017", "2018-02-28", "2018-04-01", "2018-03-01"),
        ("fide-2022", "2022-12-29", "2023-01-01", "2023-01-01"),
        ("fide-2022", "2022-12-30", "2023-02-01", "2023-01-01"),
        ("fide-2022", "2023-01-01", "2023-02-01", "2023-02-01"),
    ],
)
def test_list_entered(name: str, end: str, entered: str, official: str) -> None:
    """The first list that closes on the event's last day or later."""
    assert rated_in(edition(name), day(end)) == day(entered)
    assert rated_in(edition(name), day(end), official=True) == day(official)


@pytest.mark.parametrize("name", FROM_2022)
@pytest.mark.parametrize(
    ("end", "last"), [("2025-01-10", "2025-04-01"), ("2025-01-31", "2025-04-01"), ("2025-02-01", "2025-05-01")]
)
def test_third_list_is_the_last(name: str, end: str, last: str) -> None:
    """9.1: a report must come in time for the third list after the end."""
    assert last_list(edition(name), day(end)) == day(last)


@pytest.mark.parametrize("name", [*UNTIL_2005, "fide-2017", "fide-2017-rapid-blitz"])
def test_no_last_list_before_2022(name: str) -> None:
    """Earlier editions count late reports otherwise."""
    assert last_list(edition(name), day("2018-01-10")) is None
