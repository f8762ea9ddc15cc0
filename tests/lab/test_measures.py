"""How well games were predicted: the numbers of the vectors, from counts and game by game."""

import numpy as np
import pytest

from arpad.lab.game_groups import GameCounts, fit_stretch
from arpad.lab.monitor import counted
from arpad.lab.scoring import (
    HALF,
    LOGISTIC,
    LOGISTIC_WHITE,
    TABLE,
    UNCAPPED,
    ForecastSums,
    Predictor,
    fitted,
    sums_of_counts,
    sums_of_games,
)
from lab_worlds import tiny_source, vectors


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> GameCounts:
    source = tiny_source(tmp_path_factory.mktemp("tiny"))
    return sum((counted(step) for step in source.steps()), GameCounts())


@pytest.mark.parametrize(
    ("name", "predictor"),
    [
        ("table", TABLE),
        ("table_uncapped", UNCAPPED),
        ("logistic", LOGISTIC),
        ("logistic_white30", LOGISTIC_WHITE),
        ("half", HALF),
    ],
)
def test_predictors_of_the_vectors(counts: GameCounts, name: str, predictor: Predictor) -> None:
    """LV-PR-03."""
    known = vectors("tiny-world")["prediction"][name]
    found = predictor.sums(counts)
    assert found.games == known["games"]
    assert (found.deviance10, found.brier, found.mae) == pytest.approx(
        (known["deviance10"], known["brier"], known["mae"]), abs=1e-12
    )


def test_the_fitted_curve_predicts_its_own_games_best(counts: GameCounts) -> None:
    stretch = fit_stretch(counts)
    assert stretch is not None
    assert fitted(stretch).sums(counts).deviance < LOGISTIC_WHITE.sums(counts).deviance


def test_single_games_of_the_vectors() -> None:
    """LV-PR-02: games far off weigh as 0.01 and 0.99."""
    for expected, score, deviance in vectors("metrics")["single"]:
        one = np.array([expected]), np.array([2 * score], dtype=np.int32)
        assert sums_of_games(*one).deviance10 == pytest.approx(deviance, abs=1e-12)
        counts = np.zeros((1, 3), dtype=np.int64)
        counts[0, int(2 * score)] = 7
        assert sums_of_counts(one[0], counts).deviance10 == pytest.approx(deviance, abs=1e-12)


def test_the_example_of_the_contest() -> None:
    """LV-PR-01: deviance, its scaled form, log loss, Brier and absolute error of six games."""
    known = vectors("metrics")
    expected = np.array([row[3] for row in known["table"]])
    score = np.array([2 * row[4] for row in known["table"]], dtype=np.int32)
    found = sums_of_games(expected, score)
    values = (found.deviance10, found.scaled, found.logloss, found.brier, found.mae)
    names = ("deviance10", "scaled100", "logloss", "brier", "mae")
    assert values == pytest.approx([known[name] for name in names], abs=1e-12)


def test_nothing_has_no_measure() -> None:
    none = ForecastSums()
    assert (none.deviance10, none.scaled, none.logloss, none.brier, none.mae) == (None,) * 5
