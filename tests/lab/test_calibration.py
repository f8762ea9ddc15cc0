"""Scored against expected, and the fitted curve: the numbers of the vectors, and plain Python."""

import math

import numpy as np
import pytest

from arpad.i18n import ArpadError
from arpad.lab.game_groups import (
    DIFFERENCES,
    GameCounts,
    bands_of_table,
    bands_of_width,
    calibrate,
    fit_stretch,
    logistic,
)
from arpad.lab.monitor import WatchedScale, watch
from arpad.lab.rating_account import RatingCounts
from arpad.lab.source import GameBlock
from arpad.regulations.rating_rules import pd
from lab_worlds import tiny_source, vectors


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> WatchedScale:
    return watch(tiny_source(tmp_path_factory.mktemp("tiny")))


def test_the_bands_of_the_vectors(tiny: WatchedScale) -> None:
    """LV-CA-01."""
    found = [
        {
            "from": band.low,
            "games": band.games,
            "expected_100": band.expected,
            "expected_uncapped_100": band.uncapped,
            "scored_100": band.scored,
        }
        for band in calibrate(tiny.counts(0, len(tiny.steps)), bands_of_width(50))
    ]
    assert found == vectors("tiny-world")["calibration"]


def test_the_curve_of_the_vectors(tiny: WatchedScale) -> None:
    """LV-CA-03: λ and White's worth, with robust errors."""
    fitted, known = fit_stretch(tiny.counts(0, len(tiny.steps))), vectors("tiny-world")["slope"]
    assert fitted is not None
    values = (fitted.slope, fitted.white, fitted.slope_error, fitted.white_error)
    assert values == pytest.approx([known[name] for name in ("lambda", "white", "se_lambda", "se_white")], abs=1e-9)
    assert fitted.games == 574


def test_lists_of_the_vectors(tiny: WatchedScale) -> None:
    """LV-MO-01 and 02: first 10, place 10, rated, sums, medians."""
    for listed, known in zip(tiny.lists, vectors("tiny-world")["lists"], strict=True):
        rated, active = listed.group("everybody").counts, listed.group("active").counts
        first = active.first(10)
        assert (rated.players, active.players, rated.sum) == (known["rated"], known["active"], known["sum"])
        assert (first.sum, first.place, first.complete) == (known["first10_sum"], known["place10"], True)
        assert rated.median == known["median"]


def test_the_table_is_normal_and_not_logistic() -> None:
    """LV-CA-02: table B against 14.1's formula and against the normal curve with σ = 2000/7."""
    gaps = {far: abs(pd(far) / 100 - float(logistic(far))) for far in range(737)}
    assert max(gaps, key=lambda far: gaps[far]) == 560
    for far, table, formula in (
        (100, 64, 64.01),
        (200, 76, 75.97),
        (400, 92, 90.91),
        (500, 96, 94.68),
        (600, 98, 96.93),
    ):
        assert pd(far) == table
        assert 100 * float(logistic(far)) == pytest.approx(formula, abs=0.005)
    normal = {far: abs(pd(far) / 100 - (1 + math.erf(far / (2000 / 7) / math.sqrt(2))) / 2) for far in range(737)}
    assert max(normal, key=lambda far: normal[far]) == 344
    assert normal[344] == pytest.approx(0.0057, abs=5e-5)
    assert len(bands_of_table()) == 51


def test_a_band_is_what_loops_find() -> None:
    """Games at random: every number of every band by plain Python."""
    rng = np.random.default_rng(3)
    far = rng.integers(-900, 900, 800).astype(np.int32)
    score = rng.integers(0, 3, 800).astype(np.int32)
    capped = (np.abs(far) > 400) & (rng.integers(0, 2, 800) > 0)
    none = np.zeros(800, dtype=np.int32)
    counts = GameCounts()
    counts.add(GameBlock(none, none, none, score, far, capped, none, none), 400)
    assert len(counts) == 800
    games = [
        (d, s, c) if d >= 0 else (-d, 2 - s, c)
        for d, s, c in zip(far.tolist(), score.tolist(), capped.tolist(), strict=True)
    ]
    for band in calibrate(counts, bands_of_width(100)):
        mine = [game for game in games if band.low <= game[0] <= (band.high or 4000)]
        used = [pd(400 if cut else d) for d, _, cut in mine]
        rest = [50 * s - e for (_, s, _), e in zip(mine, used, strict=True)]
        assert (band.games, band.scored, band.expected) == (len(mine), sum(50 * s for _, s, _ in mine), sum(used))
        assert band.uncapped == sum(pd(d) for d, _, _ in mine)
        mean = sum(rest) / len(rest)
        assert float(band.error) == pytest.approx(math.sqrt(sum((one - mean) ** 2 for one in rest)) / 100 / len(rest))


def test_bands_with_a_sign_are_seen_by_white() -> None:
    counts = GameCounts()
    none = np.zeros(3, dtype=np.int32)
    far = np.array([-450, -30, 120], dtype=np.int32)
    counts.add(GameBlock(none, none, none, np.array([0, 1, 2], dtype=np.int32), far, far < -400, none, none), 400)
    found = {
        (band.low, band.games, band.scored)
        for band in calibrate(counts, bands_of_width(100), signed=True)
        if band.games
    }
    assert found == {(-400, 1, 0), (-100, 1, 50), (100, 1, 100)}


@pytest.mark.parametrize("width", [3, 0, 30, 401, -50])
def test_a_width_that_does_not_divide_is_refused(width: int) -> None:
    with pytest.raises(ArpadError) as problem:
        bands_of_width(width)
    assert problem.value.key == "lab-band"


def test_games_that_all_end_alike_have_no_curve() -> None:
    counts = GameCounts()
    counts.games[len(DIFFERENCES) // 2 + 10, 2] = 5
    assert fit_stretch(counts) is None


def test_counts_of_ratings_are_what_sorting_finds() -> None:
    rng = np.random.default_rng(5)
    for size in (1, 2, 7, 60, 301):
        ratings = rng.integers(1400, 1480, size).astype(np.int32)
        counts, plain = RatingCounts.of(np.append(ratings, 0).astype(np.int32)), sorted(ratings.tolist())
        assert (counts.players, counts.sum) == (size, sum(plain))
        assert [counts.percentile(share) for share in (1, 25, 50, 99)] == [
            plain[max(-(-share * size // 100), 1) - 1] for share in (1, 25, 50, 99)
        ]
        assert counts.first(5).sum == sum(plain[-5:])
        assert counts.first(5).place == plain[-5:][0]
        assert counts.first(5).complete == (size >= 5)
        assert sum(counts.bands().values()) == size
    assert RatingCounts.of(np.zeros(3, dtype=np.int32)).median is None
