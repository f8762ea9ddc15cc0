"""Glicko and Glicko-2 over columns: the printed example, and what the packages elote and glicko2 give."""

import numpy as np
import pytest

from arpad.lab.glicko import PeriodResults, Strengths, glicko2_period, glicko_period
from arpad.lab.yardsticks import golden
from lab_worlds import vectors


def strengths(start: list[list[int]]) -> Strengths:
    found = Strengths.nobody(len(start))
    found.enter(np.arange(len(start)), *(np.array(column) for column in zip(*start, strict=True)))
    return found


def results(games: list[list[int]]) -> PeriodResults:
    return PeriodResults(*(np.array(column, dtype=np.int32) for column in zip(*games, strict=True)))


FIELD = strengths([[1500, 200], [1400, 30], [1550, 100], [1700, 300]])
PLAYED = results([[0, 1, 2], [0, 2, 0], [0, 3, 0]])


def test_the_printed_example() -> None:
    """LV-GL-01: 1500/200 beats 1400/30, loses to 1550/100 and to 1700/300."""
    one = glicko_period(FIELD, PLAYED, 0)
    assert (one.rating[0], one.deviation[0]) == pytest.approx((1464.106, 151.399), abs=1e-3)
    two = glicko2_period(FIELD, PLAYED, np.float64(0.5))
    assert (two.rating[0], two.deviation[0]) == pytest.approx((1464.051, 151.5165), abs=1e-3)
    assert two.volatility[0] == pytest.approx(0.059996, abs=1e-6)


def test_the_volatility_is_a_root() -> None:
    """Step 5 of the example: f changes its sign there."""
    tau, variance, delta, phi = 0.5, 1.7785, -0.4834, 1.1513
    found = float(np.log(glicko2_period(FIELD, PLAYED, np.float64(tau)).volatility[0] ** 2))

    def f(x: float) -> float:
        whole = phi**2 + variance + np.exp(x)
        return float(np.exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - np.log(0.06**2)) / tau**2)

    assert f(found - 1e-4) > 0 > f(found + 1e-4)


def test_elote_gives_the_same_ratings() -> None:
    """elote 1.5.1 rates game by game: each game is a period, and nobody is forgotten. It rounds ln 10 / 400."""
    known = vectors("glicko")
    now = strengths(known["start"])
    for game in known["games"]:
        now = glicko_period(now, results([game]), 0)
    for place, (rating, deviation) in enumerate(known["glicko"]):
        assert (now.rating[place], now.deviation[place]) == pytest.approx((rating, deviation), abs=2e-3)


def test_the_package_glicko2_gives_the_same_ratings() -> None:
    """glicko2 2.1.0 stops its search for the volatility earlier than Glickman's text asks for."""
    known = vectors("glicko")
    now = strengths(known["start"])
    for games in known["periods"]:
        now = glicko2_period(now, results(games), np.float64(0.5))
    for place, (rating, deviation, volatility) in enumerate(known["glicko2"]):
        assert (now.rating[place], now.deviation[place]) == pytest.approx((rating, deviation), abs=0.02)
        assert now.volatility[place] == pytest.approx(volatility, abs=1e-4)


def test_who_does_not_play_is_less_known() -> None:
    now = strengths([[1500, 200], [1600, 100], [1700, 345]])
    after = glicko_period(now, results([[0, 1, 2]]), 60)
    assert (after.rating[2], after.deviation[2]) == (1700, 350)
    later = glicko2_period(now, results([[0, 1, 2]]), np.float64(0.5))
    assert later.deviation[2] == pytest.approx(np.hypot(345, 0.06 * 173.7178))


def test_golden_section_finds_a_valley() -> None:
    asked: list[float] = []

    def valley(x: float) -> float:
        asked.append(x)
        return (x - 17) ** 2

    assert golden(valley, 0, 100, 1) == pytest.approx(17, abs=0.5)
    assert len(asked) < 14
