"""The vectors TV-RT of the specification: standard ratings under the regulations of 2022.

The cap is read `once-as-favourite` and a half is rounded away from zero, as in `spec/rating.md`.
"""

import datetime as dt
from collections.abc import Sequence
from fractions import Fraction

import pytest

from arpad.domain.games import History, PlayerGame, points
from arpad.eligibility.check_events import rated_games
from arpad.rating.change import rating_change
from arpad.rating.coefficient import k_factor, within_limit
from arpad.rating.first_rating import initial_rating
from arpad.rating.game_by_game import once
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.results import RatingChange, half_up
from arpad.regulations.rating_edition import list_in_force, rated_in
from arpad.regulations.rating_editions import edition
from arpad.regulations.rating_rules import pd

FIDE_2022 = edition("fide-2022")
HALF_POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}
APPENDIX = "1926 1, 2011 1, 2318 0, 2067 =, 2219 =, 2585 0, 2659 1, 2464 =, 2652 ="
PUBLISHED = "1063 1, 1299 1, 1413 1, 1872 =, 1851 0, 1427 1, 1682 1"


def games(text: str) -> tuple[PlayerGame, ...]:
    """`1926 1, 2067 =, 1980 +`: a win, a draw, a forfeit."""
    pairs = (item.split() for item in text.split(","))
    return tuple(PlayerGame(int(who), HALF_POINTS[mark], played=mark not in "+-") for who, mark in pairs)


def change(name: str, rating: int, k: int, text: str) -> RatingChange:
    return rating_change(edition(name), rating, k, games(text))


def capped_once(rating: int, text: str) -> list[int]:
    """Score − PD of each game, in hundredths, if the cap applies to one game of the event, for favourite and outsider
    alike."""
    played = games(text)
    used = once([rating - (game.opponent or 0) for game in played], 400)
    return [game.score * 50 - pd(difference) for game, difference in zip(played, used, strict=True)]


def newcomer(*opponents: int, half_points: int) -> tuple[PlayerGame, ...]:
    """So many half points against these opponents, wins first."""
    scores = [min(2, max(0, half_points - 2 * place)) for place in range(len(opponents))]
    return tuple(PlayerGame(opponent, score) for opponent, score in zip(opponents, scores, strict=True))


def first_rating(played: Sequence[PlayerGame]) -> tuple[int | None, bool]:
    found = initial_rating(FIDE_2022, [NewcomerEvent("first", tuple(played))])
    return found.rating, found.publishable


@pytest.mark.parametrize("name", ["fide-2022", "fide-2024"])
def test_tv_rt_01(name: str) -> None:
    """2212, K 40: nine games with two opponents 447 and 440 above: sum +1.41, change +56.4, new 2268."""
    found = change(name, 2212, 40, APPENDIX)
    assert [game.change for game in found.games] == [16, 24, -36, -19, 1, -10, 92, 31, 42]
    assert (found.sum, found.change, found.new_rating) == (141, 5640, 2268)


def test_tv_rt_02() -> None:
    """The same games, the cap for one of them: 2652 counts with 440, .06: sum +1.43, change +57.2, new 2269."""
    deltas = capped_once(2212, APPENDIX)
    assert deltas == [16, 24, -36, -19, 1, -10, 92, 31, 44]
    assert sum(deltas) == 143
    assert half_up(221200 + 40 * sum(deltas), 100) == 2269


def test_tv_rt_03() -> None:
    """2460, K 10: seven games, sum +0.54, change +5.40, rounded +5."""
    found = change("fide-2022", 2460, 10, "2095 1, 2254 1, 2415 =, 2488 0, 2310 1, 2570 =, 2673 =")
    assert [game.change for game in found.games] == [10, 24, -6, -46, 30, 15, 27]
    assert (found.sum, found.change, found.rounded_change) == (54, 540, 5)


def test_tv_rt_04() -> None:
    """2000, K 20, four opponents more than 400 below: only 1063 is capped in 2022, −12.20; all four in 2024, −8.40."""
    found = change("fide-2022", 2000, 20, PUBLISHED)
    assert [game.change for game in found.games] == [8, 1, 2, -17, -70, 2, 13]
    assert (found.sum, found.change) == (-61, -1220)
    assert capped_once(2000, PUBLISHED) == [8, 1, 2, -17, -70, 2, 13]
    found = change("fide-2024", 2000, 20, PUBLISHED)
    assert (found.sum, found.change) == (-42, -840)


def test_tv_rt_05() -> None:
    """Unrated, 3 of 7 and a forfeit won: 43%, Ra 1565.71, dp −50, Ru 1515.71 is 1516."""
    played = games("1726 0, 1315 1, 1424 =, 1625 0, 1502 1, 1980 +, 1628 =, 1740 0")
    found = initial_rating(FIDE_2022, [NewcomerEvent("first", played)])
    assert (found.games_counted, found.score, found.percentage, found.dp) == (7, 6, 43, -50)
    assert found.average == Fraction(10960, 7)
    assert (found.rating, found.publishable) == (1516, True)


@pytest.mark.parametrize(
    ("half_points", "rating"), [(5, 1700), (6, 1720), (10, 1800), (2, 1460)], ids=["2.5", "3", "5", "1"]
)
def test_tv_rt_06(half_points: int, rating: int) -> None:
    """1500, 1600, 1700, 1800, 1900: Ra 1700; 50% 1700; 3 points 1720; all five 1800, not 2500; one point 1700 − 240."""
    played = newcomer(1500, 1600, 1700, 1800, 1900, half_points=half_points)
    assert sum(points(game.score) for game in played) == Fraction(half_points, 2)
    assert first_rating(played) == (rating, True)


def test_tv_rt_06_nothing_scored() -> None:
    """The same five opponents, no point in the first event: discarded."""
    found = initial_rating(FIDE_2022, [NewcomerEvent("first", newcomer(1500, 1600, 1700, 1800, 1900, half_points=0))])
    assert (found.games_counted, found.rating, found.publishable) == (0, None, False)


@pytest.mark.parametrize(
    ("opponents", "half_points", "expected"),
    [
        ((1000, 1000, 1000, 1000), 4, (1000, False)),
        ((999, 999, 999, 999, 999), 5, (999, False)),
        ((1000, 1000, 1000, 1000, 1000), 5, (1000, True)),
    ],
    ids=["four games", "999", "1000"],
)
def test_tv_rt_07(opponents: tuple[int, ...], half_points: int, expected: tuple[int, bool]) -> None:
    """Published from five games and from 1000: four games no, 999 no, five games at 1000 yes."""
    assert first_rating(newcomer(*opponents, half_points=half_points)) == expected


@pytest.mark.parametrize(
    ("difference", "higher"),
    [(0, 50), (3, 50), (4, 51), (391, 91), (392, 92), (400, 92), (411, 92), (412, 93), (735, 99), (736, 100)],
)
def test_tv_rt_08(difference: int, higher: int) -> None:
    """Table B without a cap: 3 is .50, 4 is .51, 411 is .92, 412 is .93, 735 is .99, 736 is 1.00; L is 1 − H."""
    assert pd(difference) == higher
    assert pd(-difference) == 100 - higher


@pytest.mark.parametrize(
    ("games_played", "k", "used"),
    [
        (17, 40, 40),
        (18, 40, 38),
        (35, 20, 20),
        (36, 20, 19),
        (39, 20, 17),
        (70, 10, 10),
        (71, 10, 9),
        (100, 10, 7),
    ],
)
def test_tv_rt_09(games_played: int, k: int, used: int) -> None:
    """17 games at K 40 are 680; 18 would be 720, so K is 38: the largest whole number with K × n up to 700."""
    assert within_limit(FIDE_2022, k, games_played) == used


@pytest.mark.parametrize(
    ("rating", "date", "k"),
    [(2299, dt.date(2023, 6, 1), 40), (2300, dt.date(2023, 6, 1), 20), (2299, dt.date(2024, 1, 1), 20)],
    ids=["2299 in 2023", "2300 in 2023", "January 2024"],
)
def test_tv_rt_10(rating: int, date: dt.date, k: int) -> None:
    """Born 2005, more than 30 games: K 40 in 2023 below 2300, 20 from 2300 on, 20 from January 2024."""
    history = History(rating=rating, games_played=60, highest=rating, date=date, born=2005)
    assert k_factor(FIDE_2022, history).k == k


@pytest.mark.parametrize(("rating", "games_played", "born"), [(2380, 200, 1980), (2250, 200, 2006)], ids=["2380", "17"])
def test_tv_rt_11(rating: int, games_played: int, born: int) -> None:
    """Once published at 2400: K 10 at 2380, and for a player of 17 who is now 2250."""
    history = History(rating=rating, games_played=games_played, highest=2400, date=dt.date(2023, 6, 1), born=born)
    assert k_factor(FIDE_2022, history).k == 10


@pytest.mark.parametrize(
    ("text", "exact", "rounded"),
    [
        ("2000 1, 2030 =", 540, 5),
        ("2000 1, 2035 =", 550, 6),
        ("2000 0, 1965 =", -550, -6),
        ("2000 0, 1960 =", -560, -6),
    ],
    ids=["+5.4", "+5.5", "-5.5", "-5.6"],
)
def test_tv_rt_12(text: str, exact: int, rounded: int) -> None:
    """2000, K 10, the change of a period: +5.4 is +5, +5.5 is +6, −5.5 is −6 (away from zero), −5.6 is −6."""
    found = change("fide-2022", 2000, 10, text)
    assert (found.change, found.rounded_change) == (exact, rounded)


def test_tv_rt_13() -> None:
    """An event that starts on 31 January uses the list of January."""
    assert list_in_force(FIDE_2022, dt.date(2023, 1, 31)) == dt.date(2023, 1, 1)
    assert list_in_force(FIDE_2022, dt.date(2023, 2, 1)) == dt.date(2023, 2, 1)


def test_tv_rt_14() -> None:
    """The list of 1 March 2023 closes on 26 February; the 27th is for April; official FIDE events until the 28th."""
    march, april = dt.date(2023, 3, 1), dt.date(2023, 4, 1)
    assert rated_in(FIDE_2022, dt.date(2023, 2, 26)) == march
    assert rated_in(FIDE_2022, dt.date(2023, 2, 27)) == april
    assert rated_in(FIDE_2022, dt.date(2023, 2, 28), official=True) == march
    assert rated_in(FIDE_2022, march, official=True) == april


@pytest.mark.parametrize(
    ("scores", "rated"),
    [([2, 2, 2, 2, 1, 2, 0, 1], 5), ([2, 2, 2, 0, 2, 1, 0, 1], 6)],
    ids=["4.5-0.5 after five", "4-1 after five"],
)
def test_tv_rt_15(scores: list[int], rated: int) -> None:
    """A match of eight games: at 4½–½ games six to eight are not rated; at 4–1 game six still is."""
    assert rated_games(FIDE_2022, 8, scores) == rated


@pytest.mark.parametrize(("k", "renewed_in"), [(10, 70), (20, 35), (40, 18)])
def test_tv_rt_16(k: int, renewed_in: int) -> None:
    """K 10 renews a rating in about 70 games, K 20 in 35, K 40 in 18: the 700 of the limit divided by K."""
    limit = FIDE_2022.k.product_limit.value
    assert limit is not None
    assert half_up(limit, k) == renewed_in
